#!/bin/sh
# Runs a command and says whether a checker found what it should.
#
#     expect.sh PATTERN COMMAND...
#
# PATTERN `clean`: the command must succeed, and no checker may have said anything. Else some line of the output, or the
# last line, `exit status N`, must match PATTERN (grep -E), and then the command is stopped: a planted fault may make it
# run for ever. Status 77 is handed on.
pattern=$1
shift
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
"$@" >"$said" 2>&1 &
command=$!
watcher=
if [ "$pattern" != clean ]; then
    while sleep 1; do
        grep -Eq -- "$pattern" "$said" && kill "$command" && break
    done >/dev/null 2>&1 &
    watcher=$!
fi
wait "$command"
status=$?
[ -z "$watcher" ] || kill "$watcher" 2>/dev/null
echo "exit status $status" >>"$said"
cat "$said"
[ $status = 77 ] && exit 77
if [ "$pattern" = clean ]; then
    [ $status = 0 ] && ! grep -Eq 'Entity: |Sanitizer|runtime error' "$said"
    exit
fi
grep -Eq -- "$pattern" "$said" && exit 0
echo "the planted fault was not found: no line matches $pattern"
exit 1
