#!/bin/sh
# Builds the benchmark with every other sort that is or can be installed, and runs it.
#
# In:  options of the benchmark (bench_cpu --help); without any, the quick form: about three minutes.
# Out: the table; of the quick form also JSON and pictures, in build/bench/results/.
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS MAKELEVEL    # what make was told is not meant for the builds in here
if ! scripts/setup.sh bench; then
    echo "make bench: going on with the sorts that are here" >&2
fi
build=build/bench
results=$build/results
mkdir -p "$build"
revision=$(git describe --always --dirty 2>/dev/null || true)
CC=gcc CXX=g++ cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DSWEEP_BUILD_BENCH=ON -DSWEEP_BUILD_TESTS=OFF \
    -DSWEEP_BUILD_PROGRAMS=OFF "-DSWEEP_BENCH_REVISION=$revision" >"$build/log" 2>&1 &&
    cmake --build "$build" -j "$(nproc)" >>"$build/log" 2>&1 || {
    cat "$build/log" >&2
    echo "make bench: the build failed" >&2
    exit 1
}
mkdir -p "$results"    # not before: a build that fails leaves no empty folder
if [ $# = 0 ]; then
    rm -f "$results"/*.svg
    set -- --quick --json "$results/quick.json" --svg "$results"
fi
exec "$build/bench/cpu/bench_cpu" "$@"
