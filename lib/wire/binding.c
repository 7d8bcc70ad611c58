/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/binding.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "wire/idlist.h"
#include "wire/lines.h"
#include "option/words.h"

#include <stdlib.h>
#include <string.h>

#define QUESTION "topomap-binding"
#define ANSWER "topomap-slots"
#define FORMAT 1

/* Slurm's own limit of CPUs per node. */
#define MAX_CPUS UINT16_MAX

void wire_binding_free(struct wire_binding *binding)
{
    free(binding->allowed);
    *binding = (struct wire_binding){0};
}

char *wire_binding_print(const struct wire_binding *binding, size_t *length)
{
    struct text text = {0};

    text_printf(&text, "%s %d\nallowed %s\ncores %u\ntasks %u\npus %u\nslot-order %s\nend\n",
                QUESTION, FORMAT, binding->allowed, binding->cores, binding->tasks, binding->pus,
                option_slot_orders[binding->slot_order]);
    *length = text.length;
    return text_take(&text);
}

static int parse_cpus(const struct lines *lines, uint32_t *number, struct topomap_error *error)
{
    uint64_t value;

    if (lines_number(lines, MAX_CPUS, &value, error) < 0)
        return -1;
    *number = (uint32_t)value;
    return 0;
}

static int parse_question(struct lines *lines, struct wire_binding *binding,
                          struct topomap_error *error)
{
    int word;

    if (lines_is(lines, "allowed"))
        return lines_string(lines, &binding->allowed, error);
    if (lines_is(lines, "cores"))
        return parse_cpus(lines, &binding->cores, error);
    if (lines_is(lines, "tasks"))
        return parse_cpus(lines, &binding->tasks, error);
    if (lines_is(lines, "pus"))
        return parse_cpus(lines, &binding->pus, error);
    if (!lines_is(lines, "slot-order"))
        return lines_error(lines, error, "unknown keyword");
    word = option_word(option_slot_orders, lines->value,
                     (size_t)(lines->value_end - lines->value));
    if (word < 0)
        return lines_error(lines, error, "unknown slot order");
    binding->slot_order = (enum topomap_slot_order)word;
    return 0;
}

static int parse_binding(struct wire_binding *binding, struct lines *lines,
                         struct topomap_error *error)
{
    if (lines_first(lines, QUESTION, FORMAT, error) < 0)
        return -1;
    while (lines_next(lines)) {
        if (lines_is(lines, "end"))
            return binding->allowed && binding->tasks
                       ? 0
                       : lines_error(lines, error, "'allowed' or 'tasks' is missing");
        if (parse_question(lines, binding, error) < 0)
            return -1;
    }
    return lines_cut_off(lines, error);
}

int wire_binding_parse(struct wire_binding *binding, const char *text, size_t length,
                       struct topomap_error *error)
{
    struct lines lines;

    lines_start(&lines, "binding", text, length);
    if (parse_binding(binding, &lines, error) == 0)
        return 0;
    wire_binding_free(binding);
    return -1;
}

void wire_slots_free(struct wire_slots *slots)
{
    for (uint32_t i = 0; slots->slots && i < slots->tasks; i++)
        free(slots->slots[i]);
    free(slots->slots);
    free(slots->order);
    free(slots->reason);
    *slots = (struct wire_slots){0};
}

char *wire_slots_print(const struct wire_slots *slots, size_t *length)
{
    struct text text = {0};

    text_printf(&text, "%s %d\norder ", ANSWER, FORMAT);
    idlist_print(&text, slots->order, slots->pus);
    text_puts(&text, "\n");
    if (slots->reason)
        text_printf(&text, "reason %s\n", slots->reason);
    for (uint32_t i = 0; slots->slots && i < slots->tasks; i++)
        text_printf(&text, "slot %s\n", slots->slots[i]);
    text_puts(&text, "end\n");
    *length = text.length;
    return text_take(&text);
}

static int parse_order(const struct lines *lines, struct wire_slots *slots,
                       struct topomap_error *error)
{
    const char *cursor = lines->value;
    int64_t count = idlist_count(cursor, lines->value_end, MAX_CPUS);

    if (slots->order || count < 0)
        return lines_error(lines, error, "expected one list of CPUs");
    slots->order = array_new((size_t)count, sizeof *slots->order);
    if (!slots->order)
        return error_memory(error);
    slots->pus = (size_t)count;
    if (idlist_parse(&cursor, lines->value_end, MAX_CPUS, slots->order, slots->pus) < 0 ||
        cursor != lines->value_end)
        return lines_error(lines, error, "expected a list of CPUs");
    return 0;
}

static int parse_slot(const struct lines *lines, struct wire_slots *slots, uint32_t tasks,
                      struct topomap_error *error)
{
    if (!slots->slots)
        slots->slots = array_new(tasks, sizeof *slots->slots);
    if (!slots->slots)
        return error_memory(error);
    if (slots->tasks == tasks)
        return lines_error(lines, error, "more slots than tasks");
    return lines_string(lines, &slots->slots[slots->tasks++], error);
}

static int parse_slots(struct wire_slots *slots, struct lines *lines, uint32_t tasks,
                       struct topomap_error *error)
{
    int result = lines_first(lines, ANSWER, FORMAT, error);

    while (result == 0 && lines_next(lines)) {
        if (lines_is(lines, "order"))
            result = parse_order(lines, slots, error);
        else if (lines_is(lines, "slot"))
            result = parse_slot(lines, slots, tasks, error);
        else if (lines_is(lines, "reason"))
            result = lines_string(lines, &slots->reason, error);
        else if (lines_is(lines, "end"))
            return slots->order && (slots->reason || slots->tasks == tasks)
                       ? 0
                       : lines_error(lines, error, "incomplete");
        else
            result = lines_error(lines, error, "unknown keyword");
    }
    return result < 0 ? -1 : lines_cut_off(lines, error);
}

int wire_slots_parse(struct wire_slots *slots, const char *text, size_t length, uint32_t tasks,
                     struct topomap_error *error)
{
    struct lines lines;

    lines_start(&lines, "slots", text, length);
    if (parse_slots(slots, &lines, tasks, error) == 0)
        return 0;
    wire_slots_free(slots);
    return -1;
}
