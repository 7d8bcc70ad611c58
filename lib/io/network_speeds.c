/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptions of networks with other speeds of links. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "input/item.h"
#include "io/network_format.h"

#include <stdlib.h>
#include <string.h>

/* Columns before the first letter of a line; -1 if it is blank or a comment. */
static int indent_of(const char *line, const char *end)
{
    const char *at = line;

    while (at < end && *at == ' ')
        at++;
    return at == end || *at == '#' || *at == '\r' ? -1 : (int)(at - line);
}

static bool begins(const char *line, const char *end, const char *word)
{
    return (size_t)(end - line) >= strlen(word) && memcmp(line, word, strlen(word)) == 0;
}

static void print_speeds(const struct topomap_network *network,
                         const struct topomap_class_speed *speeds, int indent, struct text *text)
{
    text_printf(text, "%*slinks:\n", indent, "");
    for (uint32_t c = 0; c < network->classes; c++) {
        const struct topomap_class_speed *speed = &speeds[c];
        const char *separator = "";
        char name[64];

        topomap_network_class_name(network, c, name, sizeof name);
        text_printf(text, "%*s- {", indent, "");
        if (speed->bandwidth > 0) {
            text_printf(text, "bandwidth: %.4g", speed->bandwidth);
            separator = ", ";
        }
        if (speed->latency >= 0) {
            text_printf(text, "%slatency: %.3g", separator, speed->latency);
            separator = ", ";
        }
        if (network->weight[c] != 1)
            text_printf(text, "%sweight: %u", separator, network->weight[c]);
        text_printf(text, "} # %s", name);
        if (speed->bandwidth <= 0)
            text_puts(text, ": not used between these nodes");
        else if (!speed->saturated)
            text_printf(text, ": %u streams did not fill a link, it may be faster",
                        speed->streams);
        text_puts(text, "\n");
    }
}

static void print_inside(const struct topomap_protocol *measured, int indent, struct text *text)
{
    const struct topomap_limit *memory = &measured->memory;

    if (measured->inside_bandwidth <= 0)
        return;
    text_printf(text, "%*sinside: {bandwidth: %.4g, latency: %.3g", indent, "",
                measured->inside_bandwidth, measured->inside_latency);
    if (memory->reached)
        text_printf(text, ", memory: %.4g} # memory: reached by %u of %u pairs of ranks",
                    memory->rate, memory->enough, memory->tried);
    else
        text_puts(text, "}");
    text_puts(text, "\n");
}

static void print_adapters(const struct topomap_protocol *measured, int indent, struct text *text)
{
    const struct topomap_limit *bytes = &measured->bytes, *messages = &measured->messages;

    if (!bytes->reached && !messages->reached)
        return;
    text_printf(text, "%*sadapters: {", indent, "");
    if (bytes->reached)
        text_printf(text, "bandwidth: %.4g%s", bytes->rate, messages->reached ? ", " : "");
    if (messages->reached)
        text_printf(text, "messages: %.4g", messages->rate);
    text_puts(text, "} #");
    if (bytes->reached)
        text_printf(text, " bandwidth: reached by %u of %u ranks%s", bytes->enough, bytes->tried,
                    messages->reached ? ";" : "");
    if (messages->reached)
        text_printf(text, " messages: reached by %u of %u ranks", messages->enough,
                    messages->tried);
    text_puts(text, "\n");
}

/* Whether a description says something of the protocol. */
static bool has_protocol(const struct network_protocol *given)
{
    return given->sizes > 0 || given->header > 0 || given->acknowledgement > 0 ||
           given->inside.bandwidth > 0 || given->adapters.bandwidth > 0 ||
           given->adapters.messages > 0;
}

static void print_protocol(const struct topomap_protocol *measured, int indent, struct text *text)
{
    if (measured->inside_bandwidth <= 0 && measured->sizes == 0 && !measured->bytes.reached &&
        !measured->messages.reached)
        return;
    text_printf(text, "%*sprotocol:\n", indent, "");
    print_inside(measured, 2 * indent, text);
    print_adapters(measured, 2 * indent, text);
    if (measured->sizes > 0)
        text_printf(text, "%*ssizes:\n", 2 * indent, "");
    for (uint32_t i = 0; i < measured->sizes; i++) {
        const struct topomap_message_size *size = &measured->size[i];

        text_printf(text, "%*s- {from: %.0f, bandwidth: %.3g, latency: %.3g}\n", 2 * indent, "",
                    size->from, size->bandwidth, size->latency);
    }
}

static void print_comment(const char *comment, bool keeps_protocol, struct text *text)
{
    const char *at = comment, *end = comment + strlen(comment), *line, *line_end;

    while (text_line(&at, end, &line, &line_end)) {
        text_puts(text, "# ");
        text_add(text, line, (size_t)(line_end - line));
        text_puts(text, "\n");
    }
    if (keeps_protocol)
        text_puts(text, "# The protocol is that of the description, not what was measured now.\n");
    text_puts(text, "\n");
}

/* The lines of the comment of an earlier calibration, with the blank one at its end; 0: there is
 * none. */
static uint32_t count_comment(const struct source *source)
{
    const char *at = source->text, *end = at + source->length, *line, *line_end;
    uint32_t count = 0;

    if (!begins(at, end, "# " TOPOMAP_CALIBRATION_COMMENT))
        return 0;
    while (text_line(&at, end, &line, &line_end)) {
        count++;
        if (line == line_end)
            return count;
        if (*line != '#')
            break;
    }
    return 0;
}

/* The inside of single quotes. */
static void add_quoted(const char *string, struct text *text)
{
    for (const char *c = string; *c; c++) {
        text_add(text, c, 1);
        if (*c == '\'')
            text_add(text, c, 1);
    }
}

