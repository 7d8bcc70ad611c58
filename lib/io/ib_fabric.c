/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * InfiniBand fabrics as ibnetdiscover of infiniband-diags prints them, see its manual page. Each
 * switch and channel adapter has a line with its kind, the number of its ports and its identifier,
 * and below it a line for each port that has a cable:
 *
 *   Switch  24 "S-005442ba00003080"   # "leaf0" base port 0 lid 6 lmc 0
 *   [22]    "H-0008f10403961354"[1](8f10403961355)   # "n1 mlx5_0" lid 4 4xSDR
 *   Ca      2 "H-0008f10403961354"    # "n1 mlx5_0"
 *   [1](8f10403961355)  "S-005442ba00003080"[22]     # lid 4 lmc 1 "leaf0" lid 6 4xSDR
 */
#include "io/ib_fabric.h"

#include "base/error.h"
#include "base/memory.h"
#include "input/scan.h"

#include <stdlib.h>
#include <string.h>

#define ID_SIZE 64

void ib_fabric_free(struct ib_fabric *fabric)
{
    for (uint32_t i = 0; i < fabric->ids.count && i < fabric->node_room; i++)
        free(fabric->node[i].name);
    free(fabric->node);
    free(fabric->port);
    names_free(&fabric->ids);
    *fabric = (struct ib_fabric){0};
}

/* A text in quotes at the cursor, which moves behind it. */
static int read_quoted(struct scan *scan, const char **text, size_t *length,
                       struct topomap_error *error)
{
    const char *close;

    scan_blanks(scan);
    if (scan_done(scan) || *scan->at != '"')
        return scan_fail(scan, error, "a text in quotes is expected");
    close = memchr(scan->at + 1, '"', (size_t)(scan->end - scan->at - 1));
    if (!close)
        return scan_fail(scan, error, "the text in quotes has no end");
    *text = scan->at + 1;
    *length = (size_t)(close - *text);
    scan->at = close + 1;
    return 0;
}

int ib_fabric_add_node(struct ib_fabric *fabric, const struct scan *scan, const char *id,
                       uint32_t *node, struct topomap_error *error)
{
    uint32_t known = fabric->ids.count;
    int64_t index = known < IB_MAX_NODES ? names_add(&fabric->ids, id)
                                         : names_find(&fabric->ids, id);

    if (index < 0)
        return known < IB_MAX_NODES ? error_memory(error) :
               scan_fail(scan, error, "a fabric has at most %u switches and adapters",
                         IB_MAX_NODES);
    if (array_grow(&fabric->node, &fabric->node_room, fabric->ids.count, sizeof *fabric->node) < 0)
        return error_memory(error);
    if ((uint32_t)index == known)
        fabric->node[index] = (struct ib_node){0};
    *node = (uint32_t)index;
    return 0;
}

int ib_fabric_describe(struct ib_fabric *fabric, const struct scan *scan, uint32_t node,
                       const char *name, size_t length, struct topomap_error *error)
{
    fabric->node[node].kind = fabric->ids.name[node][0];
    fabric->node[node].line = scan->line;
    fabric->node[node].name = strndup(name, length);
    return fabric->node[node].name ? 0 : error_memory(error);
}

int ib_fabric_add_port(struct ib_fabric *fabric, const struct scan *scan,
                       const struct ib_port *port, struct topomap_error *error)
{
    if (fabric->ports == IB_MAX_PORTS)
        return scan_fail(scan, error, "a fabric has at most %u ports", IB_MAX_PORTS);
    if (array_grow(&fabric->port, &fabric->port_room, fabric->ports + 1, sizeof *port) < 0)
        return error_memory(error);
    fabric->port[fabric->ports++] = *port;
    return 0;
}

