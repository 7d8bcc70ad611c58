/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "topomap_internal.h"

/*
 * A folder with profiles, found by what was recorded:
 *
 *     FOLDER/IDENTITY/RANKS[@LABEL]/ID@PROGRAM.profile
 *
 * IDENTITY is what store_identify says of the executable, ID the time of the recording in
 * UTC and where it comes from, with STORE_EARLY behind it if the application ended early,
 * PROGRAM the executable's name. An entry gets its name when it is whole and is never changed: no
 * lock is needed. Folders are the caller's to trust.
 */
#define STORE_IDENTITY 72 /* room for an identity, with its NUL */
#define STORE_WORD 65     /* for a label or a program's name, with its NUL */

/*
 * Which program the file `path` is, wherever it lies: "id-" and the build id that the linker put
 * into it, in hex, or else "hash-" and a hash of 128 bits of all of the file (FNV-1a).
 * TOPOMAP_INPUT if it cannot be read.
 */
int store_identify(const char *path, char identity[STORE_IDENTITY], struct topomap_error *error);

/* Whether a text may be a label: 1 to 64 letters, digits and ._+- */
bool store_is_label(const char *text);

struct store_key {
    const char *program; /* identity */
    uint32_t ranks;
    const char *label;   /* NULL: none */
};

struct store_entry {
    char program[STORE_IDENTITY]; /* identity */
    char label[STORE_WORD];       /* empty: none */
    char name[STORE_WORD];        /* of the program */
    char id[112];
    uint32_t ranks;
    uint64_t bytes; /* size of the file */
    char *path;
};

struct store_list {
    struct store_entry *entry;
    size_t count;
};

/* The entries by program, ranks and label, of each the newest first; freed with
 * store_list_free. A folder that is not there has none. TOPOMAP_INPUT if it cannot be read. */
int store_list(const char *folder, struct store_list *list, struct topomap_error *error);
void store_list_free(struct store_list *list);

/*
 * A path for a new entry of the program at `path`, which no other has if `origin` (a word) is the
 * caller's alone; the caller frees it. Its folders are made. The file is to be written under
 * another name that begins with this path and a dot, and renamed: leftovers of such names are
 * swept.
 */
char *store_name(const char *folder, const struct store_key *key, const char *path,
                 const char *origin, struct topomap_error *error);

/*
 * How many runs of the key have been recorded, or begun to be: entries that did not end early, and
 * marks of others. A mark, beside the path of an entry, is swept a week later.
 */
int store_runs(const char *folder, const struct store_key *key, uint32_t *runs,
               struct topomap_error *error);
int store_mark(const char *entry, struct topomap_error *error);

struct store_limits {
    uint64_t entry_bytes; /* of one entry; larger ones go */
    uint64_t bytes;       /* of all; the oldest go */
    uint32_t entries;     /* of one key; the oldest go */
};

/* The limits that hold unless others are said: 256 MiB, 2 GiB, 8 entries. */
extern const struct store_limits store_limits_default;

/* Keep a store within limits (NULL: those above), and sweep what is left, a week old, of writers
 * that came to no end. `removed` receives the number of files removed unless it is NULL. */
int store_prune(const char *folder, const struct store_limits *limits, size_t *removed,
                struct topomap_error *error);

/* ---- between the files of this folder ---------------------------------------------------- */

#define STORE_SUFFIX ".profile"
#define STORE_EARLY "-early"

/* Longest path of a file in a store, with its NUL. */
#define STORE_PATH 4096

/* The entries of one program alone, sorted in the same way. */
int store_list_program(struct store_list *list, const char *folder, const char *program,
                       struct topomap_error *error);

/* Call `visit` for each name in a folder but those with a dot in front; a folder that is not there
 * is empty. -1 with an error if it cannot be read or `visit` returned -1. */
int store_visit(const char *folder, int (*visit)(void *data, const char *folder, const char *name),
                void *data, struct topomap_error *error);

#endif
