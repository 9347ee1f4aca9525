#!/bin/sh
# Where results go: whole or not at all, over the input, through links, into pipes and devices, with permissions kept.
. "$(dirname "$0")/tool.sh"
seq 1000 | sort -R --random-source=/dev/zero >shuffled.txt
seq 1000 >wanted

mode_is() {
    true_that "$2 has the mode $(stat -c %a "$2"), not $1" [ "$(stat -c %a "$2")" = "$1" ]
}

# A new file gets what the mask leaves; one that is replaced keeps its mode.
expect 0 '' sweepsort sort --type u32 shuffled.txt -o new.txt
same new.txt wanted
mode_is 644 new.txt
(umask 077 && sweepsort sort --type u32 shuffled.txt -o private.txt)
mode_is 600 private.txt
for mode in 600 640 666 751; do
    cp shuffled.txt old.txt
    chmod $mode old.txt
    expect 0 '' sweepsort sort --type u32 old.txt -o old.txt
    same old.txt wanted
    mode_is $mode old.txt
done
nothing_left
if [ "$(id -u)" = 0 ]; then
    cp shuffled.txt owned.txt
    chown 12345:54321 owned.txt
    expect 0 '' sweepsort sort --type u32 owned.txt -o owned.txt
    true_that 'the owner is kept' [ "$(stat -c %u:%g owned.txt)" = 12345:54321 ]
else
    echo "SKIPPED: only root can see whether a file's owner is kept" >&2
fi

# The output may be an input, also one of several, by another name, or what standard input comes from.
cp shuffled.txt a.txt
expect 0 '' sweepsort sort --type u32 a.txt a.txt -u -o ./a.txt
same a.txt wanted
cp shuffled.txt a.txt
expect 0 '' sweepsort sort --type u32 --format text -o a.txt <a.txt
same a.txt wanted
cp shuffled.txt a.txt
expect 0 '' sweepsort argsort --type u32 a.txt -o a.txt
true_that 'indices in place of keys' [ "$(sort -n a.txt | tail -1)" = 999 ]

# Standard input may be a file of which something was read already.
head -c 3 /dev/urandom >front
printf '\003\000\001\000\002\000' >back
cat front back >whole
expect 0 '' sh -c "dd bs=1 count=3 of=/dev/null 2>/dev/null; '$program' sort --type u16 -o rest" <whole
true_that 'what was left is sorted' [ "$(od -An -tu2 rest | tr -s ' ')" = ' 1 2 3' ]
expect 0 '' sh -c "dd bs=1 count=9 of=/dev/null 2>/dev/null; '$program' sort --type u16 -o rest" <whole
true_that 'nothing was left' [ ! -s rest ]
expect 0 '' sweepsort gen -n 100 --type u16 -o keys.npy
cat front keys.npy >whole
expect 0 '' sh -c "dd bs=1 count=3 of=/dev/null 2>/dev/null; '$program' sort --format npy -o rest.npy" <whole
expect 0 '' sweepsort sort keys.npy
same out rest.npy

# A failure leaves the target as it was.
cp shuffled.txt kept.txt
echo x >>kept.txt
cp kept.txt before
expect 2 "sweepsort sort: kept.txt:1001: 'x' is no number of type u32" sweepsort sort --type u32 kept.txt -o kept.txt
same kept.txt before
expect 2 'sweepsort sort: none.txt: No such file or directory' sweepsort sort --type u32 none.txt -o kept.txt
same kept.txt before
expect 2 'sweepsort sort: none.txt: No such file or directory' sweepsort sort --type u32 none.txt -o other.txt
true_that 'nothing new appears' [ ! -e other.txt ]
nothing_left

# Links are followed: to a file, over another link, to a place where nothing is yet; a circle of them is an error.
mkdir -p far/away
cp shuffled.txt far/away/file.txt
ln -s far/away/file.txt link.txt
ln -s link.txt link2.txt
expect 0 '' sweepsort sort --type u32 link2.txt -o link2.txt
true_that 'links stay links' [ -L link2.txt ] && true_that 'links stay links' [ -L link.txt ]
same far/away/file.txt wanted
ln -s away/later.txt far/dangling.txt
expect 0 '' sweepsort sort --type u32 shuffled.txt -o far/dangling.txt
true_that 'the link stays' [ -L far/dangling.txt ]
same far/away/later.txt wanted
ln -s circle.txt circle.txt
expect 2 'sweepsort sort: circle.txt: Too many levels of symbolic links' \
    sweepsort sort --type u32 shuffled.txt -o circle.txt
expect 2 'sweepsort sort: far: Is a directory' sweepsort sort --type u32 shuffled.txt -o far
expect 2 'sweepsort sort: far: Is a directory' sweepsort sort --type u32 far
expect 2 'sweepsort sort: wanted/x: Not a directory' sweepsort sort --type u32 shuffled.txt -o wanted/x
long=$(printf '%0260d' 0)
expect 2 "sweepsort sort: $long: File name too long" sweepsort sort --type u32 shuffled.txt -o "$long"
name=$(printf '%0255d' 0)
expect 0 '' sweepsort sort --type u32 shuffled.txt -o "$name"
same "$name" wanted
nothing_left

