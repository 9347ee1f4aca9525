#!/bin/sh
# Builds the npm package.
#
# In:  DIRECTORY, where it goes (default build/js). CLANG: the compiler (default clang; it needs wasm-ld beside it).
# Out: DIRECTORY/package, ready for `npm pack`; exit status 77 and the reason where the compiler knows no WebAssembly.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
to=${1:-$root/build/js}
clang=${CLANG:-clang}
mkdir -p "$to/package" "$to/wasm"
to=$(cd "$to" && pwd)

if ! echo 'int f(void) { return 0; }' | "$clang" --target=wasm32 -msimd128 -nostdlib -Wl,--no-entry -x c - \
    -o "$to/wasm/probe.wasm" 2>"$to/wasm/probe.log"; then
    echo "js: SKIPPED: $clang cannot build WebAssembly here (Debian packages clang and lld):" >&2
    cat "$to/wasm/probe.log" >&2
    exit 77
fi

# The C library for wasm32: the sources of lib/CMakeLists.txt, but for the threads and cores, which wasm/threads.c is
# here, and the text of plans.
cd "$root"
sources=
for name in $(sed -n '/^set(SWEEP_SOURCES/,/PARENT_SCOPE/p' lib/CMakeLists.txt | grep '\.c$'); do
    case $name in
    threads.c | machine.c | quota.c | environment.c | describe.c) ;;
    *) sources="$sources lib/$name" ;;
    esac
done
for name in exports digits memory threads libc/libc; do
    sources="$sources bindings/js/wasm/$name.c"
done

# compile NAME FLAG...: package/module_NAME.js
compile() {
    name=$1
    shift
    "$clang" --target=wasm32 -std=c11 -O2 -msimd128 -mbulk-memory -mmutable-globals -fvisibility=hidden -DSWEEP_STATIC \
        -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Werror \
        -I bindings/js/wasm/libc -I include -iquote lib -iquote bindings/js/wasm -nostdlib -Wl,--no-entry \
        -Wl,--stack-first -Wl,-z,stack-size=262144 -Wl,--gc-sections -Wl,--strip-all "$@" \
        -o "$to/wasm/$name.wasm" $sources
    {
        echo '/* The compiled C library: gzip, in base64. */'
        echo "export const MODULE = '$(gzip -9nc "$to/wasm/$name.wasm" | base64 -w 0)';"
    } >"$to/package/module_$name.js"
}
compile single
compile threads -matomics -Wl,--import-memory -Wl,--shared-memory -Wl,--initial-memory=2097152 \
    -Wl,--max-memory=4294967296 -Wl,--export=__stack_pointer

cp bindings/js/src/* bindings/js/package.json bindings/js/README.md LICENSE "$to/package/"
