/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes room for new entries of a store, and keeps it within limits. */
#include "base/error.h"
#include "base/text.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAX_TRIES 1000
/* Nobody takes longer to write an entry and give it its name. */
#define LEFTOVER_SECONDS (7 * 24 * 3600)

const struct store_limits store_limits_default = {
    .entry_bytes = UINT64_C(256) << 20,
    .bytes = UINT64_C(2) << 30,
    .entries = 8,
};

/* ---- new entries ------------------------------------------------------------------------- */

/* The path of the folder of a key below `folder`. */
static int name_folder(char *path, size_t size, const char *folder, const struct store_key *key,
                       struct topomap_error *error)
{
    int length = snprintf(path, size, "%s/%s/%u%s%s", folder, key->program, key->ranks,
                          key->label ? "@" : "", key->label ? key->label : "");

    if (length < 0 || (size_t)length >= size)
        return error_set(error, TOPOMAP_INPUT, "%.200s: the path is too long", folder);
    return 0;
}

/* The mode of an open file in a store becomes as readable as that of its folder. */
static int share(int file, const struct stat *store)
{
    struct stat made;
    mode_t readable;

    if (fstat(file, &made) < 0)
        return -1;
    readable = store->st_mode & (S_ISDIR(made.st_mode) ? 0555 : 0444);
    return (made.st_mode & readable) == readable
               ? 0 : fchmod(file, (made.st_mode | readable) & 07777);
}

/* Links are not followed: a store may be open to others. */
int store_share(const char *folder, const char *path, struct topomap_error *error)
{
    struct stat store;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), result = 0;

    if (file < 0 || stat(folder, &store) < 0 || share(file, &store) < 0)
        result = error_set(error, TOPOMAP_INPUT, "%.300s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return result;
}

/* Like mkdir -p for a path in the store `folder`. A new store is its owner's alone (XDG Base
 * Directory Specification); folders in one that exists are as open as it is. Another process may be
 * creating the same folders. */
static int make_folders(const char *folder, const char *path, struct topomap_error *error)
{
    char part[STORE_PATH];
    size_t length = strlen(path);
    struct stat status;
    int why;
    mode_t mode = stat(folder, &status) == 0 ? (status.st_mode & 0777) | 0700 : 0700;

    if (length >= sizeof part)
        return error_set(error, TOPOMAP_INPUT, "%.200s: the path is too long", path);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] && path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, mode) == 0) {
            if (i > strlen(folder) && store_share(folder, part, error) < 0)
                return -1;
            continue;
        }
        if (errno == EEXIST)
            continue;
        why = errno;
        if (access(part, F_OK) < 0)
            return error_set(error, TOPOMAP_INPUT, "%.300s: %s", part, strerror(why));
    }
    return 0;
}

/* The last component of a path, as a word. */
static void name_program(char name[STORE_WORD], const char *path)
{
    const char *slash = strrchr(path, '/');

    path = slash ? slash + 1 : path;
    snprintf(name, STORE_WORD, "%s", *path ? path : "_");
    for (char *c = name; *c; c++) {
        char one[] = {*c, '\0'};

        if (!store_is_label(one))
            *c = '_';
    }
}

/* Print a time in UTC, `later` milliseconds on, such that names sort by it. */
static void name_time(char *text, size_t size, struct timespec now, unsigned later)
{
    struct tm parts;
    char seconds[32];

    now.tv_nsec += (long)later * 1000000;
    now.tv_sec += now.tv_nsec / 1000000000;
    now.tv_nsec %= 1000000000;
    gmtime_r(&now.tv_sec, &parts);
    strftime(seconds, sizeof seconds, "%Y%m%dT%H%M%S", &parts);
    snprintf(text, size, "%s.%03ld", seconds, now.tv_nsec / 1000000);
}

/* Whether there is a file of this name, or a folder with records of single ranks. */
static bool is_taken(const char *path)
{
    char ranks[STORE_PATH + 8];

    snprintf(ranks, sizeof ranks, "%s.ranks", path);
    return access(path, F_OK) == 0 || access(ranks, F_OK) == 0;
}

char *store_name(const char *folder, const struct store_key *key, const char *path,
                 const char *origin, struct topomap_error *error)
{
    char inside[STORE_PATH], name[STORE_WORD], when[64];
    struct timespec now;
    char *entry;

    if (name_folder(inside, sizeof inside, folder, key, error) < 0 ||
        make_folders(folder, inside, error) < 0)
        return NULL;
    name_program(name, path);
    /* Read the clock only once: if names were taken while it ran, a later entry could get an
     * earlier name. */
    clock_gettime(CLOCK_REALTIME, &now);
    for (unsigned later = 0; later < MAX_TRIES; later++) {
        struct text text = {0};

        name_time(when, sizeof when, now, later);
        text_printf(&text, "%s/%s-%s@%s%s", inside, when, origin, name, STORE_SUFFIX);
        entry = text_take(&text);
        if (!entry) {
            error_memory(error);
            return NULL;
        }
        if (strlen(entry) < STORE_PATH - 16 && !is_taken(entry))
            return entry;
        free(entry);
    }
    error_set(error, TOPOMAP_INPUT, "%.200s: no name is left for another profile", inside);
    return NULL;
}

/* ---- runs -------------------------------------------------------------------------------- */

#define MARK ".begun"

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), part = strlen(end);

    return length >= part && strcmp(text + length - part, end) == 0;
}

