/* SPDX-License-Identifier: BSD-3-Clause */
#include "policy/decisions.h"

#include "base/text.h"
#include "input/item.h"
#include "option/words.h"

#include <stdlib.h>
#include <string.h>

static int take_number(const struct source *source, const struct item *map, const char *key,
                       uint32_t *number)
{
    const struct item *item = item_find(map, key);
    uint64_t value;

    if (!item || item_number(source, item, UINT32_MAX, &value, NULL) < 0)
        return -1;
    *number = (uint32_t)value;
    return 0;
}

static void take_real(const struct source *source, const struct item *map, const char *key,
                      double *number, bool *found)
{
    const struct item *item = item_find(map, key);

    *found = item && item_real(source, item, number, NULL) == 0;
}

static int take_word(const struct item *map, const char *key, const char *const *words)
{
    const struct item *item = item_find(map, key);

    return item && item->kind == ITEM_SCALAR ? option_word(words, item->text, strlen(item->text))
                                             : -1;
}

/* Users write the logs, and root looks at what is taken from them. */
static int take_text(const struct item *map, const char *key, char **text)
{
    const struct item *item = item_find(map, key);

    if (!item || item->kind != ITEM_SCALAR)
        return 0;
    *text = strdup(item->text);
    if (!*text)
        return -1;
    text_hide_controls(*text);
    return 0;
}

static int take_numbers(const struct source *source, const struct item *map,
                        struct wire_decision *decision)
{
    const struct item *time = item_find(map, "time"), *limited = item_find(map, "limited");
    const struct item *asked = item_find(map, "asked");
    int outcome = take_word(map, "outcome", decision_outcomes);
    int code = take_word(map, "code", decision_codes);
    bool timed;

    if (outcome < 0 || !time ||
        item_number(source, time, UINT64_MAX, &decision->time, NULL) < 0 ||
        take_number(source, map, "job", &decision->job) < 0 ||
        take_number(source, map, "step", &decision->step) < 0 ||
        take_number(source, map, "user", &decision->user) < 0 ||
        take_number(source, map, "nodes", &decision->nodes) < 0 ||
        take_number(source, map, "ranks", &decision->ranks) < 0)
        return -1;
    decision->outcome = (enum decision_outcome)outcome;
    decision->code = code < 0 ? TOPOMAP_OK : (enum topomap_code)code;
    if (asked)
        item_bool(source, asked, &decision->asked, NULL);
    if (limited)
        item_bool(source, limited, &decision->limited, NULL);
    take_real(source, map, "score", &decision->score, &decision->scored);
    take_real(source, map, "ms", &decision->milliseconds, &timed);
    return 0;
}

int decision_parse(struct decision_read *read, const char *line, size_t length)
{
    const char *start = memchr(line, '{', length);
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct source source = {.name = "log"};
    struct item *map;
    int result = 0;

    *read = (struct decision_read){.reason = NULL};
    if (!start)
        return 0;
    source.text = start;
    source.length = length - (size_t)(start - line);
    map = item_load(&source, &error);
    if (map && map->kind == ITEM_MAP && take_numbers(&source, map, &read->decision) == 0)
        result = take_text(map, "reason", &read->reason) < 0 ||
                         take_text(map, "algorithm", &read->algorithm) < 0
                     ? -1
                     : 1;
    item_free(map);
    if (result < 0)
        decision_free(read);
    return error.code == TOPOMAP_INTERNAL ? -1 : result;
}

void decision_free(struct decision_read *read)
{
    free(read->reason);
    free(read->algorithm);
    *read = (struct decision_read){.reason = NULL};
}
