#!/bin/sh
# Runs one suite of the package's tests, in Node.
#
# In:  DIRECTORY, as prepare.sh left it; FILE, the suite in DIRECTORY/test; then PACKAGEs that it needs besides
# sweepsort. Out: the suite's exit status; 77 and the reason where something that it needs is not there.
set -eu
cd "${1:?usage: run.sh DIRECTORY FILE PACKAGE...}"
suite=test/$2
shift 2
[ -d node_modules/sweepsort/ ] || { echo "js: SKIPPED: $suite: the package was not built" >&2; exit 77; }
for package; do
    if [ ! -d "node_modules/$package" ]; then
        echo "js: SKIPPED: $suite: npm could not install $package" >&2
        exit 77
    fi
done
exec node "$suite"