static int count_run(void *data, const char *folder, const char *name)
{
    uint32_t *runs = data;
    char path[STORE_PATH];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);

    if (ends_with(name, STORE_SUFFIX) && !strstr(name, STORE_EARLY "@")) {
        ++*runs;
    } else if (ends_with(name, STORE_SUFFIX MARK) && length > 0 && (size_t)length < sizeof path) {
        path[(size_t)length - strlen(MARK)] = '\0';
        *runs += access(path, F_OK) < 0;
    }
    return 0;
}

int store_runs(const char *folder, const struct store_key *key, uint32_t *runs,
               struct topomap_error *error)
{
    char inside[STORE_PATH];

    *runs = 0;
    if (name_folder(inside, sizeof inside, folder, key, error) < 0)
        return -1;
    return store_visit(inside, count_run, runs, error);
}

int store_mark(const char *entry, struct topomap_error *error)
{
    char path[STORE_PATH + sizeof MARK];
    int fd;

    snprintf(path, sizeof path, "%s" MARK, entry);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 || close(fd) < 0)
        return error_set(error, TOPOMAP_INPUT, "%.300s: %s", path, strerror(errno));
    return 0;
}

/* ---- bounds ------------------------------------------------------------------------------ */

struct pruning {
    time_t now;
    size_t removed;
    struct topomap_error error;
};

static int remove_file(void *data, const char *folder, const char *name)
{
    char path[STORE_PATH];

    (void)data;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
        unlink(path);
    return 0;
}

/* Remove files that ranks or writers left unfinished: they do not have the name of an entry. */
static int sweep_file(void *data, const char *folder, const char *name)
{
    struct pruning *p = data;
    const char *suffix = strstr(name, STORE_SUFFIX ".");
    char path[STORE_PATH];
    struct stat status;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);

    if (!suffix || length < 0 || (size_t)length >= sizeof path || lstat(path, &status) < 0 ||
        p->now - status.st_mtime < LEFTOVER_SECONDS)
        return 0;
    if (S_ISDIR(status.st_mode)) {
        store_visit(path, remove_file, p, &p->error);
        p->removed += rmdir(path) == 0;
    } else {
        p->removed += unlink(path) == 0;
    }
    return 0;
}

/* Visit the contents of a folder in a folder; skip other files, and what another user keeps for
 * himself. */
static int visit_inside(struct pruning *p, const char *folder, const char *name,
                        int (*each)(void *, const char *, const char *))
{
    char path[STORE_PATH];
    struct stat status;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);

    if (length > 0 && (size_t)length < sizeof path && lstat(path, &status) == 0 &&
        S_ISDIR(status.st_mode) && access(path, R_OK | X_OK) == 0)
        return store_visit(path, each, p, &p->error);
    return 0;
}

static int sweep_ranks(void *data, const char *folder, const char *name)
{
    return visit_inside(data, folder, name, sweep_file);
}

static int sweep_program(void *data, const char *folder, const char *name)
{
    return visit_inside(data, folder, name, sweep_ranks);
}

static bool same_key(const struct store_entry *a, const struct store_entry *b)
{
    return strcmp(a->program, b->program) == 0 && a->ranks == b->ranks &&
           strcmp(a->label, b->label) == 0;
}

static void drop(struct pruning *p, struct store_entry *entry)
{
    p->removed += unlink(entry->path) == 0;
    entry->bytes = 0;
    entry->id[0] = '\0';
}

static int by_age(const void *a, const void *b)
{
    const struct store_entry *x = a, *y = b;

    return strcmp(y->id, x->id);
}

/* Remove entries that are too large, the oldest of keys with too many, and the oldest of all while
 * the total is too large. Of a key's runs that ended early only the newest stays, beside the
 * others: a program that keeps failing must not push out what was recorded while it worked. */
static void bound(struct pruning *p, struct store_list *list,
                  const struct store_limits *limits)
{
    uint64_t total = 0;
    uint32_t kept = 0, early = 0;
    bool full = false;

    for (size_t i = 0; i < list->count; i++) {
        struct store_entry *entry = &list->entry[i];
        bool ended_early = ends_with(entry->id, STORE_EARLY);

        if (i == 0 || !same_key(entry, entry - 1))
            kept = early = 0;
        if (entry->bytes > limits->entry_bytes ||
            (ended_early ? early == 1 : kept == limits->entries))
            drop(p, entry);
        else
            ++*(ended_early ? &early : &kept);
    }
    if (list->count)
        qsort(list->entry, list->count, sizeof *list->entry, by_age);
    for (size_t i = 0; i < list->count && *list->entry[i].id; i++) {
        full = full || list->entry[i].bytes > limits->bytes - total;
        if (full)
            drop(p, &list->entry[i]);
        else
            total += list->entry[i].bytes;
    }
}

int store_prune(const char *folder, const struct store_limits *limits, size_t *removed,
                struct topomap_error *error)
{
    struct pruning p = {.now = time(NULL)};
    struct store_list list;

    if (store_list(folder, &list, error) < 0)
        return -1;
    bound(&p, &list, limits ? limits : &store_limits_default);
    store_list_free(&list);
    if (removed)
        *removed = p.removed;
    if (store_visit(folder, sweep_program, &p, &p.error) < 0)
        return error_set(error, p.error.code, "%s", p.error.text);
    if (removed)
        *removed = p.removed;
    return 0;
}
