/* SPDX-License-Identifier: BSD-3-Clause */
/* Routes of InfiniBand switches, as ibroute and dump_lfts print them, and as opensm dumps them. */
#include "base/error.h"
#include "base/memory.h"
#include "io/ib_import.h"
#include "network/fabric.h"

#include <stdio.h>
#include <string.h>

const char *ib_find(const struct scan *scan, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = scan->at; (size_t)(scan->end - at) >= length; at++) {
        if (memcmp(at, word, length) == 0)
            return at;
    }
    return NULL;
}

static int find_lids(struct ib_import *import, struct topomap_error *error)
{
    import->host_at = array_new((size_t)IB_MAX_LID + 1, sizeof *import->host_at);
    if (!import->host_at)
        return error_memory(error);
    for (uint32_t i = 0; i < import->hosts.count; i++) {
        uint32_t lid = import->link[i]->lid;

        if (lid == 0)
            return error_set(error, TOPOMAP_INPUT, "%s: host '%.100s' has no lid, without which "
                             "tables of routes tell nothing", import->source->name,
                             import->hosts.name[i]);
        if (import->host_at[lid])
            return error_set(error, TOPOMAP_INPUT, "%s: hosts '%.100s' and '%.100s' have the same "
                             "lid %u", import->source->name,
                             import->hosts.name[import->host_at[lid] - 1],
                             import->hosts.name[i], lid);
        import->host_at[lid] = i + 1;
    }
    return 0;
}

/* A number in the manner of C; *at moves behind it. */
static bool read_any(const char **at, const char *end, uint64_t limit, uint64_t *number)
{
    const char *start;

    if (end - *at < 3 || (*at)[0] != '0' || (*at)[1] != 'x')
        return text_parse_number(at, end, limit, number) == 0;
    *number = 0;
    for (start = *at += 2; *at < end; ++*at) {
        const char *digits = "0123456789abcdef", *digit = strchr(digits, **at | 0x20);

        if (!**at || !digit)
            break;
        if (*number > limit >> 4)
            return false;
        *number = *number << 4 | (uint64_t)(digit - digits);
    }
    return *at > start && *number <= limit;
}

/* "Unicast lids [0x0-0x6] of switch Lid 6 guid 0x0005ad00000012ba (leaf0):" */
static int read_switch(const struct ib_import *import, struct scan *scan, uint32_t *s,
                       struct topomap_error *error)
{
    static const char key[] = " guid ";
    const char *at = ib_find(scan, key);
    uint64_t guid;
    int64_t index;
    char id[24];

    if (!at)
        return scan_fail(scan, error, "'guid 0x...' of the switch is expected");
    at += sizeof key - 1;
    if (!read_any(&at, scan->end, UINT64_MAX, &guid))
        return scan_fail(scan, error, "the guid is malformed");
    snprintf(id, sizeof id, "S-%016llx", (unsigned long long)guid);
    index = names_find(&import->fabric.ids, id);
    if (index < 0 || import->switch_of[index] == IB_NONE)
        return scan_fail(scan, error, "%s has no switch %s", import->source->name, id);
    *s = import->switch_of[index];
    return 0;
}

/* The cell of the port of a number: that of one to another switch, or here. */
static int find_cell(const struct ib_import *import, const struct scan *scan, uint32_t s,
                     uint32_t host, uint64_t number, uint16_t *cell, struct topomap_error *error)
{
    const struct ib_port *link = import->link[host];

    if (import->switch_of[link->peer] == s) {
        *cell = FABRIC_HERE;
        return number == link->other ? 0 :
               scan_fail(scan, error, "host '%.100s' is on port %u of switch '%.100s', not on %llu",
                         import->hosts.name[host], link->other, import->name[s],
                         (unsigned long long)number);
    }
    for (uint32_t p = import->first[s]; p < import->first[s + 1]; p++) {
        if (import->port[p].number == number) {
            *cell = (uint16_t)(p - import->first[s] + 1);
            return 0;
        }
    }
    return scan_fail(scan, error, "port %llu of switch '%.100s' leads to no other switch",
                     (unsigned long long)number, import->name[s]);
}

