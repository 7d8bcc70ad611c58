/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads plugstack.conf as Slurm does (src/common/plugstack.c): words are separated by blanks, of
 * which a carriage return is none, '#' begins a comment anywhere, and included files are patterns
 * relative to the including file. */
#include "cli/policy_stack.h"

#include "base/error.h"
#include "base/text.h"
#include "base/trust.h"
#include "common/cli.h"
#include "common/policy.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLUGIN "spank_topomap.so"
#define BLANKS " \t"
#define MOST_WORDS 256
#define MOST_DEPTH 8

/* The longest line that Slurm reads. */
#define LONGEST_LINE 4095

/* The reading of a plugstack.conf and of the files it includes. */
struct reader {
    struct plugstack *stack;
    struct problems *problems;
};

static const char *const kinds[] = {"required", "optional", "include", NULL};
enum kind { REQUIRED, OPTIONAL, INCLUDE };

/* Split a line into its words, in place. */
static size_t split(char *line, const char *words[MOST_WORDS])
{
    size_t count = 0;

    line[strcspn(line, "#")] = '\0';
    for (char *at = line + strspn(line, BLANKS); *at && count < MOST_WORDS;) {
        size_t length = strcspn(at, BLANKS);

        words[count++] = at;
        at += length;
        if (*at)
            *at++ = '\0';
        at += strspn(at, BLANKS);
    }
    return count;
}

/* Whether a line ends with a carriage return. */
static bool returned(const char *line, const char *stop)
{
    return stop > line && stop[-1] == '\r';
}

bool stack_is(const char *text, size_t length)
{
    const char *at = text, *end = text + length, *line, *stop;

    while (text_line(&at, end, &line, &stop)) {
        stop -= returned(line, stop);
        while (line < stop && strchr(BLANKS, *line))
            line++;
        if (line == stop || *line == '#')
            continue;
        length = 0;
        while (line + length < stop && !strchr(BLANKS, line[length]))
            length++;
        return option_word(kinds, line, length) >= 0;
    }
    return false;
}

/* ---- the plugin's line ---------------------------------------------------------------------- */

/* Users must be able to add their files to the folder of the log, and not to remove those of
 * others. */
static void check_log(struct problems *problems, const char *file, uint32_t line, const char *log)
{
    const mode_t needed = S_ISVTX | S_IWOTH | S_IXOTH;
    struct topomap_error error;
    struct stat status;

    if (*log != '/')
        return;
    if (stat(log, &status) < 0 || !S_ISDIR(status.st_mode))
        problems_add(problems, file, line, true, "'log': there is no folder %s here", log);
    else if ((status.st_mode & needed) != needed)
        problems_add(problems, file, line, true, "'log': the mode of %s is %o, not 1733", log,
                     (unsigned)(status.st_mode & 07777));
    else if (reach_check(log, 0, &error) < 0)
        problems_add(problems, file, line, true, "'log': %s", error.text);
}

void stack_check_file(struct problems *problems, const char *file, uint32_t line,
                      const struct option_row *row, const struct settings *settings)
{
    struct text text = {0};
    char *path;

    if (row->offset == offsetof(struct settings, log) && settings->log)
        check_log(problems, file, line, settings->log);
    if (row->type != OPTION_PATH || row->words || !option_print(row, settings, &text))
        return;
    path = text_take(&text);
    if (path && access(path, F_OK) < 0)
        problems_add(problems, file, line, false, "'%s': there is no %s", row->name, path);
    free(path);
}

static void check_values(struct problems *problems, const char *file, uint32_t line,
                         const struct settings *settings)
{
    const struct option_row *row;
    struct topomap_error error;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (!option_given(row, settings))
            continue;
        if (policy_check_value(row, settings, &error) < 0)
            problems_add(problems, file, line, false, "%s", error.text);
        stack_check_file(problems, file, line, row, settings);
    }
}

static void take_argument(const struct reader *reader, const char *file, uint32_t line,
                          const char *argument)
{
    struct topomap_error error;
    struct settings one;

    if (settings_init(&one) < 0) {
        reader->problems->failed = true;
        return;
    }
    if (settings_set(&one, SCOPE_SITE, argument, strlen(argument), &error) < 0) {
        problems_add(reader->problems, file, line, false, "%s", error.text);
    } else {
        check_values(reader->problems, file, line, &one);
        settings_set(&reader->stack->settings, SCOPE_SITE, argument, strlen(argument), NULL);
    }
    settings_free(&one);
}

