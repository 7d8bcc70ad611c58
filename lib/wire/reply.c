/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/reply.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "wire/idlist.h"
#include "wire/lines.h"
#include "wire/request.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPLY "topomap-reply"
#define FORMAT 1

static const char *const status_words[] = {"placed", "kept", "failed", NULL};

/* Lines whose value is a text. */
static const struct {
    const char *key;
    size_t offset;
} texts[] = {
    {"reason", offsetof(struct wire_reply, reason)},
    {"gain", offsetof(struct wire_reply, gain)},
    {"algorithm", offsetof(struct wire_reply, algorithm)},
    {"network", offsetof(struct wire_reply, network)},
    {"graph", offsetof(struct wire_reply, graph)},
    {"origin", offsetof(struct wire_reply, origin)},
};

#define TEXTS (sizeof texts / sizeof *texts)

static char **text_of(struct wire_reply *reply, size_t i)
{
    return (char **)((char *)reply + texts[i].offset);
}

void wire_reply_free(struct wire_reply *reply)
{
    for (size_t i = 0; i < TEXTS; i++)
        free(*text_of(reply, i));
    free(reply->tasks);
    free(reply->tids);
    free(reply->slots);
    for (size_t i = 0; i < reply->note_count; i++)
        free(reply->notes[i]);
    *reply = (struct wire_reply){0};
}

void wire_reply_note(struct wire_reply *reply, const char *format, ...)
{
    char line[512];
    char *copy;
    va_list args;

    va_start(args, format);
    text_vformat(line, sizeof line, format, args);
    va_end(args);
    copy = reply->note_count < WIRE_MAX_NOTES ? strdup(line) : NULL;
    if (copy)
        reply->notes[reply->note_count++] = copy;
}

static void print_line(struct text *text, const char *key, const char *value)
{
    if (value)
        text_printf(text, "%s %s\n", key, value);
}

static void print_nodes(struct text *text, const struct wire_reply *reply)
{
    size_t at = 0;

    for (uint32_t node = 0; node < reply->nodes; node++) {
        text_puts(text, "node ");
        idlist_print(text, reply->tids + at, reply->tasks[node]);
        if (reply->slots) {
            text_puts(text, " ");
            idlist_print(text, reply->slots + at, reply->tasks[node]);
        }
        text_puts(text, "\n");
        at += reply->tasks[node];
    }
}

char *wire_reply_print(const struct wire_reply *reply, size_t *length)
{
    struct text text = {0};

    text_printf(&text, "%s %d\nstatus %s\n", REPLY, FORMAT, status_words[reply->status]);
    if (reply->code)
        text_printf(&text, "code %d\n", (int)reply->code);
    for (size_t i = 0; i < TEXTS; i++)
        print_line(&text, texts[i].key, *(char *const *)((const char *)reply + texts[i].offset));
    for (size_t i = 0; i < reply->note_count; i++)
        print_line(&text, "note", reply->notes[i]);
    if (reply->tids && reply->scored)
        text_printf(&text, "before %.17g\nafter %.17g\n", reply->before, reply->after);
    if (reply->tids)
        print_nodes(&text, reply);
    text_puts(&text, "end\n");
    *length = text.length;
    return text_take(&text);
}

/* The state of parsing. */
struct parser {
    struct lines lines;
    struct wire_reply *reply;
    uint32_t node;
    size_t rank;
    bool has_status;
    bool has_before;
    bool has_after;
    bool ended;
};

static int parse_node(struct parser *p, struct topomap_error *error)
{
    struct wire_reply *r = p->reply;
    const char *cursor = p->lines.value;
    uint32_t tasks;

    if (p->node == r->nodes)
        return lines_error(&p->lines, error, "more 'node' lines than nodes");
    tasks = r->tasks[p->node];
    if (idlist_parse(&cursor, p->lines.value_end, r->ranks - 1, r->tids + p->rank, tasks) < 0)
        return lines_error(&p->lines, error, "expected %u ranks", tasks);
    if (cursor < p->lines.value_end) {
        if (!r->slots && p->node == 0)
            r->slots = array_new(r->ranks, sizeof *r->slots);
        cursor++;
        if (!r->slots ||
            idlist_parse(&cursor, p->lines.value_end, tasks, r->slots + p->rank, tasks) < 0 ||
            cursor != p->lines.value_end)
            return lines_error(&p->lines, error, "expected %u slots", tasks);
    } else if (r->slots) {
        return lines_error(&p->lines, error, "slots are missing");
    }
    p->node++;
    p->rank += tasks;
    return 0;
}

static int parse_note(struct parser *p, struct topomap_error *error)
{
    char *note = NULL;

    if (lines_string(&p->lines, &note, error) < 0)
        return -1;
    if (p->reply->note_count == WIRE_MAX_NOTES) {
        free(note);
        return lines_error(&p->lines, error, "too many notes");
    }
    p->reply->notes[p->reply->note_count++] = note;
    return 0;
}

