#!/bin/sh
# scripts/metal-report.sh on a machine that is no Mac, without the stand-in: one line, exit status 2, nothing built.
#
#     no_mac.sh TOP BUILD
set -u
top=$1 build=$2
unset SWEEP_METAL_LIBRARY
rm -rf "$build"
said=$(BUILD=$build "$top/scripts/metal-report.sh" 2>&1)
status=$?
[ $status -eq 2 ] || { echo "exit status $status"; exit 1; }
case $said in
    *"
"*) echo "more than a line: $said"; exit 1 ;;
    *"this is no Mac: "*) ;;
    *) echo "it says: $said"; exit 1 ;;
esac
[ ! -e "$build" ] || { echo "it made $build"; exit 1; }
