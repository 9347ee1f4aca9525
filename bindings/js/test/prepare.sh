#!/bin/sh
# Builds the package and brings together what its tests need.
#
# In:  DIRECTORY. Out: DIRECTORY/package, DIRECTORY/test and DIRECTORY/node_modules, in which `sweepsort` is the
# package. Exit status 77 and the reason where the package cannot be built. The tests that want packages of others
# skip by themselves where these cannot be had.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
to=${1:?usage: prepare.sh DIRECTORY}
command -v node >/dev/null || { echo 'js: SKIPPED: there is no node (Debian package nodejs)' >&2; exit 77; }
command -v npm >/dev/null || { echo 'js: SKIPPED: there is no npm (Debian package npm)' >&2; exit 77; }
rm -rf "$to/package" "$to/test"
"$here/../build.sh" "$to"
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
