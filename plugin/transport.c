/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "transport.h"

#include "base/text.h"
#include "wire/idlist.h"
#include "option/words.h"

#include <stdio.h>

#define FORMAT 1

char *transport_encode(const struct transport *transport, uint32_t nodes, const uint32_t *tasks,
                       const uint32_t *slots)
{
    struct text text = {0};
    uint32_t same;

    text_printf(&text, "%d %u %u %s %u ", FORMAT, transport->job, transport->step,
                option_slot_orders[transport->order], transport->cpus);
    for (uint32_t node = 0; node < nodes; node += same) {
        const uint32_t *next = slots + tasks[node];

        for (same = 1; node + same < nodes && tasks[node + same] == tasks[node]; same++) {
            if (memcmp(next, slots, tasks[node] * sizeof *slots) != 0)
                break;
            next += tasks[node];
        }
        text_number(&text, same);
        text_puts(&text, "*");
        idlist_print(&text, slots, tasks[node]);
        text_puts(&text, ";");
        slots = next;
    }
    return text_take(&text);
}

/* Read a number and the character after it. */
static int take(const char **cursor, const char *end, uint64_t limit, char stop, uint32_t *number)
{
    uint64_t value;

    if (text_parse_number(cursor, end, limit, &value) < 0 || *cursor == end || **cursor != stop)
        return -1;
    (*cursor)++;
    *number = (uint32_t)value;
    return 0;
}

static int decode_header(const char **cursor, const char *end, struct transport *transport)
{
    const char *blank;
    int order;

    if (take(cursor, end, UINT32_MAX, ' ', &transport->job) < 0 ||
        take(cursor, end, UINT32_MAX, ' ', &transport->step) < 0)
        return -1;
    blank = memchr(*cursor, ' ', (size_t)(end - *cursor));
    order = blank ? option_word(option_slot_orders, *cursor, (size_t)(blank - *cursor)) : -1;
    if (order < 0)
        return -1;
    transport->order = (enum topomap_slot_order)order;
    *cursor = blank + 1;
    return take(cursor, end, UINT16_MAX, ' ', &transport->cpus);
}

/* Find the list of `node` and parse it. */
static int decode_slots(const char *cursor, const char *end, uint32_t node, uint32_t tasks,
                        uint32_t *slots)
{
    uint32_t nodes;

    for (;;) {
        if (take(&cursor, end, UINT32_MAX, '*', &nodes) < 0)
            return -1;
        if (node < nodes)
            break;
        node -= nodes;
        cursor = memchr(cursor, ';', (size_t)(end - cursor));
        if (!cursor)
            return -1;
        cursor++;
    }
    if (tasks == 0 || idlist_parse(&cursor, end, tasks - 1, slots, tasks) < 0 || cursor == end)
        return -1;
    return *cursor == ';' ? 0 : -1;
}

static bool is_permutation(const uint32_t *slots, uint32_t count)
{
    uint8_t *seen = array_new(count, 1);
    bool good = seen != NULL;

    for (uint32_t i = 0; good && i < count; i++)
        good = seen[slots[i]]++ == 0;
    free(seen);
    return good;
}

int transport_decode(const char *text, uint32_t node, uint32_t tasks, struct transport *transport,
                     uint32_t *slots, struct topomap_error *error)
{
    const char *end = text + strlen(text);
    uint32_t format;
    bool known = take(&text, end, UINT32_MAX, ' ', &format) == 0;

    if (known && format != FORMAT)
        return error_set(error, TOPOMAP_INPUT, "the plan is of another version of topomap");
    if (!known || decode_header(&text, end, transport) < 0 ||
        decode_slots(text, end, node, tasks, slots) < 0 || !is_permutation(slots, tasks))
        return error_set(error, TOPOMAP_INPUT, "the plan for node %u is malformed", node);
    return 0;
}

const char *const transport_told[] = {
    "SLURM_TOPOMAP_STATUS",       "SLURM_TOPOMAP_ALGORITHM", "SLURM_TOPOMAP_NETWORK",
    "SLURM_TOPOMAP_NETWORK_FILE", "SLURM_TOPOMAP_SCORE",     "SLURM_TOPOMAP_BIND",
    "SLURM_TOPOMAP_SLOT",         NULL,
};

void transport_name(char *name, size_t size, unsigned part)
{
    snprintf(name, size, "%s%u", TRANSPORT_PREFIX, part);
}

int transport_export(const char *text)
{
    size_t length = strlen(text);
    char name[64];
    char *part;
    int result = 0;

    if (length > (size_t)TRANSPORT_PART * TRANSPORT_PARTS)
        return -1;
    for (unsigned i = 0; result == 0 && length > 0; i++) {
        size_t size = length < TRANSPORT_PART ? length : TRANSPORT_PART;

        part = strndup(text, size);
        transport_name(name, sizeof name, i);
        if (!part || setenv(name, part, 1) < 0)
            result = -1;
        free(part);
        text += size;
        length -= size;
    }
    if (result < 0)
        transport_clear();
    return result;
}

void transport_clear(void)
{
    char name[64];

    for (unsigned i = 0; i < TRANSPORT_PARTS; i++) {
        transport_name(name, sizeof name, i);
        unsetenv(name);
    }
}
