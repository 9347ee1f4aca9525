# A file as a C array: cmake -DFROM=FILE -DTO=FILE.c -DNAME=name -P cuda_bytes.cmake. Aligned as an ELF file wants.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," text "${bytes}")
file(WRITE ${TO} "#include <stddef.h>
extern const unsigned char ${NAME}[];
extern const size_t ${NAME}_bytes;
const unsigned char ${NAME}[] __attribute__((aligned(16))) = {${text}};
const size_t ${NAME}_bytes = sizeof ${NAME};
")
