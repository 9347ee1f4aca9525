#!/bin/sh
# scripts/metal-report.sh from end to end, on the stand-in; then on a device that is not there:
#
#     report.sh TOP BUILD
set -u
top=$1 build=$2
BUILD=$build COUNTS=5000 "$top/scripts/metal-report.sh" metal:0 >"$build.txt" || { cat "$build.txt"; exit 1; }
for line in '== 0 steps failed on metal:0' 'SIMD width 32' '== speed, 5000 u32 with 4-byte values' 'metal:0     Stand-in'; do
    grep -q "$line" "$build.txt" || { echo "the report lacks: $line"; exit 1; }
done
BUILD=$build COUNTS=5000 "$top/scripts/metal-report.sh" metal:7 >"$build.txt" && { echo "no device, no failure"; exit 1; }
grep -q 'steps failed on metal:7' "$build.txt"
