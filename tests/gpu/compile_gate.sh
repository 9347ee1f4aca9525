#!/bin/sh
# Compiles the kernel text for GPUs that this machine need not have; refuses spills, and a fused kernel of which a compute
# unit holds fewer groups than its row of tuning.h says (on cards with the registers, threads and shared memory for it).
#
#     compile_gate.sh cuda|hip|metal TEXT SCRATCH short|long
#
# TEXT is dialect and kernels in one file. Prints registers and shared memory of every kernel. Exit status 77: no
# compiler here (NVCC, HIP_CLANG, CLANG name others). Shapes are those of lib/gpu/tuning.h for GPUs.
set -u
what=$1 text=$2 scratch=$3 length=$4
here=$(dirname "$0")
mkdir -p "$scratch"
failed=0

# SPLIT's shapes: key bytes, value bytes, keys a work-item
shapes='4:4:16 8:8:8 16:16:8'
if [ "$length" = long ]; then
    shapes='1:0:16 1:4:16 2:0:16 2:2:16 4:0:16 4:1:16 4:4:16 4:8:16 4:16:16 8:0:8 8:4:8 8:8:8 8:16:8'
    shapes="$shapes 16:0:8 16:4:8 16:16:8"
fi
# OneSweep's, with set, rank form, early counts, look-back width, blocks, threads: the rows of tuning.h with match
# instructions and those without, as they stand there; then the other form of every stage
rows() {
    sed -n "s/.*{false, $1, \([0-9]*\), \([0-9]*\), \([0-9]*\), \([0-9]*\), 8, \([0-9]*\), SWEEP_RANK_\([A-Z]*\), \([01]\), \([0-9]*\)}.*/\1:\2:\4:1:\6:\7:\8:\5:\3/p" \
        "$here/../../lib/gpu/tuning.h" | sed 's/:MASKS:/:2:/; s/:BALLOTS:/:3:/; s/:MATCH:/:4:/' | tr '\n' ' '
}
match=$(rows true) ballots=$(rows false)
masks='4:4:12:1:2:1:1:1 8:8:8:1:2:1:1:1 16:16:4:1:2:1:1:1'
forms='4:0:16:1:4:1:1:1 4:4:8:1:0:0:1:1 4:4:8:1:1:1:1:1 4:4:12:1:2:0:4:1 4:4:12:1:3:0:4:1 4:0:16:1:3:1:1:1'
[ -n "$match" ] && [ -n "$ballots" ] || { echo "tuning.h has no rows that can be read"; exit 1; }
if [ "$length" = long ]; then
    forms="$forms 1:0:16:1:4:1:1:1 2:8:12:1:4:1:1:1 4:16:8:1:4:1:1:1 8:16:8:1:4:1:1:1 16:4:8:1:4:1:1:1"
fi

skip() {
    echo "SKIPPED: $1"
    exit 77
}

# one shape as macros
macros() {
    old=$IFS
    IFS=:
    set -- $1
    IFS=$old
    echo "-DSWEEP_KEY_BYTES=$1 -DSWEEP_VALUE_BYTES=$2 -DSWEEP_THREADS=${9:-256}u -DSWEEP_ITEMS=${3}u" \
        "-DSWEEP_SET=${4:-0} -DSWEEP_RANK=${5:-0} -DSWEEP_EARLY=${6:-0} -DSWEEP_LOOK=${7:-1}u" \
        "-DSWEEP_BLOCKS=${8:-1}"
}

gate_cuda() {
    nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
    [ -x "$nvcc" ] || skip "no nvcc: the CUDA form of the kernels is not compiled"
    cp "$text" "$scratch/kernels.cu"
    for arch in 75 80 90 100 120; do
        case $length$arch in # the short run: every row and form for one card, one row for three others
        short90) all="$shapes $match $forms" ;;
        short80) all="$shapes $match" ;;
        short120) all=$shapes ;;
        short*) all="$shapes ${match%% *}" ;;
        long90) all="$shapes $match $forms" ;;
        *) all="$shapes $match" ;;
        esac
        for shape in $all; do
            if ! "$nvcc" -Xptxas -v -cubin -arch=sm_$arch $(macros $shape) "$scratch/kernels.cu" \
                -o "$scratch/kernels.cubin" >"$scratch/log" 2>&1; then
                cat "$scratch/log"
                echo "sm_$arch $shape: does not compile"
                failed=1
                continue
            fi
            awk -v where="sm_$arch key:value:items $shape" -v arch=$arch -v shape=$shape '
                BEGIN {
                    split(shape, word, ":")
                    promised = word[8] ? word[8] : 1
                    threads = word[9] ? word[9] : 256
                    large = arch == 80 || arch == 90 || arch == 100 # 2,048 threads a multiprocessor, 164 KiB and more
                }
                /Function properties for/ { name = $NF }
                /stack frame/ { if ($1 != 0 || $5 != 0 || $9 != 0) { print where, name, "SPILLS:", $0; bad = 1 } }
                / Used / {
                    sub(/.*: /, "")
                    held = ""
                    if (name == "sweep_onesweep" && word[9]) {
                        match($0, /[0-9]+ registers/); registers = substr($0, RSTART) + 0
                        shared = match($0, /[0-9]+ bytes smem/) ? substr($0, RSTART) + 0 : 0
                        blocks = int(65536 / (int((registers + 7) / 8) * 8 * 32 * int((threads + 127) / 128) * 4))
                        most = int((arch == 80 ? 167936 : 233472) / (shared + 1024))
                        blocks = blocks < most ? blocks : most
                        if (large) {
                            held = ", " blocks " of " promised " groups"
                            if (blocks < promised) { held = held ": TOO FEW"; bad = 1 }
                        }
                    }
                    print where, name ":", $0 held
                    seen++
                }
                END { exit bad || seen < 5 }' "$scratch/log" || failed=1
        done
    done
}

