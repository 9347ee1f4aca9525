#!/bin/sh
# Tests of `sweepsort bench`: usage: bench.sh PROGRAM FOLDER, where FOLDER has check_json and spoiled_bench.
#
# Every option at small n; what it refuses; and that a wrong result of the library is found, with its place, before
# anything is timed. No test looks at a time.
tools=$(cd "$2" && pwd)
. "$(dirname "$0")/../command/tool.sh"

# rows WORD...: the first words of the table's rows in `out` are these; an empty line ends the table
rows() {
    checks=$((checks + 1))
    found=$(awk 'table && NF { printf "%s%s", (n++ ? " " : ""), $1 } $1 == "engine" { table = 1 } table && NF == 0 { exit }' out)
    [ "$found" = "$*" ] || fail "the rows are '$found', not '$*'"
}

# says TEXT: a line of `out` has this text
says() {
    checks=$((checks + 1))
    grep -qF -- "$1" out || fail "'$1' is missing in: $(cat out)"
}

expect 0 '' sweepsort bench -n 500 --runs 2
rows copy split split lsd onesweep hybrid auto
says 'sort of 500 keys of u32, uniform (seed 1)'
says 'median of 2 runs, warm scratch; every element checked'
checks=$((checks + 1))
awk 'length > 100 { exit 1 }' out || fail 'a line is longer than 100 columns'
awk '$1 == "split" { print $2, $3 }' out >split
printf '1 32\n4 8\n' >wanted
same split wanted

expect 0 '' sweepsort bench -n 70000 --runs 1 --engine lsd:11,onesweep,split:8 --parallel 2 --seed 9 -r
rows copy lsd onesweep split
says 'sort of 70,000 keys of u32, descending, uniform (seed 9)'
says '2 threads, median of 1 run,'
awk '$1 == "lsd" { print $2, $3 }' out >lsd
echo '10-11 3' >wanted
[ "$(cat lsd)" = '11 3' ] || same lsd wanted

expect 0 '' sweepsort bench -n 300 --runs 3 --engine lsd --pairs 3 --cold --parallel 1
says 'sort pairs of 300 keys of u32 with 3-byte values, uniform (seed 1)'
says '1 thread, median of 3 runs, cold'
expect 0 '' sweepsort bench -n 300 --runs 1 --engine auto,onesweep --argsort --type i64 --pattern zipf
says 'argsort of 300 keys of i64 with 8-byte indices, zipf (seed 1)'
for type in u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f16 bf16 f32 f64; do
    expect 0 '' sweepsort bench -n 999 --runs 1 --engine split,lsd,onesweep,hybrid,auto --type $type --pattern few --distinct 7
    rows copy split lsd onesweep hybrid auto
done
for size in 1 2 4 8 16 7 900; do
    expect 0 '' sweepsort bench -n 999 --runs 1 --engine split,lsd,onesweep,hybrid,auto --pairs $size --pattern few -r
done
for pattern in uniform zipf few sorted reversed nearly-sorted organ-pipe outlier equal morton; do
    expect 0 '' sweepsort bench -n 999 --runs 1 --engine lsd,auto --pattern $pattern
done
expect 0 '' sweepsort bench -n 1 --runs 1 --engine lsd,auto --digit-bits 16
expect 0 'sweepsort bench: split with 11-bit digits is left out: digit_bits is 11; SWEEP_SPLIT takes at most 8
sweepsort bench: onesweep with 11-bit digits is left out: digit_bits is 11; SWEEP_ONESWEEP takes at most 8' sweepsort bench -n 200 --runs 1 --digit-bits 11
rows copy lsd hybrid auto

# Keys from files.
sweepsort gen -n 123 --type f32 --specials -o a.npy
sweepsort gen -n 77 --type f32 --specials --seed 2 -o b.npy
expect 0 '' sweepsort bench --runs 1 --engine lsd,auto a.npy b.npy
says 'sort of 200 keys of f32, a.npy b.npy'

# JSON.
expect 0 '' sweepsort bench -n 400 --runs 3 --engine split:4,auto --json --pairs 8 --type u64
says '"operation": "sort pairs", "type": "u64", "n": 400, "value_size": 8, "order": "ascending"'
says '"engine": "copy"'
says '"digit_bits": [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]'
true_that 'bench --json is JSON' "$tools/check_json" <out
expect 0 '' sweepsort bench -n 5 --runs 1 --engine auto --json
true_that 'bench --json without sweeps is JSON' "$tools/check_json" <out

# On a device: rows of OneSweep, and of enough digits.
expect 0 '' sweepsort bench --device emulator -n 3000 --runs 1 --type u64 --engine split:8,onesweep:4,onesweep:8/3,auto
for row in split 'onesweep ' onesweep/3 auto; do
    says "$row"
done
expect 0 '' sweepsort bench --device emulator -n 2500 --runs 1 --type u32
says 'onesweep/2'

# What makes no sense.
try="
Try 'sweepsort bench --help'."
expect 2 "sweepsort bench: --engine: 'quick' is none of auto, lsd, onesweep, hybrid, split$try" \
    sweepsort bench --engine lsd,quick
expect 2 "sweepsort bench: --engine: '' is none of auto, lsd, onesweep, hybrid, split$try" sweepsort bench --engine lsd,
expect 2 "sweepsort bench: --engine: in 'lsd:17' behind ':' stand the bits of a digit, 1 to 16$try" \
    sweepsort bench --engine lsd:17,auto
