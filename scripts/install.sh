#!/bin/sh
# Builds sweepsort and installs it to PREFIX (default /usr/local), below DESTDIR where that is set.
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS MAKELEVEL    # what make was told is not meant for the builds in here
scripts/setup.sh demo
cmake -S . -B build/install -DCMAKE_BUILD_TYPE=Release -DSWEEP_BUILD_TESTS=OFF \
    "-DCMAKE_INSTALL_PREFIX=${PREFIX:-/usr/local}" >/dev/null
cmake --build build/install -j "$(nproc)"
cmake --install build/install
# The loader learns of a new shared library, where root installs to this system.
if [ -z "${DESTDIR:-}" ] && [ "$(id -u)" = 0 ] && [ -x /sbin/ldconfig ]; then
    /sbin/ldconfig
fi
