#!/bin/sh
# Text by hand: what is a number, what is not, and where it stands.
. "$(dirname "$0")/tool.sh"

# reads TYPE TEXT WANTED: the sorted lines, each behind a space
reads() {
    checks=$((checks + 1))
    got=$(printf '%b' "$2" | sweepsort sort --type "$1" --format text 2>&1 | tr '\n' ' ')
    [ "$got" = "$3 " ] || fail "$1 '$2': '$got', not '$3 '"
}

# bad TYPE TEXT MESSAGE: the message after the name
bad() {
    printf '%b' "$2" >in.txt
    expect 2 "sweepsort sort: in.txt:$3" sweepsort sort --type "$1" in.txt -o out.txt
    true_that 'nothing is written' [ ! -e out.txt ]
    nothing_left
}

reads u8 '255\n0\n007\n+5\n-0\n' '0 0 5 7 255'
reads u8 '2\r\n1\r\n' '1 2'
reads u8 '2\r\n1' '1 2'
reads u8 '2\n1\r' '1 2'
reads u8 ' 2\n\t1 \r\n  3\t \n' '1 2 3'
reads i16 '  -12   \n      3\n+4 ' '-12 3 4'
reads f64 '   1.0000000E+00  \n  -2.50000000E-01 \n\tinf\n nan ' '-0.25 1 inf nan'
reads i8 '127\n-128\n0\n' '-128 0 127'
reads u16 '65535\n9\n' '9 65535'
reads i16 '32767\n-32768\n' '-32768 32767'
reads u32 '4294967295\n0\n' '0 4294967295'
reads i32 '2147483647\n-2147483648\n' '-2147483648 2147483647'
reads u64 '18446744073709551615\n10000000000000000000\n' '10000000000000000000 18446744073709551615'
reads i64 '9223372036854775807\n-9223372036854775808\n' '-9223372036854775808 9223372036854775807'
reads u128 '340282366920938463463374607431768211455\n10000000000000000000\n100000000000000000000000000000000000001\n' \
    '10000000000000000000 100000000000000000000000000000000000001 340282366920938463463374607431768211455'
reads i128 '170141183460469231731687303715884105727\n-170141183460469231731687303715884105728\n-1\n' \
    '-170141183460469231731687303715884105728 -1 170141183460469231731687303715884105727'
reads u64 '00000000000000000000000000000000000000000000018446744073709551615\n' '18446744073709551615'
reads f64 '1.5\n.5\n5.\n-1e-3\n1E+3\n+2e0\n' '-0.001 0.5 1.5 2 5 1000'
reads f64 'NaN\nInf\n-INFINITY\n-nan\ninfinity\n' '-inf inf inf nan -nan'
reads f64 '1e15\n1e16\n0.0001\n0.00001\n123456789012345678\n' \
    '1e-05 0.0001 1000000000000000 1e+16 1.2345678901234568e+17'
reads f64 '1.7976931348623157e308\n5e-324\n2e-324\n' '0 5e-324 1.7976931348623157e+308'
reads f64 '1e-99999999999999999999\n0e99999999999999999999\n' '0 0'
reads f32 '3.4028235e38\n1e-45\n16777217\n0.1\n' '1e-45 0.1 16777216 3.4028235e+38'
reads f16 '65519.99\n0.1\n6e-8\n1e-8\n' '0 6e-08 0.1 65500'
reads bf16 '3.3895e38\n0.1\n256\n257\n259\n' '0.1 256 256 260 3.39e+38'

bad u8 '1\n256\n' "2: '256' is out of range for u8"
bad u8 '1\n2\n-1\n' "3: '-1' is out of range for u8"
bad i8 '-129\n' "1: '-129' is out of range for i8"
bad i8 '128' "1: '128' is out of range for i8"
bad u32 '4294967296' "1: '4294967296' is out of range for u32"
bad u64 '18446744073709551616' "1: '18446744073709551616' is out of range for u64"
bad i64 '-9223372036854775809' "1: '-9223372036854775809' is out of range for i64"
bad u128 '340282366920938463463374607431768211456' \
    "1: '340282366920938463463374607431768211456' is out of range for u128"
bad i128 '170141183460469231731687303715884105728' \
    "1: '170141183460469231731687303715884105728' is out of range for i128"
bad i128 '9999999999999999999999999999999999999999999999999' \
    "1: '9999999999999999999999999999999999999999...' is out of range for i128"
