#!/bin/sh
# Command lines: GNU habits, errors that name what they mean, help that fits one screen, man page and completions.
. "$(dirname "$0")/tool.sh"

usage() {
    verb=$1 message=$2
    shift 2
    expect 2 "sweepsort $verb: $message
Try 'sweepsort $verb --help'." sweepsort "$verb" "$@"
}

# Forms of an option.
printf '3\n1\n2\n2\n' >a.txt
printf '3\n2\n1\n' >down
for form in '-ru --type u8' '-r -u --type=u8' '--unique --type u8 --reverse'; do
    # shellcheck disable=SC2086
    expect 0 '' sweepsort sort $form a.txt
    same out down
    expect 0 '' sweepsort sort a.txt $form
    same out down
done
for form in '-oresult' '-o result' '--output result' '--output=result' '-ruoresult' '-ruo result'; do
    rm -f result
    # shellcheck disable=SC2086
    expect 0 '' sweepsort sort --type u8 -ru $form a.txt
    same result down
done
cp a.txt ./-r.txt
expect 0 '' sweepsort sort -ru --type u8 -- -r.txt
same out down
expect 0 '' sweepsort sort -ru --type u8 --format text - <a.txt
same out down
expect 0 '' sweepsort sort -ru --type u8 --format text -- - <a.txt
same out down
expect 0 '' sweepsort sort -S 1G -ru --type u8 a.txt
expect 0 '' sweepsort sort -S1k -ru --type u8 a.txt

# Names cut short, by the rules of getopt_long; where POSIX is asked for the first operand ends the options.
for form in '--uni --typ u8 --rev' '--ty=u8 --r --un' '--typ=u8 -u --revers'; do
    # shellcheck disable=SC2086
    expect 0 '' sweepsort sort $form --output-f text a.txt
    same out down
done
expect 0 '' sweepsort sort --type u8 -ru a.txt -o first -o first
expect 0 '' sweepsort sort --type u8 --type u16 a.txt
expect 2 "sweepsort sort: -r: No such file or directory" env POSIXLY_CORRECT=1 "$program" sort --type u8 -u a.txt -r
expect 0 '' env POSIXLY_CORRECT=1 "$program" sort --type u8 -ru a.txt
same out down
expect 0 '' env POSIXLY_CORRECT=1 "$program" sort --type u8 -ru -- a.txt
same out down
expect 2 "sweepsort sort: --: No such file or directory" env POSIXLY_CORRECT=1 "$program" sort --type u8 -ru a.txt --

# What makes no sense.
usage sort "option '--val' is ambiguous: --values, --value-size, --values-output" --val a.txt
usage sort "option '--value' is ambiguous: --values, --value-size, --values-output" --value=a.txt
usage sort "option '--' is ambiguous: --output, --unique, --type, --format, --output-format, --reverse, --float-order, \
--begin-bit, --end-bit, --values, --value-size, --values-output, --parallel, --engine, --digit-bits, --buffer-size, \
--temporary-dir, --device, --help" --=
usage sort "unknown option '--typed'" --typed u8
usage sort "--output: it is given twice, as 'b' and as 'c'" -o b a.txt --output c
usage sort "--values: it is given twice, as 'b' and as 'c'" --values b --values c
numbers='keys are compared as numbers in any case; --type says of which type'
usage sort "unknown option '-n': $numbers" -n
usage argsort "unknown option '-n': $numbers" -rn
usage check "unknown option '--numeric-sort': $numbers" --numeric-sort
for verb in sort argsort check; do
    for option in -k -k1 --key --key=1; do
        name=${option%1}
        usage $verb "unknown option '${name%=}': a line is one number; cut(1) picks a field, and --values moves other \
data along" $option
    done
