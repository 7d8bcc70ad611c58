/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap doctor --launch: a step of four ranks on two nodes. Ranks 0 and 2 exchange data, and so
 * do 1 and 3: in Slurm's order all of it would cross the network, in topomap's nothing. */
#include "cli/doctor.h"

#include "base/error.h"
#include "common/slurm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RANKS 4
#define MOST_WORDS 64 /* with those of the user */
#define NAME 256

/* Seconds that the step may wait for nodes, and run. */
#define WAIT_WORD "--immediate=60"
#define LAUNCH_SECONDS 180.0

static const char graph[] = "# n=4\n0 2 100000000\n2 0 100000000\n1 3 100000000\n3 1 100000000\n";

/* Write the graph to a new file; `path` is its template. */
static int write_graph(char *path, struct topomap_error *error)
{
    int file = mkstemp(path);
    ssize_t written = file < 0 ? -1 : write(file, graph, sizeof graph - 1);

    if (file >= 0)
        close(file);
    if (written == (ssize_t)sizeof graph - 1)
        return 0;
    return error_set(error, TOPOMAP_INPUT, "%s: %s", path, strerror(errno));
}

/* The node of each rank, from lines "RANK NODE". Returns the number of ranks. */
static unsigned read_nodes(const char *text, char node[RANKS][NAME])
{
    unsigned count = 0, rank;
    char name[NAME];

    for (const char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        if (sscanf(at, "rank %u on %255s", &rank, name) != 2 || rank >= RANKS || *node[rank])
            continue;
        memcpy(node[rank], name, sizeof name);
        count++;
    }
    return count;
}

/* The line of the plugin, or else the first error of srun; NULL: neither. */
static const char *find_line(const char *text, const char *sign)
{
    const char *found = strstr(text, sign);

    return found ? found + strlen(sign) : NULL;
}

static void judge(struct doctor *doctor, const char *text, int status)
{
    char node[RANKS][NAME] = {""};
    unsigned ranks = read_nodes(text, node);
    const char *said = find_line(text, "topomap: "), *error = find_line(text, "error: ");

    if (status != 0 || ranks != RANKS) {
        const char *why = error ? error : *text ? text : "no rank has printed where it runs";

        doctor_add(doctor, VERDICT_WRONG, "launch", "the step has failed: %.*s", doctor_line(why),
                   why);
        doctor_advise(doctor, "give srun what it needs: topomap doctor --launch -- -p PARTITION -A "
                      "ACCOUNT");
    } else if (strcmp(node[0], node[2]) == 0 && strcmp(node[1], node[3]) == 0 &&
               strcmp(node[0], node[1]) != 0) {
        doctor_add(doctor, VERDICT_OK, "launch", "a step on %s and %s was placed as planned",
                   node[0], node[1]);
    } else {
        doctor_add(doctor, VERDICT_WRONG, "launch", "the ranks of a step stay as Slurm places "
                   "them: %.*s", said ? doctor_line(said) : 19, said ? said : "topomap is silent.");
        doctor_advise(doctor, "'srun --topomap-opts=verbose' says more; spank_topomap(8) explains "
                      "the messages");
    }
}

/* The words of the step: ours, the user's for srun, the program. */
static size_t join_words(const struct doctor *doctor, char *path, char *words[MOST_WORDS])
{
    char *const ours[] = {"srun", "--nodes=2", "--ntasks=4", "--ntasks-per-node=2",
                          "--distribution=block", "--mpi=none", WAIT_WORD, path,
                          "--topomap-opts=effort=fast"};
    char *const program[] = {"sh", "-c", "echo \"rank $SLURM_PROCID on $SLURMD_NODENAME\"", NULL};
    size_t count = sizeof ours / sizeof *ours;

    memcpy(words, ours, sizeof ours);
    for (size_t i = 0; doctor->launch_words[i]; i++) {
        if (count + sizeof program / sizeof *program >= MOST_WORDS)
            return 0;
        words[count++] = doctor->launch_words[i];
    }
    memcpy(words + count, program, sizeof program);
    return count;
}

void doctor_check_launch(struct doctor *doctor)
{
    const char *folder = getenv("TMPDIR");
    char option[4096], *words[MOST_WORDS], *path = option + strlen("--topomap="), *text;
    struct topomap_error error;
    size_t length;
    int status = 0;

    if (!doctor->launch || !doctor->major)
        return;
    snprintf(option, sizeof option, "--topomap=%s/topomap-doctor.XXXXXX", folder ? folder : "/tmp");
    if (write_graph(path, &error) < 0) {
        doctor_add(doctor, VERDICT_WRONG, "launch", "%s", error.text);
        doctor_advise(doctor, "set TMPDIR to a folder where you can write");
        return;
    }
    if (!join_words(doctor, option, words)) {
        doctor_add(doctor, VERDICT_WRONG, "launch", "too many words for srun");
        doctor_advise(doctor, "give it at most %d", MOST_WORDS / 2);
        unlink(path);
        return;
    }
    text = slurm_run(words, LAUNCH_SECONDS, true, &length, &status);
    if (text) {
        judge(doctor, text, status);
    } else {
        doctor_add(doctor, VERDICT_WRONG, "launch", "the step has not ended within %.0f s",
                   LAUNCH_SECONDS);
        doctor_advise(doctor, "see squeue: are two nodes free?");
    }
    unlink(path);
    free(text);
}
