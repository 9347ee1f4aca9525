#!/bin/sh
# Files above 2 GiB where a long has 32 bits: the reader and the writer, compiled for such a machine.
# Usage: large.sh PROGRAM SOURCES DEFINITIONS, which a semicolon divides
sources=$2 definition=$(echo "$3" | tr ';' '\n' | sed -n 's/./-D&/p')
. "$(dirname "$0")/tool.sh"
tried=0

# on TARGET LIBRARIES [EMULATOR]
on() {
    command -v "$1-gcc" >/dev/null || return
    # shellcheck disable=SC2086
    "$1-gcc" -std=gnu11 -O1 -Wall -Wextra -Werror $definition -I"$sources" -pthread -static -o large "$folder/large.c" \
        "$sources"/input.c "$sources"/output.c "$sources"/paths.c "$sources"/rights.c "$sources"/leftovers.c \
        "$sources"/memory.c "$sources"/progress.c "$sources"/../environment.c $2 || {
        fail "$1-gcc does not compile it"
        return
    }
    ${3-} ./large --version >/dev/null 2>&1 || return
    tried=$((tried + 1))
    expect 0 '' ${3-} ./large big
    true_that "$1 reads and writes 3 GB: $(cat out)" [ "$(cat out)" = 'longs of 4 bytes' ]
    nothing_left
}

truncate -s 3221225472 big
on i686-linux-gnu ''
on powerpc-linux-gnu -latomic qemu-ppc
if [ $tried = 0 ]; then
    echo "SKIPPED: no compiler for 32 bits whose programs run here (i686-linux-gnu-gcc, or powerpc-linux-gnu-gcc and \
qemu-ppc)" >&2
    [ "$failures" = 0 ] && exit 77
fi
finish
