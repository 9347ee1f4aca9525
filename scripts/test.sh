#!/bin/sh
# Builds sweepsort in four ways and runs the tests of all of them in one run of ctest.
#
# In:  short (every test without the label `long`) or long (every test). JOBS: how many processes, all cores by default.
# Out: exit status 0 only if tests ran and all passed. The builds stay in build/test/.
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS MAKELEVEL    # what make was told is not meant for the builds in here
. scripts/progress.sh
scripts/setup.sh test
jobs=${JOBS:-$(nproc)}
top=$PWD/build/test

# configure NAME C-COMPILER C++-COMPILER OPTION...
configure() {
    name=$1 cc=$2 cxx=$3
    shift 3
    CC=$cc CXX=$cxx CFLAGS= CXXFLAGS= LDFLAGS= cmake -S . -B "$top/$name" -DSWEEP_WERROR=ON \
        "-DSWEEP_TEST_PREFIX=$name." "-DSWEEP_CUDA_KEPT=$top/cuda" \
        "-DSWEEP_HIP_KEPT=$top/hip" "$@" >"$top/$name.log" 2>&1 &&
        with_progress "== build: $name" "$top/$name.log" cmake --build "$top/$name" -j "$jobs" || {
        cat "$top/$name.log"
        echo "make test: the build '$name' failed" >&2
        exit 1
    }
}

mkdir -p "$top"
length=${1:-short}
# The short run builds the library as it is installed once, by gcc, and with it tests the installation; elsewhere the
# library of the tests alone. What clang optimises is the library and its tests; the rest it compiles with sanitizers.
once= library=
if [ "$length" = short ]; then
    once='-DSWEEP_BUILD_SHARED=OFF -DSWEEP_ONE_LIBRARY=ON'
    library='-DSWEEP_TEST_PARTS=library -DSWEEP_BUILD_PROGRAMS=OFF -DSWEEP_EMULATOR=OFF'
fi
configure gcc gcc g++ -DSWEEP_TEST_JS=ON
configure clang clang clang++ $once $library
# With sanitizers, and asserts: built for a quick build.
checked="-DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 -DCMAKE_CXX_FLAGS=-O1 $once"
configure address clang clang++ $checked '-DSWEEP_SANITIZE=address;undefined'
configure thread clang clang++ $checked -DSWEEP_SANITIZE=thread

# starts SANITIZER [COMMAND...]: a program with it runs, by that command
starts() {
    sanitizer=$1
    shift
    echo 'int main(void) { return 0; }' >"$top/starts.c"
    clang -fsanitize="$sanitizer" -o "$top/starts" "$top/starts.c" 2>/dev/null || return 1
    for _ in 1 2 3 4 5 6 7 8; do # what breaks it is random
        "$@" "$top/starts" >/dev/null 2>&1 || return 1
    done
}

for name in gcc clang address thread; do
    if ctest --test-dir "$top/$name" -N | grep -qx 'Total Tests: 0'; then
        echo "make test: the build '$name' has no tests" >&2
        exit 1
    fi
done

# One directory that holds the four makes one run of them.
echo 'subdirs(gcc clang address thread)' >"$top/CTestTestfile.cmake"
set --
if [ "$length" = short ]; then
    set -- -LE '^long$'
fi
# ThreadSanitizer of some compilers does not start where the kernel places mappings too freely.
fixed=
if [ -x "$(command -v setarch)" ] && ! starts thread && starts thread setarch "$(uname -m)" -R; then
    fixed="setarch $(uname -m) -R"
fi
status=0
$fixed ctest --test-dir "$top" -j "$jobs" --no-tests=error --output-on-failure "$@" </dev/null || status=$?
scripts/skipped.sh "$top/Testing/Temporary/LastTest.log"
exit $status
