#!/bin/sh
# A disk that fills up: the target stays as it was and nothing else is left.
. "$(dirname "$0")/tool.sh"
head -c 2000000 /dev/zero | tr '\0' '\7' >keys
printf 'old' >old

# A limit on the size of files stands for a full disk where it makes writes fail, and else ends the program by a signal.
cp old target
expect 2 'sweepsort sort: target: File too large' \
    sh -c "trap '' XFSZ; ulimit -f 100; '$program' sort --type u16 keys -o target"
same target old
nothing_left
sh -c "ulimit -c 0; ulimit -f 100; exec '$program' sort --type u16 keys -o target" 2>err
true_that 'it dies of SIGXFSZ' [ $? = 153 ]
same target old
nothing_left

mkdir disk
echo 'only root mounts disks' >err
if [ "$(id -u)" != 0 ] || ! mount -t tmpfs -o size=1m tmpfs disk 2>err; then
    echo "SKIPPED: no small disk can be mounted here: $(cat err)" >&2
    finish
fi
trap 'cd /; umount "$scratch/disk"; rm -rf "$scratch"' EXIT
cp old disk/target
expect 2 'sweepsort sort: disk/target: No space left on device' sweepsort sort --type u16 keys -o disk/target
same disk/target old
expect 2 'sweepsort sort: disk/new.txt: No space left on device' sweepsort sort --type u16 keys -o disk/new.txt
true_that 'nothing new' [ ! -e disk/new.txt ]
nothing_left
head -c 20 keys >few
expect 2 'sweepsort sort: disk/values: No space left on device' \
    sweepsort sort --type u8 keys -o target --values keys --value-size 1 --values-output disk/values
same target old
expect 0 '' sweepsort sort --type u16 few -o disk/target
same disk/target few
nothing_left
finish
