#!/bin/sh
# The benchmarks of the CUDA backend on the mock driver: they check, run every contestant but CUB, and write what can be
# read. No time that they print means anything here.
#
#     bench.sh SCRATCH BENCH TUNE CHECK-JSON CHECK-XML short|long
set -u
scratch=$1 bench=$2 tune=$3 check_json=$4 check_xml=$5 length=$6
check_n=0 kinds=1 data="--data uniform" cases=8
if [ "$length" = long ]; then
    check_n=60 kinds=4 data= cases=34
fi
# The emulator may be as slow as it likes.
enough="--seconds 100000"
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1

fail() {
    echo "FAILED: $*"
    cat out
    exit 1
}

each_line_is_json() {
    while read -r line; do
        echo "$line" | "$check_json" || return 1
    done <"$1"
}

[ "$("$bench" --card)" = mock-gpu-0 ] || fail "the card's name"
"$bench" $enough --check-n $check_n --sizes 300 $data --rounds 1 --json a.json --pictures . >out 2>&1 || fail "few keys"
[ "$length" = short ] || grep -q '^checked: 336 sorts of 60 keys, 0 are not' out || fail "not everything is checked"
each_line_is_json a.json || fail "a.json is no JSON"
[ "$(grep -c '"by": "auto in a graph"' a.json)" = $cases ] || fail "not every case ran"
for picture in *.svg; do
    "$check_xml" <"$picture" || fail "$picture is no XML"
done
[ "$(find . -name "*.svg" | wc -l)" = 8 ] || fail "not a picture a kind"
if [ "$length" = long ]; then
    "$bench" --only-checks --check-n 60 --spoil wrong >out 2>&1 && fail "a wrong result is not told"
    grep -q '^WRONG: u32.*at 30 the key is' out || fail "where the result is wrong is not told"
    grep -q 'waits stay bounded' out || fail "the checks did not go on"
    "$bench" $enough --check-n 0 --sizes 4500 --data uniform --rounds 1 >out 2>&1 || fail "several tiles"
    for who in copy auto "all digits" split; do
        [ "$(grep -c " uniform *$who  " out)" = 8 ] || fail "$who did not run everywhere"
    done
fi
"$bench" --seconds 0 --check-n 0 --sizes 100 >out 2>&1 || fail "no time"
[ "$(grep -c 'left out, the time is over' out)" = 34 ] || fail "what was left out is not said"
"$bench" --cub /nowhere >out 2>&1 && fail "a CUB that is not there"
"$bench" --sizes 1,x >out 2>&1
[ $? = 2 ] || fail "sizes that cannot be read"
"$tune" $enough --check-n 700 --n 2000 --points 1 --kinds $kinds --rounds 1 --json b.json >out 2>&1 || fail "the tuning grid"
each_line_is_json b.json || fail "b.json is no JSON"
[ "$(grep -c 'whole sweep' b.json)" = $kinds ] || fail "not every stage ran"
[ "$(grep -c '"load, count, rank"' b.json)" = $kinds ] || fail "not every stage ran"
echo "the benchmarks run up to the launches"