# Pipes and devices are written, never replaced.
mkfifo pipe.txt
cat pipe.txt >from_pipe &
expect 0 '' sweepsort sort --type u32 shuffled.txt -o pipe.txt
wait
same from_pipe wanted
true_that 'the pipe is still a pipe' [ -p pipe.txt ]
expect 2 'sweepsort sort: /dev/full: No space left on device' sweepsort sort --type u32 shuffled.txt -o /dev/full
true_that 'the device is still a device' [ -c /dev/full ]
expect 2 'sweepsort sort: standard output: No space left on device' \
    sh -c "'$program' sort --type u32 shuffled.txt >/dev/full"
expect 0 '' sweepsort sort --type u32 shuffled.txt -o /dev/null
true_that 'the device is still a device' [ -c /dev/null ]
sweepsort sort --type u32 shuffled.txt -o /dev/stdout | cat >from_pipe
same from_pipe wanted
expect 0 '' sweepsort sort --type u32 shuffled.txt -o /dev/stdout
same out wanted
expect 2 'sweepsort sort: standard output: Bad file descriptor' sh -c "'$program' sort --type u32 shuffled.txt >&-"
expect 2 'sweepsort sort: standard input: Bad file descriptor' sh -c "'$program' sort --type u32 <&-"
expect 0 '' sh -c "'$program' sort --type u32 shuffled.txt -o closed.txt <&- >&- 2>&-"
same closed.txt wanted

# A reader that goes away ends the sort by SIGPIPE; where that is ignored, by an error.
seq 100000 >more.txt
{ sweepsort sort --type u32 more.txt; echo $? >status; } | head -1 >out
true_that 'it dies of SIGPIPE' [ "$(cat status)" = 141 ]
(trap '' PIPE; { sweepsort sort --type u32 more.txt 2>err; echo $? >status; } | head -1 >out)
true_that 'it sees the broken pipe' [ "$(cat status)" = 2 ]
true_that 'it says so' grep -q '^sweepsort sort: standard output: Broken pipe$' err

# Keys and values: both or none.
printf 'aabbccdd' >values
printf '4\n3\n2\n1\n' >keys.txt
pairs() { sweepsort sort --type u8 keys.txt --values values --value-size 2 "$@"; }
expect 0 '' pairs -o keys.out.txt --values-output values.out
true_that 'values move' [ "$(cat values.out)" = ddccbbaa ]
true_that 'keys move' [ "$(tr -d '\n' <keys.out.txt)" = 1234 ]
expect 0 '' pairs -o keys.out.txt --values-output -
true_that 'values on standard output' [ "$(cat out)" = ddccbbaa ]
expect 2 'sweepsort sort: keys and values would both be written to standard output' pairs --values-output -
expect 2 'sweepsort sort: values: it has 8 bytes; 4 keys need 3 bytes each' \
    sweepsort sort --type u8 keys.txt --values values --value-size 3 --values-output v
expect 2 'sweepsort sort: keys and values would both be written to x' pairs -o x --values-output ./x
expect 2 'sweepsort sort: /dev/full: No space left on device' pairs -o keys.txt --values-output /dev/full
true_that 'keys stay if values fail' [ "$(tr -d '\n' <keys.txt)" = 4321 ]
expect 2 'sweepsort sort: /dev/full: No space left on device' pairs -o /dev/full --values-output values
true_that 'values stay if keys fail' [ "$(cat values)" = aabbccdd ]
expect 2 'sweepsort sort: standard output: Bad file descriptor' \
    sh -c "'$program' sort --type u8 keys.txt --values values --value-size 2 --values-output values >&-"
true_that 'a closed standard output is no other file' [ "$(cat values)" = aabbccdd ]
mkdir one_folder other_folder
for name in result.txt keys.txt; do # new, and there already
    cp keys.txt one_folder/keys.txt
    cp keys.txt other_folder/keys.txt
    expect 0 '' pairs -o one_folder/$name --values-output other_folder/$name
    true_that 'one name in two folders: keys' [ "$(tr -d '\n' <one_folder/$name)" = 1234 ]
    true_that 'one name in two folders: values' [ "$(cat other_folder/$name)" = ddccbbaa ]
    expect 2 "sweepsort sort: keys and values would both be written to one_folder/$name" \
        pairs -o one_folder/$name --values-output other_folder/../one_folder/$name
done
ln -s one_folder linked_folder
expect 2 'sweepsort sort: keys and values would both be written to linked_folder/x' \
    pairs -o linked_folder/x --values-output one_folder/x
printf '2\n1\n2\n1\n' >keys.txt
expect 0 '' pairs -u --values-output values
true_that 'the first values of equal keys' [ "$(cat values)" = bbaa ]
printf 'a' >one
expect 2 'sweepsort sort: one: it has 1 byte; 8 keys need 1 byte each' \
    sweepsort sort --type u8 --format raw keys.txt --values one --value-size 1 --values-output v --output-format raw
: >none
expect 0 '' sweepsort sort --type u8 none --values none --value-size 2 --values-output values
true_that 'no values' [ ! -s values ]
expect 2 'sweepsort sort: keys.txt: it has 8 bytes; 0 keys need 2 bytes each' \
    sweepsort sort --type u8 none --values keys.txt --value-size 2 --values-output values
nothing_left
finish
