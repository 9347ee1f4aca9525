/*
 * Reads a CUBIN: which kernels it has, the bytes of their parameters and shared memory, and the shape that the library
 * had them compiled for. It is an ELF file; the attributes of a kernel stand in .nv.info.NAME.
 */
#include "mock.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

enum { MACHINE_CUDA = 190, ATTRIBUTE_PARAMETER_BYTES = 0x19, FORM_SHORT = 3, FORM_BLOCK = 4 };

/* The parameter bytes among the attributes: each is form, kind, a short; blocks are as long as the short says. */
static unsigned parameter_bytes(const unsigned char *at, size_t bytes)
{
    const unsigned char *end = at + bytes;
    while (at + 4 <= end) {
        unsigned number = at[2] | (unsigned)at[3] << 8;
        if (at[0] == FORM_SHORT && at[1] == ATTRIBUTE_PARAMETER_BYTES)
            return number;
        at += 4 + (at[0] == FORM_BLOCK ? number : 0);
    }
    return 0;
}

static bool is_named(const char *section, const char *prefix, const char *kernel)
{
    size_t length = strlen(prefix);
    return strncmp(section, prefix, length) == 0 && strcmp(section + length, kernel) == 0;
}

bool mock_read_code(const void *bytes, mock_code *cubin)
{
    const unsigned char *file = bytes;
    Elf64_Ehdr head;
    bool shaped = false;
    memset(cubin, 0, sizeof *cubin);
    memcpy(&head, file, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_machine != MACHINE_CUDA)
        return false;
    /* Before toolkit 13 the architecture was the lowest byte of the flags, since then the second one. */
    cubin->architecture = head.e_ident[EI_ABIVERSION] >= 8 ? head.e_flags >> 8 & 255 : head.e_flags & 255;
    const Elf64_Shdr *sections = (const void *)(file + head.e_shoff);
    const char *section_names = (const char *)file + sections[head.e_shstrndx].sh_offset;
    for (int i = 0; i < head.e_shnum; i++) {
        const char *name = section_names + sections[i].sh_name;
        for (int k = 0; k < SWEEP_KERNELS && mock_kernel_names[k]; k++) {
            if (is_named(name, ".text.", mock_kernel_names[k]))
                cubin->has[k] = true;
            if (is_named(name, ".nv.shared.", mock_kernel_names[k]))
                cubin->shared_bytes[k] = (unsigned)sections[i].sh_size;
            if (is_named(name, ".nv.info.", mock_kernel_names[k]))
                cubin->parameter_bytes[k] = parameter_bytes(file + sections[i].sh_offset, sections[i].sh_size);
        }
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Sym *symbols = (const void *)(file + sections[i].sh_offset);
        const char *strings = (const char *)file + sections[sections[i].sh_link].sh_offset;
        for (size_t s = 0; s < sections[i].sh_size / sizeof *symbols; s++) {
            if (strcmp(strings + symbols[s].st_name, "sweep_compiled_for") != 0 ||
                !mock_read_shape(file + sections[symbols[s].st_shndx].sh_offset + symbols[s].st_value,
                                 symbols[s].st_size, cubin))
                continue;
            shaped = true;
        }
    }
    return shaped;
}
