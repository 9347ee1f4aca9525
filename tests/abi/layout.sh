#!/bin/sh
# The assertions of lib/layout.c on other ABIs: 64 and 32 bits, where long has 32 of 64, doubles aligned to 4, most
# significant byte first; each with -fshort-enums, too. Only clang compiles for all of them without their headers.
#
#     layout.sh SOURCES CLANG
set -eu
clang=${2:-absent}
case $clang in
absent | *-NOTFOUND)
    echo "SKIPPED: the structs on other ABIs: it needs clang"
    exit 77
    ;;
esac
cd "$1"
for target in x86_64-linux-gnu i386-linux-gnu x86_64-windows-gnu i686-windows-gnu x86_64-windows-msvc aarch64-linux-gnu \
    armv7-linux-gnueabihf powerpc-linux-gnu s390x-linux-gnu riscv32 riscv64 mips-linux-gnu wasm32 arm64-apple-macos; do
    for enums in -fno-short-enums -fshort-enums; do
        "$clang" -std=c11 -Wall -Wextra -Werror -ffreestanding -target $target $enums -Iinclude -fsyntax-only lib/layout.c ||
            { echo "layout: on $target with $enums" >&2 && exit 1; }
    done
done
