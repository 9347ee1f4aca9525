#!/bin/sh
# Raw keys, .npy files and values are not written to a terminal, unless it is named; text is.
. "$(dirname "$0")/tool.sh"
if ! command -v script >/dev/null; then
    echo "SKIPPED: script (bsdutils) is missing: there is no terminal to write to" >&2
    exit 77
fi
printf '2\n1\n' >keys.txt
printf '\002\001' >keys
sweepsort sort --type u8 keys -o keys.npy

# on_terminal STATUS SHOWN ARGUMENT...: what the terminal shows, its carriage returns left out
on_terminal() {
    status=$1 wanted=$2
    shift 2
    checks=$((checks + 1))
    script -qec "'$program' $*" screen >/dev/null </dev/null
    got=$? shown=$(sed '/^Script /d' screen | tr -d '\r')
    [ "$got" = "$status" ] || fail "$*: exit status $got, not $status"
    [ "$shown" = "$wanted" ] || fail "$*: '$shown', not '$wanted'"
}

raw='raw keys are no text, and standard output is a terminal: -o FILE, a pipe, or --output-format text'
npy='a .npy file is no text, and standard output is a terminal: -o FILE, a pipe, or --output-format text'
on_terminal 2 "sweepsort sort: $raw" sort --type u8 keys
on_terminal 2 "sweepsort sort: $raw" sort --type u8
on_terminal 2 "sweepsort sort: $raw" sort --type u8 -o - keys
on_terminal 2 "sweepsort sort: $raw" sort --type u8 --output-format raw keys.txt
on_terminal 2 "sweepsort sort: $npy" sort keys.npy
on_terminal 2 "sweepsort argsort: $npy" argsort keys.npy
on_terminal 2 "sweepsort gen: $(echo "$raw" | sed s/output-//)" gen -n 3
on_terminal 2 'sweepsort sort: values are bytes, and standard output is a terminal: --values-output FILE, or a pipe' \
    sort --type u8 keys --values keys --value-size 1 -o sorted --values-output -
true_that 'nothing is written' [ ! -e sorted ]
on_terminal 0 '1
2' sort --type u8 keys.txt
on_terminal 0 '1
2' sort --type u8 keys --output-format text
on_terminal 0 '1
2' sort keys.npy --output-format text
on_terminal 0 "$(printf '\001\002')" sort --type u8 keys -o /dev/tty
on_terminal 0 '' sort --type u8 keys -o sorted
on_terminal 0 '' check keys.npy
finish
