#!/bin/sh
# Tries the commands of the README in a fresh Debian system, as a newcomer would: git, make and nothing else.
#
#     scripts/fresh.sh [--user] SUITE [COMMAND]
#
# In:  SUITE: bookworm (Debian 12) or trixie (Debian 13). COMMAND: what to run in a clone of this commit, 'make demo &&
#      make test' by default. --user: in place of root an ordinary user runs it, in a folder whose name has spaces; then
#      root runs 'make demo' and scripts/setup.sh test first, since that user cannot install anything.
#      SWEEP_FRESH: where the systems are kept (/var/tmp/sweepsort-fresh); delete it to begin anew.
# Out: what the command prints; its exit status; 77 where this cannot be tried: it wants root and debootstrap.
# The system is a folder that debootstrap filled, with the apt settings and the certificates of this machine.
set -eu
cd "$(dirname "$0")/.."
as_user=
if [ "${1:-}" = --user ]; then
    as_user=yes
    shift
fi
suite=${1:?usage: fresh.sh [--user] SUITE [COMMAND]}
command=${2:-make demo && make test}
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null || ! command -v unshare >/dev/null; then
    echo "SKIPPED: no fresh $suite: it wants root, debootstrap and unshare"
    exit 77
fi
base=${SWEEP_FRESH:-/var/tmp/sweepsort-fresh}
root=$base/$suite-run$$
trap 'rm -rf "$root" "$base/commit$$"' EXIT
mkdir -p "$base"

if [ ! -e "$base/$suite/.complete" ]; then
    rm -rf "$base/$suite"
    mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -n 's/^URIs: *\([^ ]*debian\)\/*$/\1/p; s/^deb \(\[[^]]*\] \)*\([^ ]*debian\)\/* .*/\2/p' | head -n 1)
    debootstrap --variant=minbase --include=git,make,ca-certificates "$suite" "$base/$suite" ${mirror:+"$mirror"} \
        >"$base/$suite.log" 2>&1 || {
        tail -n 5 "$base/$suite.log"
        echo "SKIPPED: no fresh $suite: debootstrap failed"
        exit 77
    }
    cp -a /etc/apt/apt.conf.d/. "$base/$suite/etc/apt/apt.conf.d/"
    cp -a /etc/ssl/certs/. "$base/$suite/etc/ssl/certs/"
    [ ! -d /usr/local/share/ca-certificates ] ||
        cp -a /usr/local/share/ca-certificates/. "$base/$suite/usr/local/share/ca-certificates/"
    cp /etc/resolv.conf "$base/$suite/etc/resolv.conf" 2>/dev/null || true
    cp /etc/hosts "$base/$suite/etc/hosts" 2>/dev/null || true
    for file in /etc/npmrc /root/.npmrc; do
        [ ! -f $file ] || cp $file "$base/$suite/root/.npmrc"
    done
    touch "$base/$suite/.complete"
fi
cp -a "$base/$suite" "$root"
git clone -q --no-local . "$base/commit$$"
mkdir -p "$root/root/sweepsort" "$root/home/an ordinary user/sweep sort"
cp -a "$base/commit$$/." "$root/root/sweepsort/"

# inside USER FOLDER COMMAND: runs it in the fresh system, with what a system has mounted
inside() {
    unshare --mount --pid --fork sh -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys" &&
        mount -t tmpfs tmpfs "$0/tmp" && chmod 1777 "$0/tmp" || exit 77
        exec chroot "$0" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
            HTTP_PROXY="${HTTP_PROXY:-}" HTTPS_PROXY="${HTTPS_PROXY:-}" http_proxy="${http_proxy:-}" \
            https_proxy="${https_proxy:-}" npm_config_registry="${npm_config_registry:-}" \
            su "$1" -s /bin/sh -c "cd \"$2\" && HOME=\"$3\" && export HOME && $4"' \
        "$root" "$1" "$2" "$3" "$4"
}

if [ -z "$as_user" ]; then
    inside root /root/sweepsort /root "$command"
    exit
fi
inside root /root/sweepsort /root 'make demo && scripts/setup.sh test'
user=newcomer
chroot "$root" useradd -d '/home/an ordinary user' $user
cp -a "$base/commit$$/." "$root/home/an ordinary user/sweep sort/"
[ ! -f "$root/root/.npmrc" ] || cp "$root/root/.npmrc" "$root/home/an ordinary user/.npmrc"
chroot "$root" chown -R $user "/home/an ordinary user"
inside $user '/home/an ordinary user/sweep sort' '/home/an ordinary user' "$command"
