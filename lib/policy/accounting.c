/* SPDX-License-Identifier: BSD-3-Clause */
#include "policy/accounting.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Columns that may be there; sacct prints more than a hundred. */
#define MOST_COLUMNS 1024

enum column {
    JOB,
    JOB_RAW,
    NAME,
    HOSTS,
    NODES,
    TASKS,
    LAYOUT,
    PARTITION,
    ACCOUNT,
    USER,
    CONSTRAINT,
    ELAPSED,
    ELAPSED_RAW,
    COLUMNS,
};

static const char *const names[COLUMNS] = {
    [JOB] = "JobID",           [JOB_RAW] = "JobIDRaw",     [NAME] = "JobName",
    [HOSTS] = "NodeList",      [NODES] = "NNodes",         [TASKS] = "NTasks",
    [LAYOUT] = "Layout",       [PARTITION] = "Partition",  [ACCOUNT] = "Account",
    [USER] = "User",           [CONSTRAINT] = "Constraints", [ELAPSED] = "Elapsed",
    [ELAPSED_RAW] = "ElapsedRaw",
};

struct reader {
    const char *name;
    struct accounting *result;
    size_t room;                      /* of result->step */
    uint32_t line;                    /* that is being read */
    char delimiter[16];
    uint32_t columns;                 /* in the header */
    int place[COLUMNS];               /* where each column is, or -1 */
    const char *job;                  /* the row of the last job, from JOB on */
    const char *of_job[COLUMNS];      /* its texts */
    const char *field[COLUMNS];       /* of this row; NULL: there is no such column */
    struct topomap_error *error;
};

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The text of a line, terminated in place, without a carriage return. */
static char *finish_line(char *line, char *stop)
{
    if (stop > line && stop[-1] == '\r')
        stop--;
    *stop = '\0';
    return line;
}

/* Cut the next field off *rest, which is NULL after the last one. */
static char *next_field(char **rest, const char *delimiter)
{
    char *field = *rest, *end = strstr(field, delimiter);

    if (end)
        *end = '\0';
    *rest = end ? end + strlen(delimiter) : NULL;
    return field;
}

static int fail(const struct reader *reader, const char *what)
{
    return error_set(reader->error, TOPOMAP_INPUT, "%.200s:%u: %s", reader->name, reader->line,
                     what);
}

/* ---- the first line ------------------------------------------------------------------------- */

static int find_delimiter(struct reader *reader, const char *line)
{
    size_t name = 0, length = 0;

    while (is_name(line[name]))
        name++;
    while (line[name + length] && !is_name(line[name + length]))
        length++;
    if (!length || length >= sizeof reader->delimiter || line[name] == ' ')
        return fail(reader, "no columns; print the dump by sacct --parsable2 --format=...");
    memcpy(reader->delimiter, line + name, length);
    return 0;
}

static int need_columns(const struct reader *reader)
{
    static const enum column needed[] = {NODES, TASKS, HOSTS};
    const char *missing = NULL;

    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        missing = reader->place[needed[i]] < 0 ? names[needed[i]] : missing;
    if (reader->place[JOB] < 0 && reader->place[JOB_RAW] < 0)
        missing = names[JOB];
    if (!missing)
        return 0;
    return error_set(reader->error, TOPOMAP_INPUT,
                     "%.200s:%u: no column %s; the first line has to name the columns, as sacct "
                     "--parsable2 prints them", reader->name, reader->line, missing);
}

static int read_header(struct reader *reader, char *line)
{
    char *rest = line;

    for (int i = 0; i < COLUMNS; i++)
        reader->place[i] = -1;
    if (find_delimiter(reader, line) < 0)
        return -1;
    while (rest && reader->columns < MOST_COLUMNS) {
        const char *field = next_field(&rest, reader->delimiter);

        for (int i = 0; i < COLUMNS; i++) {
            if (strcmp(field, names[i]) == 0)
                reader->place[i] = (int)reader->columns;
        }
        reader->columns++;
    }
    reader->result->timed = reader->place[ELAPSED] >= 0 || reader->place[ELAPSED_RAW] >= 0;
    return rest ? fail(reader, "too many columns") : need_columns(reader);
}

/* ---- rows ----------------------------------------------------------------------------------- */

static int split(struct reader *reader, char *line)
{
    char *rest = line;
    uint32_t count;

    for (int i = 0; i < COLUMNS; i++)
        reader->field[i] = NULL;
    for (count = 0; rest && count <= reader->columns; count++) {
        const char *field = next_field(&rest, reader->delimiter);

        for (int i = 0; i < COLUMNS; i++) {
            if (reader->place[i] == (int)count)
                reader->field[i] = field;
        }
    }
    if (count == reader->columns && !rest)
        return 0;
    return error_set(reader->error, TOPOMAP_INPUT,
                     "%.200s:%u: %s than the %u columns of the first line; if a name holds the "
                     "separator, give sacct another --delimiter", reader->name, reader->line,
                     count < reader->columns ? "fewer" : "more", reader->columns);
}