done
usage sort "unknown option '--frobnicate'" --frobnicate
usage sort "unknown option '-x'" -rx
usage sort "--type needs an argument: TYPE" --type
usage sort "-o needs an argument: FILE" -ro
usage sort "--output: its argument is empty" --output= a.txt
usage sort "--reverse takes no argument" --reverse=yes
usage sort "--type: '' is none of u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f16, bf16, f32, f64" --type=
usage sort "--format: 'csv' is none of raw, npy, text" --format csv
usage sort "--float-order: 'nan' is none of nan-last, total, nan-first" --float-order nan
usage sort "--parallel: 'two' is not a number" --parallel two
usage sort "--parallel: '-1' is not a number" --parallel -1
usage sort "--parallel: 0 is outside 1 to 4096" --parallel 0
usage sort "--parallel: 4097 is outside 1 to 4096" --parallel=4097
usage sort "--parallel: 18446744073709551616 is outside 1 to 4096" --parallel=18446744073709551616
usage sort "--digit-bits: 17 is outside 1 to 16" --digit-bits 17
usage sort "--buffer-size: '1X' is not a size: a number, then nothing, K, M, G or T" -S 1X
usage sort "--buffer-size: '1KK' is not a size: a number, then nothing, K, M, G or T" -S 1KK
usage sort "--buffer-size: 16777216T is out of range" -S 16777216T
usage sort "--buffer-size: 0 is out of range" -S 0
usage sort "--buffer-size: 18446744073709551616 is out of range" -S 18446744073709551616
usage gen "--seed: 18446744073709551616 is outside 0 to 18446744073709551615" --seed 18446744073709551616
usage sort "--help takes no argument" --help=x
usage sort "an argument is empty: no file has such a name" --type u8 ''
usage argsort "--index: '2' is none of 4, 8" --index 2
usage sort "--values, --value-size and --values-output are given together or not at all" --values a.txt
usage sort "keys and values cannot both come from standard input" --values - --value-size 1 --values-output b
expect 2 "sweepsort: which verb?
Try 'sweepsort --help'." sweepsort
for option in --help --version --man --completion=zsh -h -V --vers help\ sort; do
    expect 2 "sweepsort: unexpected 'extra'
Try 'sweepsort --help'." sweepsort $option extra # shellcheck disable=SC2086
done
expect 2 "sweepsort: --completion: 'fish' is none of bash, zsh
Try 'sweepsort --help'." sweepsort --completion=fish
expect 2 "sweepsort: --completion: '' is none of bash, zsh
Try 'sweepsort --help'." sweepsort --completion
expect 2 "sweepsort: unknown option '--completions'
Try 'sweepsort --help'." sweepsort --completions
expect 2 "sweepsort: unknown verb 'order'
Try 'sweepsort --help'." sweepsort order
expect 2 "sweepsort: unknown option '--frobnicate'
Try 'sweepsort --help'." sweepsort --frobnicate

