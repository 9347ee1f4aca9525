#!/bin/sh
# The benchmark and the tuning grid on an NVIDIA card, in under five minutes.
#
#     bench/gpu/run.sh prepare [ARCHITECTURE]   builds everything, and compiles every kernel for that compute capability
#                                               (90): minutes, on any machine with the CUDA toolkit; no card is needed
#     bench/gpu/run.sh run [DEVICE]             on the card: checks, then times. Prepares first if that was not done
#
# Out: bench/results/CARD/ with bench.txt, bench.json and pictures, tune.txt and tune.json. Each row is written when it
# is there, with card, driver and date at the head; a run that is cut short leaves what it had. DIRECTORY: where else.
# BENCH_OPTIONS and TUNE_OPTIONS: more options for the two programs.
set -eu
cd "$(dirname "$0")/../.."
build=build/bench-gpu
bench=$build/bench/gpu/bench_gpu tune=$build/bench/gpu/tune_gpu cub=$build/bench/gpu/peer_cub.so
# The same NVRTC compiles the same text to what lies here, so that nothing is compiled while the card waits.
SWEEP_CACHE_DIR=$PWD/$build/cubins
export SWEEP_CACHE_DIR

prepare() {
    architecture=$1
    echo "== building"
    mkdir -p "$build"
    if ! { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release "-DSWEEP_CUB_ARCHITECTURE=$architecture" &&
        cmake --build "$build" -j "${JOBS:-$(nproc)}" --target bench_gpu tune_gpu mock_cuda bench_gpu_cub
    } >"$build/log" 2>&1; then
        cat "$build/log" >&2
        exit 1
    fi
    # The driver of the tests, which needs no card, stands for one of this architecture.
    for program in "$bench" "$tune"; do
        echo "== compiling what ${program##*/} needs for sm_$architecture"
        SWEEP_CUDA_LIBRARY=$PWD/$build/tests/cuda/libsweep_mock_cuda.so MOCK_CUDA_ARCHITECTURE=$architecture \
            "$program" --prepare >"$build/prepare.log" || {
            cat "$build/prepare.log" >&2
            exit 1
        }
    done
    echo "== $(find "$SWEEP_CACHE_DIR" -name '*.bin' | wc -l) programs are ready"
    touch "$build/prepared"
}

run() {
    device=$1
    [ -f "$build/prepared" ] || prepare 90
    card=$("$bench" --device "$device" --card)
    results=${DIRECTORY:-bench/results/$card}
    mkdir -p "$results"
    echo "== the benchmark: $results/bench.txt"
    # shellcheck disable=SC2086
    timeout 190 "$bench" --device "$device" --cub "$cub" --seconds 150 --json "$results/bench.json" \
        --pictures "$results" ${BENCH_OPTIONS:-} >"$results/bench.txt" || echo "the benchmark ended with exit status $?" >&2
    echo "== the tuning grid: $results/tune.txt"
    # shellcheck disable=SC2086
    timeout 100 "$tune" --device "$device" --seconds 80 --json "$results/tune.json" ${TUNE_OPTIONS:-} \
        >"$results/tune.txt" ||
        echo "the tuning grid ended with exit status $?" >&2
    tail -n 3 "$results/bench.txt" "$results/tune.txt"
}

case ${1:-} in
prepare) prepare "${2:-90}" ;;
run) run "${2:-0}" ;;
*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
