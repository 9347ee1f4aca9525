#!/bin/sh
# The benchmark and the tuning grid on an NVIDIA card, within 15 minutes of the card's machine.
#
#     bench/gpu/run.sh prepare [ARCHITECTURE]   builds everything, and compiles every kernel for that compute capability
#                                               (90): minutes, on any machine with the CUDA toolkit; no card is needed.
#                                               Leaves build/bench-gpu/carry, a folder to copy to the card's machine
#     CARRY/run.sh run [DEVICE]                 on the card's machine, from that folder, wherever it lies. Never builds
#
# The folder: run.sh, bench_gpu, tune_gpu, peer_cub.so (CUB), cubins/ (a compiled program a shape), made (what it was
# made from: the run refuses to go on where the sources beside it say otherwise). Nothing else is needed: no toolkit, no
# NVRTC, no sources. What is longer than LIMIT_MIB (64) is refused by prepare.
#
# Out: results.tar, with a file a step and all that was said. In order, each with its own end:
#     checks 25 s; compute-sanitizer (where it is) 40 s; u32, u64, u32+u32 beside CUB 60 s; ncu (where it is) 60 s;
#     the grid 120 s; all else 150 s
# A step that fails, hangs or finds a wrong result is said, and the next one follows. BENCH_OPTIONS and TUNE_OPTIONS are
# added to every call of the two programs; STEPS names the steps to run ("checks core grid"); OUT: where to write.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

sources_sum() {
    (cd "$1" && find lib include bench/gpu -type f \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cmake' \) | LC_ALL=C sort |
        xargs cat | cksum)
}

prepare() {
    architecture=$1 root=$(cd "$here/../.." && pwd)
    build=$root/build/bench-gpu
    carry=$build/carry
    mkdir -p "$build"
    rm -rf "$carry"
    mkdir -p "$carry/cubins"
    echo "== building"
    if ! { cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DSWEEP_ONE_LIBRARY=ON \
        "-DSWEEP_CUB_ARCHITECTURE=$architecture" &&
        cmake --build "$build" -j "${JOBS:-$(nproc)}" --target bench_gpu tune_gpu mock_cuda \
            $([ -n "${NO_CUB:-}" ] || echo bench_gpu_cub)
    } >"$build/log" 2>&1; then
        cat "$build/log" >&2
        exit 1
    fi
    for file in bench_gpu tune_gpu peer_cub.so; do
        [ ! -f "$build/bench/gpu/$file" ] || cp "$build/bench/gpu/$file" "$carry/"
    done
    cp "$here/run.sh" "$carry/"
    # The driver of the tests, which needs no card, stands for one of this architecture.
    for program in bench_gpu tune_gpu; do
        echo "== compiling what $program needs for sm_$architecture"
        options=$BENCH_OPTIONS
        [ $program = bench_gpu ] || options=$TUNE_OPTIONS
        # shellcheck disable=SC2086
        SWEEP_CACHE_DIR=$carry/cubins SWEEP_CUDA_LIBRARY=$build/tests/cuda/libsweep_mock_cuda.so \
            MOCK_CUDA_ARCHITECTURE=$architecture "$carry/$program" --prepare $options >"$build/prepare.log" 2>&1 || {
            cat "$build/prepare.log" >&2
            exit 1
        }
    done
    sources_sum "$root" >"$carry/made"
    size=$(du -sm "$carry" | cut -f1)
    echo "== $carry: $size MiB, $(find "$carry/cubins" -name '*.bin' | wc -l) programs"
    [ "$size" -lt "${LIMIT_MIB:-64}" ] || { echo "more than ${LIMIT_MIB:-64} MiB cannot be carried" >&2; exit 1; }
}

# step NAME SECONDS COMMAND...: its output goes to NAME.txt; it ends in time, one way or another.
step() {
    name=$1 seconds=$2
    shift 2
    case " ${STEPS:-$name} " in *" $name "*) ;; *) return 0 ;; esac
    echo "== $name, at most $seconds s"
    status=0
    timeout -k 5 "$seconds" "$@" >"$out/$name.txt" 2>&1 || status=$?
    case $status in
    0) ;;
    124 | 137) echo "$name: did not end within $seconds s and was stopped" | tee -a "$out/$name.txt" ;;
    *) echo "$name: ended with exit status $status" | tee -a "$out/$name.txt" ;;
    esac
    grep WRONG "$out/$name.txt" | head -3 || true
    tar -cf "$out.tar" -C "$(dirname "$out")" "$(basename "$out")"
}

run() {
    device=$1
    [ -x "$here/bench_gpu" ] && [ -f "$here/made" ] || {
        echo "$here is no folder that prepare has made; this never builds on the card's machine" >&2
        exit 1
    }
    root=$(cd "$here/../../.." 2>/dev/null && pwd) || root=
    if [ -d "$root/lib/gpu" ] && [ "$(sources_sum "$root")" != "$(cat "$here/made")" ]; then
        echo "$here was made from other sources than those in $root: prepare again" >&2
        exit 1
    fi
    out=${OUT:-$here/results}
    mkdir -p "$out"
    out=$(cd "$out" && pwd)
    cd "$here" # so that no command below has a path with blanks
    SWEEP_CACHE_DIR=$here/cubins
    export SWEEP_CACHE_DIR
    bench="./bench_gpu --device $device" cub=
    [ ! -f peer_cub.so ] || cub="--cub ./peer_cub.so"
    core="--check-n 0 --kinds u32,u64,u32+4 --data uniform --sizes 16777216,268435456"
    # shellcheck disable=SC2086
    {
        step checks 40 $bench --only-checks $BENCH_OPTIONS
        if command -v compute-sanitizer >/dev/null; then
            for tool in memcheck racecheck; do
                step $tool 20 compute-sanitizer --tool $tool $bench --only-checks --check-n 20000
            done
        else
            echo "== no compute-sanitizer here"
        fi
        step core 75 $bench $core $cub --seconds 60 --json "$out/core.json" $BENCH_OPTIONS
        if command -v ncu >/dev/null; then
            step ncu 60 ncu --clock-control none --set full -k regex:onesweep -c 6 $bench --check-n 0 --kinds u32,u64 \
                --data uniform --sizes 67108864 --rounds 1 $cub
        else
            echo "== no ncu here"
        fi
        step grid 140 ./tune_gpu --device "$device" --seconds 120 --json "$out/grid.json" $TUNE_OPTIONS
        step rest 170 $bench --check-n 0 $cub --seconds 150 --json "$out/rest.json" --pictures "$out" $BENCH_OPTIONS
    }
    echo "== $out.tar"
}

BENCH_OPTIONS=${BENCH_OPTIONS:-} TUNE_OPTIONS=${TUNE_OPTIONS:-}
case ${1:-} in
prepare) prepare "${2:-90}" ;;
run) run "${2:-0}" ;;
*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