static int parse_status(struct parser *p, struct topomap_error *error)
{
    int word = option_word(status_words, p->lines.value,
                         (size_t)(p->lines.value_end - p->lines.value));

    if (word < 0 || p->has_status)
        return lines_error(&p->lines, error, "unknown status");
    p->reply->status = (enum wire_status)word;
    p->has_status = true;
    return 0;
}

static int parse_line(struct parser *p, struct topomap_error *error)
{
    struct wire_reply *r = p->reply;
    struct lines *lines = &p->lines;
    uint64_t code;

    if (lines_is(lines, "node"))
        return parse_node(p, error);
    if (lines_is(lines, "status"))
        return parse_status(p, error);
    for (size_t i = 0; i < TEXTS; i++) {
        if (lines_is(lines, texts[i].key))
            return lines_string(lines, text_of(r, i), error);
    }
    if (lines_is(lines, "before")) {
        p->has_before = true;
        return lines_real(lines, &r->before, error);
    }
    if (lines_is(lines, "after")) {
        p->has_after = true;
        return lines_real(lines, &r->after, error);
    }
    if (lines_is(lines, "note"))
        return parse_note(p, error);
    if (lines_is(lines, "code")) {
        if (lines_number(lines, TOPOMAP_TIMEOUT, &code, error) < 0)
            return -1;
        r->code = (enum topomap_code)code;
        return 0;
    }
    if (lines_is(lines, "end")) {
        p->ended = true;
        return 0;
    }
    return lines_error(lines, error, "unknown keyword");
}

static int check_slots(const struct wire_reply *r, struct topomap_error *error)
{
    uint8_t *seen;
    size_t at = 0;

    if (!r->slots)
        return 0;
    seen = array_raw(r->ranks, 1);
    if (!seen)
        return error_memory(error);
    for (uint32_t node = 0; node < r->nodes; node++) {
        memset(seen, 0, r->tasks[node]);
        for (uint32_t i = 0; i < r->tasks[node]; i++, at++) {
            if (r->slots[at] >= r->tasks[node] || seen[r->slots[at]]++) {
                free(seen);
                return error_set(error, TOPOMAP_INPUT,
                                 "reply: the slots of node %u are not a permutation", node);
            }
        }
    }
    free(seen);
    return 0;
}

static int parse_all(struct parser *p, struct topomap_error *error)
{
    struct wire_reply *r = p->reply;

    if (lines_first(&p->lines, REPLY, FORMAT, error) < 0)
        return -1;
    while (!p->ended) {
        if (!lines_next(&p->lines))
            return lines_cut_off(&p->lines, error);
        if (parse_line(p, error) < 0)
            return -1;
    }
    if (!p->has_status || (r->status != WIRE_PLACED && !r->reason))
        return error_set(error, TOPOMAP_INPUT, "reply: no status or no reason");
    if (r->status == WIRE_FAILED)
        return 0;
    if (p->node != r->nodes || !r->algorithm || !r->network || p->has_before != p->has_after)
        return error_set(error, TOPOMAP_INPUT, "reply: incomplete");
    r->scored = p->has_before;
    if (r->status == WIRE_PLACED && r->scored && !r->gain)
        return error_set(error, TOPOMAP_INPUT, "reply: the gain is missing");
    if (r->status == WIRE_PLACED && r->scored && !(r->after <= r->before))
        return error_set(error, TOPOMAP_INPUT, "reply: the placement is worse");
    if (wire_check_tids(&p->lines, r->nodes, r->tasks, r->ranks, r->tids, error) < 0)
        return -1;
    return check_slots(r, error);
}

static int reply_room(struct wire_reply *r, uint32_t nodes, const uint32_t *tasks,
                      struct topomap_error *error)
{
    r->nodes = nodes;
    r->tasks = array_new(nodes, sizeof *r->tasks);
    if (!r->tasks)
        return error_memory(error);
    for (uint32_t node = 0; node < nodes; node++) {
        r->tasks[node] = tasks[node];
        if (__builtin_add_overflow(r->ranks, tasks[node], &r->ranks))
            return error_set(error, TOPOMAP_INPUT, "too many tasks");
    }
    r->tids = array_new(r->ranks, sizeof *r->tids);
    return r->tids && r->ranks ? 0 : error_memory(error);
}

int wire_reply_parse(struct wire_reply *reply, const char *text, size_t length, uint32_t nodes,
                     const uint32_t *tasks, struct topomap_error *error)
{
    struct parser p = {.reply = reply};

    lines_start(&p.lines, "reply", text, length);
    if (reply_room(reply, nodes, tasks, error) == 0 && parse_all(&p, error) == 0)
        return 0;
    wire_reply_free(reply);
    return -1;
}
