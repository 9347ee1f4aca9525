#!/bin/sh
# Builds the package and brings together what its tests need.
#
# In:  DIRECTORY. Out: DIRECTORY/package, DIRECTORY/test and DIRECTORY/node_modules, in which `sweepsort` is the
# package. Exit status 77 and the reason where the package cannot be built. The tests that want packages of others
# skip by themselves where these cannot be had.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
to=${1:?usage: prepare.sh DIRECTORY}
mkdir -p "$to"
to=$(cd "$to" && pwd)
command -v node >/dev/null || { echo 'js: SKIPPED: there is no node (Debian package nodejs)' >&2; exit 77; }
command -v npm >/dev/null || { echo 'js: SKIPPED: there is no npm (Debian package npm)' >&2; exit 77; }
rm -rf "$to/package" "$to/test"
# A build must not depend on wasm-opt: clang finds it in PATH, and it cannot read what strips its features.
mkdir -p "$to/bin"
printf '#!/bin/sh\necho "wasm-opt was called" >&2\nexit 1\n' >"$to/bin/wasm-opt"
chmod +x "$to/bin/wasm-opt"
PATH=$to/bin:$PATH "$here/../build.sh" "$to"
# Where nothing can be built, nothing is left.
if CLANG=false "$here/../build.sh" "$to/early" 2>/dev/null || [ -e "$to/early" ]; then
    echo 'js: a build without a compiler left a folder, or succeeded' >&2
    exit 1
fi
cp -R "$here" "$to/test"
rm -rf "$to/examples"
cp -R "$here/../../../examples/js" "$to/examples"

cd "$to"
cp test/package.json test/package-lock.json .
if ! cmp -s package-lock.json node_modules/installed-from.json; then
    if npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1 </dev/null; then
        cp package-lock.json node_modules/installed-from.json
    else
        tail -n 20 npm.log >&2
        echo 'js: npm could not install the packages of the tests: those that need them are skipped' >&2
        rm -rf node_modules
        mkdir node_modules
    fi
fi
ln -sfn ../package node_modules/sweepsort
