#!/bin/sh
# .npy files by hand: what is read, what is refused, and with which words.
. "$(dirname "$0")/tool.sh"

byte() { printf "\\$(printf %03o "$1")"; }

# npy VERSION TEXT [KEYS]: a file on standard output
npy() {
    printf '\223NUMPY'
    byte "$1"
    byte 0
    byte $((${#2} % 256))
    byte $((${#2} / 256))
    [ "$1" = 1 ] || printf '\0\0'
    printf '%s' "$2"
    printf '%b' "${3-}"
}

refused() {
    message=$1
    shift
    npy "$@" >bad.npy
    cp bad.npy before
    expect 2 "sweepsort sort: bad.npy: $message" sweepsort sort bad.npy -o bad.npy
    same bad.npy before
    expect 2 "sweepsort sort: standard input: $message" sweepsort sort --format npy -o new.npy <bad.npy
    true_that 'nothing is written' [ ! -e new.npy ]
    nothing_left
}

good="{'descr': '<u2', 'fortran_order': False, 'shape': (3,), }"
keys='\03\0\01\0\02\0'

# Versions, spaces, quotes, orders of the dictionary: all the same three keys.
npy 1 "$good" "$keys" >plain.npy
expect 0 '' sweepsort sort plain.npy
cp out wanted
for version in 1 2 3; do
    npy $version "$good                    
" "$keys" >other.npy
    expect 0 '' sweepsort sort other.npy
    same out wanted
done
for text in "{'shape': (3,), 'fortran_order': True, 'descr': '<u2'}" \
    '{"shape":(3,),"fortran_order":False,"descr":"<u2"}' \
    "  { 'shape' : ( 3 , ) , 'descr' : '=u2' , 'fortran_order' : False , }  " \
    "{'descr': 'u2', 'fortran_order': False, 'shape': (3L,)}"; do
    npy 1 "$text" "$keys" >other.npy
    expect 0 '' sweepsort sort other.npy
    same out wanted
done
npy 1 "{'descr': '>u2', 'fortran_order': False, 'shape': (3,)}" '\0\03\0\01\0\02' >big.npy
expect 0 '' sweepsort sort big.npy
true_that 'big-endian stays big-endian' grep -aq "'>u2'" out
true_that 'big-endian keys' [ "$(tail -c 6 out | od -An -tx1)" = ' 00 01 00 02 00 03' ]
expect 0 '' sweepsort sort big.npy plain.npy -o both.txt
true_that 'both byte orders are one array' [ "$(tr '\n' ' ' <both.txt)" = '1 1 2 2 3 3 ' ]
npy 1 "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}" '\01\0\01' >bool.npy
expect 0 '' sweepsort sort bool.npy
true_that 'bool stays bool' grep -aq "'|b1'" out
expect 0 '' sweepsort sort --type u8 bool.npy
npy 1 "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}" '\07' >byte.npy
expect 0 '' sweepsort sort bool.npy byte.npy
true_that 'bool and u8 are u8' grep -aq "'|u1'" out
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (0,)}" >empty.npy
expect 0 '' sweepsort sort empty.npy
true_that 'no keys' [ "$(wc -c <out)" = 128 ]
expect 2 'sweepsort sort: big.npy: its keys are u16, not f64' sweepsort sort empty.npy big.npy
expect 2 'sweepsort sort: bool.npy: its keys are u8, not i8' sweepsort sort --type i8 bool.npy
expect 2 'sweepsort sort: out.npy: .npy files have no bf16 keys' sweepsort sort --type bf16 /dev/null -o out.npy

# Damage.
refused 'not a .npy file: it has only 10 bytes' 1 ''
refused 'damaged .npy header: no dictionary' 1 '   '
refused 'damaged .npy header: no dictionary' 1 '[1, 2]'
refused 'damaged .npy header: no dictionary' 1 "{'descr': '<u2', 'fortran_order': False, 'shape': (3,)" "$keys"
refused 'damaged .npy header: no dictionary' 1 "{'descr' '<u2'}"
refused 'damaged .npy header: no dictionary' 1 "{'descr': '<u2' 'shape': (3,)}"
refused 'damaged .npy header: something stands behind the dictionary' 1 "$good x" "$keys"
refused "damaged .npy header: no 'descr'" 1 "{'fortran_order': False, 'shape': (3,)}" "$keys"
refused "damaged .npy header: no 'fortran_order'" 1 "{'descr': '<u2', 'shape': (3,)}" "$keys"
refused "damaged .npy header: no 'shape'" 1 "{'descr': '<u2', 'fortran_order': False}" "$keys"
refused "damaged .npy header: 'descr' stands twice" 1 "{'descr': '<u2', 'descr': '<u4'}" "$keys"
refused "damaged .npy header: 'order' is no key of it" 1 "{'order': False}" "$keys"
refused "damaged .npy header: 'descr' is no string" 1 "{'descr': 5}"
refused "damaged .npy header: 'descr' is no string" 1 "{'descr': '<u2"
refused "damaged .npy header: '|u2' has no byte order" 1 "{'descr': '|u2'}"
refused "damaged .npy header: 'fortran_order' is neither True nor False" 1 "{'fortran_order': 1}   "
refused '.npy version 4.0 is unknown; 1.0, 2.0 and 3.0 are read' 4 "$good" "$keys"
refused '.npy version 0.0 is unknown; 1.0, 2.0 and 3.0 are read' 0 "$good" "$keys"

# Shapes.
shape() {
    refused "$1" 1 "{'descr': '<u2', 'fortran_order': False, 'shape': $2}" "$keys"
}
shape 'it has 0 dimensions; arrays of one dimension are sorted' '()'
shape 'it has 2 dimensions; arrays of one dimension are sorted' '(3, 1)'
shape 'it has 3 dimensions; arrays of one dimension are sorted' '(1, 3, 1,)'
shape "damaged .npy header: a negative number in 'shape'" '(-3,)'
shape "damaged .npy header: 'shape' is no tuple" '3'
shape "damaged .npy header: 'shape' is no tuple" '(3)'
shape "damaged .npy header: 'shape' is no tuple" '[3]'
shape "damaged .npy header: 'shape' is no tuple of numbers" '(3 4)'
shape "damaged .npy header: 'shape' is no tuple of numbers" '(,)'
shape "damaged .npy header: 'shape' is no tuple of numbers" "('3',)"
shape "damaged .npy header: 'shape' is no tuple of numbers" '((3,),)'
shape "damaged .npy header: a number in 'shape' is too large" '(18446744073709551616,)'
shape "damaged .npy header: a number in 'shape' is too large" '(99999999999999999999999999999999999999999999,)'
shape 'its header tells of 18446744073709551615 keys of 2 bytes, but it ends before' '(18446744073709551615,)'
shape 'its header tells of 9223372036854775808 keys of 2 bytes, but it ends before' '(9223372036854775808,)'
shape 'its header tells of 1000000000000 keys of 2 bytes, but it ends before' '(1000000000000,)'
shape 'its header tells of 4 keys of 2 bytes, but it ends before' '(4,)'
shape '2 bytes stand behind its last key' '(2,)'

# What NumPy knows and is not sorted.
kind() {
    refused "its keys are $1 ('$2'), which are not sorted" 1 "{'descr': '$2', 'fortran_order': False, 'shape': (3,)}"
}
kind 'complex numbers' '<c16'
kind 'dates and times (datetime64)' '<M8[ns]'
kind 'time differences (timedelta64)' '<m8[us]'
kind 'byte strings' '|S5'
kind 'Unicode strings' '<U5'
kind 'raw or structured data (void)' '|V2'
kind 'Python objects' '|O'
kind 'long doubles' '<f16'
refused 'its keys are structured data, which is not sorted' 1 "{'descr': [('a', '<u2')], 'shape': (3,)}"
refused "its keys are of an unknown type, '<u3'" 1 "{'descr': '<u3'}"
refused "its keys are of an unknown type, 'float64'" 1 "{'descr': 'float64'}"
refused "its keys are of an unknown type, ''" 1 "{'descr': ''}  "

# Headers that lie about their length; files that end early.
printf '\223NUMPY\002\000\377\377\377\377{}' >bad.npy
expect 2 'sweepsort sort: bad.npy: its .npy header has 4294967295 bytes; up to 65536 are read' sweepsort sort bad.npy
printf '\223NUMPY\001\000\377\377{}' >bad.npy
expect 2 'sweepsort sort: bad.npy: it ends within its .npy header' sweepsort sort bad.npy
printf '\223NUMPX\001\000\004\000{  }' >bad.npy
expect 2 'sweepsort sort: bad.npy: not a .npy file: it does not begin with \x93NUMPY' sweepsort sort bad.npy
printf '\223NUMPY\001\000\000\000{  }' >bad.npy
expect 2 'sweepsort sort: bad.npy: damaged .npy header: no dictionary' sweepsort sort bad.npy
size=$(wc -c <plain.npy)
length=0
while [ "$length" -lt "$size" ]; do
    head -c $length plain.npy >cut.npy
    sweepsort sort cut.npy >out 2>err
    true_that "cut to $length bytes: refused" [ $? = 2 ]
    true_that "cut to $length bytes: says so" grep -q '^sweepsort sort: cut.npy: ' err
    true_that "cut to $length bytes: writes nothing" [ ! -s out ]
    length=$((length + 1))
done
finish
