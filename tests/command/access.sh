#!/bin/sh
# -o onto a file that exists: nobody gains or loses a right, and access control lists, attributes, hard links and mounts
# stay, be the file replaced or overwritten. What the system here cannot do is skipped, and said.
. "$(dirname "$0")/tool.sh"
printf '3\n1\n2\n' >unsorted
printf '1\n2\n3\n' >sorted

skipped() { echo "SKIPPED: $*" >&2; }

# made NAME [MODE]: an unsorted file, with its inode's number in $inode
made() {
    rm -rf "$1"
    cp unsorted "$1"
    chmod "${2-644}" "$1"
    inode=$(stat -c %i "$1")
}

# in_place NAME [HOW...]: sorts the file onto itself and looks at the result
in_place() {
    name=$1
    shift
    expect 0 '' "$@" "$program" sort --type u8 --format text "$name" -o "$name"
    same "$name" sorted
    nothing_left
}

replaced() { true_that "$1 is replaced" [ "$(stat -c %i "$1")" != "$inode" ]; }
overwritten() { true_that "$1 is overwritten" [ "$(stat -c %i "$1")" = "$inode" ]; }

# With no rights but those of the mode: replaced, and the mode is the same, whatever it is.
for mode in 600 604 640 660 666 606 751 4755; do
    made plain $mode
    in_place plain
    replaced plain
    true_that "the mode $mode is $(stat -c %a plain)" [ "$(stat -c %a plain)" = $mode ]
done

# Hard links: one file remains.
made one
ln one two
in_place one
overwritten one
same two sorted
made long
head -c 5000 /dev/zero | tr '\0' '\n' | sed 's/^/7/' >long
ln long long2
expect 0 '' sweepsort sort --type u8 --format text -u long -o long
true_that 'the end of a longer file is cut off' [ "$(cat long2)" = 7 ]
rm two
made one
ln one two
expect 0 '' sweepsort sort --type u8 --format text one --values unsorted --value-size 2 -o one --values-output other
same two sorted
expect 2 'sweepsort sort: keys and values would both be written to one' sweepsort sort --type u8 --format text one \
    --values unsorted --value-size 2 -o one --values-output two
same two sorted

# What a descriptor names is overwritten and never replaced, as by sort(1).
if [ -e /proc/self/fd ]; then
    for name in /dev/stdout /proc/self/fd/1 /dev/fd/1; do
        made log
        expect 0 '' sh -c "'$program' sort --type u8 --format text unsorted -o $name >>log"
        overwritten log
        same log sorted
    done
    made log
    expect 0 '' sh -c "exec 7>>log; rm log; '$program' sort --type u8 --format text unsorted -o /proc/self/fd/7; \
        cat /proc/self/fd/7 >copy"
    same copy sorted
    nothing_left
else
    skipped 'no /proc here: files named by a descriptor'
fi

# A folder that takes no new file: the temporary one lies elsewhere, and goes away too.
mkdir closed elsewhere
made closed/file 666
chmod 555 closed
[ "$(id -u)" = 0 ] && chown 65534:65534 elsewhere
cp "$program" program.copy
chmod 755 program.copy
if as_nobody ./program.copy --version >out 2>&1; then
    closed() { TMPDIR=$1 as_nobody ./program.copy sort --type u8 --format text closed/file -o closed/file; }
    expect 0 '' closed "$scratch/elsewhere"
    overwritten closed/file
    same closed/file sorted
    true_that 'nothing is left elsewhere' [ -z "$(ls -A elsewhere)" ]
    cp unsorted closed/file 2>/dev/null || cat unsorted >closed/file
    expect 2 "sweepsort sort: closed/file: no temporary file can be made beside it (Permission denied) or in /none/ \
(No such file or directory)" closed /none
    same closed/file unsorted
else
    skipped "the program does not run as a user without rights: $(cat out)"
fi
chmod 755 closed

