#!/bin/sh
# One test of the installed library, as a program outside meets it.
#
# In:  the source and the build directory of sweepsort, a directory for this test's files, cmake, the C and the C++
#      compiler, and what to test: install (which the others but add_subdirectory need), header, symbols, versions,
#      find_package, pkg_config, add_subdirectory.
# Out: exit status 0 if all is as it should be; what is wrong is said on standard error.
set -eu

source=$1 build=$2 here=$3 cmake=$4 cc=$5 cxx=$6 what=$7
prefix=$here/prefix
work=$here/$what
tests=$source/tests/install
unset DESTDIR CFLAGS CXXFLAGS LDFLAGS CPPFLAGS
export CC="$cc" CXX="$cxx"

fail() {
    echo "$what: $*" >&2
    exit 1
}

header_version() {
    sed -n 's/^#define SWEEP_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$source/include/sweepsort.h" | paste -sd .
}

# build_outside OPTION...: configures and builds the project outside/ and runs its programs
build_outside() {
    "$cmake" -S "$tests/outside" -B "$work/build" "$@" >"$work/log" 2>&1 &&
        "$cmake" --build "$work/build" -j 2 >>"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "the project outside does not build"
    }
    for program in c_sweepsort c_shared c_static cxx_sweepsort cxx_shared cxx_static; do
        [ "$("$work/build/$program")" = "$(header_version)" ] || fail "$program: wrong results or another version"
    done
    for program in c_sweepsort c_shared cxx_sweepsort cxx_shared; do
        ! nm "$work/build/$program" | grep -q ' [Tt] sweep_sort$' || fail "$program: the library is inside"
    done
    for program in c_static cxx_static; do
        nm "$work/build/$program" | grep -q ' [Tt] sweep_sort$' || fail "$program: the library is not inside"
    done
}

# installed NAME: the one file of this name below the prefix, wherever the library directory is
installed() {
    find "$prefix" -name "$1" | grep . || fail "$1 is not installed"
}

test_install() {
    rm -rf "$prefix"
    "$cmake" --install "$build" --prefix "$prefix" >/dev/null
    [ -f "$prefix/include/sweepsort.h" ] || fail "no header"
}

test_header() {
    for header in "$prefix"/include/*.h; do
        printf '#include "%s"\nint main(void) { return 0; }\n' "${header##*/}" >"$work/alone.c"
        cp "$work/alone.c" "$work/alone.cc"
        for static in '' -DSWEEP_STATIC; do
            for standard in c99 c11 c17; do
                "$cc" -std=$standard -Wall -Wextra -pedantic -Werror $static -I"$prefix/include" -fsyntax-only \
                    "$work/alone.c" || fail "${header##*/} as $standard"
            done
            for standard in c++98 c++11 c++17 c++20; do
                "$cxx" -std=$standard -Wall -Wextra -pedantic -Werror $static -I"$prefix/include" -fsyntax-only \
                    "$work/alone.cc" || fail "${header##*/} as $standard"
            done
        done
    done
}

