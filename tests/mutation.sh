#!/bin/sh
# Plants faults in a copy of the library, one after another, and says which tests see each. A fault that no test sees is
# a hole in the tests; a fault that no longer applies (the line it changes is gone) is an error of this script.
#
#     tests/mutation.sh DIRECTORY [NAME...]     DIRECTORY: where the copy and its build go; NAME: only these faults
#
# Not part of `make test`. test_regressions, the longest, runs only where nothing else saw the fault; THOROUGH=1 runs it
# always. Exit status 0 when every fault was seen.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
work=${1:?a directory for the copy and its build}
shift
programs='test_stages test_hybrid test_contract test_limits fuzz_api test_matrix test_allocation test_threads test_regressions'
holes=0

mkdir -p "$work/source"
(cd "$root" && tar cf - --exclude=./build --exclude=./.git .) | (cd "$work/source" && tar xmf -)
cp -r "$root/lib" "$work"
cmake -S "$work/source" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 -DSWEEP_BUILD_PROGRAMS=OFF \
    -DSWEEP_INSTALL=OFF >/dev/null || exit 2

# fault NAME FILE SED-EXPRESSION
fault() {
    name=$1 file=$2 expression=$3
    [ -z "$wanted" ] || case " $wanted " in *" $name "*) ;; *) return ;; esac
    cp "$work/lib/$file" "$work/source/lib/$file"
    sed -i "$expression" "$work/source/lib/$file"
    if cmp -s "$work/lib/$file" "$work/source/lib/$file"; then
        echo "$name: ERROR: changes nothing in lib/$file"
        holes=$((holes + 1))
        return
    fi
    if ! cmake --build "$work/build" -j2 --target $programs >"$work/log" 2>&1; then
        echo "$name: ERROR: does not compile"
        grep -m2 error "$work/log"
        holes=$((holes + 1))
    else
        seen=
        for program in $programs; do
            [ "$program" != test_regressions ] || [ -z "$seen" ] || [ -n "${THOROUGH:-}" ] || continue
            timeout 120 "$work/build/tests/$program" >"$work/log.$program" 2>&1
            case $? in
            0) ;;
            124) seen="$seen $program (hangs)" && break ;;
            *) seen="$seen $program" ;;
            esac
        done
        echo "$name:${seen:- NOT SEEN}"
        [ -n "$seen" ] || holes=$((holes + 1))
    fi
    cp "$work/lib/$file" "$work/source/lib/$file"
}
wanted=$*

# keys and their order
fault unstable-insertion cpu/small.h 's/if (!LESS(rank, NAMED(rankable)(before, &t)))/if (LESS(NAMED(rankable)(before, \&t), rank))/'
fault unstable-order cpu/small.h 's/j > 0 && LESS(x, rank\[j - 1\])/j > 0 \&\& !LESS(rank[j - 1], x)/'
fault wrong-sign-flip key.h 's/type >= SWEEP_I8 && type <= SWEEP_I128/type > SWEEP_I8 \&\& type <= SWEEP_I128/'
fault nan-rule-lost-descending key.h 's/float_order != SWEEP_TOTAL_ORDER) {/float_order != SWEEP_TOTAL_ORDER \&\& !descending) {/'
fault zeros-do-not-tie key.h 's/t.zero_below = 1/t.zero_below = 0/'
fault nan-edge key.h 's/0x7f800000u/0x7f800001u/'
fault straddling-digit key.h 's/x.high << (64 - place)/x.high << (63 - place)/'
fault window-ignored-by-insertion cpu/small.h 's/return WINDOWED(ORDERED(key, t), t);/return ORDERED(key, t);/'

# counting, sweeps, buffers
fault skip-ends-the-sort cpu/count.c 's/continue;       \/\* all keys share/break; \/* all keys share/'
fault totals-of-one-chunk cpu/count.c 's/chunk = 1; chunk < b->chunks/chunk = 2; chunk < b->chunks/'
fault look-back-one-short cpu/onesweep.c 's/while (tile > 0) {/while (tile > 1) {/'
fault partial-called-inclusive cpu/onesweep.c 's/tile == 0 ? INCLUSIVE : PARTIAL/tile % 7 == 0 ? INCLUSIVE : PARTIAL/'
fault zero-count-unpublished cpu/onesweep.c 's/(word & FLAGS) == 0; spins++/(word >> FLAG_BITS) == 0 \&\& spins < 9; spins++/'
fault parity-of-the-plan cpu/pingpong.h 's/job->keys == job->keys_out && sweeps % 2 != 0/job->blueprint->plan.copy_back != 0/'
fault missing-tail cpu/scatter.h 's/(&s, &t, false, whole, s.n)/(\&s, \&t, false, whole, s.n - (s.n % 8 == 7))/'
fault split-unstable cpu/split.c 's/size_t to = flag ? zeros + scan : i - scan/size_t to = flag ? tile->size - 1 - scan : i - scan/'
fault padding-sorts-first cpu/split.c 's/memset(tile->digits + tile->n, (1 << s->digit.bits) - 1/memset(tile->digits + tile->n, 0/'
fault gather-turned-round cpu/pingpong.c 's/memcpy(g->to + at \* g->value_size, g->from + from \* g->value_size/memcpy(g->to + from * g->value_size, g->from + at * g->value_size/'
fault copy-one-too-many cpu/pingpong.c 's/memcpy(c->to + begin, c->from + begin, end - begin)/memcpy(c->to + begin, c->from + begin, end - begin + 1)/'
fault first-index-of-chunk cpu/lsd.c 's/.first_index = begin,/.first_index = 0,/'

