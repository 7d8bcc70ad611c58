/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings.h"

#include <stdio.h>

int settings_site(struct settings *settings)
{
    if (settings_init(settings) < 0)
        return -1;
    settings->libexecdir = strdup(LIBEXEC_DIR);
    if (settings->libexecdir)
        return 0;
    settings_free(settings);
    return -1;
}

void settings_help(enum option_scope scope)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        const char *otherwise = row->preset ? row->preset : row->otherwise;
        struct text text = {0};
        char *left;

        if (!(row->scopes & scope))
            continue;
        text_printf(&text, "%s%s", row->name, row->type == OPTION_FLAG ? "" : "=");
        option_argument(row, &text);
        left = text_take(&text);
        printf(otherwise ? "  %-30s %s [%s]\n" : "  %-30s %s\n", left ? left : row->name,
               row->summary, otherwise);
        free(left);
    }
}
