#!/bin/sh
# Builds sweepsort, sorts real data with it, checks the result against another sort, and shows how fast this machine is.
#
# The data are the 4- and 8-byte words of this machine's own programs and libraries: skewed, and always there.
# Out: a page of text; exit status 0 only if every byte was right. Everything lies in build/demo/.
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS MAKELEVEL    # what make was told is not meant for the builds in here
. scripts/progress.sh
export SWEEP_PROGRESS_EVERY=2
scripts/setup.sh demo
build=build/demo
mkdir -p "$build"

say() { printf '  %-10s %s\n' "$@"; }

echo "sweepsort: a radix sort for C"
with_progress '  configuring' "$build/log" cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DSWEEP_BUILD_TESTS=OFF &&
    with_progress '  building' "$build/log" cmake --build "$build" -j "$(nproc)" || {
    cat "$build/log" >&2
    echo "make demo: the build failed" >&2
    exit 1
}
cc=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
"$cc" -O2 -o "$build/reference_sort" scripts/reference_sort.c
sweepsort=$(find "$build/programs" "$build" -maxdepth 1 -name sweepsort -type f | head -n 1)
say built "$("$sweepsort" --version | head -n 1), with $("$cc" --version | head -n 1)"

# words DIRECTORY PATTERN: the bytes of its files in the order of their names, 16 MiB at most
words() {
    find "$1" -type f -name "$2" -readable -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 cat 2>/dev/null |
        head -c 16777216
}
{ words /usr/bin '*' && words /usr/lib '*.so*'; } >"$build/bytes"
size=$(($(wc -c <"$build/bytes") / 8 * 8))
head -c "$size" "$build/bytes" >"$build/words"
rm "$build/bytes"
say data "$size bytes: what lies in /usr/bin and /usr/lib"

# seconds COMMAND...: runs it and prints how long it took
seconds() {
    began=$(date +%s%N)
    "$@" >&2
    echo "$began $(date +%s%N)" | awk '{printf "%.2f s", ($2 - $1) / 1e9}'
}

for type in u32 u64; do
    sorted=$build/sorted.$type expected=$build/expected.$type
    ours=$(seconds "$sweepsort" sort --type $type -o "$sorted" "$build/words")
    theirs=$(seconds "$build/reference_sort" $type "$build/words" "$expected")
    if ! cmp "$sorted" "$expected" >&2; then
        echo "make demo: sorted as $type, the words differ from the reference" >&2
        exit 1
    fi
    say sorted "as $type: $ours with reading and writing; a merge sort takes $theirs and agrees in every byte"
done
rm -f "$build"/words "$build"/sorted.* "$build"/expected.*

echo
echo "Random keys in memory; \"x copy\" is the time over that of copying the keys once:"
with_progress '  measuring' "$build/bench.log" "$sweepsort" bench || {
    cat "$build/bench.log" >&2
    exit 1
}
cat "$build/bench.log"
