#!/bin/sh
# An input that gets shorter while it is read is an error, never a signal; one that only loses its name is read on. What
# does not depend on the right moment is in shrink.c.
. "$(dirname "$0")/tool.sh"
size=268435456

# has_read: the job has read something of the file, or is over
has_read() {
    for link in /proc/"$job"/fd/[3-9]; do
        case $(readlink "$link") in
        */big)
            at=$(sed -n 's/^pos:[^0-9]*//p' /proc/"$job"/fdinfo/"${link##*/}" 2>/dev/null)
            [ "${at:-0}" = 0 ] || return 0
            ;;
        esac
    done
    ! kill -0 "$job" 2>/dev/null
}

# It is stopped in the middle of reading, which may need more than one try.
caught=no
for try in 1 2 3 4 5 6 7 8 9 10; do
    rm -f big
    truncate -s $size big
    "$program" check --type u8 -r big >out 2>err &
    job=$!
    while ! has_read; do :; done
    kill -s STOP $job
    truncate -s 1000 big
    kill -s CONT $job
    wait $job
    status=$?
    checks=$((checks + 1))
    case $status in
    0) ;;   # it had read everything
    2)
        caught=yes
        grep -q '^sweepsort check: big: got shorter while it was read: [0-9]* bytes are missing$' err ||
            fail "it says '$(cat err)'"
        break
        ;;
    *) fail "exit status $status: $(cat err)" ;;
    esac
done
[ $caught = yes ] || echo "SKIPPED: in ten tries it was never caught in the middle of reading" >&2

truncate -s $size big
"$program" check --type u8 big >out 2>err &
job=$!
while ! has_read; do :; done
rm big
wait $job
true_that 'a file without a name is read on' [ $? = 0 ]

# From a pipe the end is the end: raw keys must be whole, a .npy file must be complete.
seq 100 | sweepsort sort --type u32 --format text -o all.npy --output-format npy
head -c 400 all.npy >cut.npy
expect 2 'sweepsort sort: standard input: its header tells of 100 keys of 4 bytes, but it ends before' \
    sh -c "cat cut.npy | '$program' sort --format npy"
expect 2 'sweepsort sort: standard input: its 7 bytes are no whole number of u32 keys (4 bytes each)' \
    sh -c "printf 1234567 | '$program' sort --type u32"
finish
