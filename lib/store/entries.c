/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists the contents of a store, by the names of its files alone. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ENTRIES 100000

#define WORD_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-"

struct scan {
    struct store_list *list;
    bool named;               /* a single program is asked for */
    size_t capacity;
    struct store_entry entry; /* fields from the folders on the way */
    struct topomap_error error;
};

bool store_is_label(const char *text)
{
    size_t length = strspn(text, WORD_CHARACTERS);

    return length && !text[length] && length < STORE_WORD;
}

int store_visit(const char *folder, int (*visit)(void *data, const char *folder, const char *name),
                void *data, struct topomap_error *error)
{
    struct dirent *item;
    int result = 0;
    DIR *open;

    /* What cannot be looked at inside of it would be taken for what others keep for themselves. */
    if (access(folder, X_OK) < 0 || !(open = opendir(folder)))
        return errno == ENOENT ? 0
                               : error_set(error, TOPOMAP_INPUT, "%.300s: %s", folder,
                                           strerror(errno));
    while (result == 0 && (errno = 0, item = readdir(open))) {
        if (*item->d_name != '.')
            result = visit(data, folder, item->d_name);
    }
    if (result == 0 && errno)
        result = error_set(error, TOPOMAP_INPUT, "%.300s: %s", folder, strerror(errno));
    closedir(open);
    return result;
}

/* Copy `length` bytes, which must be a word, to a field of `size` bytes. */
static bool take_word(char *field, size_t size, const char *word, size_t length)
{
    if (!length || length >= size)
        return false;
    memcpy(field, word, length);
    field[length] = '\0';
    return true;
}

/* Parse "ID@PROGRAM.profile"; a file with another name is not an entry. */
static bool parse_file(struct store_entry *entry, const char *name)
{
    size_t length = strlen(name), suffix = strlen(STORE_SUFFIX);
    const char *at = strchr(name, '@');

    if (!at || length <= suffix || strcmp(name + length - suffix, STORE_SUFFIX) != 0)
        return false;
    return take_word(entry->id, sizeof entry->id, name, (size_t)(at - name)) &&
           strspn(entry->id, WORD_CHARACTERS) == strlen(entry->id) &&
           take_word(entry->name, sizeof entry->name, at + 1,
                     (size_t)(name + length - suffix - at - 1)) &&
           store_is_label(entry->name);
}

static int add_file(void *data, const char *folder, const char *name)
{
    struct scan *scan = data;
    struct store_list *list = scan->list;
    struct store_entry entry = scan->entry;
    char path[STORE_PATH];
    struct stat status;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);

    /* Another process may have removed the file. */
    if (length < 0 || (size_t)length >= sizeof path || !parse_file(&entry, name) ||
        lstat(path, &status) < 0 || !S_ISREG(status.st_mode))
        return 0;
    if (list->count == MAX_ENTRIES)
        return error_set(&scan->error, TOPOMAP_INPUT, "%.300s: too many entries", folder);
    if (array_grow(&list->entry, &scan->capacity, list->count + 1, sizeof *list->entry) < 0)
        return error_memory(&scan->error);
    entry.bytes = (uint64_t)status.st_size;
    entry.path = strdup(path);
    if (!entry.path)
        return error_memory(&scan->error);
    list->entry[list->count++] = entry;
    return 0;
}

/* Whether there is a folder of this name, 1 or 0; `path` is then its path. Other files are not
 * entries, nor is what another user keeps for himself, unless it is what is asked for. -1 with an
 * error if that cannot be found out. */
static int is_folder(struct scan *scan, const char *folder, const char *name, bool asked,
                     char path[STORE_PATH])
{
    int length = snprintf(path, STORE_PATH, "%s/%s", folder, name);
    struct stat status;

    if (length < 0 || length >= STORE_PATH)
        return 0;
    if (stat(path, &status) == 0 &&
        (!S_ISDIR(status.st_mode) || access(path, R_OK | X_OK) == 0))
        return S_ISDIR(status.st_mode);
    return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ||
                   (errno == EACCES && !asked)
               ? 0
               : error_set(&scan->error, TOPOMAP_INPUT, "%.300s: %s", path, strerror(errno));
}

/* Visit the folder "RANKS[@LABEL]" of a program. */
static int add_ranks(void *data, const char *folder, const char *name)
{
    struct scan *scan = data;
    const char *cursor = name, *end = name + strlen(name);
    char path[STORE_PATH];
    uint64_t ranks;
    int found = is_folder(scan, folder, name, false, path);

    if (found <= 0 || text_parse_number(&cursor, end, TOPOMAP_MAX_RANKS, &ranks) < 0 || ranks == 0)
        return found < 0 ? -1 : 0;
    scan->entry.label[0] = '\0';
    if (*cursor == '@' && store_is_label(cursor + 1))
        take_word(scan->entry.label, sizeof scan->entry.label, cursor + 1, strlen(cursor + 1));
    else if (*cursor)
        return 0;
    scan->entry.ranks = (uint32_t)ranks;
    return store_visit(path, add_file, scan, &scan->error);
}

static int add_program(void *data, const char *folder, const char *name)
{
    struct scan *scan = data;
    char path[STORE_PATH];
    int found = is_folder(scan, folder, name, scan->named, path);

    if (found <= 0 ||
        !take_word(scan->entry.program, sizeof scan->entry.program, name, strlen(name)))
        return found < 0 ? -1 : 0;
    return store_visit(path, add_ranks, scan, &scan->error);
}

/* Order by program, ranks and label, then newest first: ids begin with the time. */
static int compare(const void *a, const void *b)
{
    const struct store_entry *x = a, *y = b;
    int order = strcmp(x->program, y->program);

    if (order == 0 && x->ranks != y->ranks)
        order = x->ranks < y->ranks ? -1 : 1;
    if (order == 0)
        order = strcmp(x->label, y->label);
    return order ? order : strcmp(y->id, x->id);
}

int store_list_program(struct store_list *list, const char *folder, const char *program,
                       struct topomap_error *error)
{
    struct scan scan = {.list = list, .named = program != NULL};
    int result;

    *list = (struct store_list){0};
    result = program ? add_program(&scan, folder, program)
                     : store_visit(folder, add_program, &scan, &scan.error);
    if (result < 0) {
        store_list_free(list);
        return error_set(error, scan.error.code, "%s", scan.error.text);
    }
    if (list->count)
        qsort(list->entry, list->count, sizeof *list->entry, compare);
    return 0;
}

int store_list(const char *folder, struct store_list *list, struct topomap_error *error)
{
    return store_list_program(list, folder, NULL, error);
}

void store_list_free(struct store_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->entry[i].path);
    free(list->entry);
    *list = (struct store_list){0};
}