static int read_number(const struct reader *reader, enum column column, uint32_t *number)
{
    const char *text = reader->field[column], *at = text, *end = text + strlen(text);
    uint64_t value = 0;

    if (*text && (text_parse_number(&at, end, TOPOMAP_MAX_RANKS, &value) < 0 || *at))
        return error_set(reader->error, TOPOMAP_INPUT, "%.200s:%u: %s needs a whole number up to "
                         "%u, not '%.40s'", reader->name, reader->line, names[column],
                         TOPOMAP_MAX_RANKS, text);
    *number = (uint32_t)value;
    return 0;
}

/* [[DAYS-]HOURS:]MINUTES:SECONDS, or plain seconds. Whether it is one. */
static bool parse_time(const char *text, uint64_t *seconds)
{
    const char *at = text, *end = text + strlen(text);
    uint64_t days = 0, part;
    int parts = 0;

    *seconds = 0;
    while (text_parse_number(&at, end, 100000000, &part) == 0) {
        if (*at == '-' && !days && !parts) {
            days = part;
        } else {
            *seconds = *seconds * 60 + part;
            parts++;
        }
        if ((*at != ':' && *at != '-') || parts > 2)
            break;
        at++;
    }
    *seconds += days * 86400;
    return at == end && at > text && is_name(at[-1]);
}

/* A time that Slurm does not know is a word, or empty. */
static int read_time(const struct reader *reader, uint64_t *seconds)
{
    enum column column = reader->field[ELAPSED_RAW] ? ELAPSED_RAW : ELAPSED;
    const char *text = reader->field[column];

    *seconds = 0;
    if (!text || !*text || strcmp(text, "INVALID") == 0 || parse_time(text, seconds))
        return 0;
    return error_set(reader->error, TOPOMAP_INPUT, "%.200s:%u: %s needs a time, not '%.40s'",
                     reader->name, reader->line, names[column], text);
}

/* What the row of the job says, if the step is one of that job: sacct leaves these columns of steps
 * empty. */
static const char *of_job(const struct reader *reader, const char *id, enum column column)
{
    size_t length = strcspn(id, ".");
    const char *own = reader->field[column];

    if (own && *own)
        return own;
    return reader->job && strlen(reader->job) == length && memcmp(reader->job, id, length) == 0
               ? reader->of_job[column]
               : NULL;
}

static int add_step(struct reader *reader, const char *id)
{
    struct accounting *result = reader->result;
    const char *hosts = reader->field[HOSTS];
    struct accounting_step step = {
        .id = id,
        .name = reader->field[NAME],
        .hosts = *hosts && strcmp(hosts, "None assigned") != 0 ? hosts : NULL,
        .layout = reader->field[LAYOUT],
        .partition = of_job(reader, id, PARTITION),
        .account = of_job(reader, id, ACCOUNT),
        .user = of_job(reader, id, USER),
        .constraint = of_job(reader, id, CONSTRAINT),
        .line = reader->line,
    };

    if (read_number(reader, NODES, &step.nodes) < 0 ||
        read_number(reader, TASKS, &step.tasks) < 0 ||
        read_time(reader, &step.seconds) < 0)
        return -1;
    if (array_grow(&result->step, &reader->room, result->count + 1, sizeof step) < 0)
        return error_memory(reader->error);
    result->step[result->count++] = step;
    return 0;
}

/* Steps of srun have numbers; "batch", "extern" and "interactive" are Slurm's own. */
static int read_row(struct reader *reader, char *line)
{
    const char *id, *dot;

    if (split(reader, line) < 0)
        return -1;
    id = reader->field[reader->place[JOB] >= 0 ? JOB : JOB_RAW];
    if (*id < '0' || *id > '9')
        return fail(reader, "the job's number is missing");
    dot = strchr(id, '.');
    if (dot && dot[1] >= '0' && dot[1] <= '9')
        return add_step(reader, id);
    if (dot) {
        reader->result->others++;
        return 0;
    }
    reader->job = id;
    memcpy(reader->of_job, reader->field, sizeof reader->of_job);
    reader->result->jobs++;
    return 0;
}

int accounting_parse(struct accounting *accounting, const char *name, const char *text,
                     size_t length, struct topomap_error *error)
{
    struct reader reader = {.name = name, .result = accounting, .error = error};
    const char *at, *end, *line, *stop;
    int result = 0;

    *accounting = (struct accounting){.text = malloc(length + 1)};
    if (!accounting->text)
        return error_memory(error);
    memcpy(accounting->text, text, length);
    at = accounting->text;
    end = accounting->text + length;
    while (result == 0 && text_line(&at, end, &line, &stop)) {
        char *row = finish_line(accounting->text + (line - accounting->text),
                                accounting->text + (stop - accounting->text));

        reader.line++;
        if (strlen(row) + 1 < (size_t)(stop - line))
            result = fail(&reader, "a NUL byte");
        else if (reader.columns == 0)
            result = read_header(&reader, row);
        else if (*row)
            result = read_row(&reader, row);
    }
    if (result == 0 && reader.columns == 0)
        result = error_set(error, TOPOMAP_INPUT, "%.200s: is empty", name);
    if (result < 0)
        accounting_free(accounting);
    return result;
}

void accounting_free(struct accounting *accounting)
{
    free(accounting->step);
    free(accounting->text);
    *accounting = (struct accounting){0};
}
