#!/bin/sh
# Replays the examples of a page: usage: transcripts.sh PROGRAM PAGE
#
# In a block that begins with ```console a line that begins with "$ " is a command; what follows is what it prints,
# standard output first, then standard error (the lines that begin with "sweepsort VERB:" or "Try '"), then [STATUS] if
# it is not 0. "..." in a line stands for anything. All commands of a page run in one directory, in order.
page=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
. "$(dirname "$0")/tool.sh"
mkdir -p bin work replay
ln -s "$program" bin/sweepsort
PATH=$scratch/bin:$PATH
export PATH

# One file a command: N.command, and what it is to print: N.out, N.err, N.status
awk -v folder="$scratch/replay" '
    /^```console$/ { inside = 1; next }
    /^```/ { inside = 0; next }
    !inside { next }
    /^\$ / {
        n++
        name = sprintf("%s/%03d", folder, n)
        print substr($0, 3) > (name ".command")
        printf "" > (name ".out")
        printf "" > (name ".err")
        print 0 > (name ".status")
        close(name ".status")
        next
    }
    /^\[[0-9]+\]$/ { print substr($0, 2, length($0) - 2) > (name ".status"); close(name ".status"); next }
    /^sweepsort( [a-z]+)?: |^Try .sweepsort/ { print > (name ".err"); next }
    { print > (name ".out") }
' "$page"

# like FILE PATTERN-FILE: equal, but for "..." in the second
like() {
    if [ ! -s "$2" ]; then
        [ ! -s "$1" ]
        return
    fi
    awk '
        NR == FNR { wanted[FNR] = $0; lines = FNR; next }
        {
            pattern = wanted[FNR]
            at = index(pattern, "...")
            if (at) {
                tail = substr(pattern, at + 3)
                if (substr($0, 1, at - 1) != substr(pattern, 1, at - 1) ||
                    substr($0, length($0) - length(tail) + 1) != tail || length($0) < length(pattern) - 3)
                    bad = 1
            } else if ($0 != pattern) {
                bad = 1
            }
            seen = FNR
        }
        END { exit bad || seen != lines }
    ' "$2" "$1"
}

cd work || exit 1
for command in "$scratch"/replay/*.command; do
    name=${command%.command}
    sh "$command" >"$name.out.now" 2>"$name.err.now" </dev/null
    echo $? >"$name.status.now"
    for part in out err status; do
        checks=$((checks + 1))
        if ! like "$name.$part.now" "$name.$part"; then
            fail "$(cat "$command"): $part"
            diff "$name.$part" "$name.$part.now" >&2
        fi
    done
done
finish
