/* SPDX-License-Identifier: BSD-3-Clause */
/* What topomap policy check and explain share. */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "base/json.h"
#include "common/cli.h"
#include "common/policy.h"

/* A problem with a file. */
struct problem {
    char *file;
    uint32_t line; /* 0: it is about the whole file */
    bool warning;
    char *text;
};

struct problems {
    struct problem *list;
    size_t count, room;
    size_t errors;
    bool failed; /* memory ran out */
};

void problems_add(struct problems *problems, const char *file, uint32_t line, bool warning,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Add a parser's error, whose text begins with `file:line: ` or `file: `; also that memory ran
 * out. */
void problems_add_error(struct problems *problems, const char *file,
                        const struct topomap_error *error);
/* Print them on standard error, a line each; with `errors` without warnings. */
void problems_print(const struct problems *problems, bool errors);
void problems_free(struct problems *problems);

/* The administrator's configuration: the plugin's line in plugstack.conf, and the policy. */
struct site {
    struct settings settings;     /* from the plugin's line */
    char *stack;                  /* the file with that line, or NULL */
    uint32_t line;                /* its number */
    char *file;                   /* file of the policy, or NULL */
    struct policy *policy;        /* NULL if there is none or it cannot be read */
    struct problems problems;
};

/*
 * Read a policy or a plugstack.conf, with the files that it includes and the policy that it names.
 * NULL: the plugstack.conf beside slurm.conf. Problems are in site->problems. Returns 0, or -1 when
 * memory runs out. Free it in both cases.
 */
int site_read(struct site *site, const char *path);
void site_free(struct site *site);

/* Read the lines of a plugstack.conf (policy_stack.c). */
void stack_read(struct site *site, const char *path, const char *text, size_t length,
                unsigned depth);

/* Whether a text is a plugstack.conf and not YAML. */
bool stack_is(const char *text, size_t length);

/* Print the command's JSON on standard output. Returns the exit code. */
int policy_print_json(const struct cli_command *command, struct json *json);

int policy_check(int argc, char **argv);
int policy_explain(int argc, char **argv);

#endif
