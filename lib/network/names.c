/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/names.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES 65536
#define MIN_BUCKETS 64
#define MAX_NAMES (UINT32_C(1) << 30)

/* Names never move once stored, as callers hold pointers to them. */
struct names_chunk {
    struct names_chunk *next;
    size_t used;
    size_t size;
    char text[];
};

/* FNV-1a. Its low bits are weak for names that differ only in their last digit, so fold. */
static uint32_t hash_name(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return (uint32_t)(hash ^ (hash >> 32));
}

/* The bucket that holds `name`, or the empty one where it would go. */
static uint32_t *find_bucket(const struct names *names, const char *name)
{
    uint32_t mask = names->buckets - 1;
    uint32_t at = hash_name(name) & mask;

    while (names->bucket[at] && strcmp(names->name[names->bucket[at] - 1], name) != 0)
        at = (at + 1) & mask;
    return &names->bucket[at];
}

static int grow_buckets(struct names *names, uint32_t needed)
{
    uint32_t buckets = names->buckets ? names->buckets : MIN_BUCKETS;
    uint32_t *bucket = names->bucket;

    while (buckets / 2 < needed)
        buckets *= 2;
    if (buckets == names->buckets)
        return 0;
    names->bucket = array_new(buckets, sizeof *names->bucket);
    if (!names->bucket) {
        names->bucket = bucket;
        return -1;
    }
    free(bucket);
    names->buckets = buckets;
    for (uint32_t i = 0; i < names->count; i++)
        *find_bucket(names, names->name[i]) = i + 1;
    return 0;
}

static char *store(struct names *names, const char *name)
{
    size_t length = strlen(name) + 1;
    struct names_chunk *chunk = names->chunk;
    char *copy;

    if (!chunk || chunk->size - chunk->used < length) {
        size_t size = length > CHUNK_BYTES ? length : CHUNK_BYTES;

        chunk = malloc(sizeof *chunk + size);
        if (!chunk)
            return NULL;
        *chunk = (struct names_chunk){names->chunk, 0, size};
        names->chunk = chunk;
    }
    copy = chunk->text + chunk->used;
    memcpy(copy, name, length);
    chunk->used += length;
    return copy;
}

int64_t names_add(struct names *names, const char *name)
{
    uint32_t *bucket;
    char *copy;

    if (names->count == MAX_NAMES || grow_buckets(names, names->count + 1) < 0)
        return -1;
    bucket = find_bucket(names, name);
    if (*bucket)
        return *bucket - 1;
    if (array_grow(&names->name, &names->capacity, (size_t)names->count + 1,
                   sizeof *names->name) < 0)
        return -1;
    copy = store(names, name);
    if (!copy)
        return -1;
    names->name[names->count++] = copy;
    *bucket = names->count;
    return names->count - 1;
}

int names_init(struct names *names, uint32_t count, char *const *list,
               struct topomap_error *error)
{
    *names = (struct names){0};
    if (count >= MAX_NAMES || grow_buckets(names, count ? count : 1) < 0)
        return error_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        int64_t index = names_add(names, list[i]);

        if (index == i)
            continue;
        names_free(names);
        if (index < 0)
            return error_memory(error);
        return error_set(error, TOPOMAP_INPUT, "'%s' occurs twice", list[i]);
    }
    return 0;
}

void names_free(struct names *names)
{
    struct names_chunk *next;

    for (struct names_chunk *chunk = names->chunk; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(names->name);
    free(names->bucket);
    *names = (struct names){0};
}

bool names_allow(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '-' || c == '_' || c == '.';
}

int64_t names_find(const struct names *names, const char *name)
{
    if (!names->count)
        return -1;
    return (int64_t)*find_bucket(names, name) - 1;
}
