/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_IB_FABRIC_H
#define IO_IB_FABRIC_H

#include "base/text.h"
#include "input/scan.h"
#include "network/names.h"

#define IB_MAX_NODES (1U << 20)
#define IB_MAX_PORTS (1U << 22)
#define IB_MAX_LID 0xbfffU /* of unicast */

/* A switch, channel adapter or router of an InfiniBand fabric. */
struct ib_node {
    char kind;       /* 'S', 'H' or 'R', as its identifier begins; 0: it is but referred to */
    uint32_t line;   /* where it is described */
    char *name;      /* its description */
};

/* An end of a cable. */
struct ib_port {
    uint32_t node;
    uint32_t number;
    uint32_t peer;   /* the node at the other end, and the number of its port */
    uint32_t other;
    uint32_t lid;    /* of a channel adapter's port, else 0 */
    uint32_t line;
    double rate;     /* bytes per second; 0: not told */
};

/* What `ibnetdiscover` prints, or `opaextractsellinks` of an Omni-Path fabric. */
struct ib_fabric {
    struct names ids;    /* "S-0008f10400410015" and so on */
    struct ib_node *node; /* [ids.count] */
    size_t node_room;
    struct ib_port *port; /* [ports]: in the order of nodes, and of numbers */
    size_t ports, port_room;
};

/* Read it; TOPOMAP_INPUT with `name:line:column: `. Freed with ib_fabric_free, also on failure. */
int ib_fabric_read(struct ib_fabric *fabric, const struct source *source,
                   struct topomap_error *error);
void ib_fabric_free(struct ib_fabric *fabric);

/* Omni-Path: whether a text is what `opaextractsellinks` prints, and reading it, as above. */
bool opa_links_are(const struct source *source);
int opa_links_read(struct ib_fabric *fabric, const struct source *source,
                   struct topomap_error *error);

/* For readers. The number of an identifier, which is new or known; what a line of `length` bytes
 * says of it; a port. Errors name the line of the scan. */
int ib_fabric_add_node(struct ib_fabric *fabric, const struct scan *scan, const char *id,
                       uint32_t *node, struct topomap_error *error);
int ib_fabric_describe(struct ib_fabric *fabric, const struct scan *scan, uint32_t node,
                       const char *name, size_t length, struct topomap_error *error);
int ib_fabric_add_port(struct ib_fabric *fabric, const struct scan *scan,
                       const struct ib_port *port, struct topomap_error *error);

/* At the end: ports come into their order. TOPOMAP_INPUT with `name:line: ` if one is given twice,
 * or if the other end of its cable is not listed. */
int ib_fabric_finish(struct ib_fabric *fabric, const struct source *source,
                     struct topomap_error *error);

#endif
