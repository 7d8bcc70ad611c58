/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/choice.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hint.h"
#include "base/list.h"
#include "plan/keep_first.h"

#include <stdio.h>
#include <string.h>

/* The refinement at the end of the first `length` bytes of text, with something before it; NULL:
 * none. */
static const struct refinement *find_refinement(const char *text, size_t length)
{
    for (size_t i = 0; refinement_get(i); i++) {
        const char *suffix = refinement_get(i)->suffix;
        size_t part = strlen(suffix);

        if (length > part && memcmp(text + length - part, suffix, part) == 0)
            return refinement_get(i);
    }
    return NULL;
}

/* Parse the refinements at the end of choice->text; returns the length of what precedes them,
 * which ends with a refinement if there are more than the limit. */
static size_t split_refinements(struct choice *choice)
{
    size_t length = strlen(choice->text), count = 0;
    const struct refinement *last;

    memset(choice->refinement, 0, sizeof choice->refinement);
    while (count < CHOICE_REFINEMENTS && (last = find_refinement(choice->text, length)) != NULL) {
        memmove(choice->refinement + 1, choice->refinement, count * sizeof *choice->refinement);
        choice->refinement[0] = last;
        length -= strlen(last->suffix);
        count++;
    }
    return length;
}

/* Split choice->text into name, parameter and refinements. */
static int split(struct choice *choice, char *name, struct topomap_error *error)
{
    size_t length = split_refinements(choice), end = strcspn(choice->text, ":");

    if (find_refinement(choice->text, length))
        return error_set(error, TOPOMAP_USAGE,
                         "at most %d refinements follow an algorithm, not '%s'",
                         CHOICE_REFINEMENTS, strchr(choice->text, '+'));
    if (end > length)
        end = length;
    memcpy(name, choice->text, end);
    name[end] = '\0';
    choice->parameter[0] = '\0';
    if (end == length)
        return 0;
    memcpy(choice->parameter, choice->text + end + 1, length - end - 1);
    choice->parameter[length - end - 1] = '\0';
    return 0;
}

/* The refinement, unknown, at the end of a name without parameter, whose algorithm is known; NULL:
 * there is none. */
static const char *unknown_refinement(const char *name)
{
    const char *last = strrchr(name, '+');
    char stem[CHOICE_SIZE];

    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(name, "+"), name);
    return last && (map_algorithm_find(stem) || strcmp(stem, "layout") == 0 ||
                    strcmp(stem, "recipe") == 0)
               ? last
               : NULL;
}

static int fail_refinement(const char *suffix, struct topomap_error *error)
{
    struct hint hint;

    hint_init(&hint, suffix, strlen(suffix));
    for (size_t i = 0; refinement_get(i); i++)
        hint_offer(&hint, refinement_get(i)->suffix);
    return error_set(error, TOPOMAP_USAGE, "unknown refinement '%.40s'%s", suffix,
                     hint_text(&hint));
}

/* The error for an unknown algorithm. `name` has no parameter and no refinements; NULL: it is
 * too long to look for similar names. */
static int unknown(const char *text, size_t length, const char *name, struct topomap_error *error)
{
    struct hint hint = {0};

    if (name)
        hint_init(&hint, name, strcspn(name, "+"));
    for (size_t i = 0; name && map_algorithm(i); i++)
        hint_offer(&hint, map_algorithm(i)->about.name);
    hint_offer(&hint, "auto");
    hint_offer(&hint, "layout");
    return error_set(error, TOPOMAP_USAGE, "unknown algorithm '%.*s'%s",
                     (int)(length < 40 ? length : 40), text, hint_text(&hint));
}

int choice_parse(struct choice *choice, const char *text, size_t length,
                 struct topomap_error *error)
{
    const char *form;
    bool given;
    char name[CHOICE_SIZE];

    if (length >= CHOICE_SIZE)
        return unknown(text, length, NULL, error);
    memcpy(choice->text, text, length);
    choice->text[length] = '\0';
    if (split(choice, name, error) < 0)
        return -1;
    choice->algorithm = map_algorithm_find(name);
    choice->recipe = strcmp(name, "recipe") == 0;
    if (!choice->algorithm && !choice->recipe && strcmp(name, "layout") != 0)
        return unknown_refinement(name) ? fail_refinement(unknown_refinement(name), error)
                                        : unknown(text, length, name, error);
    form = choice->algorithm ? choice->algorithm->about.parameter : NULL;
    given = strchr(choice->text, ':') != NULL;
    if (given && !form)
        return error_set(error, TOPOMAP_USAGE, "algorithm '%s' takes no parameter", name);
    if (*choice->parameter == '\0' && (given || (form && *form == ':')))
        return error_set(error, TOPOMAP_USAGE, "algorithm '%s' needs a parameter: %s%s", name, name,
                         form);
    return 0;
}

bool choice_is_auto(const char *text, size_t length)
{
    return length == 4 && memcmp(text, "auto", length) == 0;
}

int choice_check_list(const char *list, struct topomap_error *error)
{
    struct choice choice;
    const char *name;
    size_t length;

    while (list_next(&list, LIST_NAMES, &name, &length)) {
        if (!choice_is_auto(name, length) && choice_parse(&choice, name, length, error) < 0)
            return -1;
    }
    return 0;
}

const struct refinement *choice_last(const struct choice *choice)
{
    const struct refinement *last = NULL;

    for (size_t i = 0; i < CHOICE_REFINEMENTS && choice->refinement[i]; i++)
        last = choice->refinement[i];
    return last;
}

/* The placement that refinements start from. */
static int run_plain(const struct choice *choice, const struct map_job *job,
                     const struct stage *stage, struct map_result *out, struct topomap_error *error)
{
    const uint32_t *given = choice->recipe ? stage->recipe : stage->layout;
    double start;

    out->hints = 0;
    if (!choice->algorithm) {
        memcpy(out->placement, given, job->graph->ranks * sizeof *given);
        return 0;
    }
    if (choice->algorithm->map(job, out, error) < 0 || keep_first(job, out, error) < 0)
        return -1;
    start = clock_seconds();
    if (stage_spread(stage, out->placement, error) < 0)
        return -1;
    if (stage->domains)
        map_phase(job, "inside nodes", &start);
    return 0;
}

int choice_run(const struct choice *choice, const struct map_job *job, const struct stage *stage,
               struct map_result *out, struct topomap_error *error)
{
    struct map_job own = *job;
    int result;

    if (choice->recipe && !stage->recipe)
        return error_set(error, TOPOMAP_USAGE, "there is no recipe");
    own.parameter = *choice->parameter ? choice->parameter : NULL;
    result = run_plain(choice, &own, stage, out, error);
    own.parameter = NULL;
    for (size_t i = 0; result == 0 && i < CHOICE_REFINEMENTS && choice->refinement[i]; i++)
        result = stage_refine(stage, choice->refinement[i], &own, out->placement, error);
    return result;
}
