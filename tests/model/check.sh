#!/bin/sh
# Verifies the model of the look-back, and that the faults planted in it are found.
#
#     check.sh MODEL SCRATCH short|long
#
# Every way that the groups can run is tried. There is no cycle among the states either: whoever waits, waits in one
# state for another group, or looks a fixed number of times. Exit status 77: Spin or a C compiler is missing.
set -u
model=$1 scratch=$2 length=$3
cc=${CC:-cc}
failed=0
command -v spin >/dev/null 2>&1 || { echo "SKIPPED: no spin (Debian: spin): the model is not checked"; exit 77; }
command -v "$cc" >/dev/null 2>&1 || { echo "SKIPPED: no C compiler $cc: the model is not checked"; exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1

# check KIND WANTED -DOPTION...: WANTED is "clean", or what Spin must report. KIND: safety, or progress (no cycle).
check() {
    kind=$1 wanted=$2
    shift 2
    case $kind in
    safety) flags=-DSAFETY run= ;;
    *) flags=-DNP run=-l ;;
    esac
    if ! spin "$@" -a "$model" >log 2>&1 || ! $cc -w -O0 $flags -DMEMLIM=2048 -o pan pan.c >>log 2>&1; then
        cat log
        echo "FAILED: $*: the model cannot be built"
        failed=1
        return
    fi
    ./pan -m1000000 $run >log 2>&1
    states=$(sed -n 's/ *\([0-9]*\) states, stored.*/\1/p' log)
    if [ "$wanted" = clean ]; then
        if grep -q 'errors: 0$' log && ! grep -q 'max search depth too small\|not completed' log; then
            echo "$kind $*: all tiles finish, no prefix wrong; $states states"
            return
        fi
    elif grep -q "^pan:1: $wanted" log; then
        echo "$kind $*: found: $(sed -n 's/^pan:1: //p' log)"
        return
    fi
    cat log
    echo "FAILED: $kind $*: expected $wanted"
    failed=1
}

check safety clean -DPROMISE=1 -DLAUNCHES=3
check safety clean -DPROMISE=0
check safety clean -DPROMISE=1 -DTILES=4
check safety clean -DPROMISE=1 -DDIGITS=2
check safety clean -DPROMISE=0 -DDIGITS=2 -DTILES=2
if [ "$length" = long ]; then # ten million states and more
    check safety clean -DPROMISE=0 -DLAUNCHES=3
    check safety clean -DPROMISE=0 -DTILES=4
fi
check progress clean -DPROMISE=1 -DLAUNCHES=3
check progress clean -DPROMISE=0

check safety 'assertion violated (prefix' -DPROMISE=1 -DSPLIT
check safety 'assertion violated (prefix' -DPROMISE=0 -DSPLIT
check safety 'assertion violated .*>>8' -DOVERWRITE
check safety 'assertion violated' -DCOUNTED_IN
check safety 'assertion violated' -DPROMISE=0 -DDIGITS=2 -DOVERWRITE
check safety 'assertion violated' -DPROMISE=0 -DDIGITS=2 -DALL_AT_ONCE
check safety 'assertion violated' -DPROMISE=1 -DDIGITS=2 -DALL_AT_ONCE
check safety 'invalid end state' -DPROMISE=1 -DNO_TICKET
check safety 'invalid end state' -DPROMISE=0 -DNO_FALLBACK
check safety 'assertion violated' -DPROMISE=1 -DLAUNCHES=3 -DNO_CLEAR
check safety 'invalid end state' -DPROMISE=1 -DCLEAR_OWN
exit $failed
