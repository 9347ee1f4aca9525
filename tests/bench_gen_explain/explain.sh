#!/bin/sh
# Tests of `sweepsort explain`: usage: explain.sh PROGRAM FOLDER, where FOLDER has check_json and check_xml.
#
# Whole outputs against the files of golden/; pictures that are well formed, and the two of docs/pictures made again.
# (What it works out, test_explain.c tests.) `explain.sh PROGRAM FOLDER --write` writes golden/ and docs/pictures anew.
tools=$(cd "$2" && pwd) write=${3-}
. "$(dirname "$0")/../command/tool.sh"
pictures=$folder/../../docs/pictures
few='170,45,75,90,802,24,2,66'

# golden FILE ARGUMENT...: what explain prints is the file, but for the plan, which may differ from machine to machine
golden() {
    file=$1
    shift
    expect 0 '' sweepsort explain "$@"
    sed -e '/^plan: /,/ of scratch, /d' -e '/^  "plan": /,/\]},$/d' out >without_plan
    [ "$write" = --write ] && cp without_plan "$file"
    same without_plan "$file"
}

golden "$folder/golden/eight.txt" --keys $few --digit-bits 4
golden "$folder/golden/window.txt" --keys $few --digit-bits 8 --begin-bit 1 --end-bit 10 --engine lsd
golden "$folder/golden/eight.json" --keys $few --json --digit-bits 4
true_that 'explain --json is JSON' "$tools/check_json" <out
golden "$folder/golden/floats.txt" --type f32 --keys '0.5,-0,nan,0,-inf,-1.5,0.5,inf' -r --digit-bits 16
golden "$folder/golden/floats.json" --type f32 --keys '0.5,-0,nan,0,-inf,-1.5,0.5,inf' --sweep 7 --digit-bits 4 --json
true_that 'explain --json of floats is JSON' "$tools/check_json" <out
golden "$folder/golden/radix.txt" --keys $few --radix 16 --place 16
golden "$folder/golden/radix-signed.txt" --type i8 --keys='-128,-1,0,127' --radix 10
golden "$folder/golden/radix.json" --keys $few --radix 3 --place 27 --json
true_that 'explain --radix --json is JSON' "$tools/check_json" <out
golden "$pictures/split.svg" --svg --digit-bits 1 --keys 5,3,6,1,4,7,2,0
true_that 'the split is well formed' "$tools/check_xml" <out
golden "$pictures/buckets.svg" --svg --digit-bits 4 --keys 170,45,75,90,802,24,2,66,181,34,205,18,77,154,42,250
true_that 'the buckets are well formed' "$tools/check_xml" <out

