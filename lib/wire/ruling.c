/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/ruling.h"

#include "base/error.h"
#include "base/text.h"
#include "wire/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUESTION "topomap-step"
#define ANSWER "topomap-ruling"
#define FORMAT 1

/* Precedes a value that may be empty. */
#define MARK '='

static const struct {
    const char *key;
    size_t offset;
} texts[] = {
    {"partition", offsetof(struct wire_facts, partition)},
    {"account", offsetof(struct wire_facts, account)},
    {"user", offsetof(struct wire_facts, user)},
    {"group", offsetof(struct wire_facts, group)},
    {"constraint", offsetof(struct wire_facts, constraint)},
    {"executable", offsetof(struct wire_facts, executable)},
};

#define TEXTS (sizeof texts / sizeof *texts)

static char **text_of(struct wire_facts *facts, size_t index)
{
    return (char **)((char *)facts + texts[index].offset);
}

void wire_facts_free(struct wire_facts *facts)
{
    for (size_t i = 0; i < TEXTS; i++)
        free(*text_of(facts, i));
    *facts = (struct wire_facts){0};
}

char *wire_facts_print(const struct wire_facts *facts, size_t *length)
{
    struct text text = {0};

    text_printf(&text, "%s %d\n", QUESTION, FORMAT);
    for (size_t i = 0; i < TEXTS; i++) {
        const char *value = *(char *const *)((const char *)facts + texts[i].offset);

        /* A value with a line break is sent as unknown. */
        if (value && !strpbrk(value, "\n\r"))
            text_printf(&text, "%s %c%s\n", texts[i].key, MARK, value);
    }
    text_printf(&text, "nodes %llu\ntasks %llu\nend\n", (unsigned long long)facts->nodes,
                (unsigned long long)facts->tasks);
    *length = text.length;
    return text_take(&text);
}

static int parse_fact(struct lines *lines, struct wire_facts *facts, struct topomap_error *error)
{
    if (lines_is(lines, "nodes"))
        return lines_number(lines, TOPOMAP_MAX_RANKS, &facts->nodes, error);
    if (lines_is(lines, "tasks"))
        return lines_number(lines, TOPOMAP_MAX_RANKS, &facts->tasks, error);
    for (size_t i = 0; i < TEXTS; i++) {
        char **field = text_of(facts, i);

        if (!lines_is(lines, texts[i].key))
            continue;
        if (lines_string(lines, field, error) < 0)
            return -1;
        if (**field != MARK)
            return lines_error(lines, error, "expected '%c' and a value", MARK);
        memmove(*field, *field + 1, strlen(*field));
        return 0;
    }
    return lines_error(lines, error, "unknown keyword");
}

static int parse_facts(struct wire_facts *facts, struct lines *lines, struct topomap_error *error)
{
    if (lines_first(lines, QUESTION, FORMAT, error) < 0)
        return -1;
    while (lines_next(lines)) {
        if (lines_is(lines, "end"))
            return 0;
        if (parse_fact(lines, facts, error) < 0)
            return -1;
    }
    return lines_cut_off(lines, error);
}

int wire_facts_parse(struct wire_facts *facts, const char *text, size_t length,
                     struct topomap_error *error)
{
    struct lines lines;

