#!/bin/sh
# What compiles with the headers and what does not: names of a program's own, types and const of the generic macros,
# statuses that are ignored.
#
#     compiles.sh SOURCES SCRATCH C C++
set -eu
sources=$1 scratch=$2 cc=$3 cxx=$4
mkdir -p "$scratch"
cd "$scratch"

# try EXPECTED LANGUAGE TEXT: the text compiles (yes) or does not (no), warnings being errors
try() {
    case $2 in
    c) set -- "$1" "$cc" c -std=c11 "$3" ;;
    gnu) set -- "$1" "$cc" c -std=gnu11 "$3" ;;
    c++) set -- "$1" "$cxx" c++ -std=c++11 "$3" ;;
    esac
    {
        echo '#include <sweepsort.h>'
        printf '%s\n' "$5"
    } >text.$$
    if "$2" -x "$3" "$4" -Wall -Wextra -Werror "-I$sources/include" -c -o object.$$ text.$$ 2>log.$$; then
        result=yes
    else
        result=no
    fi
    [ $result = "$1" ] || {
        cat text.$$ log.$$ >&2
        echo "compiles: $result, expected $1" >&2
        exit 1
    }
}

# A program's own `sweep`.
for language in c c++; do
    try yes $language '
struct heap { void (*sweep)(struct heap *heap, int generation); int marked; };
void sweep(struct heap *heap);
void sweep(struct heap *heap) { heap->sweep(heap, 3); heap->marked = 0; }
sweep_status both(uint32_t *keys, struct heap *h);
sweep_status both(uint32_t *keys, struct heap *h) { h->sweep(h, 3); sweep(h); return sweep_sort_u32(keys, 3); }'
done

# Statuses are looked at.
try no c 'void f(int *keys); void f(int *keys) { SWEEP_SORT(keys, 3); }'
try no c 'void f(int *keys); void f(int *keys) { sweep_sort(keys, 3, SWEEP_I32, NULL); }'
try no c 'void f(int *keys); void f(int *keys) { sweep_sort_i32(keys, 3); }'
try no c 'void f(sweep_plan *plan); void f(sweep_plan *plan) { sweep_plan_sort(plan, SWEEP_OPERATION_SORT, 1, SWEEP_U8, 0, NULL); }'
try no c 'void f(sweep_options *options); void f(sweep_options *options) { sweep_options_init(options, sizeof *options); }'
try no c++ 'void f(int *keys); void f(int *keys) { sweepsort::sort(keys, 3); }'
try no c++ 'void f(int *keys); void f(int *keys) { sweep_sort(keys, 3, SWEEP_I32, nullptr); }'
try no c '#include <sweepsort_device.h>
void f(sweep_device *d, int *keys); void f(sweep_device *d, int *keys) { sweep_device_sort(d, keys, 3, SWEEP_I32, NULL); }'
try no c '#include <sweepsort_device.h>
void f(sweep_device *d, int *a, int *b); void f(sweep_device *d, int *a, int *b) { sweep_device_copy(d, a, b, 4, NULL); }'

# Every function of the headers that returns a status is marked so.
if cat "$sources"/include/*.h | grep '^SWEEP_API sweep_status' >&2; then
    echo "compiles: these have no SWEEP_NODISCARD" >&2
    exit 1
fi

# Keys that are only read may be const, others may not; types that are none, indices that are none.
try yes c 'sweep_status f(const float *keys, uint32_t *order); sweep_status f(const float *keys, uint32_t *order) { return SWEEP_ARGSORT(keys, order, 3); }'
try no c 'sweep_status f(const float *keys); sweep_status f(const float *keys) { return SWEEP_SORT(keys, 3); }'
try no c 'sweep_status f(void *keys); sweep_status f(void *keys) { return SWEEP_SORT(keys, 3); }'
try no c 'sweep_status f(char **keys); sweep_status f(char **keys) { return SWEEP_SORT(keys, 3); }'
try no c 'sweep_status f(float *keys, float *order); sweep_status f(float *keys, float *order) { return SWEEP_ARGSORT(keys, order, 3); }'
try no c 'sweep_status f(float *keys, short *order); sweep_status f(float *keys, short *order) { return SWEEP_ARGSORT(keys, order, 3); }'
try yes c++ 'sweep_status f(const float *keys, uint32_t *order); sweep_status f(const float *keys, uint32_t *order) { return sweepsort::argsort(keys, order, 3); }'
try yes c++ 'struct point { int x, y; };
sweep_status f(unsigned long *keys, point *points); sweep_status f(unsigned long *keys, point *points) { return sweepsort::sort_pairs(keys, points, 3); }'
try no c++ 'sweep_status f(const float *keys); sweep_status f(const float *keys) { return sweepsort::sort(keys, 3); }'
try no c++ 'sweep_status f(char **keys); sweep_status f(char **keys) { return sweepsort::sort(keys, 3); }'
try no c++ 'sweep_status f(float *keys, int *order); sweep_status f(float *keys, int *order) { return sweepsort::argsort(keys, order, 3); }'

# _Float16 where the compiler has it.
if echo '_Float16 half;' | "$cc" -std=gnu11 -fsyntax-only -x c - 2>/dev/null; then
    try yes gnu 'sweep_status f(_Float16 *keys); sweep_status f(_Float16 *keys) { return SWEEP_SORT(keys, 3); }'
fi
if echo '_Float16 half;' | "$cxx" -std=c++11 -fsyntax-only -x c++ - 2>/dev/null; then
    try yes c++ 'sweep_status f(_Float16 *keys); sweep_status f(_Float16 *keys) { return sweepsort::sort(keys, 3); }
static_assert(sweepsort::key<_Float16>::type == SWEEP_F16, "");'
fi