# A file whose owner is not in its group.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    mkdir open
    chmod 777 open
    made open/foreign 640
    chown 65534:54321 open/foreign
    cp unsorted open/input
    chmod 644 open/input
    expect 0 '' as_nobody ./program.copy sort --type u8 --format text open/input -o open/foreign
    overwritten open/foreign
    same open/foreign sorted
    true_that 'owner, group and mode stay' [ "$(stat -c %u:%g:%a open/foreign)" = 65534:54321:640 ]
    # What the system grants to no new file, without a word: set-group-ID, of a group that the user is not in. (When the
    # file is overwritten it may go too, as with sort(1).)
    mkdir open/group
    chgrp 54321 open/group
    chmod 2777 open/group
    made open/group/file
    chown 65534:54321 open/group/file
    chmod 2640 open/group/file
    expect 0 '' as_nobody ./program.copy sort --type u8 --format text open/input -o open/group/file
    overwritten open/group/file
    same open/group/file sorted
    made open/foreign 4640
    chown 12345:54321 open/foreign
    in_place open/foreign
    replaced open/foreign
    true_that 'root gives owner and group back' [ "$(stat -c %u:%g open/foreign)" = 12345:54321 ]
else
    skipped 'only root, with setpriv, can try files of others'
fi

# Mount points.
mkdir disk
made disk/point
cp unsorted disk/under
cat >mounted <<'END'
mount --bind disk/point disk/under 2>/dev/null || exit 77
"$program" sort --type u8 --format text disk/under -o disk/under && cmp disk/point sorted && cmp disk/under sorted
END
program=$program unshare -m sh mounted >out 2>&1
case $? in
0) overwritten disk/point && same disk/under unsorted ;;
77) skipped 'no file can be mounted over another here' ;;
*) if unshare -m true 2>/dev/null; then fail "a mount point: $(cat out)"; else skipped 'unshare -m does not work here'; fi ;;
esac
nothing_left

# Access control lists and attributes.
list() { getfacl -cpn "$1" 2>/dev/null; }
made listed 660
if ! command -v setfacl >/dev/null || ! setfacl -m g::---,u:daemon:rw- listed 2>/dev/null; then
    skipped 'no access control lists (setfacl, or a file system that has them)'
    finish
fi
before=$(list listed)
in_place listed
replaced listed
true_that "the list is '$(list listed)', not '$before'" [ "$(list listed)" = "$before" ]
true_that 'the group gains nothing' sh -c 'getfacl -cp listed | grep -qx "group::---"'

# The list that a folder gives to new files: to a new one, as the kernel does it, and to none that is replaced.
mkdir giving
setfacl -m d:u:daemon:rwx,d:g::rwx,d:o::- giving
expect 0 '' sweepsort sort --type u8 --format text unsorted -o giving/new
: >giving/like
true_that "a new file's list is '$(list giving/new)'" [ "$(list giving/new)" = "$(list giving/like)" ]
(umask 077 && sweepsort sort --type u8 --format text unsorted -o giving/private && : >giving/like_private)
true_that "a new file's list is '$(list giving/private)'" [ "$(list giving/private)" = "$(list giving/like_private)" ]
for mode in 600 604 640; do
    made giving/plain $mode
    setfacl -b giving/plain
    chmod $mode giving/plain
    before=$(list giving/plain)
    in_place giving/plain
    replaced giving/plain
    true_that "no list appears: $(list giving/plain)" [ "$(list giving/plain)" = "$before" ]
done

# A list that the user cannot give away: overwritten.
if [ "$(id -u)" = 0 ] && [ -d open ]; then
    made open/listed 660
    chown 12345:54321 open/listed
    setfacl -m u:65534:rw- open/listed
    before=$(list open/listed)
    expect 0 '' as_nobody ./program.copy sort --type u8 --format text open/input -o open/listed
    overwritten open/listed
    same open/listed sorted
    true_that "the list is '$(list open/listed)'" [ "$(list open/listed)" = "$before" ]
fi

made marked
if command -v setfattr >/dev/null && setfattr -n user.origin -v 'the "north" shelf' marked 2>/dev/null; then
    setfattr -n user.empty marked
    before=$(getfattr -d -m- marked)
    in_place marked
    replaced marked
    true_that "the attributes are '$(getfattr -d -m- marked)'" [ "$(getfattr -d -m- marked)" = "$before" ]
    true_that 'an attribute' sh -c 'getfattr -d marked | grep -q "north"'
    # Whoever cannot read the attributes overwrites the file.
    if [ "$(id -u)" = 0 ] && [ -d open ]; then
        made open/marked 222
        chown 65534:65534 open/marked
        setfattr -n user.origin -v x open/marked
        expect 0 '' as_nobody ./program.copy sort --type u8 --format text open/input -o open/marked
        overwritten open/marked
        same open/marked sorted
    fi
else
    skipped 'no extended attributes (setfattr, or a file system that has them)'
fi
nothing_left
finish
