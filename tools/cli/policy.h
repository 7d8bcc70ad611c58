/* SPDX-License-Identifier: BSD-3-Clause */
/* What topomap policy check and explain share. */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "base/json.h"
#include "common/cli.h"
#include "common/policy.h"

/* What is wrong with a file. */
struct problem {
    char *file;
    uint32_t line; /* 0: it concerns the file */
    bool warning;
    char *text;
};

struct problems {
    struct problem *list;
    size_t count, room;
    size_t errors;
    bool failed; /* memory is out */
};

void problems_add(struct problems *problems, const char *file, uint32_t line, bool warning,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* What a parser says, which begins with `file:line: ` or `file: `; also that memory is out. */
void problems_add_error(struct problems *problems, const char *file,
                        const struct topomap_error *error);
/* On standard error, a line each; with `errors`, warnings are left out. */
void problems_print(const struct problems *problems, bool errors);
void problems_free(struct problems *problems);

/* What the administrator set up: the plugin's line in plugstack.conf, and the policy. */
struct site {
    struct settings settings;     /* as the plugin's line has them */
    char *stack;                  /* the file of that line; NULL: there is none */
    uint32_t line;                /* of it in that file */
    char *file;                   /* of the policy; NULL: there is none */
    struct policy *policy;        /* NULL: there is none, or it cannot be read */
    struct problems problems;
};

/*
 * Read a policy or a plugstack.conf, with the files that this includes and the policy that it
 * names. NULL: the plugstack.conf beside slurm.conf. What is wrong is in site->problems. Returns 0;
 * -1 when memory is out. Free it in any case.
 */
int site_read(struct site *site, const char *path);
void site_free(struct site *site);

/* The lines of a plugstack.conf (policy_stack.c). */
void stack_read(struct site *site, const char *path, const char *text, size_t length,
                unsigned depth);

/* Whether a text is a plugstack.conf rather than YAML. */
bool stack_is(const char *text, size_t length);

/* End a command with its JSON on standard output. Returns the exit code. */
int policy_print_json(const struct cli_command *command, struct json *json);

int policy_check(int argc, char **argv);
int policy_explain(int argc, char **argv);

#endif