test_symbols() {
    cat "$prefix"/include/*.h | tr '\n' ' ' | grep -o 'SWEEP_API [^(;]*(' | grep -o 'sweep_[a-z0-9_]*(' | tr -d '(' |
        sort >"$work/declared"
    node=SWEEPSORT_$(header_version | cut -d . -f 1,2) # the version of every symbol
    nm -D --defined-only "$(installed libsweepsort.so)" | awk -v node="$node" '$3 != node {print $3}' |
        sed "s/@@\\{0,1\\}$node\$//" | sort >"$work/exported"
    [ -s "$work/declared" ] || fail "no function found in the headers"
    diff "$work/declared" "$work/exported" >&2 || fail "declared by the headers (<) and exported (>) differ"
    strange=$(nm -g --defined-only "$(installed libsweepsort.a)" | awk 'NF == 3 {print $3}' | grep -v '^sweep_' || true)
    [ -z "$strange" ] || fail "symbols of the static library that could clash with a program's:" $strange
    needed=$(objdump -p "$(installed libsweepsort.so)" | awk '$1 == "NEEDED" {print $2}' |
        grep -v -e '^libc\.so' -e '^libpthread\.so' -e '^ld-linux' || true)
    [ -z "$needed" ] || fail "needs more than libc and threads:" $needed
    objdump -p "$(installed libsweepsort.so)" | grep -q "SONAME  *libsweepsort\.so\.$(header_version | cut -d . -f 1,2)\$" ||
        fail "no SONAME of this minor version"
}

# find_package WANTED: what CMake says when this version is asked for, without loading the package
find_package() {
    echo "find_package(sweepsort $1 REQUIRED CONFIG NO_DEFAULT_PATH PATHS \"$prefix\")" >"$work/find.cmake"
    "$cmake" -P "$work/find.cmake" 2>&1
}

# Library, header and CMake package are compared by the programs outside.
test_versions() {
    version=$(header_version)
    export PKG_CONFIG_PATH="$(dirname "$(installed sweepsort.pc)")"
    [ "$(pkg-config --modversion sweepsort)" = "$version" ] || fail "pkg-config says another version than $version"
    pkg-config --exists "sweepsort >= $version" || fail "pkg-config does not find $version"
    [ -f "$(installed libsweepsort.so."$version")" ] || fail "libsweepsort.so.$version"
    for wanted in 0.0 0.2 1.0; do
        ! find_package $wanted >"$work/log" || fail "$wanted was found"
        grep -q "version: $version" "$work/log" || fail "refused $wanted, but not for its version"
    done
    if [ -x "$prefix/bin/sweepsort" ]; then
        "$prefix/bin/sweepsort" --version | grep -qwF "$version" || fail "the command says not $version"
    fi
}

test_find_package() {
    build_outside "-DCMAKE_PREFIX_PATH=$prefix" "-DSWEEPSORT_WANTED=$(header_version)"
}

test_pkg_config() {
    directory=$(dirname "$(installed sweepsort.pc)")
    export PKG_CONFIG_PATH="$directory" LD_LIBRARY_PATH="${directory%/*}"
    # pkg-config quotes for the shell: a prefix with spaces needs eval.
    eval "set -- $(pkg-config --cflags --libs sweepsort)"
    "$cc" "$tests/outside.c" "$@" -o "$work/shared_c"
    "$cxx" "$tests/outside.cc" "$@" -o "$work/shared_cxx"
    # -static takes libsweepsort.a, and libc.a too, with all that Libs.private names.
    eval "set -- $(pkg-config --static --cflags --libs sweepsort)"
    "$cc" -static -DSWEEP_STATIC "$tests/outside.c" "$@" -o "$work/static_c"
    "$cxx" -static -DSWEEP_STATIC "$tests/outside.cc" "$@" -o "$work/static_cxx"
    for program in shared_c shared_cxx static_c static_cxx; do
        [ "$("$work/$program")" = "$(header_version)" ] || fail "$program: wrong results"
    done
}

# optimised OPTION yes|no: whether the library's own -O3 stands in the flags of a project outside with this option
optimised() {
    "$cmake" -S "$tests/outside" -B "$work/flags" "-DSWEEPSORT_SOURCE=$source" $1 >"$work/log" 2>&1 ||
        fail "the project outside is not configured"
    found=no
    ! grep -q -e ' -O3' "$work/flags/sweepsort/CMakeFiles/sweepsort_objects.dir/flags.make" || found=yes
    [ $found = "$2" ] || fail "with '$1': the library's own optimisation: $found"
    rm -rf "$work/flags"
}

test_add_subdirectory() {
    build_outside "-DSWEEPSORT_SOURCE=$source" -DCMAKE_C_FLAGS=-O0 # the quickest build: it is the project that is tested
    optimised '' yes
    optimised -DCMAKE_C_FLAGS=-O1 no
    optimised -DCMAKE_BUILD_TYPE=Debug no
}

rm -rf "$work"
mkdir -p "$work"
test_"$what"
