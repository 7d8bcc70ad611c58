/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/choice.h"

#include "base/error.h"

#include <string.h>

/* The refinement that the text ends with, which is not all of it; NULL: none. */
static const struct refinement *find_refinement(const char *text)
{
    for (size_t i = 0; refinement_get(i); i++) {
        size_t suffix = strlen(refinement_get(i)->suffix);

        if (strlen(text) > suffix &&
            strcmp(text + strlen(text) - suffix, refinement_get(i)->suffix) == 0)
            return refinement_get(i);
    }
    return NULL;
}

/* Split choice->text into name, parameter and suffix. */
static void split(struct choice *choice, char *name)
{
    size_t length = strlen(choice->text), end;

    choice->refinement = find_refinement(choice->text);
    if (choice->refinement)
        length -= strlen(choice->refinement->suffix);
    end = strcspn(choice->text, ":");
    if (end > length)
        end = length;
    memcpy(name, choice->text, end);
    name[end] = '\0';
    choice->parameter[0] = '\0';
    if (end == length)
        return;
    memcpy(choice->parameter, choice->text + end + 1, length - end - 1);
    choice->parameter[length - end - 1] = '\0';
}

static int unknown(const char *text, size_t length, struct topomap_error *error)
{
    return error_set(error, TOPOMAP_USAGE, "unknown algorithm '%.*s'",
                     (int)(length < 40 ? length : 40), text);
}

int choice_parse(struct choice *choice, const char *text, size_t length,
                 struct topomap_error *error)
{
    const char *form;
    bool given;
    char name[CHOICE_SIZE];

    if (length >= CHOICE_SIZE)
        return unknown(text, length, error);
    memcpy(choice->text, text, length);
    choice->text[length] = '\0';
    split(choice, name);
    choice->algorithm = map_algorithm_find(name);
    choice->recipe = strcmp(name, "recipe") == 0;
    if (!choice->algorithm && !choice->recipe && strcmp(name, "layout") != 0)
        return unknown(text, length, error);
    form = choice->algorithm ? choice->algorithm->about.parameter : NULL;
    given = strchr(choice->text, ':') != NULL;
    if (given && !form)
        return error_set(error, TOPOMAP_USAGE, "algorithm '%s' takes no parameter", name);
    if (*choice->parameter == '\0' && (given || (form && *form == ':')))
        return error_set(error, TOPOMAP_USAGE, "algorithm '%s' needs a parameter: %s%s", name, name,
                         form);
    return 0;
}

int choice_run(const struct choice *choice, struct map_job *job, uint32_t *placement,
               struct topomap_error *error)
{
    const uint32_t *given = choice->recipe ? job->recipe : job->layout;
    int result = 0;

    if (!choice->algorithm && !given)
        return error_set(error, TOPOMAP_USAGE, "there is no recipe");
    job->parameter = *choice->parameter ? choice->parameter : NULL;
    if (choice->algorithm)
        result = choice->algorithm->map(job, placement, error);
    else
        memcpy(placement, given, job->graph->ranks * sizeof *placement);
    job->parameter = NULL;
    return result == 0 && choice->refinement ? refinement_run(choice->refinement, job, placement,
                                                              error)
                                              : result;
}
