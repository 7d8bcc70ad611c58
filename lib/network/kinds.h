/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_KINDS_H
#define NETWORK_KINDS_H

#include "network/network.h"

/* All kinds, in the order of listings. Each is the table network_KIND_ops of a file of its own. */
#define NETWORK_KINDS(KIND)                                                                        \
    KIND(tree)                                                                                     \
    KIND(torus)                                                                                    \
    KIND(mesh)                                                                                     \
    KIND(haec)                                                                                     \
    KIND(hypercube)                                                                                \
    KIND(dragonfly)                                                                                \
    KIND(percs)                                                                                    \
    KIND(fabric)                                                                                   \
    KIND(matrix)                                                                                   \
    KIND(flat)

#define NETWORK_DECLARE(kind) extern const struct network_ops network_##kind##_ops;
NETWORK_KINDS(NETWORK_DECLARE)
#undef NETWORK_DECLARE

/* The kind with index 0, 1, ..., NULL after the last; and the kind named by the `length` bytes at
 * `name`, or NULL. */
const struct network_ops *network_kind(size_t index);
const struct network_ops *network_kind_find(const char *name, size_t length);

#endif
