/*
 * Reads a code object of AMD's: which kernels it has, the bytes of their parameters and shared memory, and the shape
 * and wave that the library had them compiled for. It is an ELF file, linked or not; a kernel's numbers stand in a
 * descriptor of 64 bytes, NAME.kd, which says too what wave the machine code is for.
 */
#include "mock.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

enum {
    MACHINE_AMD = 0xe0,
    DESCRIPTOR_BYTES = 64,
    SHARED_AT = 0,
    PARAMETERS_AT = 8,
    PROPERTIES_AT = 56,
    WAVE_32 = 1 << 10
};

/* What a symbol names: in a linked file its value is an address, else a place in its section. */
static const unsigned char *bytes_of(const unsigned char *file, const Elf64_Ehdr *head, const Elf64_Sym *symbol)
{
    const Elf64_Shdr *sections = (const void *)(file + head->e_shoff);
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= head->e_shnum)
        return NULL;
    const Elf64_Shdr *section = &sections[symbol->st_shndx];
    return file + section->sh_offset + (symbol->st_value - (head->e_type == ET_REL ? 0 : section->sh_addr));
}

static void read_descriptor(const unsigned char *descriptor, int kernel, mock_code *code, u32 *wave)
{
    uint16_t properties;
    memcpy(&code->shared_bytes[kernel], descriptor + SHARED_AT, sizeof(u32));
    memcpy(&code->parameter_bytes[kernel], descriptor + PARAMETERS_AT, sizeof(u32));
    memcpy(&properties, descriptor + PROPERTIES_AT, sizeof properties);
    code->has[kernel] = true;
    *wave = properties & WAVE_32 ? 32 : 64;
}

bool mock_read_code(const void *bytes, mock_code *code)
{
    const unsigned char *file = bytes;
    Elf64_Ehdr head;
    bool shaped = false;
    u32 wave = 0;
    memset(code, 0, sizeof *code);
    memcpy(&head, file, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_machine != MACHINE_AMD)
        return false;
    code->architecture = (int)(head.e_flags & 255);
    const Elf64_Shdr *sections = (const void *)(file + head.e_shoff);
    for (int i = 0; i < head.e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB && sections[i].sh_type != SHT_DYNSYM)
            continue;
        const Elf64_Sym *symbols = (const void *)(file + sections[i].sh_offset);
        const char *strings = (const char *)file + sections[sections[i].sh_link].sh_offset;
        for (size_t s = 0; s < sections[i].sh_size / sizeof *symbols; s++) {
            const char *name = strings + symbols[s].st_name;
            const unsigned char *at = bytes_of(file, &head, &symbols[s]);
            if (at && strcmp(name, "sweep_compiled_for") == 0)
                shaped = mock_read_shape(at, symbols[s].st_size, code);
            for (int k = 0; at && k < SWEEP_KERNELS; k++) {
                size_t length = strlen(mock_kernel_names[k]);
                if (strncmp(name, mock_kernel_names[k], length) == 0 && strcmp(name + length, ".kd") == 0 &&
                    symbols[s].st_size == DESCRIPTOR_BYTES)
                    read_descriptor(at, k, code, &wave);
            }
        }
    }
    if (shaped && wave != code->subgroup)
        mock_misuse("a text for waves of %u was compiled to code for waves of %u", code->subgroup, wave);
    return shaped && wave == code->subgroup;
}
