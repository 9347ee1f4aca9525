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
expect 0 '' sweepsort sort plain.npy big.npy big.npy -o both.npy
true_that 'the byte order is that of the first' grep -aq "'<u2'" both.npy
true_that 'each big-endian file is turned round' [ "$(tail -c 18 both.npy | od -An -v -tx1 -w18)" = \
    ' 01 00 01 00 01 00 02 00 02 00 02 00 03 00 03 00 03 00' ]
expect 0 '' sweepsort sort big.npy plain.npy big.npy -o both.npy
true_that 'the byte order is that of the first' grep -aq "'>u2'" both.npy
true_that 'and each file is turned round that is another' [ "$(tail -c 18 both.npy | od -An -v -tx1 -w18)" = \
    ' 00 01 00 01 00 01 00 02 00 02 00 02 00 03 00 03 00 03' ]
npy 1 "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}" '\01\0\01' >bool.npy
expect 0 '' sweepsort sort bool.npy
true_that 'bool stays bool' grep -aq "'|b1'" out
expect 0 '' sweepsort sort --type u8 bool.npy
npy 1 "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}" '\07' >byte.npy
expect 0 '' sweepsort sort bool.npy byte.npy
true_that 'bool and u8 are u8' grep -aq "'|u1'" out
for files in 'byte.npy bool.npy' 'byte.npy bool.npy bool.npy' 'bool.npy byte.npy bool.npy'; do
    # shellcheck disable=SC2086
    expect 0 '' sweepsort sort $files
    true_that "$files are u8" grep -aq "'|u1'" out
    true_that "$files: the last key" [ "$(tail -c 1 out | od -An -tx1)" = ' 07' ]
done
printf '\005' >byte.raw
expect 0 '' sweepsort sort --type u8 bool.npy byte.raw
true_that 'bool and raw bytes are u8' grep -aq "'|u1'" out
expect 0 '' sweepsort sort bool.npy bool.npy
true_that 'bool and bool are bool' grep -aq "'|b1'" out
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (0,)}" >empty.npy
expect 0 '' sweepsort sort empty.npy
true_that 'no keys' [ "$(wc -c <out)" = 128 ]
expect 2 'sweepsort sort: big.npy: its keys are u16, not f64' sweepsort sort empty.npy big.npy
expect 2 'sweepsort sort: bool.npy: its keys are u8, not i8' sweepsort sort --type i8 bool.npy
expect 2 'sweepsort sort: out.npy: .npy files have no bf16 keys' sweepsort sort --type bf16 /dev/null -o out.npy

# Times: NaT is the smallest number, and comes where NaN does among floats.
nat='\0\0\0\0\0\0\0\0200' minus='\0377\0377\0377\0377\0377\0377\0377\0377'
time_file() { # DESCR KEYS
    npy 1 "{'descr': '$1', 'fortran_order': False, 'shape': (4,)}" "$2"
}
time_file '<M8[ns]' "$nat\02\0\0\0\0\0\0\0$nat$minus" >times.npy
# ordered WANTED OPTION...: N is NaT; sort, check and argsort agree
ordered() {
    wanted=$1
    shift
    expect 0 '' sweepsort sort "$@" times.npy -o sorted.npy
    got=$(sweepsort sort "$@" times.npy --output-format text | sed 's/-9223372036854775808/N/' | tr '\n' ' ')
    true_that "times $*: '$got', not '$wanted '" [ "$got" = "$wanted " ]
    true_that 'the type is kept' grep -aq "'descr': '<M8\[ns\]'" sorted.npy
    expect 0 '' sweepsort check "$@" sorted.npy
    expect 0 '' sweepsort argsort "$@" times.npy --output-format text
    got=$(awk '{ split("N 2 N -1", keys, " "); printf "%s ", keys[$1 + 1] }' out)
    true_that "argsort $*: '$got', not '$wanted '" [ "$got" = "$wanted " ]
}
ordered '-1 2 N N'
ordered '2 -1 N N' -r
ordered 'N N -1 2' --float-order nan-first
ordered 'N N 2 -1' --float-order nan-first -r
ordered 'N N -1 2' --float-order total
ordered '2 -1 N N' --float-order total -r
expect 0 '' sweepsort sort --device emulator times.npy --output-format text
true_that 'times on a device' [ "$(tr '\n' ' ' <out)" = '-1 2 -9223372036854775808 -9223372036854775808 ' ]
expect 1 'sweepsort check: times.npy: out of order at index 1: 2 after -9223372036854775808' sweepsort check times.npy
expect 0 '' sweepsort sort -u times.npy --output-format text
true_that 'one NaT is kept' [ "$(tr '\n' ' ' <out)" = '-1 2 -9223372036854775808 ' ]
time_file '>m8[10us]' '\0200\0\0\0\0\0\0\0\0\0\0\0\0\0\0\02\0200\0\0\0\0\0\0\0'"$minus" >spans.npy
expect 0 '' sweepsort sort spans.npy
true_that 'the type is kept' grep -aq "'descr': '>m8\[10us\]'" out
true_that 'and the byte order' [ "$(tail -c 32 out | od -An -v -tx1 -w32)" = " ff ff ff ff ff ff ff ff 00 00 00 00 00 00 00 02\
 80 00 00 00 00 00 00 00 80 00 00 00 00 00 00 00" ]
