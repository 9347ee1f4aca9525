#!/bin/sh
# Runs an example as a test: expect.sh STATUS TEXT PROGRAM ARGUMENT...
# Passes if the program ends with that exit status and a line of its output starts with that text.
set -u

status=$1 text=$2
shift 2
output=$("$@" 2>&1)
got=$?
echo "$output"
if [ $got != "$status" ]; then
    echo "expected exit status $status, got $got" >&2
    exit 1
fi
case "
$output" in
*"
$text"*) ;;
*)
    echo "expected a line that starts: $text" >&2
    exit 1
    ;;
esac
