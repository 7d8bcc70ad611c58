/* SPDX-License-Identifier: BSD-3-Clause */
/* Identifies a program by its build id, or by a hash of its file. */
#include "base/error.h"
#include "store/store.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_HEADERS 256
#define MAX_NOTES 65536
#define SHORTEST_ID 8 /* bytes; a shorter id is not a hash */
#define LONGEST_ID 32
#define CHUNK 65536

static void print_bytes(char *text, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

/* A program. Where reading it fails it is not known whether it has a build id. */
struct program {
    int fd;
    int why; /* errno of what failed; 0: nothing */
};

/* Read all of the bytes; false at the end of the file, too. */
static bool read_at(struct program *program, void *bytes, size_t length, uint64_t offset)
{
    char *at = bytes;

    while (length > 0 && offset <= INT64_MAX - length) {
        ssize_t got = pread(program->fd, at, length, (off_t)offset);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            program->why = errno;
        if (got <= 0)
            return false;
        at += got;
        offset += (uint64_t)got;
        length -= (size_t)got;
    }
    return length == 0;
}

/* ---- the build id ------------------------------------------------------------------------ */

/* Find the build id in a segment of notes. */
static bool search_notes(const unsigned char *notes, size_t length, char *identity)
{
    size_t at = 0;

    while (length - at >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr note; /* has the same fields in 32 bits */
        size_t name, id;

        memcpy(&note, notes + at, sizeof note);
        at += sizeof note;
        name = ((size_t)note.n_namesz + 3) & ~(size_t)3;
        id = ((size_t)note.n_descsz + 3) & ~(size_t)3;
        if (name > length - at || id > length - at - name)
            return false;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            memcmp(notes + at, "GNU", 4) == 0 && note.n_descsz >= SHORTEST_ID &&
            note.n_descsz <= LONGEST_ID) {
            memcpy(identity, "id-", 3);
            print_bytes(identity + 3, notes + at + name, note.n_descsz);
            return true;
        }
        at += name + id;
    }
    return false;
}

static bool read_notes(struct program *program, uint64_t offset, uint64_t length, char *identity)
{
    bool some = length && length <= MAX_NOTES;
    unsigned char *notes = some ? malloc((size_t)length) : NULL;
    bool found = notes && read_at(program, notes, (size_t)length, offset) &&
                 search_notes(notes, (size_t)length, identity);

    if (some && !notes)
        program->why = ENOMEM;
    free(notes);
    return found;
}

/* Read the headers of a file and of its segments, in 64 bits or in 32. */
static bool read_head(struct program *program, bool wide, Elf64_Ehdr *head)
{
    Elf32_Ehdr narrow;

    if (wide)
        return read_at(program, head, sizeof *head, 0) && head->e_phentsize == sizeof(Elf64_Phdr);
    if (!read_at(program, &narrow, sizeof narrow, 0))
        return false;
    *head = (Elf64_Ehdr){.e_phoff = narrow.e_phoff, .e_phnum = narrow.e_phnum};
    return narrow.e_phentsize == sizeof(Elf32_Phdr);
}

static bool read_segment(struct program *program, bool wide, uint64_t table, uint64_t index,
                         Elf64_Phdr *segment)
{
    Elf32_Phdr narrow;

    if (wide)
        return read_at(program, segment, sizeof *segment, table + index * sizeof *segment);
    if (!read_at(program, &narrow, sizeof narrow, table + index * sizeof narrow))
        return false;
    *segment = (Elf64_Phdr){
        .p_type = narrow.p_type, .p_offset = narrow.p_offset, .p_filesz = narrow.p_filesz};
    return true;
}

static bool search_segments(struct program *program, bool wide, char *identity)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;

    if (!read_head(program, wide, &head))
        return false;
    for (uint64_t i = 0; i < head.e_phnum && i < MAX_HEADERS; i++) {
        if (!read_segment(program, wide, head.e_phoff, i, &segment))
            return false;
        if (segment.p_type == PT_NOTE &&
            read_notes(program, segment.p_offset, segment.p_filesz, identity))
            return true;
    }
    return false;
}

/* A file of another byte order has nonsense numbers here; it is hashed. */
static bool find_build_id(struct program *program, char *identity)
{
    const uint16_t one = 1;
    unsigned char order = *(const unsigned char *)&one ? ELFDATA2LSB : ELFDATA2MSB;
    unsigned char magic[EI_NIDENT];

    if (!read_at(program, magic, sizeof magic, 0) || memcmp(magic, ELFMAG, SELFMAG) != 0 ||
        magic[EI_DATA] != order)
        return false;
    return search_segments(program, magic[EI_CLASS] == ELFCLASS64, identity);
}

/* ---- the hash ---------------------------------------------------------------------------- */

/* FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923): each byte is combined by exclusive or, then
 * the hash is multiplied by 2^88 + 0x13b. It tells programs apart, but is no protection against
 * someone who constructs a collision. */
struct hash {
    uint64_t high, low;
};

static void hash_byte(struct hash *hash, unsigned char byte)
{
    uint64_t low = hash->low ^ byte;
    uint64_t carry = (((low >> 32) * 0x13b) + (((low & UINT32_MAX) * 0x13b) >> 32)) >> 32;

    hash->high = hash->high * 0x13b + carry + (low << 24);
    hash->low = low * 0x13b;
}

static int hash_file(int fd, char *identity)
{
    static const struct hash basis = {UINT64_C(0x6c62272e07bb0142), UINT64_C(0x62b821756295c58d)};
    struct hash hash = basis;
    unsigned char *chunk = malloc(CHUNK);
    ssize_t got = -1;

    while (chunk && ((got = read(fd, chunk, CHUNK)) > 0 || (got < 0 && errno == EINTR))) {
        for (ssize_t i = 0; i < got; i++)
            hash_byte(&hash, chunk[i]);
    }
    free(chunk);
    snprintf(identity, STORE_IDENTITY, "hash-%016llx%016llx",
             (unsigned long long)hash.high, (unsigned long long)hash.low);
    return got < 0 ? -1 : 0;
}

int store_identify(const char *path, char identity[STORE_IDENTITY], struct topomap_error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct program program = {.fd = fd};
    struct stat status;
    int result = 0;

    memset(identity, 0, STORE_IDENTITY);
    if (fd < 0 || fstat(fd, &status) < 0)
        result = error_set(error, TOPOMAP_INPUT, "%.300s: %s", path, strerror(errno));
    else if (!S_ISREG(status.st_mode))
        result = error_set(error, TOPOMAP_INPUT, "%.300s: is not a regular file", path);
    else if (find_build_id(&program, identity))
        result = 0;
    else if (program.why)
        result = error_set(error, TOPOMAP_INPUT, "%.300s: %s", path, strerror(program.why));
    else if (hash_file(fd, identity) < 0)
        result = error_set(error, TOPOMAP_INPUT, "%.300s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return result;
}