time_file '<M8' "$nat$minus$minus$nat" >generic.npy
expect 0 '' sweepsort sort generic.npy -o generic.npy
true_that 'a time without a unit' grep -aq "'descr': '<M8', " generic.npy
expect 2 'sweepsort sort: spans.npy: its keys are timedelta64[10us], not datetime64[ns]' sweepsort sort times.npy spans.npy
expect 2 'sweepsort sort: generic.npy: its keys are datetime64, not datetime64[ns]' sweepsort sort times.npy generic.npy
expect 2 'sweepsort sort: times.npy: its keys are i64, not u16' sweepsort sort plain.npy times.npy
npy 1 "{'descr': '<i8', 'fortran_order': False, 'shape': (0,)}" >long.npy
expect 2 'sweepsort sort: times.npy: its keys are datetime64[ns], not i64' sweepsort sort long.npy times.npy
expect 2 'sweepsort sort: long.npy: its keys are i64, not datetime64[ns]' sweepsort sort times.npy long.npy
expect 2 'sweepsort explain: times.npy: it holds times, which are not explained' sweepsort explain times.npy
expect 2 'sweepsort bench: times.npy: it holds times, which are not measured' sweepsort bench times.npy
for unit in '[]' '[x]' '[nss]' '[ns' 'ns' '[s]x' '[s/10]'; do
    refused "its keys are times of an unknown unit ('<M8$unit'), which are not sorted" 1 "{'descr': '<M8$unit'}"
done
refused "damaged .npy header: '|m8[s]' has no byte order" 1 "{'descr': '|m8[s]'}"

# A .npy file that is not read as one would be sorted header and all: refused, unless it is said what is meant.
begins() { # NAME TELLING-FORMAT WHAT COMMAND...
    name=$1 instead=$2 what=$3
    shift 3
    expect 2 "sweepsort $1: $name: it begins as a .npy file; --format npy reads it as one, --format $instead as $what" \
        sweepsort "$@"
}
bare='keys from its first byte on'
for name in KEYS.NPY a.dat a; do
    cp plain.npy $name
    for type in u8 u16; do
        begins $name raw "$bare" sort --type $type $name -o $name
        same $name plain.npy
        begins $name raw "$bare" argsort --type $type $name
        begins $name raw "$bare" check --type $type $name
        begins $name raw "$bare" explain --type $type $name
        begins $name raw "$bare" bench --type $type $name
    done
    begins $name raw "$bare" sort $name
done
cp plain.npy a.txt
begins a.txt text lines sort --type u8 a.txt
begins 'standard input' raw "$bare" sort --type u8 <plain.npy
begins 'standard input' raw "$bare" sort --type u8 byte.raw - <plain.npy
begins a.dat raw "$bare" sort --type u8 byte.raw a.dat byte.raw
expect 0 '' sweepsort sort --format npy a.dat
same out wanted
expect 0 '' sweepsort sort --format npy <plain.npy
same out wanted
expect 0 '' sweepsort sort --type u8 --format raw a.dat
true_that 'every byte is a key' [ "$(wc -c <out)" = "$(wc -c <plain.npy)" ]
expect 2 'sweepsort sort: plain.npy: it begins as a .npy file; values are bytes without a header' \
    sweepsort sort --type u8 --format raw plain.npy --values plain.npy --value-size 1 --values-output v
# What only nearly begins so are keys; nothing is lost by looking.
for bytes in '\223NUMP' '\223NUMPX' '\223' '' '\223NUMPX\1\0v\0'; do
    printf "$bytes" >near
    expect 0 '' sweepsort sort --type u8 near
    true_that "'$bytes': $(wc -c <out) bytes" [ "$(wc -c <out)" = "$(wc -c <near)" ]
    cat near | sweepsort sort --type u8 >piped
    same piped out
done

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
kind 'times of an unknown unit' '<m8[century]'
kind 'times of an unknown unit' '<M4[s]'
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
