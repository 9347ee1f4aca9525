#!/bin/sh
# Keys and values take the places of old files together: whatever a rename or a signal does, both are new or both old.
# Usage: both.sh PROGRAM SPOILED_SORT
spoiled_sort=$2
. "$(dirname "$0")/tool.sh"
printf '\3\1\2' >keys.old
printf '\1\2\3' >keys.new
printf 'cab' >values.old
printf 'abc' >values.new
unset SPOILED_LINKS

# spoiled RENAMES STATUS STDERR: keys and values are sorted in place
spoiled() {
    cp keys.old k
    cp values.old v
    SPOILED_RENAMES=$1
    export SPOILED_RENAMES
    expect "$2" "$3" "$spoiled_sort" sort --type u8 k -o k --values v --value-size 1 --values-output v
}

both() {
    same k keys.$1
    same v values.$1
    nothing_left
}

spoiled .. 0 ''
both new
for renames in t. .t tt p. .p; do
    spoiled $renames 0 ''
    both new
done
spoiled e 2 'sweepsort sort: k: Input/output error'
both old
for renames in .e te pe; do
    spoiled $renames 2 'sweepsort sort: v: Input/output error'
    both old
done

# A single file, and keys that go elsewhere: a signal that comes after the last rename comes too late.
cp keys.old k
SPOILED_RENAMES=t
expect 0 '' "$spoiled_sort" sort --type u8 k -o k
same k keys.new
expect 0 '' "$spoiled_sort" sort --type u8 keys.old --values values.old --value-size 1 --values-output v
same out keys.new
same v values.new

# Where there was no old file there is none afterwards.
SPOILED_RENAMES=.e
expect 2 'sweepsort sort: v.new: Input/output error' "$spoiled_sort" sort --type u8 keys.old -o k.new --value-size 1 \
    --values values.old --values-output v.new
true_that 'neither appears' [ ! -e k.new ] && true_that 'neither appears' [ ! -e v.new ]
nothing_left

# What cannot be put back is told, and what was there is not lost.
halves='; k is replaced already and cannot be put back: '
cp keys.old k
cp values.old v
SPOILED_RENAMES=.ee
"$spoiled_sort" sort --type u8 k -o k --values v --value-size 1 --values-output v 2>err
true_that 'it fails' [ $? = 2 ]
kept=$(echo .sweepsort-*.old)
true_that "it says '$(cat err)'" [ "$(cat err)" = "sweepsort sort: v: Input/output error${halves}Input/output error; v \
is as it was; what was in the first is in $kept" ]
same "$kept" keys.old
same k keys.new
same v values.old
rm "$kept"
nothing_left

# Without links both are replaced all the same; if the second is not, there is nothing to put back.
export SPOILED_LINKS=yes
spoiled .. 0 ''
both new
spoiled e 2 'sweepsort sort: k: Input/output error'
both old
spoiled .e 2 "sweepsort sort: v: Input/output error${halves}Operation not permitted; v is as it was"
same k keys.new
same v values.old
nothing_left
finish
