/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/trust.h"

#include "base/error.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The kernel's limit, too. */
#define MOST_LINKS 40

/* A walk along a path: the part that has been checked, with links resolved, and the part that is
 * left. */
struct way {
    char done[PATH_MAX];
    char rest[PATH_MAX];
    unsigned links;
    int (*judge)(const struct way *way, const struct stat *status); /* of what `done` is */
    mode_t needed;                                                  /* rights of others to a file */
    struct topomap_error *error;
};

static int refuse(const struct way *way, const char *what)
{
    return error_set(way->error, TOPOMAP_INPUT, "%.300s %s", *way->done ? way->done : "/", what);
}

static int lost(const struct way *way, int why)
{
    return error_set(way->error, TOPOMAP_IMPOSSIBLE, "%.300s: %s", *way->done ? way->done : "/",
                     strerror(why));
}

static int judge_trust(const struct way *way, const struct stat *status)
{
    if (status->st_uid != 0)
        return refuse(way, "is not owned by root");
    if (S_ISLNK(status->st_mode))
        return 0;
    if (!(status->st_mode & (S_IWGRP | S_IWOTH)))
        return 0;
    if (S_ISDIR(status->st_mode) && (status->st_mode & S_ISVTX))
        return 0;
    return refuse(way, "is writable by others than root");
}

static int judge_reach(const struct way *way, const struct stat *status)
{
    mode_t lacking = S_ISDIR(status->st_mode) ? S_IXOTH : way->needed;

    lacking &= ~status->st_mode;
    if (S_ISLNK(status->st_mode) || !lacking)
        return 0;
    return refuse(way, S_ISDIR(status->st_mode) ? "cannot be searched by all users"
                       : lacking & S_IROTH      ? "cannot be read by all users"
                                                : "cannot be run by all users");
}

static int look(const struct way *way, struct stat *status)
{
    if (lstat(*way->done ? way->done : "/", status) < 0)
        return lost(way, errno);
    return way->judge(way, status);
}

/* Put the target of a link in front of the part that is left. */
static int follow(struct way *way)
{
    char target[PATH_MAX], joined[PATH_MAX];
    ssize_t length = readlink(way->done, target, sizeof target - 1);
    int size;

    if (length < 0 || ++way->links > MOST_LINKS)
        return lost(way, length < 0 ? errno : ELOOP);
    target[length] = '\0';
    size = snprintf(joined, sizeof joined, "%s/%s", target, way->rest);
    if (size < 0 || (size_t)size >= sizeof joined)
        return lost(way, ENAMETOOLONG);
    memcpy(way->rest, joined, (size_t)size + 1);
    if (*target == '/')
        *way->done = '\0';
    else
        *strrchr(way->done, '/') = '\0';
    return 0;
}

/* Move the next name from the part that is left to the part that is checked; false if no name is
 * left. */
static bool step(struct way *way)
{
    size_t skipped = strspn(way->rest, "/"), length = strcspn(way->rest + skipped, "/");
    size_t done = strlen(way->done);

    if (length == 0 || done + 1 + length >= sizeof way->done)
        return false;
    way->done[done] = '/';
    memcpy(way->done + done + 1, way->rest + skipped, length);
    way->done[done + 1 + length] = '\0';
    memmove(way->rest, way->rest + skipped + length, strlen(way->rest + skipped + length) + 1);
    return true;
}

/* Handle the name "..": remove the last name of the checked part. Returns true if the name was ".."
 * or ".". */
static bool step_back(struct way *way)
{
    char *last = strrchr(way->done, '/');
    bool up = strcmp(last, "/..") == 0;

    if (!up && strcmp(last, "/.") != 0)
        return false;
    *last = '\0';
    if (up && *way->done)
        *strrchr(way->done, '/') = '\0';
    return true;
}

/* Judge all on the way; `status` is that of its end. */
static int walk(struct way *way, const char *path, struct stat *status)
{
    if (*path != '/' || strlen(path) >= sizeof way->rest)
        return error_set(way->error, TOPOMAP_INPUT, "%.300s is not an absolute path", path);
    memcpy(way->rest, path, strlen(path) + 1);
    if (look(way, status) < 0)
        return -1;
    while (step(way)) {
        if (step_back(way))
            continue;
        if (look(way, status) < 0 || (S_ISLNK(status->st_mode) && follow(way) < 0))
            return -1;
    }
    return 0;
}

int trust_check(const char *path, struct topomap_error *error)
{
    struct way way = {.judge = judge_trust, .error = error};
    struct stat status;

    if (walk(&way, path, &status) < 0)
        return -1;
    return S_ISREG(status.st_mode) ? 0 : refuse(&way, "is not a file");
}

int reach_check(const char *path, mode_t needed, struct topomap_error *error)
{
    struct way way = {.judge = judge_reach, .needed = needed, .error = error};
    struct stat status;

    return walk(&way, path, &status);
}
