#!/bin/sh
# The benchmark measures what is right, finds out every planted fault, and writes what it promises.
#
# In: the program, and the shared object of wrong peers. Out: exit status 0 if all was as it should be.
set -eu
program=$1 wrong=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "FAILED: $1" >&2
    head -n 60 "$scratch/out" >&2
    exit 1
}

# status EXPECTED OPTION...: runs it; its output is in $scratch/out
status() {
    expected=$1 found=0
    shift
    "$program" "$@" >"$scratch/out" 2>&1 || found=$?
    [ "$found" = "$expected" ] || fail "exit status $found for: $*"
}

# has TEXT, lacks TEXT
has() { grep -qe "$1" "$scratch/out" || fail "no '$1' in the output"; }
lacks() { ! grep -qe "$1" "$scratch/out" || fail "'$1' in the output"; }

# Every form, type and kind of data, checked: sweepsort and the standard stable sort are right.
status 0 --n 300 --rounds 1 --threads 1,2 --json "$scratch/json" --only stable_sort
lacks WRONG
[ "$(wc -l <"$scratch/json")" = 181 ] || fail "$(wc -l <"$scratch/json") lines of JSON"
status 0 --n 16,100 --rounds 1 --threads 1 --patterns sorted --svg "$scratch/svg" --only std::sort,qsort
lacks WRONG
[ "$(ls "$scratch/svg" | wc -l)" = 10 ] || fail "$(ls "$scratch/svg" | wc -l) pictures"

# Every fault, in every operation that can have it; the right peer in the same object passes.
for case in keys pairs8+8 argsort; do
    data=few # keys that tie
    [ $case != keys ] || data=uniform
    status 1 --cases $case --types u64 --patterns $data --n 1000 --rounds 1 --threads 1 --peer "$wrong" --only \
        right,unsorted,lost,torn,unstable,failing
    has 'WRONG: unsorted: array 0 is out of order'
    has 'WRONG: lost: array 0'
    has 'WRONG: failing: failed with status 7'
    if [ $case != keys ]; then
        has 'WRONG: torn: array 0'
        has 'WRONG: unstable: array 0 is out of order'
    fi
    lacks 'WRONG: right'
    lacks 'WRONG: sweepsort'
done
# Lost and torn elements that leave the order right are found by the sum of hashes.
status 1 --cases pairs8+8 --patterns uniform --n 1000 --rounds 1 --threads 1 --peer "$wrong" --only lost,torn
has 'WRONG: lost: array 0 does not hold the elements'
has 'WRONG: torn: array 0 does not hold the elements'

# Targets and cold scratch; words it does not know.
status 0 --targets --n 1e3 --rounds 1 --only std::sort
has 'case  *data  *threads'
has 'not measured'
status 0 --cold --cases keys --types u32 --patterns uniform --n 1e3 --rounds 2
has 'cold scratch'
status 2 --cases nonsense
has "no 'nonsense'"
status 2 --only nonsense
status 2 --peer "$scratch/none.so"
