/* SPDX-License-Identifier: BSD-3-Clause */
#include "policy/policy.h"

#include "base/error.h"
#include "base/list.h"
#include "plan/choice.h"
#include "plan/objective.h"

#include <string.h>

static int check_algorithms(const char *names, struct topomap_error *error)
{
    struct choice choice;
    const char *name;
    size_t length;

    while (list_next(&names, LIST_NAMES, &name, &length)) {
        bool automatic = length == 4 && memcmp(name, "auto", length) == 0;

        if (!automatic && choice_parse(&choice, name, length, error) < 0)
            return -1;
    }
    return 0;
}

int policy_check_value(const struct option_row *row, const struct settings *settings,
                       struct topomap_error *error)
{
    if (row->offset == offsetof(struct settings, algorithms) && settings->algorithms)
        return check_algorithms(settings->algorithms, error);
    if (row->offset == offsetof(struct settings, link_weights) && settings->link_weights)
        return topomap_links_check(settings->link_weights, error);
    if (row->offset == offsetof(struct settings, objective) && settings->objective)
        return objective_need(settings->objective, error) ? 0 : -1;
    return 0;
}
