/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMMON_CLI_H
#define COMMON_CLI_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct settings;

/* An option that one command has for itself; a table of them ends with a NULL name. Those of the
 * option schema come on top. Parsing, --help and completion derive from both. */
struct cli_option {
    const char *name;     /* long name without dashes */
    char letter;          /* short name, or 0 */
    const char *argument; /* what its argument is called, or NULL */
    const char *help;     /* one line */
    const char **value;   /* receives the argument, when there is one */
    bool *flag;           /* set to true otherwise */
};

struct cli_command {
    const char *name;     /* "topomap plan" */
    const char *operands; /* of the usage line: "[OPTION]... FILE" */
    const char *summary;  /* one line */
    const char *epilog;   /* examples, or NULL */
    const struct cli_option *options;
};

/*
 * Parse the options of argv[1...]; --help and --version are handled here. Returns the index of
 * the first operand, or -1 when the command should end with *code: 0 after --help or --version,
 * else an exit code after a message.
 */
int cli_parse(const struct cli_command *command, int argc, char **argv, int *code);

/* The same with the options that the schema gives to a command, those of `scope`: their values, or
 * the presets, are in `settings` then. Free them by settings_free() in any case. */
int cli_parse_settings(const struct cli_command *command, unsigned scope,
                       struct settings *settings, int argc, char **argv, int *code);

/* For a command without operands: whether none are left at `first`, what a parser returned. */
bool cli_is_whole(const struct cli_command *command, int first, int argc, char **argv, int *code);

/*
 * Which of `count` actions argv[1] names: rows of `size` bytes that begin with their name. -1 when
 * the command should end with *code, as it does after --help, or after a message that names them.
 */
int cli_action(const struct cli_command *command, const void *actions, size_t count, size_t size,
               int argc, char **argv, int *code);

/* Print "NAME: TEXT" to standard error; gives back error->code. */
int cli_fail(const struct cli_command *command, const struct topomap_error *error);

/* The same where memory has run out. */
int cli_memory(const struct cli_command *command);

/* A usage message with a hint at --help; gives back TOPOMAP_USAGE. */
int cli_usage(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Print "NAME: warning: TEXT" to standard error; the command goes on. */
void cli_warn(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Strict numbers from option arguments. Return 0, or -1. */
int cli_whole(const char *text, uint64_t limit, uint64_t *number);
int cli_real(const char *text, double *number);

/*
 * Write `text` to the file `path`; NULL or "-" is standard output. Symbolic links are followed,
 * and a file that is there keeps its owner and mode. A temporary file beside it sees to it that it
 * is there whole or not at all; devices, pipes, files with several names, and those of which the
 * user could not make another are written in place. 0, or -1 with TOPOMAP_INPUT set.
 */
int cli_write(const char *path, const char *text, struct topomap_error *error);

/* The same for `length` bytes of any kind. */
int cli_write_bytes(const char *path, const char *bytes, size_t length,
                    struct topomap_error *error);

/* Read all of the file `path`, or standard input for "-"; at most `limit` bytes. NULL with
 * TOPOMAP_INPUT set, or if memory is out. The caller frees it; a NUL stands behind the last byte.
 */
char *cli_read(const char *path, size_t limit, size_t *length, struct topomap_error *error);

#endif
