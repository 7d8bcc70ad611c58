/* SPDX-License-Identifier: BSD-3-Clause */
/* A SPANK plugin that spoils the plan on its way: on the node, before topomap's plugin reads it,
 * the first part is cut in two, loses a digit's value, or becomes one of a later version. */
#include <slurm/spank.h>
#include <stdio.h>
#include <string.h>

SPANK_PLUGIN(alter, 1);

#define PART "SLURM_TOPOMAP_PLAN_0"

int slurm_spank_user_init(spank_t spank, int argc, char **argv);

int slurm_spank_user_init(spank_t spank, int argc, char **argv)
{
    static char text[200000];

    if (!spank_remote(spank) || argc < 1 ||
        spank_getenv(spank, PART, text, sizeof text) != ESPANK_SUCCESS)
        return 0;
    if (strcmp(argv[0], "cut") == 0)
        text[strlen(text) / 2] = '\0';
    else if (strcmp(argv[0], "flip") == 0)
        text[strlen(text) - 1] ^= 1;
    else
        text[0] = '9';
    spank_setenv(spank, PART, text, 1);
    return 0;
}