static void print_path(const struct item *key, const char *folder, int indent, struct text *text)
{
    text_printf(text, "%*s%s: '", indent, "", key->key);
    add_quoted(folder, text);
    text_puts(text, "/");
    add_quoted(key->text, text);
    text_puts(text, "'\n");
}

/* What is written instead of a key of the description and its value. */
enum fate {
    KEPT,
    DROPPED,    /* the description ends with a new value */
    MOVED,      /* the value is a path, which becomes longer; comments after it stay */
};

static enum fate decide(const struct item *key, const struct network_protocol *given,
                        const char *folder)
{
    if (strcmp(key->key, "links") == 0 ||
        (strcmp(key->key, "protocol") == 0 && !has_protocol(given)))
        return DROPPED;
    if (folder && key->kind == ITEM_SCALAR && key->text[0] != '/' &&
        (strcmp(key->key, "coordinates_file") == 0 || strcmp(key->key, "distances_file") == 0))
        return MOVED;
    return KEPT;
}

/* Whether a line begins with this key, in the column of the keys before it, and has no other. */
static bool is_alone(const struct item *key, uint32_t number, int indent, int keys)
{
    return key && key->line == number && indent > 0 && (keys < 0 || indent == keys) &&
           !(key->next && key->next->line == number);
}

/* Copy the lines of a description, but for keys that have another fate. Returns the column of the
 * keys of its map, or -1 if these are not in lines of their own, but in braces. */
static int copy_lines(const struct source *source, const struct item *map,
                      const struct network_protocol *given, const char *folder, struct text *text)
{
    const char *end = source->text + source->length, *at = text_begin(source->text, end);
    const char *line, *line_end;
    const struct item *next = map->child;
    uint32_t replaced = count_comment(source);
    enum fate fate = KEPT;
    int keys = -1;

    for (uint32_t number = 1; text_line(&at, end, &line, &line_end); number++) {
        int indent = indent_of(line, line_end);

        if (number == map->line && (!begins(line, line_end, "network:") ||
                                    indent_of(line + strlen("network:"), line_end) >= 0))
            return -1;
        if (number > map->line && indent >= 0 && (keys < 0 || (next && next->line == number))) {
            if (!is_alone(next, number, indent, keys) || line[indent] == '{')
                return -1;
            keys = indent;
            fate = decide(next, given, folder);
            if (fate == MOVED)
                print_path(next, folder, keys, text);
            next = next->next;
        }
        if (number <= replaced || fate == DROPPED || (fate == MOVED && indent >= 0))
            continue;
        text_add(text, line, (size_t)(line_end - line));
        text_puts(text, "\n");
    }
    return keys;
}

/* Whether some line is the key of a description of ours. */
static bool is_own(const struct source *source)
{
    const char *end = source->text + source->length, *at = text_begin(source->text, end);
    const char *line, *line_end;

    while (text_line(&at, end, &line, &line_end)) {
        if (begins(line, line_end, "network:"))
            return true;
    }
    return false;
}

/* The description of a short form, of a file, or of a tree that Slurm describes. */
static int get_description(struct source *source, const char *spec,
                           const struct topomap_network *network, struct topomap_error *error)
{
    char *text;

    if (network_short_form(spec, &text, error) < 0)
        return -1;
    if (!text && source_read(source, spec, SOURCE_MAX_NETWORK, error) < 0)
        return -1;
    if (!text && network->tree && !is_own(source)) {
        free((char *)source->text);
        text = network_tree_print(network, spec);
        if (!text)
            return error_memory(error);
    }
    if (text)
        *source = (struct source){.name = spec, .text = text, .length = strlen(text)};
    return 0;
}

/* The description with what was measured instead of what it says of it. */
static int replace(const struct source *source, const struct topomap_network *network,
                   const struct topomap_class_speed *speeds,
                   const struct topomap_protocol *measured, const char *folder, struct text *text,
                   struct topomap_error *error)
{
    bool own = is_own(source);
    struct item *root = own ? item_load(source, error) : NULL;
    const struct item *map = root ? item_find(root, "network") : NULL;
    int keys = map ? copy_lines(source, map, &network->protocol, folder, text) : -1;

    item_free(root);
    if (own && !root)
        return -1;
    if (keys < 0)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "%.200s: speeds are added where 'network:' and "
                         "its keys have lines of their own, not in braces", source->name);
    print_speeds(network, speeds, keys, text);
    if (!has_protocol(&network->protocol))
        print_protocol(measured, keys, text);
    return 0;
}

/* Whether a text can be read where the source was. */
static int check(const struct source *source, const char *text, struct topomap_error *error)
{
    struct source written = {.name = source->name, .path = source->path, .text = text,
                             .length = strlen(text)};
    struct network_wanted wanted = {0};
    struct topomap_network *network = network_yaml_parse(&written, &wanted, error);

    free(wanted.yaml);
    topomap_network_destroy(network);
    return network ? 0 : -1;
}

char *topomap_calibration_describe(const char *spec, const struct topomap_network *network,
                                   const struct topomap_class_speed *speeds,
                                   const struct topomap_protocol *measured, const char *comment,
                                   const char *folder, struct topomap_error *error)
{
    struct source source;
    struct text text = {0};
    char *result = NULL;

    if (get_description(&source, spec, network, error) < 0)
        return NULL;
    if (*comment)
        print_comment(comment, has_protocol(&network->protocol), &text);
    if (replace(&source, network, speeds, measured, folder, &text, error) < 0) {
        text_free(&text);
    } else {
        result = text_take(&text);
        if (!result)
            error_memory(error);
    }
    free((char *)source.text);
    if (result && check(&source, result, error) < 0) {
        free(result);
        return NULL;
    }
    return result;
}
