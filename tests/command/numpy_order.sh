#!/bin/sh
# Runs numpy_order.py with an interpreter that has NumPy, if there is one.
folder=$(dirname "$0")
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        exec "$python" "$folder/numpy_order.py" "$1"
    fi
done
echo "SKIPPED: no python3 with NumPy (Debian: python3-numpy) is here: NumPy's own files are not sorted" >&2
exit 77