static int order_numbers(const void *a, const void *b)
{
    const struct ib_port *x = a, *y = b;

    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int order_ports(const void *a, const void *b)
{
    const struct ib_port *x = a, *y = b;
    int order = order_numbers(a, b);

    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

/* Both ends of a cable are listed. With --grouping ibnetdiscover leaves out routers of a chassis,
 * which no traffic between hosts passes. */
static int check_cable(const struct ib_fabric *fabric, const struct source *source,
                       const struct ib_port *port, struct topomap_error *error)
{
    struct ib_port key = {.node = port->peer, .number = port->other};
    const char *id = fabric->ids.name[port->peer];
    const struct ib_port *end;

    if (!fabric->node[port->peer].kind)
        return id[0] == 'R' ? 0 : error_set(error, TOPOMAP_INPUT, "%s:%u: %s is not described",
                                            source->name, port->line, id);
    end = bsearch(&key, fabric->port, fabric->ports, sizeof key, order_numbers);
    if (end && end->peer == port->node && end->other == port->number)
        return 0;
    return error_set(error, TOPOMAP_INPUT, "%s:%u: the other end of this cable is not listed: from "
                     "port %u of %s to port %u of %s", source->name, port->line, port->other, id,
                     port->number, fabric->ids.name[port->node]);
}

int ib_fabric_finish(struct ib_fabric *fabric, const struct source *source,
                     struct topomap_error *error)
{
    const struct ib_port *port = fabric->port;

    if (fabric->ports == 0)
        return error_set(error, TOPOMAP_INPUT, "%s: no ports with cables", source->name);
    qsort(fabric->port, fabric->ports, sizeof *port, order_ports);
    for (size_t p = 1; p < fabric->ports; p++) {
        if (order_numbers(&port[p - 1], &port[p]) == 0)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: port %u is given twice", source->name,
                             port[p].line, port[p].number);
    }
    for (size_t p = 0; p < fabric->ports; p++) {
        if (check_cable(fabric, source, &port[p], error) < 0)
            return -1;
    }
    return 0;
}

/* An identifier in quotes: its number among all of them. */
static int read_id(struct ib_fabric *fabric, struct scan *scan, uint32_t *node,
                   struct topomap_error *error)
{
    char id[ID_SIZE];
    struct scan start;
    const char *text;
    size_t length;

    scan_blanks(scan);
    start = *scan;
    if (read_quoted(scan, &text, &length, error) < 0)
        return -1;
    if (length < 3 || length >= sizeof id || text[1] != '-' || !strchr("SHR", text[0]))
        return scan_fail(&start, error, "an identifier like \"S-0008f10400410015\" is expected");
    memcpy(id, text, length);
    id[length] = '\0';
    return ib_fabric_add_node(fabric, &start, id, node, error);
}

/* Switch, Ca or Rt: the number of ports, the identifier and the description. */
static int read_node(struct ib_fabric *fabric, struct scan *scan, uint32_t *current,
                     struct topomap_error *error)
{
    const char *text = "";
    uint64_t ports;
    size_t length = 0;

    scan_blanks(scan);
    if (scan_number(scan, "the number of ports", UINT32_MAX, &ports, error) < 0 ||
        read_id(fabric, scan, current, error) < 0)
        return -1;
    if (fabric->node[*current].kind)
        return scan_fail(scan, error, "%s is described already on line %u",
                         fabric->ids.name[*current], fabric->node[*current].line);
    scan_blanks(scan);
    if (!scan_done(scan) && *scan->at == '#') {
        scan->at++;
        if (read_quoted(scan, &text, &length, error) < 0)
            return -1;
    }
    return ib_fabric_describe(fabric, scan, *current, text, length, error);
}

/* "4xEDR": lanes and what each of them carries. 0: nothing of the kind. */
static double parse_rate(const char *at, const char *end)
{
    /* Data without coding, in bytes per second for each lane. */
    static const struct {
        const char *name;
        double lane;
    } rates[] = {{"SDR", 0.25e9}, {"DDR", 0.5e9}, {"QDR", 1e9}, {"FDR10", 1.25e9}, {"FDR", 1.705e9},
                 {"EDR", 3.125e9}, {"HDR", 6.25e9}, {"NDR", 12.5e9}, {"XDR", 25e9}};
    uint64_t lanes;

    if (text_parse_number(&at, end, 64, &lanes) < 0 || at == end || *at++ != 'x')
        return 0;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        if (strlen(rates[i].name) == (size_t)(end - at) &&
            memcmp(rates[i].name, at, (size_t)(end - at)) == 0)
            return (double)lanes * rates[i].lane;
    }
    return 0;
}

/* The rate is a word behind the last text in quotes. With --full, and at ports of some vendors,
 * others follow: `"leaf0" lid 1 4xEDR s=4 w=2 v=4 slot 3`. */
