/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_IB_IMPORT_H
#define IO_IB_IMPORT_H

#include "input/scan.h"
#include "io/ib_fabric.h"

#define IB_NONE UINT32_MAX

/* A fabric as topomap sees it: hosts on switches, cables between these. */
struct ib_import {
    const struct source *source;
    struct ib_fabric fabric;
    struct names hosts;
    const struct ib_port **link; /* [hosts]: the adapter's port with the cable to a switch */
    struct names adapters; /* descriptions of the hosts' adapters */
    uint32_t *adapter;     /* [adapters]: node of the fabric */
    size_t adapter_room;
    uint32_t *first_host; /* [switches+1]: hosts are in the order of their switches */
    size_t link_room;
    uint32_t *switch_of;  /* [ids]: number among the switches, or IB_NONE */
    uint32_t *id_of;      /* [switches] */
    uint32_t switches;
    char **name;          /* [switches] */
    uint32_t *first;      /* [switches+1]: ports to other switches, in the order of their numbers */
    struct ib_port *port;
    uint32_t *host_at;    /* [IB_MAX_LID+1]: host + 1, or 0 */
    uint16_t *table;      /* [switches][hosts], see struct fabric; 0 if it is not told: + 1 */
    uint32_t rails;       /* further ports of hosts */
    uint32_t unnamed;     /* ports of adapters whose description does not tell the host */
    uint32_t first_unnamed; /* node of the fabric: the first of these adapters */
    double rate[2];       /* the slowest cable of hosts, of switches; 0: unknown */
};

/* Read the table of each switch. TOPOMAP_INPUT with `name:line: ` if a line is malformed, or if a
 * switch does not know the way to each host. */
int ib_routes_add(struct ib_import *import, const struct source *routes,
                  struct topomap_error *error);

/* Where the rest of the line has a word, or NULL. */
const char *ib_find(const struct scan *scan, const char *word);

#endif
