/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The library that is preloaded first. In a process with MPI it finds out which MPI that is, and
 * executes the program again with the matching recorder in its own place. Only a preloaded library
 * can intercept calls, and only the process shows which MPI an application links, through other
 * libraries and scripts. Processes without MPI continue unchanged.
 */
#include "config.h"

#include "pick.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARGUMENTS_STEP 65536

/* Each MPI is known by a name that it alone exports. */
static const struct {
    const char *symbol, *recorder;
} kinds[] = {
    {"ompi_mpi_comm_world", "libtopomap-record-openmpi.so"},
    {"MPII_Comm_get_attr", "libtopomap-record-mpich.so"},
    {"MPIR_CommGetAttr", "libtopomap-record-mpich.so"},
};

/* LD_PRELOAD with `own` replaced by `recorder` in the same folder; NULL if it does not contain
 * `own`. */
static char *replace(const char *preload, const char *own, const char *recorder)
{
    const char *place = strstr(preload, own), *slash = strrchr(own, '/');
    size_t size = strlen(preload) + strlen(own) + strlen(recorder) + 1;
    char *text = place && slash ? malloc(size) : NULL;

    if (text)
        snprintf(text, size, "%.*s%.*s%s%s", (int)(place - preload), preload,
                 (int)(slash + 1 - own), own, recorder, place + strlen(own));
    return text;
}

/* The arguments of this process from the kernel, starting with the program: a dynamic linker that
 * was called by name is not an argument. */
static char *read_arguments(size_t *length)
{
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    char *text = NULL;
    ssize_t got = -1;

    *length = 0;
    for (size_t size = ARGUMENTS_STEP; fd >= 0; size *= 2) {
        char *more = realloc(text, size + 1);

        if (!more)
            break;
        text = more;
        while ((got = read(fd, text + *length, size - *length)) > 0)
            *length += (size_t)got;
        if (got < 0 || *length < size)
            break;
    }
    if (fd >= 0)
        close(fd);
    if (!text || got < 0 || *length == 0) {
        free(text);
        return NULL;
    }
    text[*length] = '\0';
    return text;
}

static char **split(char *text, size_t length)
{
    size_t count = 0;
    char **arguments;

    for (size_t i = 0; i < length; i++)
        count += text[i] == '\0';
    arguments = calloc(count + 2, sizeof *arguments);
    for (size_t i = 0, n = 0; arguments && i < length; i += strlen(text + i) + 1)
        arguments[n++] = text + i;
    return arguments;
}

static void start_again(void)
{
    char program[PATH_MAX];
    ssize_t got = readlink("/proc/self/exe", program, sizeof program - 1);
    size_t length;
    char *text = read_arguments(&length);
    char **arguments = text ? split(text, length) : NULL;

    if (got > 0 && arguments) {
        program[got] = '\0';
        execv(program, arguments);
    }
    free(arguments);
    free(text);
}

static void take_place(const char *own, const char *recorder)
{
    const char *preload = getenv("LD_PRELOAD");
    char *old, *with;

    /* Tools such as valgrind, which simulate the program, would lose it. */
    if (!preload || strstr(preload, "vgpreload"))
        return;
    old = strdup(preload);
    with = replace(preload, own, recorder);
    if (old && with && setenv(PICKED, "1", 1) == 0 && setenv("LD_PRELOAD", with, 1) == 0) {
        start_again();
        fprintf(stderr, "topomap: %s: %s; nothing is recorded\n", recorder, strerror(errno));
        setenv("LD_PRELOAD", old, 1);
        unsetenv(PICKED);
    }
    free(old);
    free(with);
}

/* Whether the recorder exists: without one for this MPI there is no reason to execute the program
 * again. */
static int is_there(const char *own, const char *recorder)
{
    const char *slash = strrchr(own, '/');
    char path[PATH_MAX];

    if (!slash)
        return 0;
    snprintf(path, sizeof path, "%.*s/%s", (int)(slash - own), own, recorder);
    return access(path, R_OK) == 0;
}

__attribute__((constructor)) static void pick(void)
{
    Dl_info self;

    if (!getenv("TOPOMAP_PROFILE") || !dladdr((void *)(size_t)pick, &self))
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!dlsym(RTLD_DEFAULT, kinds[i].symbol))
            continue;
        if (is_there(self.dli_fname, kinds[i].recorder))
            take_place(self.dli_fname, kinds[i].recorder);
        return;
    }
}
