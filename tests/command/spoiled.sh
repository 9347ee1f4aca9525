#!/bin/sh
# A system whose calls fail, do half of what they should, or are followed by a signal: results are whole, or the message
# says where they are. Usage: spoiled.sh PROGRAM SPOILED_SORT
spoiled_sort=$2
. "$(dirname "$0")/tool.sh"
printf '\3\1\2' >old
printf '\1\2\3' >new
unset SPOILED_LINKS

# spoiled VARIABLE LETTERS STATUS STDERR [NAME]: a file is sorted onto itself
spoiled() {
    cat old >k
    expect "$3" "$4" env "$1=$2" "$spoiled_sort" sort --type u8 "${5-k}" -o "${5-k}"
}

# Writes that stop early or are interrupted go on.
cp old k
for writes in s ss i isis si; do
    spoiled SPOILED_WRITES $writes 0 ''
    same k new
done
for writes in e se ie; do
    spoiled SPOILED_WRITES $writes 2 'sweepsort sort: k: No space left on device'
    same k old
done

# What was written may be lost when a file is closed.
spoiled SPOILED_CLOSES e 2 'sweepsort sort: k: Input/output error'
same k old
spoiled SPOILED_CLOSES i 0 ''
same k new
nothing_left

# A signal that comes when the temporary file has just been made.
cat old >k
env SPOILED_OPENS=t "$spoiled_sort" sort --type u8 k -o k 2>err
true_that 'it dies of TERM' [ $? = 143 ]
same k old
env SPOILED_OPENS=t "$spoiled_sort" sort --type u8 k -o another 2>err
true_that 'it dies of TERM' [ $? = 143 ]
true_that 'nothing appears' [ ! -e another ]
nothing_left

# A file that is overwritten: its other name shows the same. The first write fills the temporary file.
ln k k2
for writes in s .s .i .sis .i.; do
    spoiled SPOILED_WRITES $writes 0 ''
    same k2 new
done
nothing_left
spoiled SPOILED_WRITES e 2 'sweepsort sort: k: No space left on device'
same k2 old
nothing_left

# kept WRITTEN MESSAGE: overwriting failed after so much; the whole result is where the message says
kept() {
    cat old >k
    "$spoiled_sort" sort --type u8 k -o k 2>err
    true_that 'it fails' [ $? = 2 ]
    whole=$(echo .sweepsort-*)
    true_that "it says '$(cat err)'" [ "$(cat err)" = "sweepsort sort: k: $2; it may be half overwritten, the whole \
result is in $whole" ]
    true_that "the mode of what is kept is $(stat -c %a "$whole")" [ "$(stat -c %a "$whole")" = 600 ]
    same "$whole" new
    same k2 "$1"
    rm -f "$whole"
}

printf '\1\1\2' >half
SPOILED_WRITES=.e
export SPOILED_WRITES
kept old 'No space left on device'
SPOILED_WRITES=.se
kept half 'No space left on device'
unset SPOILED_WRITES
SPOILED_CLOSES=.e
export SPOILED_CLOSES
kept new 'Input/output error'
unset SPOILED_CLOSES
nothing_left

# A mount point shows itself only when it is to be replaced.
rm k2
spoiled SPOILED_RENAMES b 0 ''
same k new
nothing_left
cat old >k
expect 2 'sweepsort sort: fresh: Device or resource busy' env SPOILED_RENAMES=b "$spoiled_sort" sort --type u8 k -o fresh
true_that 'nothing appears' [ ! -e fresh ]
nothing_left

# Until a file's access control list is set only its owner has rights; where it cannot be set the file is overwritten.
cat old >k
chmod 664 k
if command -v setfacl >/dev/null && setfacl -m u:daemon:rw-,u:bin:--- k 2>/dev/null; then
    list=$(getfacl -cpn k)
    for attributes in . e; do
        inode=$(stat -c %i k)
        spoiled SPOILED_ATTRIBUTES $attributes 0 ''
        same k new
        true_that "the list is '$(getfacl -cpn k)'" [ "$(getfacl -cpn k)" = "$list" ]
        nothing_left
    done
    true_that 'it is overwritten' [ "$(stat -c %i k)" = "$inode" ]
    setfacl -b k
else
    echo "SKIPPED: no access control lists (setfacl, or a file system that has them)" >&2
fi

# Two outputs of which one is overwritten: that one comes first, and cannot be put back.
printf 'cab' >values.old
printf 'abc' >values.new
pair() {
    cat old >k
    cat values.old >v
    expect "$1" "$2" "$spoiled_sort" sort --type u8 k -o k --values v --value-size 1 --values-output v
    nothing_left
}
cp values.old v
ln v v2
pair 0 ''
same k new
same v2 values.new
SPOILED_RENAMES=e
export SPOILED_RENAMES
pair 2 'sweepsort sort: k: Input/output error; v is overwritten already and cannot be put back; k is as it was'
same k old
same v2 values.new
rm v2
SPOILED_RENAMES=be
pair 2 'sweepsort sort: v: Input/output error; k is overwritten already and cannot be put back; v is as it was'
same k new
same v values.old
SPOILED_RENAMES=.b
pair 0 ''
same k new
same v values.new
finish
