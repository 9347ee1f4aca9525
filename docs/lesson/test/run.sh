#!/bin/sh
# Runs one suite of the lesson's tests, in Node.
#
# In:  DIRECTORY, as bindings/js/test/prepare.sh left it; SUITE: model, page, firefox or faults. Out: the suite's exit status; 77
# and the reason where something that it needs is not there. The lesson's sources are copied to DIRECTORY/lesson, and
# the page is built there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:?usage: run.sh DIRECTORY SUITE [WORD]}"
suite=$2
[ -d node_modules/sweepsort/ ] || { echo "lesson: SKIPPED: $suite: the npm package was not built" >&2; exit 77; }
if [ "$suite" != model ]; then
    for package in playwright-core axe-core; do
        if [ ! -d "node_modules/$package" ]; then
            echo "lesson: SKIPPED: $suite: npm could not install $package" >&2
            exit 77
        fi
    done
fi
top=lesson/$suite       # one a suite: they may run side by side
rm -rf "$top"
mkdir -p "$top"
cp -R "$here/../." "$top/"
cd "$top"
node build.mjs ../../package built/index.html
shift 2
exec node "test/$suite.mjs" "$@"
