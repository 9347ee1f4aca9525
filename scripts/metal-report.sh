#!/bin/sh
# Builds sweepsort on a Mac, tries all that there is to try on a Metal device, measures, and prints a report: please
# send it back, whatever it says. A few minutes; nothing is installed, everything stays in build/metal.
#
#     scripts/metal-report.sh [DEVICE]
#
# In:  DEVICE, metal:0 unless named otherwise. BUILD: where to build instead. SWEEP_METAL_LIBRARY: see docs/metal.md.
# Out: the report, on standard output and in build/metal/report.txt; exit status 0 only if nothing failed; 2, with a
# line that says why, where there is nothing to report on: no Mac, no compiler.
# Needs a C and a C++ compiler (xcode-select --install) and CMake 3.18 or later; no package, no GNU tool.
set -u
cd "$(dirname "$0")/.." || exit 2
device=${1:-metal:0}
build=${BUILD:-build/metal}
report=$build/report.txt
failed=0

# the stand-in of the tests is not for Macs
if [ -z "${SWEEP_METAL_LIBRARY:-}" ] && [ "$(uname -s)" != Darwin ]; then
    echo "metal-report: this is no Mac: $(uname -s) has no Metal, so there is nothing to report on" >&2
    exit 2
fi
for tool in cmake cc c++; do
    command -v $tool >/dev/null || {
        echo "metal-report: there is no $tool here" >&2
        exit 2
    }
done
mkdir -p "$build" || exit 2
echo "building in $build (a minute or two) ..." >&2
programs='sweepsort_command test_kernels test_device test_onesweep test_enough test_rows metal_on_device'
emulator=OFF
[ -z "${SWEEP_METAL_LIBRARY:-}" ] || emulator=ON # the stand-in of the tests is not for Macs
{
    cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DSWEEP_BUILD_SHARED=OFF -DSWEEP_EMULATOR=$emulator &&
        cmake --build "$build" --target $programs -j "$(getconf _NPROCESSORS_ONLN)"
} >"$build/build.log" 2>&1 || {
    tail -n 40 "$build/build.log"
    echo "metal-report: it does not build; please send $build/build.log" >&2
    exit 2
}

# step NAME COMMAND...: what it prints at last, how it ended, how long it took
step() {
    name=$1
    shift
    echo
    echo "== $name"
    begun=$(date +%s)
    "$@" >"$build/step.log" 2>&1
    status=$?
    tail -n 60 "$build/step.log"
    echo "-- exit status $status, $(($(date +%s) - begun)) s"
    [ $status -eq 0 ] || failed=$((failed + 1))
}

# what the machine is, but nothing of who owns it; what a system lacks is left out
about() {
    date -u
    uname -srm
    sw_vers 2>/dev/null
    sysctl machdep.cpu.brand_string hw.model hw.memsize hw.ncpu 2>/dev/null
    system_profiler SPDisplaysDataType 2>/dev/null | grep -E 'Chipset Model|Number of Cores|Vendor|VRAM|Metal'
    cc --version 2>/dev/null | head -n 2
    "$build/programs/sweepsort" --version
    git log -1 --format='commit %h of %cd' 2>/dev/null
    return 0
}

everything() {
    gpu=$build/tests/gpu
    sort=$build/programs/sweepsort
    step "this machine" about
    step "devices" "$sort" devices
    step "pipelines; sorts in a caller's command buffer" "$build/tests/metal/metal_on_device" "$device"
    step "each kernel alone" "$gpu/test_kernels" "$device"
    step "every operation, type, order and window: SPLIT" "$gpu/test_device" "$device" --long
    step "the same: OneSweep" "$gpu/test_device" "$device" onesweep --long
    step "OneSweep's kernels alone" "$gpu/test_onesweep" "$device"
    step "data made against enough digits" "$gpu/test_enough" "$device" few
    step "inputs that broke other sorts" "$gpu/test_rows" "$device"
    for count in ${COUNTS:-65536 1048576 16777216}; do
        for type in u32 u64 f32; do
            step "speed, $count $type" "$sort" bench --device "$device" --type $type -n $count --engine split,onesweep
        done
        step "speed, $count u32 with 4-byte values" "$sort" bench --device "$device" --type u32 -n $count --pairs 4 \
            --engine split,onesweep
    done
    echo
    echo "== $failed steps failed on $device"
}

everything >"$report"
cat "$report"
grep -q '^== 0 steps failed' "$report"
