/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a command with the recorder in its environment. */
#include "config.h"

#include "cli/profile.h"

#include "base/error.h"
#include "base/file.h"
#include "base/holds.h"
#include "common/slurm.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Join `first` and `second` with a colon, unless `first` is empty. The caller frees the result. */
static char *join_words(const char *first, const char *second)
{
    size_t size = strlen(first) + strlen(second) + 2;
    char *text = malloc(size);

    if (text)
        snprintf(text, size, "%s%s%s", first, *first ? ":" : "", second);
    return text;
}

static int set_preload(const struct recording *recording, struct topomap_error *error)
{
    const char *before = getenv("LD_PRELOAD");
    char name[PATH_MAX], *path, *all;
    int result = 0;

    snprintf(name, sizeof name, "%s/libtopomap-%s%s.so", recording->recorder,
             recording->mpi ? "record-" : "pick", recording->mpi ? recording->mpi : "");
    path = realpath(name, NULL);
    if (!path)
        return error_set(error, TOPOMAP_INPUT, "%.300s: %s", name, strerror(errno));
    if (strpbrk(path, " :")) {
        error_set(error, TOPOMAP_INPUT,
                  "%.300s: the dynamic linker takes no path with a blank or colon", path);
        free(path);
        return -1;
    }
    all = join_words(before ? before : "", path);
    if (!all || setenv("LD_PRELOAD", all, 1) < 0)
        result = error_set(error, TOPOMAP_INTERNAL, "LD_PRELOAD: %s", strerror(errno));
    free(all);
    free(path);
    return result;
}

/* Ranks may run in other folders, so paths must be absolute. */
static char *absolute(const char *path)
{
    char *folder, *all;
    size_t size;

    if (*path == '/')
        return strdup(path);
    folder = realpath(".", NULL);
    if (!folder)
        return NULL;
    size = strlen(folder) + strlen(path) + 2;
    all = malloc(size);
    if (all)
        snprintf(all, size, "%s/%s", folder, path);
    free(folder);
    return all;
}

static int set_environment(const struct recording *recording, struct topomap_error *error)
{
    const struct {
        const char *name, *value;
    } numbers[] = {
        {"TOPOMAP_PROFILE_SAMPLE", recording->sample},
        {"TOPOMAP_PROFILE_SLICE", recording->slice},
        {"TOPOMAP_PROFILE_SECONDS", recording->seconds},
    };
    char *path = absolute(recording->output);
    int failed = !path || setenv("TOPOMAP_PROFILE", path, 1) < 0;

    free(path);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value && setenv(numbers[i].name, numbers[i].value, 1) < 0)
            failed = 1;
    }
    if (failed)
        return error_set(error, TOPOMAP_INTERNAL, "%.300s: %s", recording->output,
                         strerror(errno));
    return set_preload(recording, error);
}

/* ---- mpirun ------------------------------------------------------------------------------ */

/* Variables that Open MPI's mpirun passes to other hosts only if told to. */
static char *const brought[] = {
    "-x", "LD_PRELOAD", "-x", "TOPOMAP_PROFILE", "-x", "TOPOMAP_PROFILE_SAMPLE",
    "-x", "TOPOMAP_PROFILE_SLICE", "-x", "TOPOMAP_PROFILE_SECONDS",
};
#define BROUGHT (sizeof brought / sizeof *brought)

/* A launcher's version text tells to which MPI it belongs. */
static bool is_open_mpi(const char *launcher)
{
    char *const words[] = {"env", "-u", "LD_PRELOAD", (char *)launcher, "--version", NULL};
    size_t length;
    int status;
    char *text = slurm_run(words, SLURM_SECONDS, true, &length, &status);
    bool found = text && (strstr(text, "Open MPI") || strstr(text, "OpenRTE") ||
                          strstr(text, "PRRTE"));

    free(text);
    return found;
}

/* By the whole name, such as mpirun.openmpi or mpirun-4.1: mpirun.sh may be a user's script, which
 * would do its work if it were asked for its version. */
