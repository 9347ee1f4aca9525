# What the shell tests of the command share. Sourced with the program's path as the script's first argument.
#
# In:  $1, the command. Out: $scratch, an own directory that is the working directory and is removed at the end;
#      `sweepsort` runs the command; `expect` runs something and compares; `finish` ends the test.
set -u
umask 022
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'cd /; rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM HUP
chmod 755 "$scratch"
cd "$scratch" || exit 1
failures=0 checks=0
LC_ALL=C
export LC_ALL

sweepsort() { "$program" "$@"; }

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*" >&2
}

# expect STATUS STDERR COMMAND...: the exit status and the whole standard error, without its last line feed, are these.
# What the command writes to standard output is left in the file `out`.
expect() {
    wanted_status=$1 wanted_error=$2
    shift 2
    checks=$((checks + 1))
    "$@" >out 2>err
    status=$?
    [ "$status" = "$wanted_status" ] || fail "$*: exit status $status, not $wanted_status: $(cat err)"
    [ "$(cat err)" = "$wanted_error" ] || fail "$*: it says '$(cat err)', not '$wanted_error'"
}

# same FILE FILE
same() {
    checks=$((checks + 1))
    cmp "$1" "$2" || fail "$1 and $2 differ"
}

# true_that WHAT COMMAND...: the command succeeds
true_that() {
    what=$1
    shift
    checks=$((checks + 1))
    "$@" || fail "$what"
}

# nothing_left: no temporary file lies in the working directory
nothing_left() {
    checks=$((checks + 1))
    left=$(find . -name '.sweepsort-*')
    [ -z "$left" ] || fail "left behind: $left"
}

# wait_for COMMAND...: tries for ten seconds until it succeeds
wait_for() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 1000 ]; then
            fail "this never came true: $*"
            return 1
        fi
        sleep 0.01
    done
}

# as_nobody COMMAND...: as a user without rights, if this is root; the command is at $public then
as_nobody() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}

finish() {
    echo "$checks checks, $failures failed"
    [ "$checks" -gt 0 ] && [ "$failures" = 0 ]
    exit
}