# The plan.
expect 0 '' sweepsort explain --keys $few --engine lsd --digit-bits 8 --parallel 1
[ "$(sed -n '2,3p' out)" = 'plan: lsd, 4 sweeps by the digits [0, 8), [8, 16), [16, 24), [24, 32);
      2 of them skipped: every key has the same digit;' ] || fail "the plan is $(sed -n '2,3p' out)"
sed -n 4p out | grep -qx '      1 thread, [0-9]* bytes of scratch, predicted [0-9.]* x copy' || fail "$(sed -n 4p out)"
expect 0 '' sweepsort explain --keys $few --engine lsd --digit-bits 8 --parallel 1 --json
grep -q '"plan": {"engine": "lsd", "insertion": false, "threads": 1,' out || fail 'no plan in JSON'
grep -q '{"place": 8, "bits": 8, "skipped": false}, {"place": 16, "bits": 8, "skipped": true}' out ||
    fail 'no skipped sweep in JSON'

# Large inputs are summed up, from files and standard input.
sweepsort gen -n 5000 --type u16 --pattern zipf -o many.npy
golden "$folder/golden/many.txt" --digit-bits 8 many.npy
golden "$folder/golden/many.txt" --digit-bits 8 --format npy - <many.npy
golden "$folder/golden/many.txt" --digit-bits 8 --format npy <many.npy
expect 0 '' sweepsort explain --json many.npy
true_that 'explain --json of many keys is JSON' "$tools/check_json" <out

# Pictures of every form, of every type, of no keys and of one.
for type in u8 i64 f16 u128; do
    for n in 0 1 64 65; do
        sweepsort gen -n $n --type $type --pattern few --distinct 5 -o keys.raw
        for bits in 1 3 4 9; do
            expect 0 '' sweepsort explain --svg --digit-bits $bits --type $type keys.raw
            true_that "well formed: $type, $n keys, $bits bits" "$tools/check_xml" <out
            expect 0 '' sweepsort explain --digit-bits $bits --type $type keys.raw
        done
    done
done
expect 0 '' sweepsort explain --svg --keys 3,1,2 -o picture.svg
true_that '--output gets the picture' "$tools/check_xml" <picture.svg
: >none
expect 0 '' sweepsort explain --type u32 none
for list in '3,1,2' '3 1 2' ' 3 , 1,2 ' '3, 1	2'; do
    expect 0 '' sweepsort explain --keys "$list"
    true_that "three keys in '$list'" grep -q '^3 keys of u32' out
done
expect 0 '' sweepsort explain --keys 7 --begin-bit 8 --end-bit 8

try="
Try 'sweepsort explain --help'."
for list in , ,3 ' ' ' , 3'; do
    expect 2 "sweepsort explain: --keys: number 1 is missing$try" sweepsort explain --keys "$list"
done
for list in 3,,1 3, '3 , , 1' '3, '; do
    expect 2 "sweepsort explain: --keys: number 2 is missing$try" sweepsort explain --keys "$list"
done
expect 2 "sweepsort explain: --format is for files$try" sweepsort explain --keys 1 --format text
expect 2 "sweepsort explain: --keys: 'x' is not a number of type u32$try" sweepsort explain --keys 1,x
expect 2 "sweepsort explain: --keys: '1.5' is not a number of type u32$try" sweepsort explain --keys 1.5
expect 2 "sweepsort explain: --keys: 256 is out of range for u8$try" sweepsort explain --keys 255,256 --type u8
expect 2 "sweepsort explain: --keys and files exclude each other$try" sweepsort explain --keys 1 many.npy
expect 2 "sweepsort explain: --place needs --radix$try" sweepsort explain --keys 1 --place 2
expect 2 "sweepsort explain: --place: it must be positive$try" sweepsort explain --keys 1 --radix 2 --place 0
expect 2 "sweepsort explain: --place: '-1' is not a number$try" sweepsort explain --keys 1 --radix 2 --place=-1
expect 2 "sweepsort explain: --place: 340282366920938463463374607431768211456 is not below 2^128$try" \
    sweepsort explain --keys 1 --radix 2 --place 340282366920938463463374607431768211456
expect 2 "sweepsort explain: --radix: 65537 is outside 2 to 65536$try" sweepsort explain --keys 1 --radix 65537
expect 2 "sweepsort explain: --radix: 1 is outside 2 to 65536$try" sweepsort explain --keys 1 --radix 1
expect 2 "sweepsort explain: --json and --svg exclude each other$try" sweepsort explain --keys 1 --json --svg
expect 2 "sweepsort explain: --radix and --svg exclude each other$try" sweepsort explain --keys 1 --radix 2 --svg
expect 2 "sweepsort explain: --sweep: there are only 8 sweeps$try" sweepsort explain --keys 1 --sweep 9
expect 2 "sweepsort explain: onesweep: digit_bits is 9; SWEEP_ONESWEEP takes at most 8" sweepsort explain --keys 1 --engine onesweep --digit-bits 9
expect 2 "sweepsort explain: these options make no sense for u8: end_bit is 9; the most is 8$try" \
    sweepsort explain --keys 1 --type u8 --end-bit 9

# the plan that a device makes: digits that vary are swept to and fro, others are skipped
expect 0 '' sweepsort gen -n 3000 --type u64 --output device.npy
expect 0 '' sweepsort explain --device emulator --engine onesweep --end-bit 20 device.npy
[ "$(sed 1d out)" = "onesweep: the device's own plan
  digit [0, 7) swept   input -> scratch
  digit [7, 14) swept   scratch -> output
  digit [14, 20) swept   output -> scratch" ] || fail "the device's plan is $(cat out)"
expect 0 '' sweepsort explain --device emulator --engine onesweep --json device.npy
true_that 'explain --device --json is JSON' "$tools/check_json" <out
expect 2 "sweepsort explain: --device excludes --radix$try" sweepsort explain --keys 1 --radix 2 --device emulator
expect 2 "sweepsort explain: --device excludes --parallel$try" sweepsort explain --keys 1 --parallel 2 --device emulator
finish
