/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_BUDGET "10" /* seconds: all processes of the job wait for rank 0 */

static const struct {
    const char *key, *variable;
    const char *option; /* of requests; NULL: none */
} names[SETTINGS] = {
    [SETTING_ALGORITHM] = {"topomap_algorithm", "TOPOMAP_ALGORITHM", "algorithm"},
    [SETTING_NETWORK] = {"topomap_network", "TOPOMAP_NETWORK", NULL},
    [SETTING_OBJECTIVE] = {"topomap_objective", "TOPOMAP_OBJECTIVE", "objective"},
    [SETTING_EFFORT] = {"topomap_effort", "TOPOMAP_EFFORT", "effort"},
    [SETTING_TIME_BUDGET] = {"topomap_time_budget", "TOPOMAP_TIME_BUDGET", "time-budget"},
    [SETTING_MIN_GAIN] = {"topomap_min_gain", "TOPOMAP_MIN_GAIN", "min-gain"},
};

/* MPI 4 deprecates MPI_Info_get, but it is the one that MPI 3 has too. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
void settings_read(struct settings *settings, MPI_Info info)
{
    for (int i = 0; i < SETTINGS; i++) {
        char *value = settings->value[i];
        const char *variable = getenv(names[i].variable);
        int found = 0;

        *value = '\0';
        if (info != MPI_INFO_NULL)
            PMPI_Info_get(info, names[i].key, MPI_MAX_INFO_VAL, value, &found);
        settings->from_info[i] = found;
        if (!found && variable)
            snprintf(value, sizeof settings->value[i], "%s", variable);
    }
}
#pragma GCC diagnostic pop

const char *settings_name(const struct settings *settings, enum setting setting)
{
    return settings->from_info[setting] ? names[setting].key : names[setting].variable;
}

int settings_apply(const struct settings *settings, struct topomap_request *request,
                   enum setting *wrong, struct topomap_error *error)
{
    *wrong = SETTING_TIME_BUDGET;
    if (topomap_request_set(request, names[*wrong].option, DEFAULT_BUDGET, error) < 0)
        return -1;
    for (int i = 0; i < SETTINGS; i++) {
        *wrong = (enum setting)i;
        if (names[i].option && *settings->value[i] &&
            topomap_request_set(request, names[i].option, settings->value[i], error) < 0)
            return -1;
    }
    return 0;
}

const char *settings_objective(const struct settings *settings)
{
    const char *objective = settings->value[SETTING_OBJECTIVE];

    return *objective ? objective : "hop-bytes";
}
