/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/network.h"

static const struct network_ops *const kinds[] = {
    &network_tree_ops,
    &network_torus_ops,
    &network_mesh_ops,
    &network_haec_ops,
    &network_hypercube_ops,
    &network_dragonfly_ops,
    &network_percs_ops,
    &network_matrix_ops,
    &network_flat_ops,
};

const struct network_ops *network_kind(size_t index)
{
    return index < sizeof kinds / sizeof kinds[0] ? kinds[index] : NULL;
}
