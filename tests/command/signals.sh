#!/bin/sh
# Signals while it works: temporary files are removed and the program dies of the signal; SIGKILL leaves the input and
# no half output under the final name. Usage: signals.sh PROGRAM ENDED_BY
ended_by=$2
. "$(dirname "$0")/tool.sh"
printf 'old' >old
mkfifo slow

# start COMMAND...: it begins to sort what comes through descriptor 9, as $job, and has made two temporary files; how
# it ends will be told in the file `ended`. A shell starts jobs with INT and QUIT ignored; env gives them back.
start() {
    cp old target
    cp old values.out
    rm -f ended ended.pid
    (
        ulimit -c 0
        exec "$ended_by" ended "$@" "$program" sort --type u8 -o target --values values --value-size 1 \
            --values-output values.out <slow
    ) &
    watcher=$!
    exec 9>slow
    wait_for sh -c '[ -s ended.pid ] && [ "$(ls -A | grep -c "^.sweepsort-")" = 2 ]'
    job=$(cat ended.pid)
}

printf 'ab' >values
for signal in HUP=1 INT=2 QUIT=3 USR1=10 ALRM=14 TERM=15 XCPU=24; do
    number=${signal#*=}
    signal=${signal%=*}
    start env --default-signal=$signal
    kill -s $signal "$job"
    wait $watcher
    true_that "$signal: it ended by $(cat ended)" [ "$(cat ended)" = "signal $number" ]
    same target old
    same values.out old
    nothing_left
    exec 9>&-
done

# Ignored signals stay ignored, as nohup wants it.
start env --ignore-signal=HUP
kill -s HUP "$job"
printf '\2\1' >&9
exec 9>&-
wait $watcher
true_that 'HUP is ignored' [ "$(cat ended)" = 'exit 0' ]
true_that 'and the work done' [ "$(od -An -tx1 target)" = ' 01 02' ]
true_that 'and the work done' [ "$(cat values.out)" = ba ]
nothing_left

# SIGKILL at any moment of real work: the input is whole, and the target either old or complete.
head -c 3000000 /dev/urandom >input
cp input input.before
sweepsort sort --type u64 input -o wanted
for wait in 0 0.005 0.01 0.015 0.02 0.025 0.03 0.035 0.04 0.045 0.05 0.06 0.08; do
    cp old target
    "$program" sort --type u64 input -o target &
    job=$!
    sleep $wait
    kill -s KILL $job 2>/dev/null
    wait $job 2>/dev/null
    cmp -s input input.before || fail "after SIGKILL the input has changed"
    cmp -s target old || cmp -s target wanted || fail "after SIGKILL half an output"
    checks=$((checks + 2))
done
finish
