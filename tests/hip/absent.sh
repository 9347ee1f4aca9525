#!/bin/sh
# What `sweepsort devices` says of HIP where there is none, and what sorting there says. In: the command; the path of a
# real runtime, or `none`; a mock.
set -eu
sweepsort=$1 runtime=$2 mock=$3

# expect TEXT LIBRARY
expect() {
    said=$(SWEEP_HIP_LIBRARY=$2 "$sweepsort" devices | sed -n 's/^hip  *//p')
    [ "$said" = "absent: $1" ] || { echo "FAILED: with $2: $said"; exit 1; }
    if said=$(printf abcd | SWEEP_HIP_LIBRARY=$2 "$sweepsort" sort --type u32 --device hip:0 - 2>&1); then
        echo "FAILED: with $2 it sorts"
        exit 1
    fi
    [ "$said" = "sweepsort sort: --device hip:0: $1" ] || { echo "FAILED: with $2: $said"; exit 1; }
}

expect 'no HIP runtime: /nowhere/libamdhip64.so cannot be opened' /nowhere/libamdhip64.so
expect 'no HIP runtime: /nonexistent cannot be opened' /nonexistent
expect 'no HIP runtime of version 5 or later: libm.so.6 lacks hipInit' libm.so.6
SWEEP_HIP_LIBRARY=$mock "$sweepsort" devices | grep -q '^hip:0 *Mock GPU 0, gfx90a:sramecc+:xnack-, waves of 64, HIP 6.2$'
SWEEP_HIP_LIBRARY=$mock "$sweepsort" devices | grep -q '^hip:1 *Mock GPU 1, gfx1030, waves of 32, HIP 6.2$'
if [ "$runtime" = none ]; then
    echo 'the real runtime was not tried: there is none here'
elif [ -e /dev/kfd ]; then
    SWEEP_HIP_LIBRARY=$runtime "$sweepsort" devices
else
    expect 'the HIP runtime is there, but it offers no device' "$runtime"
fi
