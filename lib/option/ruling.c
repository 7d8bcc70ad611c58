/* SPDX-License-Identifier: BSD-3-Clause */
#include "option/ruling.h"

#include "option/deadline.h"

#include <stdlib.h>
#include <string.h>

int ruling_init(struct ruling *ruling)
{
    *ruling = (struct ruling){.enabled = true};
    if (settings_init(&ruling->set.settings) == 0 && settings_init(&ruling->least.settings) == 0 &&
        settings_init(&ruling->most.settings) == 0)
        return 0;
    ruling_free(ruling);
    return -1;
}

void ruling_free(struct ruling *ruling)
{
    settings_free(&ruling->set.settings);
    settings_free(&ruling->least.settings);
    settings_free(&ruling->most.settings);
    free(ruling->rule);
    free(ruling->ignored);
    free(ruling->failed);
    *ruling = (struct ruling){0};
}

int ruling_set(const struct ruling *ruling, struct settings *site)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (ruling->set.line[i] && option_copy(row, &ruling->set.settings, site) < 0)
            return -1;
    }
    if (ruling->enabled_line)
        site->enabled = ruling->enabled;
    return 0;
}

/* Append "effort=fast" to the note. */
static int note(const struct option_row *row, const struct settings *settings, struct text *kept)
{
    struct text value = {0};
    bool said = option_print(row, settings, &value);
    char *text = said ? text_take(&value) : NULL;

    if (said && !text)
        return -1;
    text_printf(kept, "%s%s%s%s", kept->length ? ", " : "", row->name, text && *text ? "=" : "",
                text ? text : " unset");
    free(text);
    return 0;
}

static bool is_deadline(const struct option_row *row)
{
    return row->offset == offsetof(struct settings, deadline);
}

static bool is_budget(const struct option_row *row)
{
    return row->offset == offsetof(struct settings, time_budget);
}

/* The value that counts, for options whose 0 means that something else decides. */
static double number_of(const struct option_row *row, const struct settings *settings,
                        uint32_t ranks)
{
    double deadline = deadline_seconds(settings, ranks);

    if (is_deadline(row))
        return deadline;
    if (is_budget(row) && settings->time_budget == 0)
        return deadline * DEADLINE_BUDGET;
    return option_number(row, settings);
}

double ruling_limit(const struct option_row *row, const struct settings *limit, uint32_t ranks)
{
    return is_deadline(row) ? deadline_seconds(limit, ranks) : option_number(row, limit);
}

static int put_limit(const struct option_row *row, const struct settings *limit, uint32_t ranks,
                     struct settings *wish)
{
    if (is_deadline(row)) {
        wish->deadline = ruling_limit(row, limit, ranks);
        return 0;
    }
    /* A time budget also extends the deadline if none was set. If nobody asked for the budget it
     * must not do so. */
    if (is_budget(row) && wish->time_budget == 0)
        wish->deadline = deadline_seconds(wish, ranks);
    return option_copy(row, limit, wish);
}

static int bound(const struct ruling *ruling, const struct option_row *row, uint32_t ranks,
                 struct settings *wish, struct text *kept)
{
    const struct settings *least = &ruling->least.settings, *most = &ruling->most.settings;
    size_t i = option_index(row);
    double value = number_of(row, wish, ranks);
    const struct settings *limit = NULL;

    if (ruling->least.line[i] && value < ruling_limit(row, least, ranks)) {
        limit = least;
        value = ruling_limit(row, limit, ranks);
    }
    if (ruling->most.line[i] && value > ruling_limit(row, most, ranks))
        limit = most;
    /* Where no budget may be given, none stays none. */
    if (!limit || (is_budget(row) && wish->time_budget == limit->time_budget))
        return 0;
    if (put_limit(row, limit, ranks, wish) < 0)
        return -1;
    return option_given(row, wish) ? note(row, wish, kept) : 0;
}

/* Whether the user gave it, perhaps by another row with the same field. */
static bool is_given(const struct option_row *row, const struct settings *wish)
{
    const struct option_row *other;

    for (size_t i = 0; (other = option_get(i)); i++) {
        if (other->offset == row->offset && option_given(other, wish))
            return true;
    }
    return false;
}

int ruling_bound(const struct ruling *ruling, const struct settings *site, uint32_t ranks,
                 struct settings *wish, struct text *kept)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (!ruling->locked[i] || !is_given(row, wish))
            continue;
        if (option_copy(row, site, wish) < 0 || note(row, wish, kept) < 0)
            return -1;
        option_forget(row, wish);
    }
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->bounded && bound(ruling, row, ranks, wish, kept) < 0)
            return -1;
    }
    return 0;
}

const char *ruling_wanted(const struct ruling *ruling, const struct settings *site,
                          const char *asked)
{
    const struct option_row *mode = option_find(SCOPE_POLICY, "topomap", strlen("topomap"));

    if (asked && !ruling->locked[option_index(mode)])
        return asked;
    return site->mode == MODE_ON || site->mode == MODE_AUTO ? mode->words[site->mode] : NULL;
}
