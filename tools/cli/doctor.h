/* SPDX-License-Identifier: BSD-3-Clause */
/* What the checks of topomap doctor share. Each check looks at one part of the installation and
 * adds what it found; later checks use what earlier ones learnt. */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include "cli/policy.h"

#include <stdbool.h>
#include <stddef.h>

enum verdict { VERDICT_OK, VERDICT_NOTE, VERDICT_WRONG };

struct finding {
    enum verdict verdict;
    const char *check; /* the name of the check */
    char *text;
    char *advice;      /* what to do, or NULL */
};

struct doctor {
    /* What the user gave. */
    const char *plugstack;     /* file, or NULL */
    const char *program;       /* an MPI program, or NULL */
    bool launch;               /* run a step */
    char *const *launch_words; /* further words for srun, ended by NULL */

    /* What checks learnt. */
    unsigned major, minor;     /* release of Slurm's commands here; 0: unknown */
    char *config;              /* the output of scontrol show config, or NULL */
    struct site site;
    char *plugin;              /* absolute path of spank_topomap.so, or NULL */
    char *release_plugin;      /* the file beside it for this release, or NULL */
    const char *libexec;       /* folder of the helper programs */

    struct finding *list;
    size_t count, room;
    size_t verdicts[VERDICT_WRONG + 1]; /* findings of each verdict */
    bool failed;               /* memory ran out */
};

/* Add a finding; `check` must last. */
void doctor_add(struct doctor *doctor, enum verdict verdict, const char *check, const char *format,
                ...) __attribute__((format(printf, 4, 5)));

/* Say what to do about the finding that was added last. */
void doctor_advise(struct doctor *doctor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* doctor_slurm.c: the commands of Slurm, plugstack.conf and policy, and what srun knows. */
void doctor_check_slurm(struct doctor *doctor);
void doctor_check_plugstack(struct doctor *doctor);
void doctor_check_srun(struct doctor *doctor);

/* doctor_files.c: the plugin's files, the helper programs, who can write them, the node. */
void doctor_check_plugin(struct doctor *doctor);
void doctor_check_programs(struct doctor *doctor);
void doctor_check_rights(struct doctor *doctor);
void doctor_check_node(struct doctor *doctor);

/* Say that programs and libraries of topomap are missing on this machine (doctor_files.c). */
void doctor_advise_install(struct doctor *doctor);

/* doctor_network.c: the network, of which source, and whether it has all nodes. */
void doctor_check_network(struct doctor *doctor);

/* doctor_mpi.c: PMI in srun, the MPI at hand, and its recorder. */
void doctor_check_pmi(struct doctor *doctor);
void doctor_check_mpi(struct doctor *doctor);

/* doctor_launch.c: a step on two nodes, whose ranks must move. */
void doctor_check_launch(struct doctor *doctor);

/* The value of a name in Slurm's configuration: false if it is not there or "(null)". */
bool doctor_config(const struct doctor *doctor, const char *name, char *value, size_t size);

/* The first line of a text, without an ending newline, to be printed as "%.*s". */
int doctor_line(const char *text);

/*
 * The value of the unsigned number that the shared library `path` exports as `name`, without
 * loading it. Returns 0, or -1 with an error (doctor_elf.c).
 */
int elf_number(const char *path, const char *name, unsigned *value, struct topomap_error *error);

#endif
