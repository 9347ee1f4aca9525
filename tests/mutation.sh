#!/bin/sh
# Plants faults in a copy of the library, one after another, and says which of them the tests do not see.
#
#     tests/mutation.sh DIRECTORY [NAME...]     DIRECTORY: where the copy and its build go; NAME: only these faults
#
# The faults are in mutation.faults, five lines each:
#
#     fault NAME
#     in    FILE    below lib/
#     text  TEXT    what stands there, once; any white space fits any other
#     with  TEXT    what is planted instead
#     seen  TEST    the test that must fail
#
# A text that is not in its file is looked for in all of lib/, so that code may move. One that is nowhere, or in more than
# one place, is an error, and so is a fault that does not compile: never a pass. Where TEST passes, the other tests say
# whether any of them sees the fault. Exit status 0 when each fault was seen by its test.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
work=${1:?a directory for the copy and its build}
shift
wanted=$*
others='test_matrix test_hybrid test_parts test_edges test_contract test_limits fuzz_api test_allocation test_threads test_regressions'
export SWEEP_TEST_WITHOUT=avx512 # the same tier on every processor of this kind
unset SWEEP_TEST_LONG SWEEP_TEST_SEED
failed=0 planted=0

mkdir -p "$work/source" && work=$(cd "$work" && pwd) || exit 2
(cd "$root" && tar cf - CMakeLists.txt cmake include lib tests fuzz examples bench docs bindings README.md) |
    (cd "$work/source" && tar xmf -)
rm -rf "$work/lib" && cp -pr "$root/lib" "$work" || exit 2

# build TEST...: the tests, from the copy as it is now
build() {
    cmake --build "$work/build" -j"$(nproc)" --target "$@" >"$work/log" 2>&1
}

# passes TEST: whether it does; one that hangs does not
passes() {
    timeout -s KILL 300 "$work/build/tests/$1" >"$work/log.$1" 2>&1
}

# plant FILE TEXT WITH: edits the copy and prints the file that it edited; or says why it cannot
plant() {
    perl -e '
        use strict;
        my ($lib, $file, $text, $with) = @ARGV;
        my $pattern = join "\\s+", map { quotemeta } split " ", $text;
        my ($found, $changed) = (0);
        my $search = sub {
            my ($name) = @_;
            open my $in, "<", "$lib/$name" or return;
            local $/;
            my $source = <$in>;
            my $places = () = $source =~ /$pattern/g;
            $found += $places;
            $changed = [$name, $source] if $places == 1;
        };
        $search->($file);
        if (!$found) {
            my @names = sort glob "$lib/*.[ch] $lib/cpu/*.[ch] $lib/cpu/*/*.[ch]";
            s{^\Q$lib\E/}{} for @names;
            $search->($_) for grep { $_ ne $file } @names;
        }
        die $found ? "its text stands in $found places\n" : "its text is nowhere in lib/\n" if $found != 1;
        my ($name, $source) = @$changed;
        $source =~ s/$pattern/$with/;
        open my $out, ">", "$lib/$name" or die "lib/$name cannot be written\n";
        print $out $source;
        close $out or die "lib/$name cannot be written\n";
        print $name;' "$work/source/lib" "$1" "$2" "$3"
}

fault() {
    case " ${wanted:-$1} " in *" $1 "*) ;; *) return ;; esac
    planted=$((planted + 1))
    if ! changed=$(plant "$2" "$3" "$4" 2>"$work/log"); then
        echo "$1: ERROR: $(cat "$work/log")"
        failed=$((failed + 1))
        return
    fi
    if ! build "$5"; then
        echo "$1: ERROR: does not compile: $(grep -m1 error "$work/log")"
        failed=$((failed + 1))
    elif ! passes "$5"; then
        echo "$1: seen by $5"
    else
        failed=$((failed + 1))
        seen=
        for other in $others; do
            [ "$other" = "$5" ] || { build "$other" && passes "$other"; } || seen="$seen $other"
        done
        echo "$1: NOT SEEN by $5${seen:+, but by$seen}"
    fi
    cp "$work/lib/$changed" "$work/source/lib/$changed" # a new time, so that it is compiled anew
}

cmake -S "$work/source" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 -DSWEEP_BUILD_PROGRAMS=OFF \
    -DSWEEP_INSTALL=OFF -DSWEEP_ONE_LIBRARY=ON >"$work/log" 2>&1 && build $others || { cat "$work/log"; exit 2; }
for test in $others; do
    passes "$test" || { echo "$test fails without any fault: $work/log.$test"; exit 2; }
done

while read -r key rest; do
    case $key in
    fault) name=$rest file= text= with= ;;
    in) file=$rest ;;
    text) text=$rest ;;
    with) with=$rest ;;
    seen) fault "$name" "$file" "$text" "$with" "$rest" </dev/null ;;
    '' | '#'*) ;;
    *) echo "mutation.faults: what is '$key'?" && failed=$((failed + 1)) ;;
    esac
done <"$root/tests/mutation.faults"

echo "$planted faults planted, $failed of them not seen or not to be planted"
[ "$planted" -gt 0 ] && [ "$failed" -eq 0 ]
