/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include "base/error.h"
#include "option/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_BUDGET 10.0 /* seconds: all processes of the job wait for rank 0 */

static const struct {
    const char *key, *variable;
} names[SETTINGS] = {
    [SETTING_ALGORITHM] = {"topomap_algorithm", "TOPOMAP_ALGORITHM"},
    [SETTING_NETWORK] = {"topomap_network", "TOPOMAP_NETWORK"},
    [SETTING_OBJECTIVE] = {"topomap_objective", "TOPOMAP_OBJECTIVE"},
    [SETTING_EFFORT] = {"topomap_effort", "TOPOMAP_EFFORT"},
    [SETTING_TIME_BUDGET] = {"topomap_time_budget", "TOPOMAP_TIME_BUDGET"},
    [SETTING_MIN_GAIN] = {"topomap_min_gain", "TOPOMAP_MIN_GAIN"},
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

/* A number from 0 to `limit`; an empty text changes nothing. */
static int number(const char *text, double limit, double *value)
{
    char *end;
    double read;

    if (!*text)
        return 0;
    read = strtod(text, &end);
    if (*end || !isfinite(read) || read < 0 || read > limit)
        return -1;
    *value = read;
    return 0;
}

static int effort(const char *text, enum topomap_effort *value)
{
    int word = option_word(option_efforts, text, strlen(text));

    if (*text && word >= 0)
        *value = (enum topomap_effort)word;
    return *text && word < 0 ? -1 : 0;
}

static bool is_objective(const char *text)
{
    const char *name, *summary;

    for (size_t i = 0; topomap_objective_get(i, &name, &summary); i++) {
        if (strcmp(text, name) == 0)
            return true;
    }
    return !*text;
}

int settings_apply(const struct settings *settings, struct topomap_request *request,
                   enum setting *wrong, struct topomap_error *error)
{
    const char *algorithm = settings->value[SETTING_ALGORITHM];
    const char *objective = settings->value[SETTING_OBJECTIVE];

    request->algorithms = *algorithm ? algorithm : NULL;
    request->objective = *objective ? objective : NULL;
    request->effort = TOPOMAP_EFFORT_DEFAULT;
    request->seed = 1;
    request->time_budget = DEFAULT_BUDGET;
    *wrong = SETTING_OBJECTIVE;
    if (!is_objective(objective))
        return error_set(error, TOPOMAP_USAGE, "there is no objective '%.64s'", objective);
    *wrong = SETTING_EFFORT;
    if (effort(settings->value[SETTING_EFFORT], &request->effort) < 0)
        return error_set(error, TOPOMAP_USAGE, "an effort is fast, default or best");
    *wrong = SETTING_TIME_BUDGET;
    if (number(settings->value[SETTING_TIME_BUDGET], 1e6, &request->time_budget) < 0)
        return error_set(error, TOPOMAP_USAGE, "a time budget is seconds from 0, for none, to 1e6");
    *wrong = SETTING_MIN_GAIN;
    if (number(settings->value[SETTING_MIN_GAIN], 1, &request->min_gain) < 0)
        return error_set(error, TOPOMAP_USAGE, "a least gain is a part from 0 to 1");
    return 0;
}