    lines_start(&lines, "step", text, length);
    if (parse_facts(facts, &lines, error) == 0)
        return 0;
    wire_facts_free(facts);
    return -1;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static void print_value(struct text *text, const char *key, const struct ruling_values *values,
                        const struct option_row *row)
{
    uint32_t line = values->line[option_index(row)];
    struct text value = {0};
    char *taken;

    if (!line)
        return;
    option_print(row, &values->settings, &value);
    taken = text_take(&value);
    text->failed = text->failed || !taken;
    text_printf(text, "%s %u %s=%s\n", key, line, row->name, taken ? taken : "");
    free(taken);
}

char *wire_ruling_print(const struct ruling *ruling, size_t *length)
{
    const struct option_row *row;
    struct text text = {0};

    text_printf(&text, "%s %d\n", ANSWER, FORMAT);
    if (ruling->ignored)
        text_printf(&text, "ignored %s\n", ruling->ignored);
    if (ruling->failed)
        text_printf(&text, "%s %s\n", ruling->unknown ? "unknown" : "failed", ruling->failed);
    if (ruling->enabled_line)
        text_printf(&text, "enabled %u %s\n", ruling->enabled_line,
                    option_switch[ruling->enabled]);
    if (ruling->line)
        text_printf(&text, "rule %u %s\n", ruling->line, ruling->rule ? ruling->rule : "");
    for (size_t i = 0; (row = option_get(i)); i++) {
        print_value(&text, "set", &ruling->set, row);
        print_value(&text, "least", &ruling->least, row);
        print_value(&text, "most", &ruling->most, row);
        if (ruling->locked[i])
            text_printf(&text, "locked %u %s\n", ruling->locked[i], row->name);
    }
    text_puts(&text, "end\n");
    *length = text.length;
    return text_take(&text);
}

/* Read the number at the start of a value, and the text after it and a blank. */
static int take_line(struct lines *lines, uint32_t *line, struct topomap_error *error)
{
    uint64_t number;

    if (text_parse_number(&lines->value, lines->value_end, UINT32_MAX, &number) < 0 ||
        number == 0 || lines->value == lines->value_end || *lines->value != ' ')
        return lines_error(lines, error, "expected the number of a line");
    lines->value++;
    *line = (uint32_t)number;
    return 0;
}

/* The option that the line names; NULL with an error. */
static const struct option_row *take_row(struct lines *lines, struct topomap_error *error)
{
    size_t length = (size_t)(lines->value_end - lines->value);
    const char *equals = memchr(lines->value, '=', length);
    const struct option_row *row =
        option_find(SCOPE_POLICY | SCOPE_USER, lines->value,
                    equals ? (size_t)(equals - lines->value) : length);

    if (!row)
        lines_error(lines, error, "unknown option");
    else
        lines->value = equals ? equals + 1 : lines->value_end;
    return row;
}

static int parse_value(struct lines *lines, struct ruling_values *values, uint32_t line,
                       const struct option_row *row, struct topomap_error *error)
{
    struct topomap_error why;
    char *value = strndup(lines->value, (size_t)(lines->value_end - lines->value));
    int result;

    if (!value)
        return error_memory(error);
    result = option_set(row, &values->settings, row->name, value, &why);
    free(value);
    if (result < 0)
        return why.code == TOPOMAP_INTERNAL ? error_memory(error)
                                            : lines_error(lines, error, "%s", why.text);
    values->line[option_index(row)] = line;
    return 0;
}

static int parse_answer(struct lines *lines, struct ruling *ruling, struct topomap_error *error)
{
    const struct option_row *row;
    uint32_t line = 0;
    int word;

    if (lines_is(lines, "ignored"))
        return lines_string(lines, &ruling->ignored, error);
    ruling->unknown = ruling->unknown || lines_is(lines, "unknown");
    if (lines_is(lines, "failed") || lines_is(lines, "unknown"))
        return lines_string(lines, &ruling->failed, error);
    if (take_line(lines, &line, error) < 0)
        return -1;
    if (lines_is(lines, "enabled")) {
        word = option_word(option_switch, lines->value,
                           (size_t)(lines->value_end - lines->value));
        ruling->enabled = word != 0;
        ruling->enabled_line = line;
        return word < 0 ? lines_error(lines, error, "expected on or off") : 0;
    }
    if (lines_is(lines, "rule")) {
        ruling->line = line;
        return lines->value == lines->value_end ? 0 : lines_string(lines, &ruling->rule, error);
    }
    row = take_row(lines, error);
    if (!row)
        return -1;
    if (lines_is(lines, "set"))
        return parse_value(lines, &ruling->set, line, row, error);
    if (lines_is(lines, "least"))
        return parse_value(lines, &ruling->least, line, row, error);
    if (lines_is(lines, "most"))
        return parse_value(lines, &ruling->most, line, row, error);
    if (!lines_is(lines, "locked"))
        return lines_error(lines, error, "unknown keyword");
    ruling->locked[option_index(row)] = line;
    return 0;
}

static int parse_ruling(struct ruling *ruling, struct lines *lines, struct topomap_error *error)
{
    if (lines_first(lines, ANSWER, FORMAT, error) < 0)
        return -1;
    while (lines_next(lines)) {
        if (lines_is(lines, "end"))
            return 0;
        if (parse_answer(lines, ruling, error) < 0)
            return -1;
    }
    return lines_cut_off(lines, error);
}

int wire_ruling_parse(struct ruling *ruling, const char *text, size_t length,
                      struct topomap_error *error)
{
    struct lines lines;

    if (ruling_init(ruling) < 0)
        return error_memory(error);
    lines_start(&lines, "ruling", text, length);
    if (parse_ruling(ruling, &lines, error) == 0)
        return 0;
    ruling_free(ruling);
    return -1;
}
