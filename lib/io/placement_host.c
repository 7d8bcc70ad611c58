/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/placement_file.h"

#include <string.h>

int64_t placement_host(const struct placement_file *file, const char *name, size_t length)
{
    char host[256];

    if (length >= sizeof host)
        return -1;
    memcpy(host, name, length);
    host[length] = '\0';
    return names_find(&file->allocation->hosts, host);
}