bad f64 '1e309' "1: '1e309' is out of range for f64"
bad f32 '-3.4028236e38' "1: '-3.4028236e38' is out of range for f32"
bad f16 '65520' "1: '65520' is out of range for f16"
bad bf16 '3.4e38' "1: '3.4e38' is out of range for bf16"
bad u8 '\n' '1: blank line'
bad u8 '1\n\n2\n' '2: blank line'
bad u8 '1\r\n\r\n' '2: blank line'
bad u8 '1\n2\n\n' '3: blank line'
bad u8 '1\n \t \n2\n' '2: blank line'
bad u8 '1\n  ' '2: blank line'
bad u8 ' \r\n' '1: blank line'
for text in ' 1 2' '1\r ' '\0131' '1\r\r' 'one' '0x10' '1,000' '1_0' '- 1' '--1' '+-1' '-' '+' '1-' '1.0' '1e2' '\0001'; do
    printf '%b\n' "$text" >line
    shown=$(printf '%b' "$text" | sed 's/\r$//' | od -An -v -c -w1 | awk '
        { c = $1 }
        NF == 0 { c = " " }
        c == "\\t" { c = "\\x09" }
        c == "\\r" { c = "\\x0d" }
        c == "001" { c = "\\x01" }
        { printf "%s", c }')
    cp line in.txt
    expect 2 "sweepsort sort: in.txt:1: '$shown' is no number of type i32" sweepsort sort --type i32 in.txt
done
for text in '.' 'e5' '1e' '1e+' '1.2.3' 'nano' 'nan(1)' 'infinit' 'in' '0x1p3' '1f' '1e5.0' '-+1'; do
    bad f64 "0\n$text\n" "2: '$text' is no number of type f64"
done
printf '1\0002\n' >in.txt
expect 2 "sweepsort sort: in.txt:1: '1\\x002' is no number of type u8" sweepsort sort --type u8 in.txt
awk 'BEGIN { for (i = 0; i < 1100000; i++) printf "0"; print "1" }' >long.txt
expect 2 'sweepsort sort: long.txt:1: a line of more than 1048575 bytes' sweepsort sort --type u8 long.txt
tail -c 1000001 long.txt >fits.txt
expect 0 '' sweepsort sort --type f64 fits.txt
true_that 'many zeros and a one' [ "$(cat out)" = 1 ]
expect 0 '' sweepsort sort --type u8 --format text /dev/null
true_that 'no lines' [ ! -s out ]

# Lines across the blocks in which files are read, from a file and from a slow pipe.
seq 300000 | sort -R --random-source=/dev/zero >many.txt
seq 300000 >wanted
expect 0 '' sweepsort sort --type u32 many.txt
same out wanted
{ head -c 1000003 many.txt; sleep 0.1; tail -c +1000004 many.txt; } | sweepsort sort --type u64 --format text >out
same out wanted
# A last line without an end, at the end of a block, before and behind it. A block has a megabyte.
for bytes in 1048573 1048574 1048575 1048576 1048577 1048578 2097151 2097152 2097153; do
    { yes 8 | head -c $((bytes / 2 * 2 - 4)); printf '0%s' "$(printf '1234' | head -c $((bytes % 2 + 3)))"; } >open.txt
    true_that "a file of $bytes bytes" [ "$(wc -c <open.txt)" = "$bytes" ]
    last=$(tail -c $((bytes % 2 + 4)) open.txt)
    expect 0 '' sweepsort sort --type u32 -u open.txt
    true_that "$bytes bytes end in $last: $(tr '\n' ' ' <out)" [ "$(tr '\n' ' ' <out)" = "8 ${last#0} " ]
    expect 0 '' sh -c "cat open.txt | '$program' argsort --type u32 --format text -r | head -1"
    true_that "$bytes bytes: the last line is the largest" [ "$(cat out)" = $((bytes / 2 - 2)) ]
done
sed 's/$/\r/' many.txt >crlf.txt
expect 0 '' sweepsort sort --type i64 crlf.txt
same out wanted
sed '250000s/.*/x/' many.txt >bad.txt
expect 2 "sweepsort sort: bad.txt:250000: 'x' is no number of type u32" sweepsort sort --type u32 bad.txt
expect 2 "sweepsort sort: bad.txt:250000: 'x' is no number of type u32" sweepsort sort --type u32 many.txt bad.txt
finish
