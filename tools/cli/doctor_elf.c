/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a number out of a shared library (System V ABI, "Object Files"). A plugin of Slurm cannot
 * be loaded outside of Slurm's programs, which have the functions that it calls. */
#include "cli/doctor.h"

#include "base/error.h"
#include "common/cli.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 28)

struct image {
    const char *bytes;
    size_t length;
};

/* `count` items of `size` bytes at `offset` of the file, or NULL if it does not reach that far. */
static const void *items(const struct image *image, size_t offset, size_t count, size_t size)
{
    if (offset > image->length || (size && count > (image->length - offset) / size))
        return NULL;
    return image->bytes + offset;
}

static bool is_ours(const struct image *image)
{
    static const unsigned char class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

    return image->length >= sizeof(ElfW(Ehdr)) && memcmp(image->bytes, ELFMAG, SELFMAG) == 0 &&
           (unsigned char)image->bytes[EI_CLASS] == class;
}

/* The value at an address of the loaded library. */
static bool value_at(const struct image *image, ElfW(Addr) address, unsigned *value)
{
    ElfW(Ehdr) head;
    ElfW(Phdr) part;

    memcpy(&head, image->bytes, sizeof head);
    for (size_t i = 0; i < head.e_phnum; i++) {
        const char *at = items(image, head.e_phoff + i * sizeof part, 1, sizeof part);

        if (!at)
            return false;
        memcpy(&part, at, sizeof part);
        if (part.p_type != PT_LOAD || address < part.p_vaddr ||
            address - part.p_vaddr >= part.p_filesz)
            continue;
        at = items(image, part.p_offset + (address - part.p_vaddr), 1, sizeof *value);
        if (at)
            memcpy(value, at, sizeof *value);
        return at != NULL;
    }
    return false;
}

static bool name_is(const struct image *image, const ElfW(Shdr) *names, size_t at, const char *name)
{
    size_t length = strlen(name) + 1;
    const char *found = items(image, names->sh_offset + at, length, 1);

    return found && memcmp(found, name, length) == 0;
}

/* Look for the name in one table of symbols. */
static bool find_in(const struct image *image, const ElfW(Shdr) *table, const ElfW(Shdr) *names,
                    const char *name, ElfW(Addr) *address)
{
    ElfW(Sym) symbol;

    for (size_t i = 0; i < table->sh_size / sizeof symbol; i++) {
        const char *at = items(image, table->sh_offset + i * sizeof symbol, 1, sizeof symbol);

        if (!at)
            return false;
        memcpy(&symbol, at, sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF && name_is(image, names, symbol.st_name, name)) {
            *address = symbol.st_value;
            return true;
        }
    }
    return false;
}

static bool find(const struct image *image, const char *name, ElfW(Addr) *address)
{
    ElfW(Ehdr) head;
    ElfW(Shdr) table, names;

    memcpy(&head, image->bytes, sizeof head);
    for (size_t i = 0; i < head.e_shnum; i++) {
        const char *at = items(image, head.e_shoff + i * sizeof table, 1, sizeof table);

        if (!at)
            return false;
        memcpy(&table, at, sizeof table);
        if (table.sh_type != SHT_DYNSYM || table.sh_link >= head.e_shnum)
            continue;
        at = items(image, head.e_shoff + table.sh_link * sizeof names, 1, sizeof names);
        if (!at)
            return false;
        memcpy(&names, at, sizeof names);
        return find_in(image, &table, &names, name, address);
    }
    return false;
}

int elf_number(const char *path, const char *name, unsigned *value, struct topomap_error *error)
{
    struct image image = {0};
    ElfW(Addr) address;
    char *bytes = cli_read(path, MOST_BYTES, &image.length, error);
    int result = 0;

    if (!bytes)
        return -1;
    image.bytes = bytes;
    if (!is_ours(&image))
        result = error_set(error, TOPOMAP_INPUT, "%s is not a shared library for this machine",
                           path);
    else if (!find(&image, name, &address) || !value_at(&image, address, value))
        result = error_set(error, TOPOMAP_INPUT, "%s has no %s", path, name);
    free(bytes);
    return result;
}