# Words are listed, and text from outside does not reach the terminal as it is.
expect 0 '' sweepsort sort --format=?
true_that 'the formats are listed' [ "$(cat out)" = 'raw
npy
text' ]
name=$(printf 'a\033[31m\nb\177\302\233c\303\244')
shown='a\x1b[31m\x0ab\x7f\xc2\x9bc'$(printf '\303\244')
expect 2 "sweepsort check: $shown: No such file or directory" sweepsort check --type u8 "$name"
expect 2 "sweepsort: unknown verb '$shown'
Try 'sweepsort --help'." sweepsort "$name"
printf '3\n1\n' >"$name.txt"
expect 1 "sweepsort check: $shown.txt:2: out of order: 1 after 3" sweepsort check --type u8 "$name.txt"
printf 'a' >one
expect 2 'sweepsort sort: one: its 1 byte is no whole number of u16 keys (2 bytes each)' sweepsort sort --type u16 one

# Windows that the type does not have, and what is not built.
expect 2 "sweepsort sort: --begin-bit: u8 keys have 8 bits" sweepsort sort --type u8 --begin-bit 9 a.txt
expect 2 "sweepsort check: --end-bit: u8 keys have 8 bits" sweepsort check --type u8 --end-bit 9 a.txt
expect 2 "sweepsort argsort: --begin-bit lies above --end-bit" \
    sweepsort argsort --type u8 --begin-bit 5 --end-bit 4 a.txt
expect 2 "sweepsort sort: --temporary-dir is not built yet" sweepsort sort -T. a.txt
expect 2 "sweepsort sort: --engine=split does not sort by digits of 9 bits" \
    sweepsort sort --engine split --digit-bits 9 --type u8 a.txt

# Every engine, digit and thread count writes the same.
expect 0 '' sweepsort sort --type u8 a.txt
cp out up
for engine in auto lsd onesweep split; do
    for bits in 1 3 8; do
        expect 0 '' sweepsort sort --type u8 --engine $engine --digit-bits $bits --parallel 3 a.txt
        same out up
    done
done

# Help: one screen of 24 lines and 80 columns, also by -h, wherever it stands.
expect 0 '' sweepsort --help
verbs=$(awk '/^  [a-z]/ { print $1 }' out)
true_that "verbs in --help" [ "$(echo "$verbs" | wc -l)" -ge 3 ]
for verb in '' $verbs; do
    # shellcheck disable=SC2086
    expect 0 '' sweepsort $verb --help
    true_that "$verb --help fits a screen" awk 'length($0) > 80 { exit 1 } END { exit NR > 24 || NR < 5 }' out
done
cp out help
for form in "$verb -h" "$verb --he" "help $verb"; do
    # shellcheck disable=SC2086
    expect 0 '' sweepsort $form
    same out help
done
expect 0 '' sweepsort --help
cp out help
for form in -h help --h; do
    expect 0 '' sweepsort $form
    same out help
done
expect 0 '' sweepsort --version
cp out version
for form in -V --v; do
    expect 0 '' sweepsort $form
    same out version
done
expect 0 '' sweepsort --comp bash
cp out completion
expect 0 '' sweepsort --completion=bash
same out completion
expect 2 "sweepsort: unknown verb 'order'
Try 'sweepsort --help'." sweepsort help order
expect 2 "sweepsort: --version takes no argument
Try 'sweepsort --help'." sweepsort --version=2
expect 2 "sweepsort: unknown option '-hV'
Try 'sweepsort --help'." sweepsort -hV
expect 2 'sweepsort: standard output: No space left on device' sh -c "'$program' --help >/dev/full"
expect 2 "sweepsort $verb: standard output: No space left on device" sh -c "'$program' $verb --help >/dev/full"
expect 2 'sweepsort: standard output: Bad file descriptor' sh -c "'$program' --help >&-"

# The man page knows every option of every verb; so do the completions.
sweepsort --man >sweepsort.1
sweepsort --completion=bash >complete.bash
sweepsort --completion=zsh >_sweepsort
if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww sweepsort.1 >page 2>err
    true_that "the man page has no warnings: $(cat err)" [ ! -s err ]
else
    echo "SKIPPED: groff is missing: the man page is not set" >&2
fi
for verb in $verbs; do
    sweepsort "$verb" --help | sed -n 's/^  [-a-zA-Z, ]*--\([a-z-]*\)[= ].*/\1/p' >names
    true_that "$verb has options" [ -s names ]
    while read -r name; do
        true_that "the man page knows --$name" grep -q "\\\\-\\\\-$(echo "$name" | sed 's/-/\\\\-/g')" sweepsort.1
        sweepsort "$verb" --help | grep -q -- "--$name.*not built yet" ||
            true_that "zsh completes --$name" grep -q -- "--$name" _sweepsort
    done <names
done
cat >complete_as <<'END'
. ./complete.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_sweepsort
echo "${COMPREPLY[*]}"
END
completes() {
    wanted=$1
    shift
    got=$(bash complete_as sweepsort "$@")
    true_that "bash completes '$*' as '$got', not '$wanted'" [ "$got" = "$wanted" ]
}
if command -v bash >/dev/null; then
    completes 'argsort' a
    completes 'check' che
    completes '--version' --v
    completes '--unique' sort --u
    completes '' argsort --u
    completes 'u8 u16 u32 u64 u128' sort --type u
    completes 'bf16' sort --type = b
    completes 'raw npy text' check --format =
    completes '' sort -o s
    completes '' sort fi
else
    echo "SKIPPED: bash is missing: its completion is not run" >&2
fi
if command -v zsh >/dev/null; then
    true_that "zsh reads its completion" zsh -n _sweepsort
else
    echo "SKIPPED: zsh is missing: its completion is not read" >&2
fi
finish
