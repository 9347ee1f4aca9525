#!/bin/sh
# Builds the npm package.
#
# In:  DIRECTORY, where it goes (default build/js). CLANG: the compiler (default clang; it needs wasm-ld beside it).
# Out: DIRECTORY/package, ready for `npm pack`; exit status 77 and the reason, and no DIRECTORY, where the compiler knows
#      no WebAssembly.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
to=${1:-$root/build/js}
clang=${CLANG:-clang}

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
if ! echo 'int f(void) { return 0; }' | "$clang" --target=wasm32 -msimd128 -nostdlib -Wl,--no-entry -x c - \
    -o "$probe/probe.wasm" 2>"$probe/log"; then
    echo "js: SKIPPED: $clang cannot build WebAssembly here (Debian packages clang and lld):" >&2
    cat "$probe/log" >&2
    exit 77
fi
mkdir -p "$to/package" "$to/wasm"
to=$(cd "$to" && pwd)

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

# One module for instances with threads and without: src/compile.js makes its memory a shared one or not.
rm -f "$to/wasm"/*.o
for source in $sources; do
    "$clang" --target=wasm32 -std=c11 -O2 -msimd128 -mbulk-memory -mmutable-globals -matomics -fvisibility=hidden \
        -DSWEEP_STATIC -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Werror \
        -I bindings/js/wasm/libc -I include -iquote lib -iquote bindings/js/wasm \
        -c "$source" -o "$to/wasm/$(echo "$source" | tr / _).o"
done
# Linked without -O: with it clang hands the result to wasm-opt where there is one, which knows nothing of the features
# once they are stripped.
"$clang" --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=262144 -Wl,--gc-sections \
    -Wl,--strip-all -Wl,--import-memory -Wl,--shared-memory -Wl,--initial-memory=2097152 -Wl,--max-memory=4294967296 \
    -Wl,--export=__stack_pointer "$to/wasm"/*.o -o "$to/wasm/sweepsort.wasm"

rm -f "$to/package"/*
cp bindings/js/src/* bindings/js/package.json bindings/js/README.md LICENSE "$to/package/"
{
    echo '/* The compiled C library: gzip, in base64. */'
    echo "export const MODULE = '$(gzip -9nc "$to/wasm/sweepsort.wasm" | base64 -w 0)';"
} >"$to/package/module.js"
{
    echo '/* worker.js as text, for workers that are started without its address. */'
    echo 'export const PROGRAM = `'
    sed 's/[`\\$]/\\&/g' bindings/js/src/worker.js
    echo '`;'
} >"$to/package/worker_text.js"
