/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "site.h"

#include "base/text.h"

void site_add_problem(char **problem, const char *what)
{
    struct text text = {0};

    text_printf(&text, "%s%s%s", *problem ? *problem : "plugstack.conf", *problem ? "; " : ": ",
                what);
    free(*problem);
    *problem = text_take(&text);
}

void site_read(struct settings *settings, int count, char *const *arguments, char **problem)
{
    struct topomap_error error;

    *problem = NULL;
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];

        if (settings_set(settings, SCOPE_SITE, argument, strlen(argument), &error) < 0)
            site_add_problem(problem, error.text);
    }
}
