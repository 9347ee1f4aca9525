#!/bin/sh
# What each option of order means, against sort(1) and awk: -r, -u, bit windows, float orders. sort, argsort and check
# agree.
. "$(dirname "$0")/tool.sh"

# 2000 numbers below 4096 with many ties, from a generator of our own.
awk 'BEGIN {
    for (x = 12345; i < 2000; i++) {
        x = (x * 1103515245 + 12345) % 2147483648
        print int(x / 524288) % 4096
    }
}' >keys.txt

# reference REVERSE BEGIN END UNIQUE: "key index" in order, from keys.txt
reference() {
    awk -v low=$((1 << $2)) -v range=$((1 << ($3 - $2))) '{ print int($1 / low) % range, $1, NR - 1 }' keys.txt |
        sort -s -n $1 -k1,1 | awk -v unique="$4" '!(unique && NR > 1 && $1 == last) { print $2, $3 } { last = $1 }'
}

for window in '0 16' '0 4' '4 8' '3 12' '8 16' '5 6'; do
    begin=${window% *} end=${window#* }
    options="--type u16 --begin-bit $begin --end-bit $end"
    for reverse in '' -r; do
        reference "$reverse" $begin $end '' >wanted
        # shellcheck disable=SC2086
        {
            expect 0 '' sweepsort sort $options $reverse keys.txt
            cut -d ' ' -f 1 wanted | cmp - out || fail "sort $options $reverse"
            cp out sorted.txt
            expect 0 '' sweepsort argsort $options $reverse keys.txt
            cut -d ' ' -f 2 wanted | cmp - out || fail "argsort $options $reverse"
            expect 0 '' sweepsort check $options $reverse sorted.txt
            sweepsort check $options $reverse keys.txt 2>err
            true_that "check $options $reverse: keys.txt is not in order" [ $? = 1 ]
            sweepsort check $options $reverse -u sorted.txt 2>err
            true_that "check $options $reverse -u: it has equal keys" [ $? = 1 ]
            reference "$reverse" $begin $end 1 >wanted
            expect 0 '' sweepsort sort $options $reverse -u keys.txt
            cut -d ' ' -f 1 wanted | cmp - out || fail "sort $options $reverse -u"
            cp out once.txt
            expect 0 '' sweepsort check $options $reverse -u once.txt
        }
    done
done
true_that 'the reference leaves keys out' [ "$(wc -l <once.txt)" = 2 ]

# Values move with their keys: here each value is the key's index, so argsort must tell the same.
awk '{ printf "%08d", NR - 1 }' keys.txt >values
expect 0 '' sweepsort argsort --type u16 -r keys.txt
awk '{ printf "%08d", $1 }' out >wanted
expect 0 '' sweepsort sort --type u16 -r keys.txt --values values --value-size 8 --values-output moved
same moved wanted
reference -r 0 16 1 | awk '{ printf "%08d", $2 }' >wanted
expect 0 '' sweepsort sort --type u16 -r -u keys.txt --values values --value-size 8 --values-output moved
same moved wanted

# Floats: NaN of both signs and both zeros, in all orders; equal ones go with -u.
printf '1\nnan\n-0\n-nan\n0\n-inf\n' >floats.txt
floats() {
    wanted=$1
    shift
    expect 0 '' sweepsort sort --type f32 "$@" floats.txt
    got=$(tr '\n' ' ' <out)
    true_that "$*: '$got', not '$wanted '" [ "$got" = "$wanted " ]
    cp out sorted.txt
    expect 0 '' sweepsort check --type f32 "$@" sorted.txt
}
floats '-inf -0 0 1 nan -nan'
floats '1 -0 0 -inf nan -nan' -r
floats '-inf -0 1 nan' -u
floats '1 -0 -inf nan' -ru
floats 'nan -nan -inf -0 0 1' --float-order nan-first
floats 'nan -nan 1 -0 0 -inf' --float-order nan-first -r
floats '-nan -inf -0 0 1 nan' --float-order total
floats 'nan 1 0 -0 -inf -nan' --float-order total -r
floats '-nan -inf -0 0 1 nan' --float-order total -u

# Several files are one array; check tells file and place.
printf '1\n5\n' >a.txt
printf '4\n9\n' >b.txt
printf '\011\000\007\000' >c
expect 1 'sweepsort check: b.txt:1: out of order: 4 after 5' sweepsort check --type u16 a.txt b.txt
expect 1 'sweepsort check: c: out of order at index 1: 7 after 9' sweepsort check --type u16 a.txt c
expect 1 'sweepsort check: c: out of order at index 0: 9 after 11' \
    sh -c "printf '\\013\\000' | '$program' check --type u16 a.txt - c"
finish
