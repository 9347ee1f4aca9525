#!/bin/sh
# Builds the npm package and measures it beside other sorts of typed arrays, in Node and in headless Chromium; and counts
# what its WebGPU kernels do beside those of another package.
#
# In:  node, chromium or webgpu (all by default), then sizes (1e3 1e4 1e5 1e6 by default; webgpu: 1e4 1e5 1e6).
# Out: the tables. Everything stays in build/bench/js/.
set -eu
cd "$(dirname "$0")/.."
engines='node chromium webgpu'
case ${1:-} in
node | chromium | webgpu)
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
