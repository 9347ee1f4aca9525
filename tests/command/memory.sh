#!/bin/sh
# Memory stays at the input plus the plan's scratch, which for keys is as much again. Usage: memory.sh PROGRAM ENDED_BY
ended_by=$2
. "$(dirname "$0")/tool.sh"

# within KILOBYTES COMMAND...: the most memory that the command ever has
within() {
    most=$1
    shift
    "$ended_by" ended "$program" "$@" >out 2>err
    checks=$((checks + 1))
    [ "$(cat ended)" = 'exit 0' ] || fail "$*: $(cat ended): $(cat err)"
    used=$(cat ended.memory)
    [ "$used" -le "$most" ] || fail "$*: $used KB, more than $most"
}

# 4 million keys of 4 bytes: 16 MB, and 5 MB for the program itself and its tables.
keys=4000000 array=15625 program_itself=5000
head -c $((4 * keys)) /dev/urandom >raw
within $((2 * array + program_itself)) sort --type u32 raw -o sorted
within $((array + program_itself)) check --type u32 sorted
within $((2 * array + program_itself)) sort --type u32 sorted -o sorted.txt
within $((2 * array + program_itself)) sort --type u32 sorted.txt -o again.txt
same sorted.txt again.txt
within $((2 * array + program_itself)) sort --type u32 -u sorted -o sorted.npy
# Through a pipe nobody knows how much comes; room for it grows without a second copy.
cat sorted.txt | "$ended_by" ended "$program" sort --type u32 --format text -o piped.txt
true_that "from a pipe: $(cat ended.memory) KB" [ "$(cat ended.memory)" -le $((2 * array + program_itself)) ]
same sorted.txt piped.txt
finish
