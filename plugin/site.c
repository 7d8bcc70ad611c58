/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "site.h"

#include "base/text.h"

void site_read(struct settings *settings, int count, char *const *arguments, char **problem)
{
    struct text text = {0};
    struct topomap_error error;

    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];

        if (settings_set(settings, SETTINGS_SITE, argument, strlen(argument), &error) < 0)
            text_printf(&text, "%s%s", text.length ? "; " : "plugstack.conf: ", error.text);
    }
    *problem = text.length ? text_take(&text) : NULL;
}
