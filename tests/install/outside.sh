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
    sed -n 's/^#define SWEEP_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$prefix/include/sweepsort.h" | paste -sd .
}

# build_outside DIRECTORY OPTION...: configures and builds the project outside/ and runs its two programs
build_outside() {
    directory=$work/$1
    shift
    "$cmake" -S "$tests/outside" -B "$directory" "$@" >"$work/log" 2>&1 &&
        "$cmake" --build "$directory" -j 2 --target outside_c outside_cxx >>"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "the project outside does not build with $*"
    }
    "$directory/outside_c" >/dev/null && "$directory/outside_cxx" >/dev/null || fail "wrong results with $*"
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
    nm -D --defined-only "$(installed libsweepsort.so)" | awk '{print $3}' | sort >"$work/exported"
    [ -s "$work/declared" ] || fail "no function found in the headers"
    diff "$work/declared" "$work/exported" >&2 || fail "declared by the headers (<) and exported (>) differ"
    strange=$(nm -g --defined-only "$(installed libsweepsort.a)" | awk 'NF == 3 {print $3}' | grep -v '^sweep_' || true)
    [ -z "$strange" ] || fail "symbols of the static library that could clash with a program's:" $strange
    needed=$(objdump -p "$(installed libsweepsort.so)" | awk '$1 == "NEEDED" {print $2}' |
        grep -v -e '^libc\.so' -e '^libpthread\.so' -e '^ld-linux' || true)
    [ -z "$needed" ] || fail "needs more than libc and threads:" $needed
    objdump -p "$(installed libsweepsort.so)" | grep -q 'SONAME  *libsweepsort\.so\.[0-9]*$' || fail "no SONAME"
}

test_versions() {
    version=$(header_version)
    export PKG_CONFIG_PATH="$(dirname "$(installed sweepsort.pc)")"
    [ "$(pkg-config --modversion sweepsort)" = "$version" ] || fail "pkg-config says another version than $version"
    pkg-config --exists "sweepsort >= $version" || fail "pkg-config does not find $version"
    [ -f "$(installed libsweepsort.so."$version")" ] || fail "libsweepsort.so.$version"
    # The outside programs compare the version of header, CMake package and library.
    build_outside same "-DCMAKE_PREFIX_PATH=$prefix" -DSWEEPSORT_TARGET=sweepsort "-DSWEEPSORT_WANTED=$version"
    [ "$("$work/same/outside_c")" = "$version" ] || fail "the library says another version than $version"
    if [ -x "$prefix/bin/sweepsort" ]; then
        "$prefix/bin/sweepsort" --version | grep -qwF "$version" || fail "the command says not $version"
    fi
    for wanted in 0.0 0.2 1.0; do
        ! "$cmake" -S "$tests/outside" -B "$work/not-$wanted" "-DCMAKE_PREFIX_PATH=$prefix" \
            -DSWEEPSORT_TARGET=sweepsort -DSWEEPSORT_WANTED=$wanted >"$work/log" 2>&1 || fail "$wanted was found"
        grep -q "version: $version" "$work/log" || fail "refused $wanted, but not for its version"
    done
}

test_find_package() {
    for target in sweepsort shared static; do
        build_outside $target "-DCMAKE_PREFIX_PATH=$prefix" -DSWEEPSORT_TARGET=$target -DSWEEPSORT_WANTED=0.1
    done
    ! nm "$work/shared/outside_c" | grep -q ' [Tt] sweep_sort$' || fail "shared, but the library is inside"
    nm "$work/static/outside_c" | grep -q ' [Tt] sweep_sort$' || fail "static, but the library is not inside"
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

test_add_subdirectory() {
    build_outside shared "-DSWEEPSORT_SOURCE=$source" -DSWEEPSORT_TARGET=sweepsort
    build_outside static "-DSWEEPSORT_SOURCE=$source" -DSWEEPSORT_TARGET=sweepsort -DSWEEP_BUILD_SHARED=OFF
}

rm -rf "$work"
mkdir -p "$work"
test_"$what"