expect 2 "sweepsort bench: --engine: in 'onesweep/0' behind '/' stands how many digits are enough, 1 to 128$try" \
    sweepsort bench --device emulator --engine onesweep/0
expect 2 "sweepsort bench: --engine: how many digits are enough is for --device$try" \
    sweepsort bench --engine onesweep/2
expect 2 "sweepsort bench: --engine: 'lsd:8:8' is no NAME:BITS/DIGITS$try" sweepsort bench --engine lsd:8:8
for option in '-n 3' '--pattern uniform' '--distinct 3' '--seed 2'; do
    # shellcheck disable=SC2086
    expect 2 "sweepsort bench: --count, --pattern, --distinct and --seed make keys; with files they mean nothing$try" \
        sweepsort bench $option a.npy
done
expect 2 "sweepsort bench: --distinct is for --pattern few$try" sweepsort bench --distinct 3
expect 2 "sweepsort bench: --format is for files$try" sweepsort bench --format raw
expect 2 "sweepsort bench: --tune takes --parallel alone$try" sweepsort bench --tune --count 5
expect 2 "sweepsort bench: --tune takes --parallel alone$try" sweepsort bench --tune --json
expect 2 "sweepsort bench: --argsort and --pairs exclude each other$try" sweepsort bench --argsort --pairs 4
expect 2 "sweepsort bench: --count: 0 is outside 1 to 288230376151711743$try" sweepsort bench -n 0
expect 2 'sweepsort bench: onesweep with 9-bit digits is left out: digit_bits is 9; SWEEP_ONESWEEP takes at most 8
sweepsort bench: no engine is left to measure' sweepsort bench -n 10 --engine onesweep --digit-bits 9
: >empty
expect 2 'sweepsort bench: there are no keys' sweepsort bench --type u8 empty
expect 2 'sweepsort bench: missing.npy: No such file or directory' sweepsort bench missing.npy

# Wrong results, each found before anything is timed or printed.
spoiled() {
    SPOIL=$1
    export SPOIL
    shift
    "$tools/spoiled_bench" -n 50 --runs 1 --parallel 1 "$@"
}

expect 0 '' spoiled 'nothing 0' --engine lsd --pairs 8
rows copy lsd
# Sorted keys i of 50 stand in equal parts of the range, so keys and payloads are known: the payload of place 10 is 10.
expect 2 'sweepsort bench: lsd gives a wrong result; nothing is timed
  first wrong place: 10 of 50: its key is right, its payload is wrong
  key there:         53 (0x35)
  key expected:      53 (0x35) (from place 10 of the input)
  payload there:     11
  payload expected:  10
  in all: 0 wrong keys, 2 wrong payloads' spoiled 'values 10' --engine lsd --pairs=4 --type=u8 --pattern=sorted
[ -s out ] && fail 'a table is printed though a result is wrong'
expect 2 'sweepsort bench: onesweep with 4-bit digits gives a wrong result; nothing is timed
  first wrong place: 48 of 50: its key is wrong
  key there:         252 (0xfc)
  key expected:      248 (0xf8) (from place 48 of the input)
  in all: 2 wrong keys, 0 wrong payloads' spoiled 'keys 48' --engine onesweep:4 --type=u8 --pattern=sorted
[ -s out ] && fail 'a table is printed though a result is wrong'
expect 2 'sweepsort bench: split gives a wrong result; nothing is timed
  first wrong place: 0 of 50: its key is wrong
  key there:         6 (0x06)
  key expected:      2 (0x02) (from place 0 of the input)
  payload there:     1
  payload expected:  0
  in all: 2 wrong keys, 2 wrong payloads' spoiled 'both 0' --engine split --pairs=2 --type=u8 --pattern=sorted
# Two payloads of one key: only their order is wrong.
expect 2 'sweepsort bench: lsd gives a wrong result; nothing is timed
  first wrong place: 3 of 50: its key is right, its payload is wrong
  key there:         248 (0xf8)
  key expected:      248 (0xf8) (from place 3 of the input)
  payload there:     4 in its first 8 bytes
  payload expected:  3 in its first 8 bytes
  in all: 0 wrong keys, 2 wrong payloads' spoiled 'values 3' --engine lsd --pairs=40 --type=u8 --pattern=equal
expect 2 'sweepsort bench: lsd gives a wrong result; nothing is timed
  first wrong place: 20 of 50: its index is wrong
  key expected:      103 (0x67) (from place 20 of the input)
  index   there:     21
  index   expected:  20
  in all: 0 wrong keys, 2 wrong indices' spoiled 'values 20' --engine lsd --argsort --type=u8 --pattern=sorted
# -0 for 0: equal to a comparison, not to the bits.
printf '0\n0\n0\n' >zeros.txt
expect 2 'sweepsort bench: auto gives a wrong result; nothing is timed
  first wrong place: 1 of 3: its key is wrong
  key there:         -0 (0x80000000)
  key expected:      0 (0x00000000) (from place 1 of the input)
  in all: 1 wrong keys, 0 wrong payloads' env SPOIL='sign 1' \
    "$tools/spoiled_bench" --runs 1 --parallel 1 --engine auto --type f32 zeros.txt
finish
