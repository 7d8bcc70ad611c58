/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_ITEM_H
#define INPUT_ITEM_H

#include "input/source.h"

/* Limits of a document. */
#define ITEM_MAX_DEPTH 16
#define ITEM_MAX_ITEMS (UINT32_C(1) << 24)

/* A node of a YAML document. Aliases, anchors and keys that are not plain text are refused. */
struct item {
    enum item_kind {
        ITEM_SCALAR,
        ITEM_LIST,
        ITEM_MAP,
    } kind;
    uint32_t line;       /* where it begins; for a member of a map, where its key begins */
    char *key;           /* of a member of a map, else NULL; unique within the map */
    char *text;          /* of a scalar, else NULL */
    uint32_t count;      /* members of a list or map */
    struct item *child;  /* the first of them */
    struct item *next;   /* the next member of the same list or map */
};

/* Load a text that holds one document. TOPOMAP_INPUT with `name:line: `. */
struct item *item_load(const struct source *source, struct topomap_error *error);
void item_free(struct item *item);

/* Fail with TOPOMAP_INPUT and `name:line: ` of the item; returns -1. */
int item_fail(const struct source *source, const struct item *item, struct topomap_error *error,
              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Pass on the error `why` that the item led to, with `name:line: ` if the text is at fault; returns
 * -1. */
int item_relay(const struct source *source, const struct item *item, struct topomap_error *error,
               const struct topomap_error *why);

#ifdef __clang_analyzer__ /* as in base/error.h */
#define item_fail(...) (item_fail(__VA_ARGS__), -1)
#define item_relay(...) (item_relay(__VA_ARGS__), -1)
#endif

/* The member of a map with this key, or NULL; also NULL if `map` is none. */
const struct item *item_find(const struct item *map, const char *key);

/* The same, but NULL with TOPOMAP_INPUT if it is missing or of another kind. */
const struct item *item_need(const struct source *source, const struct item *map, const char *key,
                             enum item_kind kind, struct topomap_error *error);

/* Check the kind of `item`. */
int item_check_kind(const struct source *source, const struct item *item, enum item_kind kind,
                    struct topomap_error *error);

/* Check that `map` is a map whose keys are all in `known`, a list separated by blanks. */
int item_check_keys(const struct source *source, const struct item *map, const char *known,
                    struct topomap_error *error);

/* Read a scalar: a whole number up to `limit`, a finite number of at least 0, or true or false. */
int item_number(const struct source *source, const struct item *item, uint64_t limit,
                uint64_t *number, struct topomap_error *error);
int item_real(const struct source *source, const struct item *item, double *number,
              struct topomap_error *error);
int item_bool(const struct source *source, const struct item *item, bool *value,
              struct topomap_error *error);

/*
 * Read the file that a scalar names. A relative path is relative to the folder of the document. The
 * caller frees file->text and *path.
 */
int item_read(const struct source *source, const struct item *item, struct source *file,
              char **path, struct topomap_error *error);

/* Find which of `words`, a list ended by NULL, a map has under a key. *index is its index,
 * unchanged if the key is missing. `known` lists the words for the message about an unknown one. */
int item_word(const struct source *source, const struct item *map, const char *key,
              const char *const *words, const char *known, uint32_t *index,
              struct topomap_error *error);

#endif
