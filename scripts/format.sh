#!/bin/sh
# Brings all C and C++ into the form that .clang-format describes; with --check only says which files are not in it.
#
# With clang-format 14, Debian 12's: other versions break lines in other places. Exit status 77: there is none here.
set -eu
cd "$(dirname "$0")/.."
formatter=
for name in clang-format-14 clang-format; do
    if [ -z "$formatter" ] && $name --version 2>/dev/null | grep -q 'version 14\.'; then
        formatter=$name
    fi
done
if [ -z "$formatter" ]; then
    echo "SKIPPED: no clang-format 14 here: the form of the text is not checked"
    exit 77
fi
check=
[ "${1:-}" != --check ] || check='--dry-run -Werror'
find bench bindings docs examples fuzz include lib programs scripts tests -name node_modules -prune -o \
    \( -name '*.c' -o -name '*.h' -o -name '*.cc' -o -name '*.hpp' \) -print0 | sort -z |
    xargs -0 -P "$(nproc)" -n 16 $formatter ${check:--i}
