/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "topomap_" /* of keys */
#define BUDGET "time-budget"
#define DEFAULT_BUDGET "10" /* seconds; all processes of the job wait for rank 0 */

/* The name of an option's key or, in capitals, of its variable. */
static void spell(char *name, size_t size, const char *option, int (*letter)(int))
{
    snprintf(name, size, PREFIX "%s", option);
    for (; *name; name++)
        *name = *name == '-' ? '_' : (char)letter((unsigned char)*name);
}

/* MPI 4 deprecates MPI_Info_get, but MPI 3 has only this function. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
void setting_read(struct setting *setting, const char *option, MPI_Info info)
{
    const char *variable;
    int found = 0;

    *setting->value = '\0';
    spell(setting->name, sizeof setting->name, option, tolower);
    if (info != MPI_INFO_NULL)
        PMPI_Info_get(info, setting->name, MPI_MAX_INFO_VAL, setting->value, &found);
    setting->from_info = found;
    if (found)
        return;
    spell(setting->name, sizeof setting->name, option, toupper);
    variable = getenv(setting->name);
    if (variable)
        snprintf(setting->value, sizeof setting->value, "%s", variable);
}
#pragma GCC diagnostic pop

static bool is_key_of(const char *key, const char *option)
{
    char name[MPI_MAX_INFO_KEY + 1];

    spell(name, sizeof name, option, tolower);
    return strcmp(key, name) == 0;
}

static bool is_known(const char *key)
{
    const char *option;

    if (is_key_of(key, SETTING_NETWORK))
        return true;
    for (size_t i = 0; (option = topomap_request_option(i)); i++) {
        if (is_key_of(key, option))
            return true;
    }
    return false;
}

bool setting_find_unknown(MPI_Info info, struct setting *unknown)
{
    int keys = 0;

    *unknown = (struct setting){.from_info = true};
    if (info != MPI_INFO_NULL)
        PMPI_Info_get_nkeys(info, &keys);
    for (int i = 0; i < keys; i++) {
        PMPI_Info_get_nthkey(info, i, unknown->name);
        if (strncmp(unknown->name, PREFIX, strlen(PREFIX)) == 0 && !is_known(unknown->name))
            return true;
    }
    return false;
}

int settings_apply(MPI_Info info, struct topomap_request *request, struct setting *wrong,
                   struct topomap_error *error)
{
    const char *option;

    setting_read(wrong, BUDGET, MPI_INFO_NULL);
    if (topomap_request_set(request, BUDGET, DEFAULT_BUDGET, error) < 0)
        return -1;
    for (size_t i = 0; (option = topomap_request_option(i)); i++) {
        setting_read(wrong, option, info);
        if (*wrong->value && topomap_request_set(request, option, wrong->value, error) < 0)
            return -1;
    }
    return 0;
}
