/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/kinds.h"

#include <string.h>

#define ROW(kind) &network_##kind##_ops,

static const struct network_ops *const kinds[] = {NETWORK_KINDS(ROW)};

const struct network_ops *network_kind(size_t index)
{
    return index < sizeof kinds / sizeof kinds[0] ? kinds[index] : NULL;
}

const struct network_ops *network_kind_find(const char *name, size_t length)
{
    const struct network_ops *ops;

    for (size_t i = 0; (ops = network_kind(i)); i++) {
        if (strlen(ops->kind) == length && memcmp(ops->kind, name, length) == 0)
            return ops;
    }
    return NULL;
}

bool topomap_network_kind_get(size_t index, const char **name, const char **summary)
{
    const struct network_ops *ops = network_kind(index);

    if (!ops)
        return false;
    *name = ops->kind;
    *summary = ops->summary;
    return true;
}