static double read_rate(const struct scan *scan)
{
    const char *at = scan->end;
    double rate = 0;

    while (at > scan->at && at[-1] != '"')
        at--;
    while (at < scan->end && rate == 0) {
        const char *word = at;

        while (at < scan->end && *at != ' ' && *at != '\t' && *at != '\r')
            at++;
        rate = parse_rate(word, at);
        at += at < scan->end;
    }
    return rate;
}

/* The first "lid N" of a comment; 0: there is none. */
static uint32_t read_lid(const struct scan *scan)
{
    const char *at = scan->at;
    uint64_t lid;

    while (at < scan->end && (*at == ' ' || *at == '\t' || *at == '#'))
        at++;
    if (scan->end - at < 5 || memcmp(at, "lid ", 4) != 0)
        return 0;
    at += 4;
    return text_parse_number(&at, scan->end, IB_MAX_LID, &lid) < 0 ? 0 : (uint32_t)lid;
}

/* "[22]" at the cursor, and what may follow it: "[ext 3]" and "(8f10403961355)". */
static int read_number(struct scan *scan, uint32_t *number, struct topomap_error *error)
{
    uint64_t value;

    if (scan_done(scan) || *scan->at != '[')
        return scan_fail(scan, error, "the number of a port in brackets is expected");
    scan->at++;
    if (scan_number(scan, "the number of a port", 254, &value, error) < 0)
        return -1;
    if (scan_done(scan) || *scan->at != ']')
        return scan_fail(scan, error, "']' is expected");
    scan->at++;
    *number = (uint32_t)value;
    while (!scan_done(scan) && (*scan->at == '[' || *scan->at == '(')) {
        const char *close = memchr(scan->at, *scan->at == '[' ? ']' : ')',
                                   (size_t)(scan->end - scan->at));

        if (!close)
            return scan_fail(scan, error, "the bracket has no end");
        scan->at = close + 1;
    }
    return 0;
}

static int read_port(struct ib_fabric *fabric, struct scan *scan, uint32_t current,
                     struct topomap_error *error)
{
    struct ib_port port = {.node = current, .line = scan->line};

    if (current == UINT32_MAX)
        return scan_fail(scan, error, "a port without a switch or adapter above it");
    if (read_number(scan, &port.number, error) < 0 ||
        read_id(fabric, scan, &port.peer, error) < 0 ||
        read_number(scan, &port.other, error) < 0)
        return -1;
    scan_blanks(scan);
    port.lid = fabric->node[current].kind == 'H' ? read_lid(scan) : 0;
    port.rate = read_rate(scan);
    return ib_fabric_add_port(fabric, scan, &port, error);
}

/* Whether the line begins with a word, which the cursor passes. */
static bool has_word(struct scan *scan, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

static int read_line(struct ib_fabric *fabric, struct scan *scan, uint32_t *current,
                     struct topomap_error *error)
{
    static const char *const passed[] = {"vendid=", "devid=", "sysimgguid=", "switchguid=",
                                         "caguid=", "rtguid=", "Chassis", "Non-Chassis", "DR path"};

    scan_blanks(scan);
    if (!scan_done(scan) && *scan->at == '[')
        return read_port(fabric, scan, *current, error);
    if (has_word(scan, "Switch") || has_word(scan, "Ca") || has_word(scan, "Rt"))
        return read_node(fabric, scan, current, error);
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
        if (has_word(scan, passed[i]))
            return 0;
    }
    return scan_fail(scan, error, "not a line of ibnetdiscover: such lines begin with Switch, Ca, "
                     "Rt, the number of a port in brackets, or a key such as vendid=");
}

int ib_fabric_read(struct ib_fabric *fabric, const struct source *source,
                   struct topomap_error *error)
{
    uint32_t current = UINT32_MAX;
    struct scan scan;
    int more;

    *fabric = (struct ib_fabric){0};
    scan_init(&scan, source);
    while ((more = scan_next_filled(&scan, '#', error)) > 0) {
        if (read_line(fabric, &scan, &current, error) < 0)
            return -1;
    }
    return more < 0 ? -1 : ib_fabric_finish(fabric, source, error);
}
