/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptions of networks with other speeds of links. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
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

/* What was measured of the protocol, where the description says nothing of it yet. */
static void print_protocol(const struct topomap_network *network,
                           const struct topomap_protocol *measured, int indent, struct text *text)
{
    const struct network_protocol *given = &network->protocol;

    if (given->sizes > 0 || given->header > 0 || given->acknowledgement > 0 ||
        given->inside.bandwidth > 0 || given->adapters.bandwidth > 0 ||
        given->adapters.messages > 0 ||
        (measured->inside_bandwidth <= 0 && measured->sizes == 0 && !measured->bytes.reached &&
         !measured->messages.reached))
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

static void print_comment(const char *comment, struct text *text)
{
    const char *at = comment, *end = comment + strlen(comment), *line, *line_end;

    while (text_line(&at, end, &line, &line_end)) {
        text_puts(text, "# ");
        text_add(text, line, (size_t)(line_end - line));
        text_puts(text, "\n");
    }
}

/* Copy the lines of a description, but for those of its `links`, and add others at its end, and the
 * protocol. False if it is not in lines. */
static bool replace_links(const char *description, size_t length,
                          const struct topomap_network *network,
                          const struct topomap_class_speed *speeds,
                          const struct topomap_protocol *measured, struct text *text)
{
    const char *at = description, *end = description + length, *line, *line_end;
    bool map = false, dropping = false; /* map: the key `network` has lines of its own */
    int keys = -1;

    while (text_line(&at, end, &line, &line_end)) {
        int indent = indent_of(line, line_end);

        if (indent == 0 && begins(line, line_end, "network:")) {
            map = indent_of(line + strlen("network:"), line_end) < 0;
        } else if (indent > 0 && keys < 0) {
            keys = indent;
        }
        if (indent >= 0 && indent <= keys && !(dropping && indent == keys && line[indent] == '-'))
            dropping = indent == keys && begins(line + indent, line_end, "links:");
        if (dropping)
            continue;
        text_add(text, line, (size_t)(line_end - line));
        text_puts(text, "\n");
    }
    if (!map || keys <= 0)
        return false;
    print_speeds(network, speeds, keys, text);
    print_protocol(network, measured, keys, text);
    return true;
}

/* Whether some line is the key of a description of ours. */
static bool is_own(const struct source *source)
{
    const char *at = source->text, *end = at + source->length, *line, *line_end;

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
                                   struct topomap_error *error)
{
    struct source source;
    struct text text = {0};
    char *result = NULL;

    if (get_description(&source, spec, network, error) < 0)
        return NULL;
    print_comment(comment, &text);
    if (!replace_links(source.text, source.length, network, speeds, measured, &text)) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "%.200s: speeds are added where 'network:' and its "
                  "keys have lines of their own, not in braces", spec);
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
