#!/bin/sh
# Runs a command and says whether a checker found what it should.
#
#     expect.sh LOG PATTERN COMMAND...
#
# PATTERN - : the command must succeed and the log (OCLGRIND_LOG or the output) must hold no error. Else: the log or the
# output must match PATTERN (grep -E). LOG is a file that the command may write; it is removed first. 77 is handed on.
log=$1 pattern=$2
shift 2
rm -f "$log"
output=$("$@" 2>&1)
status=$?
echo "$output"
[ $status = 77 ] && exit 77
[ -f "$log" ] && cat "$log" && output="$output
$(cat "$log")"
if [ "$pattern" = - ]; then
    [ $status = 0 ] && { ! [ -s "$log" ] || { echo "errors where there should be none"; exit 1; }; }
    exit $?
fi
echo "$output" | grep -Eq -- "$pattern" && exit 0
echo "the planted fault was not found: no line matches $pattern (exit status $status)"
exit 1
