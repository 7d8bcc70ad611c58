/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "topomap_internal.h"

/*
 * A folder of profiles, filed by what was recorded:
 *
 * FOLDER/IDENTITY/RANKS[@LABEL]/ID@PROGRAM.profile
 *
 * IDENTITY is the result of store_identify for the executable. ID is the time of the recording in
 * UTC and its origin, followed by STORE_EARLY if the application ended early. PROGRAM is the
 * executable's name. An entry gets its name when it is complete and is never changed, so no lock is
 * needed. It is up to the caller whether to trust a folder.
 */
#define STORE_IDENTITY 72 /* size of an identity with its NUL */
#define STORE_WORD 65     /* size of a label or program name with its NUL */

/*
 * Identify the program in the file `path`, whatever its path: "id-" and the linker's build id in
 * hex, or else "hash-" and a hash of 128 bits of the whole file (FNV-1a). TOPOMAP_INPUT if it
 * cannot be read.
 */
int store_identify(const char *path, char identity[STORE_IDENTITY], struct topomap_error *error);

/* Whether a text is a valid label: 1 to 64 letters, digits and ._+- */
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

/* List the entries by program, ranks and label, the newest first for each; store_list_free frees
 * them. A missing folder has none. TOPOMAP_INPUT if the folder cannot be read. */
int store_list(const char *folder, struct store_list *list, struct topomap_error *error);
void store_list_free(struct store_list *list);

/*
 * A path for a new entry of the program at `path`; the caller frees it. It is unique if `origin` (a
 * word) is unique to the caller. Its folders are created. Write the file under a temporary name
 * that begins with this path and a dot, then rename it: leftovers with such names are removed
 * later.
 */
char *store_name(const char *folder, const struct store_key *key, const char *path,
                 const char *origin, struct topomap_error *error);

/* Let everybody read a file or folder in the store who can read the store, whatever the umask took
 * away. TOPOMAP_INPUT: it belongs to somebody else, or is not there. */
int store_share(const char *folder, const char *path, struct topomap_error *error);

/*
 * How many runs of the key have been recorded or started: entries that did not end early, and marks
 * of other runs. A mark lies beside the path of an entry and is removed after a week.
 */
int store_runs(const char *folder, const struct store_key *key, uint32_t *runs,
               struct topomap_error *error);
int store_mark(const char *entry, struct topomap_error *error);

struct store_limits {
    uint64_t entry_bytes; /* per entry; larger ones are removed */
    uint64_t bytes;       /* total; the oldest entries are removed */
    uint32_t entries;     /* per key; the oldest are removed */
};

/* The default limits: 256 MiB, 2 GiB, 8 entries. */
extern const struct store_limits store_limits_default;

/* Keep a store within limits (NULL: the default ones), and remove unfinished files that are a week
 * old. `removed` receives the number of files removed unless it is NULL. */
int store_prune(const char *folder, const struct store_limits *limits, size_t *removed,
                struct topomap_error *error);

/* ---- between the files of this folder ---------------------------------------------------- */

#define STORE_SUFFIX ".profile"
#define STORE_EARLY "-early"

/* Longest path of a file in a store, with its NUL. */
#define STORE_PATH 4096

/* List only the entries of one program, sorted in the same way. */
int store_list_program(struct store_list *list, const char *folder, const char *program,
                       struct topomap_error *error);

/* Call `visit` for each name in a folder that does not begin with a dot; a missing folder is empty.
 * -1 with an error if the folder cannot be read or `visit` returned -1. */
int store_visit(const char *folder, int (*visit)(void *data, const char *folder, const char *name),
                void *data, struct topomap_error *error);

#endif
