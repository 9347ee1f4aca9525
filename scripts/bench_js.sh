#!/bin/sh
# Builds the npm package and measures it beside other sorts of typed arrays, in Node and in headless Chromium.
#
# In:  node or chromium (both by default), then sizes (1e3 1e4 1e5 1e6 by default).
# Out: the tables. Everything stays in build/bench/js/.
set -eu
cd "$(dirname "$0")/.."
engines='node chromium'
case ${1:-} in
node | chromium)
    engines=$1
    shift
    ;;
esac
to=$PWD/build/bench/js
bindings/js/build.sh "$to"
cp bench/js/* bindings/js/test/serve.js "$to/"
(cd "$to" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1 </dev/null) || {
    cat "$to/npm.log" >&2
    exit 1
}
ln -sfn ../package "$to/node_modules/sweepsort"
cd "$to"
for engine in $engines; do
    node "$engine.mjs" "$@"
done
