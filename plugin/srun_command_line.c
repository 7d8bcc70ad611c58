/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_command_line.h"

#include "base/memory.h"
#include "common.h"
#include "srun_program.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK 65536

/* Options without an argument, but for -Q. */
#define FLAGS "EHOXZhlsuv"

void command_line_free(struct command_line *line)
{
    free(line->text);
    free(line->word);
    *line = (struct command_line){0};
}

static int read_text(struct command_line *line)
{
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    size_t capacity = 0;
    ssize_t got = file < 0 ? -1 : 1;

    while (got > 0) {
        got = array_grow(&line->text, &capacity, line->length + CHUNK, 1) < 0
                  ? -1
                  : read(file, line->text + line->length, CHUNK - 1);
        line->length += got > 0 ? (size_t)got : 0;
    }
    if (file >= 0)
        close(file);
    if (got < 0)
        return -1;
    line->text[line->length] = '\0';
    return 0;
}

int command_line_read(struct command_line *line)
{
    char *at, *end;

    *line = (struct command_line){0};
    if (read_text(line) == 0) {
        end = line->text + line->length;
        for (at = line->text; at < end; at += strlen(at) + 1)
            line->count++;
        line->word = array_new((size_t)line->count + 3, sizeof *line->word);
    }
    if (!line->word) {
        command_line_free(line);
        return -1;
    }
    at = line->text;
    for (int i = 0; i < line->count; i++, at += strlen(at) + 1)
        line->word[i] = at;
    return 0;
}

static bool is_shortened(const char *word, const char *option, size_t least)
{
    size_t length = strcspn(word, "=");

    return length >= least && strncmp(word, option, length) == 0;
}

/* Whether a word holds -Q, on its own or behind other options without an argument. */
static bool holds_q(const char *word)
{
    return *word == '-' && word[1 + strspn(word + 1, FLAGS)] == 'Q';
}

/* srun's options are the words before the program, whose index getopt keeps. */
static bool any_word(bool (*fits)(const char *word, const char *option, size_t least),
                     const char *option, size_t least)
{
    struct command_line line;
    bool found = false;

    if (spank_context() != S_CTX_LOCAL || command_line_read(&line) < 0)
        return false;
    for (int i = 1; i < line.count && (optind <= 0 || i < optind); i++)
        found = found || fits(line.word[i], option, least);
    command_line_free(&line);
    return found;
}

bool command_line_has(const char *option, size_t least)
{
    return any_word(is_shortened, option, least);
}

bool command_line_has_terminal(void)
{
    const char *port = getenv("SLURM_PTY_PORT");

    return port && *port && command_line_has("--pty", strlen("--pt"));
}

static bool is_quiet(const char *word, const char *option, size_t least)
{
    return holds_q(word) || is_shortened(word, option, least);
}

/* --qui may be --quit-on-interrupt. */
bool command_line_is_quiet(void)
{
    return any_word(is_quiet, "--quiet", strlen("--quie"));
}

static bool is_cpus(const char *word, const char *option, size_t least)
{
    return (*word == '-' && word[1 + strspn(word + 1, FLAGS "Q")] == 'c') ||
           is_shortened(word, option, least);
}

bool command_line_has_cpus(void)
{
    return any_word(is_cpus, "--cpus-per-task", strlen("--cpus-per-t"));
}

/* The argument of -D or --chdir, also behind other options without an argument or shortened, in the
 * first or second of these words; NULL if the first is not that option. */
static const char *chdir_argument(char *const *words)
{
    const char *word = *words;
    size_t length = strcspn(word, "=");

    if (length >= strlen("--ch") && strncmp(word, "--chdir", length) == 0)
        return word[length] ? word + length + 1 : words[1];
    length = 1 + strspn(word + 1, FLAGS "Q");
    if (*word != '-' || word[length] != 'D')
        return NULL;
    return word[length + 1] ? word + length + 1 : words[1];
}

/* The folder in which the tasks run, which the caller frees; NULL if it is not known, or not here.
 * As for srun, the last one named counts, and options come after variables. */
static char *find_folder(const struct command_line *line)
{
    static const char *const variables[] = {"SLURM_REMOTE_CWD", "SLURM_WORKING_DIR"};
    const char *folder = ".", *named;

    if (optind <= 0 || line->count == 0)
        return NULL;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        named = getenv(variables[i]);
        folder = named ? named : folder;
    }
    for (int i = 1; i < line->count && i < optind; i++) {
        named = chdir_argument(line->word + i);
        folder = named ? named : folder;
    }
    return realpath(*folder ? folder : ".", NULL);
}

/* Whether srun copies the program to the nodes before. */
static bool is_broadcast(void)
{
    return getenv("SLURM_BCAST") || command_line_has("--bcast", strlen("--bcast"));
}

char *command_line_program(const char *command, struct topomap_error *error)
{
    struct command_line line;
    char *folder, *path;

    /* Where it cannot be read, it has no words. */
    command_line_read(&line);
    folder = find_folder(&line);
    /* Before Slurm 23.02.7 SPANK reports the copy, which may be missing here or another file. */
    if (is_broadcast() && optind > 0 && optind < line.count)
        command = line.word[optind];
    path = program_find(command, folder, error);
    free(folder);
    command_line_free(&line);
    return path;
}
