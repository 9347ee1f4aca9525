/* Names by the width of a word, WORD_BITS, which is set anew for each width: for networks.h and insertion_words.h. */
#ifndef SWEEP_CPU_TIERS_WIDTH_H
#define SWEEP_CPU_TIERS_WIDTH_H

#define WIDTH_JOIN3(a, b, c) a##_##b##_##c
#define WIDTH_JOIN2(a, b) a##_##b
#define WIDTH_NAME2(name, bits) WIDTH_JOIN2(name, bits)
#define WIDTH_TYPE2(bits) uint##bits##_t
#define WIDTH_TYPE(bits) WIDTH_TYPE2(bits)
#define WIDTH_WORDS(name, bits, r) WIDTH_JOIN3(name, bits, r)

#define NAMED_BY_WIDTH(name) WIDTH_NAME2(name, WORD_BITS)
#define WORDS(name, r) WIDTH_WORDS(name, WORD_BITS, r) /* and by the vectors of a network */
#define WORD_TYPE WIDTH_TYPE(WORD_BITS)

#endif
