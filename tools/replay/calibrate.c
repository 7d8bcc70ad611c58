/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap-calibrate: the command line, and what is done in which order. */
#include "config.h"

#include "calibrate.h"
#include "replay.h"

#include "common/calibrate.h"

#include <stdio.h>
#include <stdlib.h>

static struct {
    const char *network, *output, *seconds;
    bool progress;
} args;

static const struct cli_option options[] = {
    CALIBRATE_OPTIONS(args),
    {0},
};

static const struct cli_command command = {
    "topomap-calibrate",
    "-N NETWORK [OPTION]...",
    CALIBRATE_SUMMARY,
    "topomap calibrate launches it on the nodes to measure.\n",
    options,
};

static int plan(struct survey *survey)
{
    struct topomap_error error;

    return survey_plan(survey, args.network, args.output, &error) < 0 ? cli_fail(&command, &error)
                                                                      : TOPOMAP_OK;
}

static int conclude(struct survey *survey, bool crowded)
{
    struct topomap_error error;
    char *text = survey_conclude(survey, args.network, crowded, &error);
    int code = TOPOMAP_OK;

    if (!text || cli_write(args.output, text, &error) < 0)
        code = cli_fail(&command, &error);
    /* What took long to measure is not lost. */
    if (text && code != TOPOMAP_OK && args.output && cli_write(NULL, text, &error) == 0)
        cli_warn(&command, "what was measured is on standard output");
    free(text);
    return code;
}

static int run(double seconds)
{
    struct survey survey = {0};
    struct place *places;
    int rank, code = TOPOMAP_OK, crowded = wait_choose();

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &survey.ranks);
    places = find_places(survey.ranks);
    if (!places)
        return rank == 0 ? cli_memory(&command) : TOPOMAP_INTERNAL;
    survey.place = places;
    if (rank == 0)
        code = plan(&survey);
    wait_share(&code, 1, MPI_INT);
    if (code == TOPOMAP_OK && measure(&survey.schedule, seconds, args.progress) < 0)
        code = rank == 0 ? cli_memory(&command) : TOPOMAP_INTERNAL;
    if (rank == 0 && code == TOPOMAP_OK)
        code = conclude(&survey, crowded);
    wait_share(&code, 1, MPI_INT);
    survey_free(&survey);
    free(places);
    return code;
}

/* --help, --version and errors end the program before MPI starts. */
int main(int argc, char **argv)
{
    double seconds;
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);

    if (!cli_is_whole(&command, first, argc, argv, &code))
        return code;
    if (!args.network)
        return cli_usage(&command, "a network is needed: --network NETWORK");
    code = calibrate_seconds(&command, args.seconds, &seconds);
    if (code != TOPOMAP_OK)
        return code;
    MPI_Init(&argc, &argv);
    code = run(seconds);
    MPI_Finalize();
    return code;
}
