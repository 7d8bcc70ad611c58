/* SPDX-License-Identifier: BSD-3-Clause */
#include "policy/policy.h"

#include "base/error.h"
#include "plan/choice.h"
#include "plan/objective.h"

#include <string.h>

int policy_check_value(const struct option_row *row, const struct settings *settings,
                       struct topomap_error *error)
{
    if (row->offset == offsetof(struct settings, algorithms) && settings->algorithms)
        return choice_check_list(settings->algorithms, error);
    if (row->offset == offsetof(struct settings, link_weights) && settings->link_weights)
        return topomap_links_check(settings->link_weights, error);
    if (row->offset == offsetof(struct settings, objective) && settings->objective)
        return objective_need(settings->objective, error) ? 0 : -1;
    return 0;
}
