/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMMON_CLI_H
#define COMMON_CLI_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct settings;

/* An option of one command; a table of them ends with a NULL name. The command may also take
 * options of the option schema. Parsing, --help and completion derive from both. */
struct cli_option {
    const char *name;     /* long name without dashes */
    char letter;          /* short name, or 0 */
    const char *argument; /* the name of its argument, or NULL */
    const char *help;     /* one line; NULL: another action has it, and it is unknown here, as
                           * the beginning of another name, too */
    const char **value;   /* where the argument goes, if there is one */
    bool *flag;           /* else a flag to set */
};

struct cli_command {
    const char *name;     /* "topomap plan" */
    const char *operands; /* the operands in the usage line: "[OPTION]... FILE" */
    const char *summary;  /* one line */
    const char *epilog;   /* examples, or NULL */
    const struct cli_option *options;
};

/*
 * Parse the options in argv[1...], including --help and --version. Returns the index of the first
 * operand, or -1 if the command should end with *code: 0 after --help or --version, else an exit
 * code after a message.
 */
int cli_parse(const struct cli_command *command, int argc, char **argv, int *code);

/* The same with the schema's options of `scope`: `settings` then has their values, or the presets.
 * Call settings_free() in both cases. */
int cli_parse_settings(const struct cli_command *command, unsigned scope,
                       struct settings *settings, int argc, char **argv, int *code);

/* For commands without operands: whether there are none from `first` on, the result of a parser. */
bool cli_is_whole(const struct cli_command *command, int first, int argc, char **argv, int *code);

/*
 * The index of the action that argv[1] names among `count` rows of `size` bytes, which begin with a
 * name. -1 if the command should end with *code: after --help, or after a message that lists the
 * actions.
 */
int cli_action(const struct cli_command *command, const void *actions, size_t count, size_t size,
               int argc, char **argv, int *code);

/* Who wants to see the tables of a command, for completion or help. Functions may be NULL. */
struct cli_visitor {
    /* The command itself, before its options. */
    void (*command)(void *data, const struct cli_command *command);
    /* An option; letter 0 and argument NULL or "": it has none. The texts last for the call. */
    void (*option)(void *data, char letter, const char *name, const char *argument,
                   const char *help);
    /* An action that could follow. */
    void (*action)(void *data, const char *name);
    void *data;
};

/* From now on the functions above show a command's tables to the visitor, and the command ends
 * with code 0. NULL: no longer. */
void cli_visit(const struct cli_visitor *visitor);

/* Print "NAME: TEXT" to standard error; returns error->code. */
int cli_fail(const struct cli_command *command, const struct topomap_error *error);

/* The same when memory has run out. */
int cli_memory(const struct cli_command *command);

/* Print a usage message with a hint at --help; returns TOPOMAP_USAGE. */
int cli_usage(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#ifdef __clang_analyzer__ /* as in base/error.h */
#define cli_fail(command, error) (cli_fail(command, error), TOPOMAP_INTERNAL)
#define cli_memory(command) (cli_memory(command), TOPOMAP_INTERNAL)
#define cli_usage(...) (cli_usage(__VA_ARGS__), TOPOMAP_USAGE)
#endif

/* Print "NAME: warning: TEXT" to standard error; the command goes on. */
void cli_warn(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Parse numbers in arguments of options, strictly. Return 0 or -1. */
int cli_whole(const char *text, uint64_t limit, uint64_t *number);
int cli_real(const char *text, double *number);

/*
 * Write `text` to the file `path`; NULL or "-" is standard output. Symbolic links are followed, and
 * an existing file keeps its owner and mode. The data go to a temporary file first, so that the
 * file is complete or unchanged. Devices, pipes, files with several names, and files in folders
 * where the user cannot create another one are written in place. Returns 0, or -1 with
 * TOPOMAP_INPUT.
 */
int cli_write(const char *path, const char *text, struct topomap_error *error);

/* The same for `length` bytes of any content. */
int cli_write_bytes(const char *path, const char *bytes, size_t length,
                    struct topomap_error *error);

/* Write out what was printed to standard output. Returns 0, or -1 with TOPOMAP_INPUT. */
int cli_flush(struct topomap_error *error);

/* The same at the end of a command that printed its results: the exit code, after a message if they
 * cannot be written. */
int cli_printed(const struct cli_command *command);

/* Read the whole file `path`, or standard input for "-", at most `limit` bytes. The caller frees
 * the result, which ends with a NUL. NULL with TOPOMAP_INPUT, or if memory runs out. */
char *cli_read(const char *path, size_t limit, size_t *length, struct topomap_error *error);

/* The same from an open file, to its end; `path` is its name in errors. */
char *cli_read_open(int file, const char *path, size_t limit, size_t *length,
                    struct topomap_error *error);

#endif