# HYBRID
fault ties-of-wide-keys cpu/leaf.h 's/    if (any)/    if (!any)/'
fault ties-of-ties cpu/leaf.h 's/same\[run + i\] = words/same[run + i] = i > 900 \&\& words/'
fault blocks-not-reversed cpu/network.h 's/XOR_LANES(LOAD_VEC(other + (R - 1 - r) \* LANES), LANES - 1)/LOAD_VEC(other + (R - 1 - r) * LANES)/'
fault halves-unmerged cpu/network.h 's/for (size_t half = size \/ 2; half > 0; half \/= 2)/for (size_t half = size \/ 4; half > 0; half \/= 2)/'
fault ones-behind cpu/networks.h 's/    if (n < filled)/    if (n + 1 < filled)/'
fault last-digit-unfinished cpu/hybrid.c 's/if (digit.place == h->b->begin) {/if (digit.place <= h->b->begin + 1) {/'
fault runs-turned-round cpu/tier_kinds.h 's/to\[i\] = first + i;/to[i] = first + (count - 1 - i);/'
fault runs-of-three cpu/tier_kinds.h 's/for (size_t i = 1; runs \&\& i < count; i++)/for (size_t i = 1; runs \&\& i + 1 < count; i++)/'
fault narrow-specials cpu/counted.c 's/difference.special || end == 0/end == 0/'
fault narrow-and-wide cpu/counted.c 's/end > bits + 1 || //'
fault narrow-run cpu/histogram.h 's/if (n - at >= RUN) {/if (n - at + 1 >= RUN) {/'
fault giants-forgotten cpu/wide.c 's/if (next.n >= h->b->giant)/if (next.n > h->b->giant + 9 \&\& d > 0)/'
fault chunks-not-compared cpu/wide.c 's/    if (chunk > 0) /    if (chunk > 1000) /'
fault network-pad cpu/networks.h 's/words\[i\] = (WORD_TYPE)-1;/words[i] = (WORD_TYPE)-1 >> 1;/'

# plans, workspaces, errors
fault scratch-under-reported plan.c 's/plan->scratch_bytes = b->layout.total;/plan->scratch_bytes = b->layout.total > 128 ? b->layout.total - 128 : b->layout.total;/'
fault limit-off-by-one plan.c 's/b->plan.scratch_bytes <= most :/b->plan.scratch_bytes < most :/'
fault index-limit options.c 's/value_size == 4 && n > sweep_limits.index32/value_size == 4 \&\& n > sweep_limits.index32 + 1/'
fault window-unchecked options.c 's/checked->begin_bit > width)/checked->begin_bit > width + 1)/'
fault reserve-forgets-copies sort.c 's/{SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_COPY,/{SWEEP_OPERATION_SORT_COPY, SWEEP_OPERATION_SORT_COPY,/'
fault busy-stays-after-error sort.c '/sweep_workspace_close(workspace);/{n;s/else/else if (status == SWEEP_OK)/}'
fault busy-not-seen workspace.c 's/return false;       \/\* else the mark/return true;       \/* else the mark/'
fault fork-not-seen workspace.c 's/long self = (long)getpid(), holder = 0;/static long first; long self = first != 0 ? first : (first = (long)getpid()), holder = 0;/'
fault freed-with-another-size workspace.c 's/release(w, smaller, smaller_size)/release(w, smaller, size)/'
fault scratch-leaks workspace.c 's/^    release(w, w->scratch, w->scratch_size);//'
fault threads-left-behind workspace.c 's/            sweep_team_stop(w->team);/            (void)0;/'
fault thread-that-did-not-start threads.c 's/^    team->workers = started;/    team->workers = workers;/'
fault overlap-of-one-byte sort.c 's/a_begin < b_begin + b_size && b_begin < a_begin + a_size/a_begin + 1 < b_begin + b_size \&\& b_begin + 1 < a_begin + a_size/'

echo "$holes faults were not seen or do not apply"
[ "$holes" -eq 0 ]