static bool may_be_mpirun(const char *command)
{
    static const char *const names[] = {"mpirun", "mpiexec", "orterun", "prterun"};
    const char *slash = strrchr(command, '/'), *name = slash ? slash + 1 : command;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        const char *rest = name + length + 1;

        if (strncmp(name, names[i], length) == 0 &&
            (!name[length] ||
             (strchr(".-_", name[length]) &&
              (strncmp(rest, "openmpi", strlen("openmpi")) == 0 || isdigit((unsigned char)*rest)))))
            return true;
    }
    return false;
}

/* Put the options for mpirun at `words`. Returns how many words they are. */
static size_t put_options(char **words)
{
    size_t n = 0;

    for (size_t i = 0; i + 1 < BROUGHT; i += 2) {
        if (getenv(brought[i + 1])) {
            words[n++] = brought[i];
            words[n++] = brought[i + 1];
        }
    }
    return n;
}

/* The command, with options for mpirun if it needs them: after its name, and after each ":", as
 * they are those of one program of several. */
static char **complete(char **argv)
{
    bool needed = may_be_mpirun(argv[0]) && is_open_mpi(argv[0]);
    size_t count = 0, programs = 1, n = 0;
    char **words;

    for (; argv[count]; count++)
        programs += strcmp(argv[count], ":") == 0;
    words = calloc(count + (needed ? programs * BROUGHT : 0) + 1, sizeof *words);
    if (!words)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        words[n++] = argv[i];
        if (needed && argv[i + 1] && (i == 0 || strcmp(argv[i], ":") == 0))
            n += put_options(words + n);
    }
    return words;
}

/* ---- running ----------------------------------------------------------------------------- */

/* Signals of the terminal reach the command, which is in the same process group; this process
 * ignores them, to handle the profile afterwards. */
static pid_t start(char **words, const sigset_t *mask)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    pid_t child;

    HOLDS(words[0]);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    child = fork();
    if (child == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        signal(SIGXFSZ, SIG_DFL); /* which main ignores */
        sigprocmask(SIG_SETMASK, mask, NULL);
        execvp(words[0], words);
        fprintf(stderr, "topomap profile: %s: %s\n", words[0], strerror(errno));
        _exit(errno == ENOENT ? 127 : 126);
    }
    return child;
}

/* Signals that are sent to this process alone. They stay blocked when the command has ended, so
 * that its profile is still handled. Where SIGCHLD is ignored, no end of a command is told. */
static void block_signals(sigset_t *signals, sigset_t *before)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD};

    signal(SIGCHLD, SIG_DFL);
    sigemptyset(signals);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(signals, numbers[i]);
    sigprocmask(SIG_BLOCK, signals, before);
}

/* Wait for the end of the command, and pass on to it the signals that come before. */
static int await(pid_t child, const sigset_t *signals, int *status)
{
    pid_t ended;

    while ((ended = waitpid(child, status, WNOHANG)) == 0) {
        int number = sigwaitinfo(signals, NULL);

        if (number > 0 && number != SIGCHLD)
            kill(child, number);
    }
    return ended < 0 ? -1 : 0;
}

int recording_run(const struct recording *recording, char **argv, int *status,
                  struct topomap_error *error)
{
    sigset_t signals, before;
    char **words;
    pid_t child;

    if (!file_is_replaceable(recording->output))
        return error_set(error, TOPOMAP_INPUT, "%.300s: not a regular file", recording->output);
    if (!file_has_room(recording->output))
        return error_set(error, TOPOMAP_INPUT, "%.300s: %s", recording->output, strerror(errno));
    if (set_environment(recording, error) < 0)
        return -1;
    words = complete(argv);
    block_signals(&signals, &before);
    child = words ? start(words, &before) : -1;
    free(words);
    if (child < 0 || await(child, &signals, status) < 0)
        return error_set(error, TOPOMAP_INTERNAL, "%.300s: %s", argv[0], strerror(errno));
    *status = WIFSIGNALED(*status) ? 128 + WTERMSIG(*status) : WEXITSTATUS(*status);
    return 0;
}
