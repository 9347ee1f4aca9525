#!/bin/sh
# Makes sure that what `make demo` (argument: demo), `make test` (test) or `make bench` (bench) needs is installed.
#
# Looks first. What is missing is installed with apt-get by root or by `sudo -n`; where that cannot be, the Debian
# packages are named and the exit status is 2, unless only some tests want them, which are skipped then. Says nothing when
# all is there.
set -eu
. "$(dirname "$0")/progress.sh"

purpose=${1:?usage: setup.sh demo|test|bench}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo '#include <stdio.h>
int main(void) { return puts("") < 0; }' >"$scratch/a.c"
cp "$scratch/a.c" "$scratch/a.cc"

has() { command -v "$1" >/dev/null 2>&1; }

# builds COMPILER ARGUMENT...: it makes programs: the compiler alone, without headers and libraries, would not
builds() { has "$1" && "$@" -o "$scratch/a" >/dev/null 2>&1; }

missing_for_demo() {
    has cmake || echo cmake
    builds gcc "$scratch/a.c" || builds clang "$scratch/a.c" || echo gcc libc6-dev
}

missing_for_test() {
    has cmake && has ctest || echo cmake
    builds gcc "$scratch/a.c" || echo gcc libc6-dev
    builds g++ "$scratch/a.cc" || echo g++
    builds clang "$scratch/a.c" || echo clang
    builds clang -fsanitize=address,undefined "$scratch/a.c" && builds clang -fsanitize=thread "$scratch/a.c" ||
        echo libclang-rt-dev
    has pkg-config || echo pkg-config
    has nm || echo binutils
    # an OpenCL device on the processor
    ls /etc/OpenCL/vendors/pocl.icd >/dev/null 2>&1 || echo pocl-opencl-icd
    ldconfig -p 2>/dev/null | grep -q libOpenCL.so.1 || /sbin/ldconfig -p 2>/dev/null | grep -q libOpenCL.so.1 ||
        echo ocl-icd-libopencl1
    # the checker of the look-back's model
    has spin || echo spin
    # NumPy's own files and order are the reference for .npy
    python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null || echo python3-numpy
}

# newest_clang LEAST: a clang of this version or a later one is here, under its plain name or a numbered one
newest_clang() {
    for version in $(seq 22 -1 "$1"); do
        if has "clang-$version"; then return 0; fi
    done
    version=$(clang --version 2>/dev/null | sed -n 's/.*clang version \([0-9]*\).*/\1/p' | head -n 1)
    [ "${version:-0}" -ge "$1" ]
}

# What some tests alone want: the checker for OpenCL kernels; a clang that knows AMD's targets; the real HIP runtime and
# its headers; what sets the man page and reads the completions; tools for rights; compilers for other processors and
# their emulators; for the npm package a linker for WebAssembly, Node, a browser and its software Vulkan device.
wanted_for_test() {
    has oclgrind || echo oclgrind
    newest_clang 15 || echo 'clang-15|clang' # the first that this system has
    ls /usr/include/hip/hip_runtime_api.h /opt/rocm/include/hip/hip_runtime_api.h 2>/dev/null | grep -q . ||
        echo libamdhip64-dev
    has groff || echo groff
    has zsh || echo zsh
    has setfacl || echo acl
    has setfattr || echo attr
    has script || echo bsdutils
    has clang-format-14 || echo clang-format-14
    builds i686-linux-gnu-gcc -static "$scratch/a.c" || echo gcc-i686-linux-gnu libc6-dev-i386-cross
    for target in aarch64 powerpc; do
        builds $target-linux-gnu-gcc -static "$scratch/a.c" || echo gcc-$target-linux-gnu "libc6-dev-$(echo $target | sed s/aarch64/arm64/)-cross"
    done
    has qemu-aarch64 && has qemu-ppc || echo qemu-user
    echo 'int f(void) { return 0; }' >"$scratch/f.c"
    builds clang --target=wasm32 -nostdlib -Wl,--no-entry "$scratch/f.c" || echo clang lld
    has node || echo nodejs
    has npm || echo npm
    has chromium || echo chromium
    has firefox-esr || has firefox || echo firefox-esr
    ldconfig -p 2>/dev/null | grep -q libvulkan.so.1 || /sbin/ldconfig -p 2>/dev/null | grep -q libvulkan.so.1 ||
        echo libvulkan1
}

wanted_for_demo() { :; }
wanted_for_bench() { :; }

# The other sorts, and the newest clang of this distribution for the one that is written in vectors.
missing_for_bench() {
    has cmake || echo cmake
    builds gcc "$scratch/a.c" || echo gcc libc6-dev
    builds g++ -fopenmp "$scratch/a.cc" || echo g++
    for header in hwy/contrib/sort/vqsort.h:libhwy-dev oneapi/tbb/parallel_sort.h:libtbb-dev \
        boost/sort/block_indirect_sort/block_indirect_sort.hpp:libboost-dev; do
        echo "#include <${header%:*}>" >"$scratch/header.cc"
        g++ -fsyntax-only "$scratch/header.cc" >/dev/null 2>&1 || echo "${header##*:}"
    done
    clang=$(apt-cache search --names-only '^clang-[0-9]+$' 2>/dev/null | cut -d' ' -f1 | sort -V | tail -n 1)
    [ -z "$clang" ] || builds "clang++-${clang#clang-}" "$scratch/a.cc" || echo "$clang"
}

missing=$(missing_for_"$purpose" | tr ' ' '\n' | sort -u | tr '\n' ' ')
wanted=$(wanted_for_"$purpose" | tr ' ' '\n' | sort -u | tr '\n' ' ')
[ -n "$missing$wanted" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    as_root='sudo -n'
fi
if ! has apt-get || ! $as_root true 2>/dev/null; then
    if [ -n "$missing" ]; then
        echo "sweepsort: missing here; please install the Debian packages: $missing" >&2
        exit 2
    fi
    echo "sweepsort: some tests are skipped for want of the Debian packages: $wanted" >&2
    exit 0
fi

# install PACKAGE...
log=$scratch/log
install() {
    echo "Installing: $*"
    with_progress '  installing' "$log" \
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

with_progress 'Looking for packages' "$log" $as_root apt-get update || true

# What this release of the system does not have is not asked for: one name that is unknown would refuse all.
available= unknown=
for names in $wanted; do
    found=
    for package in $(echo "$names" | tr '|' ' '); do
        if [ -z "$found" ] && apt-cache show "$package" 2>/dev/null | grep -q '^Package:'; then
            found=$package
        fi
    done
    if [ -n "$found" ]; then
        available="$available $found"
    else
        unknown="$unknown $names"
    fi
done
wanted=${available# }
if [ -n "$unknown" ]; then
    echo "sweepsort: some tests are skipped: this system has no package$unknown" >&2
fi
if [ -n "$missing" ] && ! install $missing; then
    tail -n 20 "$log" >&2
    echo "sweepsort: apt-get failed; please install the Debian packages: $missing" >&2
    exit 2
fi
if [ -n "$wanted" ] && ! install $wanted; then
    tail -n 20 "$log" >&2
    echo "sweepsort: apt-get failed; some tests are skipped for want of the Debian packages: $wanted" >&2
fi

still=$(missing_for_"$purpose" | tr '\n' ' ')
if [ -n "$still" ]; then
    echo "sweepsort: installed, but still not usable: $still" >&2
    exit 2
fi