/* "0x0002 010 : (Channel Adapter portguid 0x0008f10403960559: 'n1 mlx5_0')" */
static int read_entry(struct ib_import *import, struct scan *scan, uint32_t s,
                      struct topomap_error *error)
{
    const char *at = scan->at;
    uint64_t lid, port;
    uint32_t host;
    uint16_t cell, *known;

    if (!read_any(&at, scan->end, UINT16_MAX, &lid) || at == scan->end || *at != ' ')
        return scan_fail(scan, error, "a lid and a port are expected");
    while (at < scan->end && *at == ' ')
        at++;
    scan->at = at;
    if (text_parse_number(&at, scan->end, 255, &port) < 0)
        return scan_fail(scan, error, "the number of a port is expected");
    if (s == IB_NONE)
        return scan_fail(scan, error, "a route without a switch above it");
    host = lid <= IB_MAX_LID ? import->host_at[lid] : 0;
    if (host == 0 || port == 255)
        return 0;
    if (find_cell(import, scan, s, host - 1, port, &cell, error) < 0)
        return -1;
    known = &import->table[(size_t)s * import->hosts.count + host - 1];
    if (*known && *known != cell)
        return scan_fail(scan, error, "a line above has another port of switch '%.100s' for host "
                         "'%.100s'", import->name[s], import->hosts.name[host - 1]);
    *known = cell;
    return 0;
}

static bool begins(const struct scan *scan, const char *word)
{
    return (size_t)(scan->end - scan->at) >= strlen(word) &&
           memcmp(scan->at, word, strlen(word)) == 0;
}

static int read_tables(struct ib_import *import, const struct source *routes,
                       struct topomap_error *error)
{
    uint32_t current = IB_NONE;
    struct scan scan;
    int more;

    scan_init(&scan, routes);
    while ((more = scan_next_filled(&scan, '#', error)) > 0) {
        scan_blanks(&scan);
        if (begins(&scan, "Unicast lids")) {
            if (read_switch(import, &scan, &current, error) < 0)
                return -1;
        } else if (begins(&scan, "0x")) {
            if (read_entry(import, &scan, current, error) < 0)
                return -1;
        } else if (!begins(&scan, "Lid") && !begins(&scan, "Port") &&
                   !ib_find(&scan, "lids dumped")) {
            return scan_fail(&scan, error, "not a line of ibroute or dump_lfts: it begins with "
                             "'Unicast lids' or a lid as 0x0002");
        }
    }
    return more;
}

/* Each switch that routes may pass knows each host. */
static int check_tables(const struct ib_import *import, const struct source *routes,
                        struct topomap_error *error)
{
    for (uint32_t s = 0; s < import->switches; s++) {
        for (uint32_t i = 0; i < import->hosts.count; i++) {
            if (import->table[(size_t)s * import->hosts.count + i] == 0)
                return error_set(error, TOPOMAP_INPUT, "%s: switch '%.100s' has no route to host "
                                 "'%.100s' (lid %u)", routes->name, import->name[s],
                                 import->hosts.name[i], import->link[i]->lid);
        }
    }
    return 0;
}

int ib_routes_add(struct ib_import *import, const struct source *routes,
                  struct topomap_error *error)
{
    uint64_t cells = (uint64_t)import->switches * import->hosts.count;

    if (cells > FABRIC_MAX_CELLS)
        return error_set(error, TOPOMAP_INPUT, "%s: routes of %u switches to %u hosts are too many",
                         routes->name, import->switches, import->hosts.count);
    import->table = array_new((size_t)cells, sizeof *import->table);
    if (!import->table)
        return error_memory(error);
    return find_lids(import, error) < 0 || read_tables(import, routes, error) < 0
               ? -1 : check_tables(import, routes, error);
}
