#!/bin/sh
# Removes the files that the last `make install` of this clone put in place, below DESTDIR where that is set, and the
# folders of sweepsort's own that are empty then.
set -eu
cd "$(dirname "$0")/.."
manifest=build/install/install_manifest.txt
if [ ! -f $manifest ]; then
    echo "make uninstall: nothing was installed from here: there is no $manifest" >&2
    exit 2
fi
while IFS= read -r file || [ -n "$file" ]; do
    rm -f "${DESTDIR:-}$file"
    folder=$(dirname "${DESTDIR:-}$file")
    case $folder in
    */sweepsort) rmdir "$folder" 2>/dev/null || true ;;
    esac
done <$manifest
rm $manifest
if [ -z "${DESTDIR:-}" ] && [ "$(id -u)" = 0 ] && [ -x /sbin/ldconfig ]; then
    /sbin/ldconfig
fi
