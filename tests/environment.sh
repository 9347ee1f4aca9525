#!/bin/sh
# The environment is read in one place, which ignores it in set-user-ID programs: no getenv elsewhere.
#
#     environment.sh SOURCES
cd "$1" || exit 1
found=$(grep -rnE '(^|[^_a-z])(secure_)?getenv *\(|\benviron\b *[[;=+]' lib programs include --include='*.c' --include='*.h' \
    --include='*.cpp' | grep -v '^lib/environment\.c:')
if [ -n "$found" ]; then
    echo "The environment is read past lib/environment.c:" >&2
    echo "$found" >&2
    exit 1
fi
grep -q 'secure_getenv(name)' lib/environment.c
