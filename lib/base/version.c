/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "topomap.h"

const char *topomap_version(void)
{
    return PACKAGE_VERSION;
}
