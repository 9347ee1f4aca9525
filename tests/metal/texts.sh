#!/bin/sh
# Every text that the library hands to Metal, as it hands it there, against the stand-in for Metal's standard library:
#
#     texts.sh TEST_TEXTS DIRECTORY STAND_IN_HEADERS
#
# Exit status 77: there is no clang here.
set -u
test_texts=$1 directory=$2 headers=$3
clang=${CLANG:-$(command -v clang || command -v clang-14)} || true
[ -n "$clang" ] || { echo "SKIPPED: no clang: the texts for Metal are not checked"; exit 77; }
rm -rf "$directory"
mkdir -p "$directory" || exit 1
STAND_IN_SOURCES=$directory "$test_texts" || exit 1

accepts() {
    "$clang" -x cl -cl-std=clc++ -Wno-unknown-attributes -Wno-ignored-attributes -Werror=conversion -fsyntax-only \
        -I"$headers" "$1" >"$directory/log" 2>&1
}
count=0 failed=0
for text in "$directory"/*.metal; do
    count=$((count + 1))
    accepts "$text" || { cat "$directory/log"; echo "$text is not accepted"; failed=1; }
done
sed 's/threadgroup_barrier(/threadgroup_barier(/' "$directory/0.metal" >"$directory/wrong.metal"
accepts "$directory/wrong.metal" && { echo "a call of what does not exist was accepted"; failed=1; }
echo "$count texts; this is no Metal compiler, and they have never run on Apple hardware"
[ $count -gt 60 ] || failed=1
exit $failed
