/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap profile: runs a command with the recorder, and handles the profile. */
#include "cli/profile.h"

#include "base/file.h"
#include "common/join.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_OUTPUT "comm.graph"
#define MAX_SECONDS 86400

static struct {
    const char *output, *seconds, *recorder;
    struct settings settings;
    bool join, show, quiet;
} args;

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "write the profile to FILE [" DEFAULT_OUTPUT "]", &args.output, NULL},
    {"seconds", 0, "SECONDS", "how long ranks wait for others in MPI_Finalize [60]",
     &args.seconds, NULL},
    {"recorder", 0, "DIR", "where the recorder's libraries are [" LIBEXEC_DIR "]", &args.recorder,
     NULL},
    {"join", 0, NULL, "join profiles, or folders with the records of ranks, into one", NULL,
     &args.join},
    {"show", 0, NULL, "describe a profile", NULL, &args.show},
    {"quiet", 'q', NULL, "do not print what was recorded", NULL, &args.quiet},
    {0},
};

static const struct cli_command command = {
    "topomap profile", "[OPTION]... -- COMMAND [ARGUMENT]...",
    "Run a command, and record how much each rank sends to each other rank.",
    "The profile is a graph to all other commands. The exit code is the command's. Examples:\n"
    "  topomap profile -o comm.graph -- mpirun -np 64 ./app\n"
    "  topomap profile --show comm.graph\n"
    "  topomap profile --join comm.graph.ranks -o comm.graph\n",
    options,
};

static int check_options(void)
{
    double real;

    if (args.seconds && (cli_real(args.seconds, &real) < 0 || real < 0 || real > MAX_SECONDS))
        return cli_usage(&command, "--seconds needs a number from 0 to %d", MAX_SECONDS);
    if (args.output && (!*args.output || strcmp(args.output, "-") == 0))
        return cli_usage(&command, "--output needs the name of a file, not '%s'", args.output);
    return TOPOMAP_OK;
}

/* An option's value as text, which the caller frees; NULL if it was not given. */
static char *setting(const char *name)
{
    const struct option_row *row = option_find(SCOPE_PROFILE, name, strlen(name));
    struct text text = {0};

    if (!option_given(row, &args.settings))
        return NULL;
    option_print(row, &args.settings, &text);
    return text_take(&text);
}

/* Say why there is neither a profile nor a record of a rank. The first rank creates a folder beside
 * the profile: where this is not possible, nothing could be recorded. */
static void warn_of_nothing(const char *output)
{
    struct text folder = {0};
    const char *why = NULL, *what = output;
    char *path;

    text_printf(&folder, "%s.ranks", output);
    path = text_take(&folder);
    if (path && mkdir(path, 0777) == 0)
        rmdir(path);
    else if (path && errno != EEXIST)
        why = strerror(errno);
    else if (path && !file_may_work_in(path)) {
        why = strerror(errno);
        what = path;
    }
    if (why)
        cli_warn(&command, "nothing was recorded: %s: %s", what, why);
    else
        cli_warn(&command, "nothing was recorded: %s was not written, or on another host; only "
                           "processes that call MPI_Init of an Open MPI or MPICH that they link "
                           "dynamically, without another PMPI library, are recorded "
                           "(topomap-profile(7))", output);
    free(path);
}

/* Handle what a run left: its profile if it was `written`, and records of ranks. */
static void finish(const char *output, bool written, const struct file_state *folder_before)
{
    struct topomap_error error;
    struct join_ranks found;
    int joined = 0;

    if (join_is_old(output, folder_before))
        cli_warn(&command, "%s.ranks has records of an earlier run; join them with --join", output);
    else
        joined = join_leftovers(output, written, output, &command, &found, &error);
    if (joined < 0)
        cli_warn(&command, "%s", error.text);
    else if (!written && !joined)
        warn_of_nothing(output);
    else if (!args.quiet && profile_tell(output, &error) < 0)
        cli_warn(&command, "%s", error.text);
}

static int record(char **argv, char *sample, char *slice)
{
    static const char *const libraries[] = {NULL, "openmpi", "mpich"};
    struct recording recording = {
        .recorder = args.recorder ? args.recorder : LIBEXEC_DIR,
        .mpi = libraries[args.settings.profile_mpi],
        .output = args.output ? args.output : DEFAULT_OUTPUT,
        .sample = sample,
        .slice = slice,
        .seconds = args.seconds,
    };
    struct topomap_error error;
    struct file_state before = file_look(recording.output);
    struct file_state folder_before = join_look(recording.output);
    int status = 0;

    if (recording_run(&recording, argv, &status, &error) < 0)
        return cli_fail(&command, &error);
    finish(recording.output, file_is_written(recording.output, &before), &folder_before);
    return status;
}

static int run(char **argv)
{
    char *sample = setting("sample"), *slice = setting("slice");
    int code = record(argv, sample, slice);

    free(sample);
    free(slice);
    return code;
}

int command_profile(int argc, char **argv)
{
    struct topomap_error error;
    int code = TOPOMAP_OK;
    int first = cli_parse_settings(&command, SCOPE_PROFILE, &args.settings, argc, argv, &code);

    if (first < 0 || (code = check_options()) != TOPOMAP_OK)
        return code;
    if (args.join && args.show)
        return cli_usage(&command, "--join and --show exclude each other");
    if (first == argc)
        return cli_usage(&command, args.join || args.show ? "a profile is needed"
                                                          : "a command is needed after --");
    if (args.show && first + 1 < argc)
        return cli_usage(&command, "unexpected argument '%s'", argv[first + 1]);
    if (args.show)
        return profile_show(argv[first], &error) < 0 ? cli_fail(&command, &error) : TOPOMAP_OK;
    if (args.join)
        return join_profiles(argv + first, (size_t)(argc - first),
                             args.output ? args.output : DEFAULT_OUTPUT, &command, &error) < 0
                   ? cli_fail(&command, &error)
                   : TOPOMAP_OK;
    return run(argv + first);
}
