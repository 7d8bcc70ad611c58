/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/portfolio.h"

#include "base/error.h"
#include "base/list.h"
#include "plan/runner.h"

static int run_name(struct contest *contest, const char *name, size_t length,
                    struct topomap_error *error)
{
    const struct contest_work work = {.effort = contest->job->effort, .share = 1};
    struct choice choice;

    if (choice_is_auto(name, length))
        return runner_run(contest, error);
    return choice_parse(&choice, name, length, error) < 0
               ? -1
               : contest_run(contest, &choice, &work, error);
}

/* An algorithm that cannot run on this network is skipped, unless it is the only one. */
static int run_list(struct contest *contest, const char *list, struct topomap_error *error)
{
    const struct topomap_plan *plan = contest->plan;
    size_t length, before = plan->candidates;
    struct topomap_error why = {0};
    const char *name;
    bool ran = false;

    while (list_next(&list, LIST_NAMES, &name, &length)) {
        if (run_name(contest, name, length, &why) == 0)
            ran = true;
        else if (why.code != TOPOMAP_IMPOSSIBLE || plan->candidates == before ||
                 !plan->candidate[plan->candidates - 1].failure)
            return error_set(error, why.code, "%s", why.text);
        before = plan->candidates;
    }
    return ran ? 0 : error_set(error, why.code, "%s", why.text);
}

/* The recipe runs first, and alone unless algorithms are named. A wrong name is told before others
 * take time. */
static int run_all(struct contest *contest, const char *algorithms, struct topomap_error *error)
{
    if (algorithms && choice_check_list(algorithms, error) < 0)
        return -1;
    if (contest->job->recipe && run_list(contest, "recipe", error) < 0)
        return -1;
    if (contest->job->recipe && !algorithms)
        return 0;
    return run_list(contest, algorithms ? algorithms : "auto", error);
}

int portfolio_run(struct topomap_plan *plan, const struct map_job *job,
                  const struct stage *stage, const struct objective *objective,
                  struct topomap_error *error)
{
    struct contest contest;
    int result = contest_init(&contest, plan, job, stage, objective, error);

    if (result == 0)
        result = run_all(&contest, stage->request->algorithms, error);
    if (result == 0)
        result = contest_end(&contest, error);
    contest_free(&contest);
    return result;
}
