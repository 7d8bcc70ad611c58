/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_ITEM_H
#define INPUT_ITEM_H

#include "input/source.h"

/* Bounds of a document. */
#define ITEM_MAX_DEPTH 16
#define ITEM_MAX_ITEMS (UINT32_C(1) << 24)

/* A part of a YAML document. Aliases, anchors and keys that are no plain text are refused. */
struct item {
    enum item_kind {
        ITEM_SCALAR,
        ITEM_LIST,
        ITEM_MAP,
    } kind;
    uint32_t line;       /* where it begins: a member of a map at its key */
    char *key;           /* of a member of a map, else NULL; distinct within the map */
    char *text;          /* of a scalar, else NULL */
    uint32_t count;      /* members of a list or map */
    struct item *child;  /* the first of them */
    struct item *next;   /* the next one of the list or map that this is a member of */
};

/* Load the one document of a text. TOPOMAP_INPUT with `name:line: `. */
struct item *item_load(const struct source *source, struct topomap_error *error);
void item_free(struct item *item);

/* TOPOMAP_INPUT with `name:line: ` of the item; returns -1. */
int item_fail(const struct source *source, const struct item *item, struct topomap_error *error,
              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Hand on the failure of what was made from the item, with `name:line: ` if the text is at fault;
 * returns -1. */
int item_relay(const struct source *source, const struct item *item, struct topomap_error *error,
               const struct topomap_error *why);

/* The member of a map that is called `key`, or NULL. */
const struct item *item_find(const struct item *map, const char *key);

/* The same, but TOPOMAP_INPUT if it is missing or not of the kind wanted; NULL then. */
const struct item *item_need(const struct source *source, const struct item *map, const char *key,
                             enum item_kind kind, struct topomap_error *error);

/* Check that `item` is of a kind. */
int item_check_kind(const struct source *source, const struct item *item, enum item_kind kind,
                    struct topomap_error *error);

/* Check that `map` is one, and has no keys but those of `known`, separated by blanks. */
int item_check_keys(const struct source *source, const struct item *map, const char *known,
                    struct topomap_error *error);

/* The scalar as a whole number up to `limit`, a finite number not below 0, or true or false. */
int item_number(const struct source *source, const struct item *item, uint64_t limit,
                uint64_t *number, struct topomap_error *error);
int item_real(const struct source *source, const struct item *item, double *number,
              struct topomap_error *error);
int item_bool(const struct source *source, const struct item *item, bool *value,
              struct topomap_error *error);

/*
 * Read the file that a scalar names, in the folder of the file it stands in unless its path begins
 * with a slash. file->text and *path are the caller's to free.
 */
int item_read(const struct source *source, const struct item *item, struct source *file,
              char **path, struct topomap_error *error);

/* The index, among `words`, which NULL ends, of the word that a map has for a key; a missing key
 * leaves *index alone. `known` lists the words for the message about another one. */
int item_word(const struct source *source, const struct item *map, const char *key,
              const char *const *words, const char *known, uint32_t *index,
              struct topomap_error *error);

#endif
