/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens to a step under the administrator's configuration. */
#include "cli/policy.h"

#include "base/error.h"
#include "option/setting.h"

#include <stdlib.h>
#include <string.h>

static const char *const texts[] = {
    [VERDICT_DISABLED] = "nothing: topomap is switched off",
    [VERDICT_OFF] = "nothing: topomap is off for such steps",
    [VERDICT_SINGLE] = "nothing to place: a single task",
    [VERDICT_FEW] = "nothing: fewer tasks than min-tasks",
    [VERDICT_LOCKED] = "nothing: users may not ask",
    [VERDICT_UNASKED] = "nothing, unless the user asks",
    [VERDICT_DECLINED] = "nothing: the user says off",
    [VERDICT_ASKED] = "placed as the user asks",
    [VERDICT_ON] = "placed by rank order, or what SLURM_TOPOMAP names",
    [VERDICT_AUTO] = "placed by the program's newest profile, where there is one",
};

/* Take the settings that a user may give and has given. */
static int take_settings(struct settings *settings, const struct settings *said)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (!(row->scopes & SCOPE_USER) || !option_given(row, said))
            continue;
        if (option_copy(row, said, settings) < 0)
            return -1;
        settings->given |= UINT64_C(1) << option_index(row);
    }
    return 0;
}

/* Apply plugstack.conf, then the policy, then the user's settings, and take back what the policy
 * does not allow. */
static int settle(struct step_verdict *verdict, const struct said_by_user *said,
                  struct topomap_error *error)
{
    struct text kept = {0};
    int result = 0;

    if (settings_copy(&verdict->defaults, &verdict->site->stack.settings) < 0 ||
        ruling_set(&verdict->ruling, &verdict->defaults) < 0 ||
        settings_copy(&verdict->settings, &verdict->defaults) < 0)
        return error_memory(error);
    verdict->settings.given = 0;
    if (said->keys && settings_set_list(&verdict->settings, said->keys, error) < 0)
        return -1;
    if (said->settings && take_settings(&verdict->settings, said->settings) < 0)
        return error_memory(error);
    text_puts(&kept, "");
    if (ruling_bound(&verdict->ruling, &verdict->defaults, (uint32_t)verdict->facts.tasks,
                     &verdict->settings, &kept) < 0)
        result = error_memory(error);
    verdict->kept = text_take(&kept);
    return verdict->kept ? result : error_memory(error);
}

static int decide(struct step_verdict *verdict, struct topomap_error *error)
{
    const struct policy *policy = verdict->site->policy;

    if (!policy)
        return ruling_init(&verdict->ruling) < 0 ? error_memory(error) : 0;
    return policy_decide(policy, &verdict->facts, &verdict->ruling, error);
}

static enum verdict_outcome find_outcome(const struct step_verdict *verdict, const char *graph)
{
    const struct settings *settings = &verdict->settings;
    const char *wanted = ruling_wanted(&verdict->ruling, settings, graph);

    if (!settings->enabled)
        return VERDICT_DISABLED;
    if (settings->mode == MODE_OFF)
        return VERDICT_OFF;
    if (verdict->facts.tasks == 1)
        return VERDICT_SINGLE;
    if (verdict->facts.tasks && verdict->facts.tasks < settings->min_tasks)
        return VERDICT_FEW;
    if (!wanted)
        return graph ? VERDICT_LOCKED : VERDICT_UNASKED;
    if (strcmp(wanted, "off") == 0)
        return VERDICT_DECLINED;
    if (wanted == graph)
        return VERDICT_ASKED;
    return settings->mode == MODE_ON ? VERDICT_ON : VERDICT_AUTO;
}

int verdict_reach(struct step_verdict *verdict, const struct said_by_user *said,
                  struct topomap_error *error)
{
    if (decide(verdict, error) < 0 || settle(verdict, said, error) < 0)
        return -1;
    verdict->outcome = find_outcome(verdict, said->graph);
    return 0;
}

const char *verdict_text(const struct step_verdict *verdict)
{
    return texts[verdict->outcome];
}

void verdict_free(struct step_verdict *verdict)
{
    wire_facts_free(&verdict->facts);
    ruling_free(&verdict->ruling);
    settings_free(&verdict->defaults);
    settings_free(&verdict->settings);
    free(verdict->kept);
}
