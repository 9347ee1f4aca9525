#!/bin/sh
# Tests of `sweepsort gen`: usage: gen.sh PROGRAM FOLDER.
#
# The same seed gives the same bytes, in every format; formats agree with each other. (What the keys of a pattern are,
# and that they stay the same, test_gen.c tests.)
. "$(dirname "$0")/../command/tool.sh"

expect 0 '' sweepsort gen --format text
true_that 'gen writes 1000 keys by default' test "$(wc -l <out)" = 1000
expect 0 '' sweepsort gen --format text -n 8 --pattern sorted --type u8
sort -n out | cmp -s - out || fail 'sorted is not sorted'
expect 0 '' sweepsort gen -n 0
true_that 'gen -n 0 writes nothing' test ! -s out

for type in u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f16 bf16 f32 f64; do
    for pattern in uniform zipf; do
        sweepsort gen -n 300 --type $type --pattern $pattern >first
        sweepsort gen -n 300 --type $type --pattern $pattern --format raw -o second || fail "gen -o: $type $pattern"
        same first second
        sweepsort gen -n 300 --type $type --pattern $pattern --seed 2 >third
        cmp -s first third &&
            fail "another seed, the same keys: $type $pattern"
    done
done

# The formats hold the same keys: text and .npy lead back to the raw ones.
for type in u16 i32 u64 f32 f64; do
    sweepsort gen -n 40000 --type $type -o keys.raw
    sweepsort gen -n 40000 --type $type -o keys.npy
    sweepsort gen -n 40000 --type $type -o keys.txt
    tail -c "$(wc -c <keys.raw)" keys.npy >npy.raw
    same npy.raw keys.raw
    true_that "one key a line: $type" test "$(wc -l <keys.txt)" = 40000
    sweepsort sort --type $type keys.raw -o a.raw
    sweepsort sort --type $type keys.txt --format text -o a.txt
    sweepsort sort --type $type --format text -o b.txt keys.txt
    same a.txt b.txt
    sweepsort sort keys.npy -o a.npy
    tail -c "$(wc -c <a.raw)" a.npy >npy.raw
    same npy.raw a.raw
done
sweepsort gen -n 500 --pattern sorted --type f64 --signed -o s.npy
expect 0 '' sweepsort check s.npy
sweepsort gen -n 500 --pattern reversed --type i16 -o r.npy
expect 0 '' sweepsort check -r r.npy

try="
Try 'sweepsort gen --help'."
expect 2 "sweepsort gen: --specials is for floats, and u32 are none$try" sweepsort gen --specials
expect 2 "sweepsort gen: --signed is for floats, and i8 are none$try" sweepsort gen --signed --type i8
expect 2 "sweepsort gen: --distinct: of u8 at most 128$try" sweepsort gen --pattern few --type u8 --distinct 129
expect 2 "sweepsort gen: --pattern: 'odd' is none of uniform, zipf, few, sorted, reversed, nearly-sorted, organ-pipe, \
outlier, equal, morton$try" sweepsort gen --pattern odd
expect 2 "sweepsort gen: unexpected 'file'$try" sweepsort gen file
expect 2 "sweepsort gen: --distinct is for --pattern few$try" sweepsort gen --distinct 3
sweepsort gen --pattern few --format text | sort -u >few
true_that 'few are 16 by default' [ "$(wc -l <few)" = 16 ]
expect 0 '' sweepsort gen '--pattern=?'
true_that 'the patterns are listed' [ "$(head -2 out)" = 'uniform
zipf' ]
expect 2 "sweepsort gen: x.npy: .npy files have no u128 keys" sweepsort gen --type u128 -o x.npy
true_that 'no file is left when gen fails' test ! -e x.npy
if [ -e /dev/full ]; then
    expect 2 'sweepsort gen: /dev/full: No space left on device' sweepsort gen -n 100000 -o /dev/full
fi
finish
