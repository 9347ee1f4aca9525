# Shows that a long command goes on. Read by the other scripts: . scripts/progress.sh
#
# with_progress WHAT LOG COMMAND...: runs the command, its output going to LOG, and prints a line with WHAT, the seconds
# and the last "[ 42%]" of the log: on a terminal the same line again and again, else a new one now and then (every
# SWEEP_PROGRESS_EVERY seconds, 10 unless set). Exit status: the command's.
with_progress() {
    progress_what=$1 progress_log=$2
    shift 2
    "$@" >"$progress_log" 2>&1 </dev/null &
    progress_child=$!
    progress_began=$(date +%s)
    progress_next=${SWEEP_PROGRESS_EVERY:-10}
    while kill -0 $progress_child 2>/dev/null; do
        progress_seconds=$(($(date +%s) - progress_began))
        progress_part=$(sed -n 's/^\[ *\([0-9]*%\)\].*/ \1/p' "$progress_log" | tail -n 1)
        if [ -t 1 ]; then
            printf '\r%s: %s s%s ' "$progress_what" $progress_seconds "$progress_part"
        elif [ $progress_seconds -ge $progress_next ]; then
            echo "$progress_what: $progress_seconds s$progress_part"
            progress_next=$((progress_seconds + ${SWEEP_PROGRESS_EVERY:-10}))
        fi
        sleep 0.5
    done
    progress_status=0
    wait $progress_child || progress_status=$?
    [ ! -t 1 ] || printf '\r'
    echo "$progress_what: $(($(date +%s) - progress_began)) s        "
    return $progress_status
}
