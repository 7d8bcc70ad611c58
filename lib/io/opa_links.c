/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Omni-Path fabrics as opaextractsellinks of FastFabric prints them: a line for each cable with its
 * two ports, and for each port the identifier of the switch (SW) or adapter (FI), the number of the
 * port, which of both it is, and the description:
 *
 *   0x00117501010b0c0d;1;FI;n1 hfi1_0;0x00117501020a0b0c;3;SW;leaf0
 */
#include "base/error.h"
#include "input/scan.h"
#include "io/ib_fabric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUID_DIGITS 16

/* The text up to the next semicolon or the end of the line; the cursor moves behind it. */
static size_t read_field(struct scan *scan, const char **text)
{
    const char *close = memchr(scan->at, ';', (size_t)(scan->end - scan->at));
    size_t length = (size_t)((close ? close : scan->end) - scan->at);

    *text = scan->at;
    scan->at = close ? close + 1 : scan->end;
    return length;
}

static bool is_hexadecimal(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!memchr("0123456789abcdefABCDEF", text[i], 22))
            return false;
    }
    return true;
}

static int read_guid(struct scan *scan, const char **digits, struct topomap_error *error)
{
    struct scan start = *scan;
    size_t length = read_field(scan, digits);

    if (length != 2 + GUID_DIGITS || memcmp(*digits, "0x", 2) != 0 ||
        !is_hexadecimal(*digits + 2, GUID_DIGITS))
        return scan_fail(&start, error, "an identifier like 0x00117501010b0c0d is expected");
    *digits += 2;
    return 0;
}

/* FI or SW: the letter of its identifiers, as InfiniBand's tools have them; 0 after an error. */
static char read_kind(struct scan *scan, struct topomap_error *error)
{
    struct scan start = *scan;
    const char *text;
    size_t length = read_field(scan, &text);

    if (length == 2 && memcmp(text, "FI", 2) == 0)
        return 'H';
    if (length == 2 && memcmp(text, "SW", 2) == 0)
        return 'S';
    scan_fail(&start, error, "FI or SW is expected");
    return 0;
}

static int read_end(struct ib_fabric *fabric, struct scan *scan, struct ib_port *port,
                    struct topomap_error *error)
{
    char id[GUID_DIGITS + 3], kind;
    const char *guid, *name;
    uint64_t number;
    size_t length;

    port->line = scan->line;
    if (read_guid(scan, &guid, error) < 0 ||
        scan_number(scan, "the number of a port", 254, &number, error) < 0)
        return -1;
    if (scan_done(scan) || *scan->at++ != ';')
        return scan_fail(scan, error, "';' is expected");
    kind = read_kind(scan, error);
    if (!kind)
        return -1;
    port->number = (uint32_t)number;
    snprintf(id, sizeof id, "%c-%.*s", kind, GUID_DIGITS, guid);
    length = read_field(scan, &name);
    while (length > 0 && (name[length - 1] == '\r' || name[length - 1] == ' '))
        length--;
    if (ib_fabric_add_node(fabric, scan, id, &port->node, error) < 0)
        return -1;
    return fabric->node[port->node].kind
               ? 0 : ib_fabric_describe(fabric, scan, port->node, name, length, error);
}

static int read_cable(struct ib_fabric *fabric, struct scan *scan, struct topomap_error *error)
{
    struct ib_port one = {0}, other = {0};

    scan_blanks(scan);
    if (read_end(fabric, scan, &one, error) < 0 || read_end(fabric, scan, &other, error) < 0)
        return -1;
    if (!scan_done(scan))
        return scan_fail(scan, error, "a cable has two ports of four fields each");
    one.peer = other.node;
    one.other = other.number;
    other.peer = one.node;
    other.other = one.number;
    return ib_fabric_add_port(fabric, scan, &one, error) < 0
               ? -1 : ib_fabric_add_port(fabric, scan, &other, error);
}

bool opa_links_are(const struct source *source)
{
    struct scan scan;

    scan_init(&scan, source);
    if (scan_next_filled(&scan, '#', NULL) <= 0)
        return false;
    scan_blanks(&scan);
    return scan.end - scan.at > 2 && memcmp(scan.at, "0x", 2) == 0 &&
           memchr(scan.at, ';', (size_t)(scan.end - scan.at));
}

int opa_links_read(struct ib_fabric *fabric, const struct source *source,
                   struct topomap_error *error)
{
    struct scan scan;
    int more;

    *fabric = (struct ib_fabric){0};
    scan_init(&scan, source);
    while ((more = scan_next_filled(&scan, '#', error)) > 0) {
        if (read_cable(fabric, &scan, error) < 0)
            return -1;
    }
    return more < 0 ? -1 : ib_fabric_finish(fabric, source, error);
}
