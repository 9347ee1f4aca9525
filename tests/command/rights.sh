#!/bin/sh
# As a user without rights: folders and files that cannot be written, files that cannot be read.
. "$(dirname "$0")/tool.sh"
if [ "$(id -u)" = 0 ] && ! command -v setpriv >/dev/null; then
    echo "SKIPPED: setpriv (util-linux) is missing: root cannot become a user without rights" >&2
    exit 77
fi
# The program may lie where only its owner can go.
cp "$program" sweepsort.copy
chmod 755 sweepsort.copy
as_nobody ./sweepsort.copy --version >out 2>&1 || {
    echo "SKIPPED: the program does not run as a user without rights: $(cat out)" >&2
    exit 77
}
sweepsort() { as_nobody "$scratch/sweepsort.copy" "$@"; }
mkdir mine closed
[ "$(id -u)" = 0 ] && chown 65534:65534 mine
printf '2\n1\n' >mine/a.txt
cp mine/a.txt closed/a.txt
chmod 666 mine/a.txt closed/a.txt
echo 1 >mine/secret.txt
chmod 000 mine/secret.txt
chmod 555 closed

expect 0 '' sweepsort sort --type u8 mine/a.txt -o mine/b.txt
expect 2 'sweepsort sort: closed/b.txt: no temporary file can be made beside it: Permission denied' \
    sweepsort sort --type u8 mine/a.txt -o closed/b.txt
expect 0 '' sweepsort sort --type u8 closed/a.txt -o closed/a.txt
true_that 'a file that may be written is, as by sort(1)' [ "$(tr -d '\n' <closed/a.txt)" = 12 ]
expect 2 'sweepsort sort: mine/secret.txt: Permission denied' sweepsort sort --type u8 mine/secret.txt
expect 2 'sweepsort check: mine/secret.txt: Permission denied' sweepsort check --type u8 mine/secret.txt
expect 2 'sweepsort sort: mine/secret.txt: Permission denied' sweepsort sort --type u8 mine/a.txt -o mine/secret.txt

# A file that cannot be written is not replaced either, though its folder would allow it.
chmod 444 mine/a.txt
expect 2 'sweepsort sort: mine/a.txt: Permission denied' sweepsort sort --type u8 mine/a.txt -o mine/a.txt
true_that 'the file stays as it was' [ "$(tr -d '\n' <mine/a.txt)" = 21 ]
chmod 755 closed
nothing_left
finish
