/* SPDX-License-Identifier: BSD-3-Clause */
#include "common/calibrate.h"

#define DEFAULT_SECONDS 0.05
#define MAX_SECONDS 60

int calibrate_seconds(const struct cli_command *command, const char *text, double *seconds)
{
    *seconds = DEFAULT_SECONDS;
    if (text && (cli_real(text, seconds) < 0 || *seconds <= 0 || *seconds > MAX_SECONDS))
        return cli_usage(command, "--seconds needs a number above 0 and up to %d", MAX_SECONDS);
    return TOPOMAP_OK;
}
