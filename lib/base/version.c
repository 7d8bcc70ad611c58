/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/error.h"

#define MINOR_BITS 16

const char *topomap_version(void)
{
    return PACKAGE_VERSION;
}

unsigned int topomap_api_version(void)
{
    return TOPOMAP_API_VERSION;
}

int topomap_api_check(unsigned int version, struct topomap_error *error)
{
    unsigned int own = topomap_api_version(), minor = (1U << MINOR_BITS) - 1;

    if (version >> MINOR_BITS == own >> MINOR_BITS && version <= own)
        return 0;
    return error_set(error, TOPOMAP_IMPOSSIBLE,
                     "libtopomap %s has interface %u.%u, the program was compiled for %u.%u",
                     topomap_version(), own >> MINOR_BITS, own & minor, version >> MINOR_BITS,
                     version & minor);
}
