#!/bin/sh
# Runs a command and says whether a checker found what it should.
#
#     expect.sh PATTERN COMMAND...
#
# PATTERN `clean`: the command must succeed, and no checker may have said anything. Else some line of the output, or the
# last line, `exit status N`, must match PATTERN (grep -E). Status 77 is handed on.
pattern=$1
shift
output=$("$@" 2>&1)
status=$?
output="$output
exit status $status"
echo "$output"
[ $status = 77 ] && exit 77
if [ "$pattern" = clean ]; then
    [ $status = 0 ] && ! echo "$output" | grep -Eq 'Entity: |Sanitizer|runtime error'
    exit
fi
echo "$output" | grep -Eq -- "$pattern" && exit 0
echo "the planted fault was not found: no line matches $pattern"
exit 1