gate_hip() {
    clang=${HIP_CLANG:-}
    for version in 19 18 17 16 15; do
        [ -n "$clang" ] || clang=$(command -v clang-$version)
    done
    [ -n "$clang" ] || clang=$(command -v clang) || skip "no clang: the HIP form of the kernels is not compiled"
    "$clang" -print-targets 2>/dev/null | grep -q amdgcn || skip "$clang has no AMD target: no HIP form is compiled"
    cp "$text" "$scratch/kernels.hip"
    compiled=0
    for target in gfx906:64 gfx90a:64 gfx942:64 gfx1030:32 gfx1100:32; do
        arch=${target%:*}
        all="$shapes $ballots"
        case $length$arch in shortgfx942) all=$ballots ;; esac
        if ! "$clang" -x hip --cuda-device-only -nogpulib -nogpuinc --offload-arch=$arch -fsyntax-only /dev/null \
            2>/dev/null; then
            echo "SKIPPED: $clang does not know $arch (clang 19 does)"
            continue
        fi
        # clang 15 writes code for gfx1100 that its own assembler refuses.
        if [ $arch = gfx1100 ] && "$clang" --version | grep -q 'version 15\.'; then
            echo "SKIPPED: clang 15 was too early for gfx1100 (clang 16 and later are not)"
            continue
        fi
        for shape in $all; do
            if ! "$clang" -x hip --cuda-device-only -nogpulib -nogpuinc --offload-arch=$arch -O3 -S \
                -DSWEEP_SUBGROUP=${target#*:} $(macros $shape) "$scratch/kernels.hip" -o "$scratch/kernels.s" \
                >"$scratch/log" 2>&1; then
                cat "$scratch/log"
                echo "$arch $shape: does not compile"
                failed=1
                continue
            fi
            compiled=$((compiled + 1))
            # The look-back waits by loads that pass the first-level cache, and makes no cache write back or forget.
            awk -v where="$arch key:value:items $shape" -v shape=$shape -v lanes=${target#*:} '
                BEGIN { split(shape, word, ":") }
                /^sweep_onesweep:/ { look = 1; onesweep++ }
                look && /_load_(dword|b32) .* (glc|sc1)/ { loads++ }
                look && /buffer_(wbinvl1|wbl2|invl2|inv |gl1_inv)/ { print where, "sweep_onesweep:", $0; bad = 1 }
                /\.end_amdhsa_kernel/ { look = 0 }
                /\.amdhsa_kernel/ { name = $2 }
                /; NumVgprs:/ { registers = $3 }
                /; ScratchSize:/ { if ($3 != 0) { print where, name, "SPILLS:", $3, "bytes"; bad = 1 } }
                /; LDSByteSize:/ { shared = $3 }
                /; Occupancy:/ {
                    print where, name ":", registers, "registers,", shared, "bytes shared,", $3, "waves a SIMD unit"
                    seen++
                    if (name == "sweep_onesweep" && word[9]) { # four SIMD units of a compute unit, 64 KiB
                        groups = int($3 * 4 * lanes / word[9])
                        most = int(65536 / shared)
                        groups = groups < most ? groups : most
                        print where, name ":", groups, "of", word[8], "groups"
                        if (groups < word[8] && where ~ /gfx9[04][a2]/) { print where, "TOO FEW groups"; bad = 1 }
                    }
                }
                END { exit bad || seen < 5 || (onesweep && !loads) }' "$scratch/kernels.s" || failed=1
        done
    done
    [ $compiled -gt 0 ] || skip "$clang knows none of the AMD targets"
}

gate_metal() {
    clang=${CLANG:-$(command -v clang || command -v clang-14)} || true
    [ -n "$clang" ] || skip "no clang: the Metal form of the kernels is not checked"
    cp "$text" "$scratch/kernels.metal"
    metal() {
        "$clang" -x cl -cl-std=clc++ -Wno-unknown-attributes -Wno-ignored-attributes -Werror=conversion \
            -fsyntax-only -I"$here/metal_stand_in" "$@" >"$scratch/log" 2>&1
    }
    for shape in $shapes $masks; do
        if metal $(macros $shape) "$scratch/kernels.metal"; then
            echo "metal stand-in key:value:items $shape: accepted"
        else
            cat "$scratch/log"
            failed=1
        fi
    done
    # It refuses what Metal refuses: a plain access to an atomic, and a pointer that has lost its address space.
    sed 's/COUNTER_GET(counters\[digit\])/counters[digit]/' "$text" >"$scratch/kernels.metal"
    metal $(macros 4:4:16) "$scratch/kernels.metal" && { echo "a plain read of an atomic was accepted"; failed=1; }
    sed 's/LOCAL word_t \*sums, u32 item, u32 value/GLOBAL word_t *sums, u32 item, u32 value/' "$text" \
        >"$scratch/kernels.metal"
    metal $(macros 4:4:16) "$scratch/kernels.metal" && { echo "a wrong address space was accepted"; failed=1; }
    echo "this checks the text against a stand-in; it has never run on Apple hardware"
}

gate_$what
exit $failed