static bool is_plugin(const char *path)
{
    const char *slash = strrchr(path, '/');

    return strcmp(slash ? slash + 1 : path, PLUGIN) == 0;
}

static void take_plugin(const struct reader *reader, const char *file, uint32_t line,
                        enum kind kind, const char *const *words, size_t count)
{
    if (reader->stack->file) {
        problems_add(reader->problems, file, line, true,
                     "topomap is loaded twice; only %s:%u takes effect", reader->stack->file,
                     reader->stack->line);
        return;
    }
    reader->stack->file = strdup(file);
    reader->stack->plugin = strdup(words[0]);
    reader->stack->line = line;
    if (!reader->stack->file || !reader->stack->plugin)
        reader->problems->failed = true;
    if (kind == REQUIRED)
        problems_add(reader->problems, file, line, true,
                     "'required': should the plugin fail, no job would run; 'optional' is safe");
    if (words[0][0] == '/' && access(words[0], F_OK) < 0)
        problems_add(reader->problems, file, line, false, "there is no %s", words[0]);
    for (size_t i = 1; i < count; i++)
        take_argument(reader, file, line, words[i]);
}

/* ---- files ---------------------------------------------------------------------------------- */

static void read_lines(const struct reader *reader, const char *path, const char *text,
                       size_t length, unsigned depth);

static void include_file(const struct reader *reader, const char *path, unsigned depth)
{
    struct topomap_error error;
    struct stat status;
    size_t length;
    char *text;

    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return;
    text = cli_read(path, POLICY_MAX_BYTES, &length, &error);
    if (text)
        read_lines(reader, path, text, length, depth + 1);
    else
        problems_add_error(reader->problems, path, &error);
    free(text);
}

static void include(const struct reader *reader, const char *file, uint32_t line,
                    const char *pattern, unsigned depth)
{
    const char *slash = strrchr(file, '/');
    struct text text = {0};
    glob_t found;
    char *whole;

    if (depth == MOST_DEPTH) {
        problems_add(reader->problems, file, line, false, "files include each other too deeply");
        return;
    }
    if (*pattern != '/' && slash)
        text_add(&text, file, (size_t)(slash + 1 - file));
    text_puts(&text, pattern);
    whole = text_take(&text);
    if (whole && glob(whole, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            include_file(reader, found.gl_pathv[i], depth);
        globfree(&found);
    }
    free(whole);
}

static void take_line(const struct reader *reader, const char *file, uint32_t line, char *text,
                      unsigned depth)
{
    const char *words[MOST_WORDS];
    size_t count = split(text, words);
    int kind;

    if (count == 0)
        return;
    kind = option_word(kinds, words[0], strlen(words[0]));
    if (kind < 0 || count < 2) {
        problems_add(reader->problems, file, line, true,
                     "Slurm ignores this line: it takes required, optional or include, and a path");
        return;
    }
    if (kind == INCLUDE)
        include(reader, file, line, words[1], depth);
    else if (is_plugin(words[1]))
        take_plugin(reader, file, line, (enum kind)kind, words + 1, count - 1);
}

static void read_lines(const struct reader *reader, const char *path, const char *text,
                       size_t length, unsigned depth)
{
    const char *at = text, *end = text + length, *start, *stop;
    bool warned = false;
    uint32_t line = 0;

    while (text_line(&at, end, &start, &stop)) {
        char *copy = strndup(start, (size_t)(stop - start));

        line++;
        if (stop - start > LONGEST_LINE)
            problems_add(reader->problems, path, line, true, "Slurm cuts lines at %d bytes",
                         LONGEST_LINE);
        if (!warned && returned(start, stop)) {
            problems_add(reader->problems, path, line, true,
                         "the line ends with a carriage return, which Slurm takes for a part of "
                         "the last word; topomap ignores it in its arguments");
            warned = true;
        }
        if (copy)
            take_line(reader, path, line, copy, depth);
        else
            reader->problems->failed = true;
        free(copy);
    }
}

void stack_read(struct plugstack *stack, struct problems *problems, const char *path,
                const char *text, size_t length)
{
    struct reader reader = {stack, problems};

    read_lines(&reader, path, text, length, 0);
}

void stack_free(struct plugstack *stack)
{
    settings_free(&stack->settings);
    free(stack->file);
    free(stack->plugin);
}
