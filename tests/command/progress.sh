#!/bin/sh
# Progress: on a terminal after a second, gone at the end; never into a file, never between a message's words.
. "$(dirname "$0")/tool.sh"
if ! command -v script >/dev/null; then
    echo "SKIPPED: script (bsdutils) is missing: there is no terminal to look at" >&2
    exit 77
fi
mkfifo slow

# shown TEXT: waits until the terminal has shown something, then gives the sort its input
shown() {
    wait_for grep -q reading screen
    printf '%b' "$1"
}

: >screen
shown '2\n1\n' >slow &
script -qfec "'$program' sort --type u8 --format text slow -o sorted" screen >/dev/null
true_that 'it shows what it does' grep -q 'reading' screen
true_that 'and wipes it' [ "$(tr -d '\n' <screen | tail -c 200 | grep -c "$(printf '\033\[K')")" = 1 ]
true_that 'the result is right' [ "$(tr -d '\n' <sorted)" = 12 ]
wait
: >screen
shown '2\nx\n' >slow &
script -qfec "'$program' sort --type u8 --format text slow -o sorted" screen >/dev/null
wiped=$(printf '\033\[K')
true_that 'a message begins on a clean line' grep -q "${wiped}sweepsort sort: slow:2: 'x' is no number" screen
wait
{ sleep 1.2; printf '2\n1\n'; } >slow &
expect 0 '' sweepsort sort --type u8 --format text slow
printf '2\n1\n' >fast.txt
script -qec "'$program' sort --type u8 fast.txt" screen >/dev/null
true_that 'nothing for short work' [ "$(grep -c reading screen)" = 0 ]
finish
