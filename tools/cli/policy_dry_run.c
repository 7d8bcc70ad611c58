/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap policy dry-run: what would have happened to the steps in a dump of Slurm's accounting. */
#include "cli/commands.h"
#include "cli/dry_run.h"
#include "cli/progress.h"

#include "base/error.h"
#include "base/memory.h"
#include "option/deadline.h"
#include "store/store.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest dump that is read. */
#define MOST_BYTES ((size_t)1 << 30)

static struct {
    const char *network, *graph, *keys, *store;
    bool totals, json;
} args;

static const struct cli_option options[] = {
    {"network", 'N', "NETWORK", "the cluster's network, to compute gains [the policy's]",
     &args.network, NULL},
    {"topomap", 0, "GRAPH", "suppose that all users gave --topomap=GRAPH", &args.graph, NULL},
    {"topomap-opts", 0, "KEY[=VALUE],...", "and these --topomap-opts", &args.keys, NULL},
    {"store", 0, "DIR", "profiles of programs, where the policy says auto", &args.store, NULL},
    {"totals", 0, NULL, "only totals, without a line for each step", NULL, &args.totals},
    {"json", 0, NULL, "print JSON", NULL, &args.json},
    {0},
};
static const struct cli_command command = {
    "topomap policy dry-run",
    "[OPTION]... DUMP [FILE]",
    "Say what would have happened to past steps: how many would be placed, and why others not.",
    "DUMP is what sacct --parsable2 prints, or - for standard input; it needs the columns JobID,\n"
    "NNodes, NTasks and NodeList. FILE is as in 'topomap policy check'.\n"
    "Example:\n"
    "  fields=JobID,JobName,Partition,Account,User,Constraints,NNodes,NTasks,NodeList,"
    "Layout,Elapsed\n"
    "  sacct -a -S now-7days -P -o \"$fields\" >week.txt\n"
    "  topomap policy dry-run --topomap ring -N /etc/slurm/topology.conf week.txt "
    "/etc/topomap/policy.yaml\n",
    options,
};

const char *const dry_outcomes[DRY_OUTCOMES] = {
    [DRY_PLACED] = "placed",       [DRY_KEPT] = "kept",         [DRY_PLANNED] = "planned",
    [DRY_UNTOUCHED] = "untouched", [DRY_DECLINED] = "declined", [DRY_UNDECIDED] = "undecided",
};

/* What a plan depends on as text, and its result: the same steps come again and again. */
struct known {
    char *key;
    struct dry_row result;
};

struct user {
    const char *name;
    char *groups;
};

struct work {
    struct dry_run run;
    struct site site;
    struct store_list profiles;
    void *known;         /* a tree of struct known, see tsearch(3) */
    struct user *users;  /* [count], whose groups have been looked up */
    size_t count, room;
};

static int conclude(struct dry_row *row, enum dry_outcome outcome, const char *reason,
                    struct topomap_error *error)
{
    row->outcome = outcome;
    row->reason = strdup(reason);
    return row->reason ? 0 : error_memory(error);
}

/* ---- planning ------------------------------------------------------------------------------- */

/* Slurm spreads tasks evenly, the first nodes have one more. */
static char *spread_tasks(uint32_t tasks, uint32_t nodes)
{
    uint32_t each = tasks / nodes, more = tasks % nodes;
    struct text text = {0};

    if (more)
        text_printf(&text, "%u(x%u),", each + 1, more);
    text_printf(&text, "%u(x%u)", each, nodes - more);
    return text_take(&text);
}

static struct topomap_allocation *allocate(const struct accounting_step *step,
                                           const struct topomap_network *network,
                                           struct topomap_error *error)
{
    struct topomap_allocation *allocation = NULL;
    char **hosts, *tasks;
    uint32_t count;

    if (topomap_hostlist_expand(step->hosts, &hosts, &count, error) < 0)
        return NULL;
    topomap_hostlist_free(hosts, count);
    if (count > step->tasks) {
        error_set(error, TOPOMAP_INPUT, "fewer tasks than nodes");
        return NULL;
    }
    tasks = spread_tasks(step->tasks, count);
    if (tasks)
        allocation = topomap_allocation_create(network, step->hosts, tasks, error);
    else
        error_memory(error);
    free(tasks);
    return allocation;
}

static struct topomap_graph *load_graph(const char *graph, uint32_t ranks,
                                        struct topomap_error *error)
{
    return topomap_graph_is_pattern(graph) ? topomap_graph_pattern(graph, ranks, error)
                                           : topomap_graph_read(graph, NULL, error);
}

static bool is_cyclic(const struct accounting_step *step)
{
    return step->layout && strstr(step->layout, "Cyclic");
}

static int plan_with(struct dry_row *row, const struct settings *settings,
                     struct topomap_request *r, struct topomap_error *error)
{
    uint32_t ranks = topomap_allocation_ranks(r->allocation);
    uint32_t *layout = array_new(ranks, sizeof *layout);
    double budget = DEADLINE_BUDGET * deadline_seconds(settings, ranks);
    struct topomap_plan *plan = NULL;

    if (!layout)
        return error_memory(error);
    if (is_cyclic(row->step))
        topomap_placement_cyclic(r->allocation, layout);
    else
        topomap_placement_block(r->allocation, layout);
    r->layout = layout;
    option_apply(settings, false, r);
    if (r->time_budget == 0 || r->time_budget > budget)
        r->time_budget = budget;
    plan = topomap_plan_create(r, error);
    if (plan) {
        double before = topomap_plan_score_before(plan).value;

        row->outcome = topomap_plan_kept(plan) ? DRY_KEPT : DRY_PLACED;
        row->seconds = topomap_plan_seconds(plan);
        if (row->outcome == DRY_PLACED && before > 0)
            row->gain = 1 - topomap_plan_score_after(plan).value / before;
    }
    topomap_plan_destroy(plan);
    free(layout);
    return plan ? 0 : -1;
}

/* The network to plan on; NULL: it is not known. */
static const char *find_network(const struct settings *settings)
{
    return args.network ? args.network : settings->topology;
}

static int plan(struct dry_row *row, const struct settings *settings, const char *graph,
                struct topomap_error *error)
{
    struct topomap_nodetree *tree = NULL;
    struct topomap_network *network = NULL;
    struct topomap_allocation *allocation = NULL;
    struct topomap_request r = {0};
    struct topomap_graph *traffic = NULL;
    bool useless;
    int result = -1;

    if (nodetree_open(settings, &tree, error) == 0)
        network = network_open(find_network(settings), row->step->hosts, settings->link_weights,
                               tree, &useless, error);
    if (network)
        allocation = allocate(row->step, network, error);
    if (allocation)
        traffic = load_graph(graph, row->step->tasks, error);
    if (traffic) {
        r.graph = traffic;
        r.allocation = allocation;
        r.nodetree = tree;
        topomap_request_take_defaults(&r);
        result = plan_with(row, settings, &r, error);
    }
    topomap_graph_destroy(traffic);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    topomap_nodetree_destroy(tree);
    return result;
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct known *)a)->key, ((const struct known *)b)->key);
}

static void known_free(void *entry)
{
    struct known *known = entry;

    free(known->key);
    free(known->result.reason);
    free(known);
}

/* Where the result of such a step is kept; new entries have no result. */
static struct known *look_up(struct work *work, const struct dry_row *row, const char *graph,
                             bool *found)
{
    const struct accounting_step *step = row->step;
    struct known *known = calloc(1, sizeof *known);
    struct text key = {0};
    struct known **place = NULL;

    text_printf(&key, "%s %u %d %u %s", step->hosts, step->tasks, is_cyclic(step), row->rule,
                graph);
    if (known && (known->key = text_take(&key)))
        place = tsearch(known, &work->known, by_key);
    *found = place && *place != known;
    if (!place || *found) {
        if (known)
            free(known->key);
        free(known);
    }
    return place ? *place : NULL;
}

/* A step that cannot be planned is declined, as at its launch. */
static int plan_once(struct work *work, struct dry_row *row, const struct settings *settings,
                     const char *graph, struct topomap_error *error)
{
    struct topomap_error why;
    struct known *known;
    bool found;

    known = look_up(work, row, graph, &found);
    if (!known)
        return error_memory(error);
    if (!found) {
        known->result.step = row->step;
        if (plan(&known->result, settings, graph, &why) < 0 &&
            (why.code == TOPOMAP_INTERNAL || why.code == TOPOMAP_USAGE ||
             conclude(&known->result, DRY_DECLINED, why.text, &why) < 0)) {
            *error = why;
            return -1;
        }
    }
    row->outcome = known->result.outcome;
    row->gain = known->result.gain;
    row->seconds = found ? 0 : known->result.seconds;
    if (known->result.reason)
        return conclude(row, row->outcome, known->result.reason, error);
    return 0;
}

/* ---- one step ------------------------------------------------------------------------------- */

/* The newest profile of a program of that name at that number of ranks. */
static const char *find_profile(const struct work *work, const struct accounting_step *step)
{
    const struct store_entry *best = NULL;

    for (size_t i = 0; step->name && i < work->profiles.count; i++) {
        const struct store_entry *entry = &work->profiles.entry[i];

        if (entry->ranks == step->tasks && !*entry->label &&
            strcmp(entry->name, base_name(step->name)) == 0 &&
            (!best || strcmp(entry->id, best->id) > 0))
            best = entry;
    }
    return best ? best->path : NULL;
}

/* Why srun's plugin would not plan the step whatever the policy says; NULL: it would. */
static const char *find_obstacle(const struct accounting_step *step)
{
    static const char *const daemons[] = {"orted", "prted", "hydra_pmi_proxy",
                                          "hydra_bstrap_proxy", "pmi_proxy"};

    for (size_t i = 0; step->name && i < sizeof daemons / sizeof *daemons; i++) {
        if (strcmp(step->name, daemons[i]) == 0)
            return "mpirun's daemons";
    }
    if (step->layout && strcmp(step->layout, "Arbitrary") == 0)
        return "the user chose the order of hosts";
    if (strchr(step->id, '+'))
        return "a heterogeneous job";
    if (!step->hosts)
        return "no nodes";
    return step->nodes == 1 ? "a single node" : NULL;
}

static int place(struct work *work, struct dry_row *row, const struct step_verdict *verdict,
                 struct topomap_error *error)
{
    const char *obstacle = find_obstacle(row->step), *graph = NULL;

    if (obstacle)
        return conclude(row, DRY_DECLINED, obstacle, error);
    if (verdict->outcome == VERDICT_ASKED)
        graph = args.graph;
    if (verdict->outcome == VERDICT_ON || (graph && strcmp(graph, "on") == 0))
        graph = "order";
    if (!graph || strcmp(graph, "auto") == 0) {
        graph = find_profile(work, row->step);
        if (!graph && args.store)
            return conclude(row, DRY_DECLINED, "no profile of such a program", error);
    }
    if (!graph || !find_network(&verdict->settings))
        return conclude(row, DRY_PLANNED, verdict_text(verdict), error);
    return plan_once(work, row, &verdict->settings, graph, error);
}

static const char *groups_of(struct work *work, const char *name)
{
    struct user user = {.name = name};

    for (size_t i = 0; name && i < work->count; i++) {
        if (strcmp(work->users[i].name, name) == 0)
            return work->users[i].groups;
    }
    if (!name || !*name ||
        array_grow(&work->users, &work->room, work->count + 1, sizeof user) < 0)
        return NULL;
    user.groups = user_groups(name);
    work->users[work->count++] = user;
    return user.groups;
}

static bool copy(const char *text, char **to)
{
    *to = text ? strdup(text) : NULL;
    return *to || !text;
}

static int know(struct work *work, const struct accounting_step *step, struct wire_facts *facts)
{
    facts->nodes = step->nodes;
    facts->tasks = step->tasks;
    return copy(step->partition, &facts->partition) && copy(step->account, &facts->account) &&
                   copy(step->user, &facts->user) && copy(step->constraint, &facts->constraint) &&
                   copy(step->name, &facts->executable) &&
                   copy(groups_of(work, step->user), &facts->group)
               ? 0
               : -1;
}

static int judge(struct work *work, struct dry_row *row, struct topomap_error *error)
{
    const struct said_by_user said = {.graph = args.graph, .keys = args.keys};
    struct step_verdict verdict = {.site = &work->site};
    struct topomap_error why;
    int result;

    if (know(work, row->step, &verdict.facts) < 0) {
        result = error_memory(error);
    } else if (verdict_reach(&verdict, &said, &why) < 0) {
        *error = why;
        result = why.code == TOPOMAP_IMPOSSIBLE ? conclude(row, DRY_UNDECIDED, why.text, error)
                                                : -1;
    } else {
        row->rule = verdict.ruling.line;
        result = verdict.outcome < VERDICT_ASKED
                     ? conclude(row, DRY_UNTOUCHED, verdict_text(&verdict), error)
                     : place(work, row, &verdict, error);
    }
    verdict_free(&verdict);
    return result;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* Steps are known by the names of their programs, not by paths. */
static void warn_of_paths(const struct policy *policy)
{
    for (uint32_t i = 0; policy && i < policy->count; i++) {
        const struct policy_condition *condition = &policy->rule[i].when[POLICY_EXECUTABLE];

        for (uint32_t j = 0; j < condition->count; j++) {
            if (strchr(condition->pattern[j], '/'))
                cli_warn(&command, "%s:%u: '%s' matches none: a dump tells only names of programs",
                         policy->name, condition->line, condition->pattern[j]);
        }
    }
}

static int read_dump(struct work *work, const char *path, struct topomap_error *error)
{
    struct accounting *accounting = &work->run.accounting;
    size_t length;
    char *text = cli_read(path, MOST_BYTES, &length, error);
    int result = text ? accounting_parse(accounting, path, text, length, error) : -1;

    free(text);
    if (result < 0)
        return -1;
    if (accounting->jobs && !accounting->count)
        cli_warn(&command, "%s: has jobs but no steps: call sacct without -X", path);
    work->run.row = array_new(accounting->count, sizeof *work->run.row);
    return work->run.row || !accounting->count ? 0 : error_memory(error);
}

static int judge_all(struct work *work, struct topomap_error *error)
{
    struct accounting *accounting = &work->run.accounting;
    struct progress progress;
    int result = 0;

    progress_start(&progress, "steps", accounting->count);
    for (size_t i = 0; result == 0 && i < accounting->count; i++) {
        work->run.row[i].step = &accounting->step[i];
        result = judge(work, &work->run.row[i], error);
        progress_show(&progress, i + 1);
    }
    progress_end(&progress);
    return result;
}

static int print(const struct dry_run *run, struct topomap_error *error)
{
    struct text text = {0};
    char *taken;
    int result;

    if (!args.json)
        dry_run_print_text(run, args.totals, &text);
    taken = args.json ? dry_run_print_json(run, args.totals) : text_take(&text);
    result = taken ? cli_write(NULL, taken, error) : error_memory(error);
    free(taken);
    return result;
}

/* A graph file that cannot be read is no reason to decline all steps. */
static int check_graph(struct topomap_error *error)
{
    static const char *const words[] = {"auto", "on", "off"};
    struct topomap_graph *graph;

    for (size_t i = 0; args.graph && i < sizeof words / sizeof *words; i++) {
        if (strcmp(args.graph, words[i]) == 0)
            return 0;
    }
    if (!args.graph || topomap_graph_is_pattern(args.graph))
        return 0;
    graph = topomap_graph_read(args.graph, NULL, error);
    topomap_graph_destroy(graph);
    return graph ? 0 : -1;
}

static int run(struct work *work, const char *dump, struct topomap_error *error)
{
    if (check_graph(error) < 0 || read_dump(work, dump, error) < 0 ||
        (args.store && store_list(args.store, &work->profiles, error) < 0))
        return -1;
    warn_of_paths(work->site.policy);
    work->run.policy = work->site.file;
    return judge_all(work, error) < 0 ? -1 : print(&work->run, error);
}

static void work_free(struct work *work)
{
    for (size_t i = 0; work->run.row && i < work->run.accounting.count; i++)
        free(work->run.row[i].reason);
    free(work->run.row);
    accounting_free(&work->run.accounting);
    for (size_t i = 0; i < work->count; i++)
        free(work->users[i].groups);
    free(work->users);
    while (work->known) {
        struct known *known = *(struct known **)work->known;

        tdelete(known, &work->known, by_key);
        known_free(known);
    }
    store_list_free(&work->profiles);
    site_free(&work->site);
}

int policy_dry_run(int argc, char **argv)
{
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    struct work work = {.known = NULL};
    struct topomap_error error;

    if (first < 0)
        return code;
    if (first == argc)
        return cli_usage(&command, "a dump of sacct is needed");
    if (argc - first > 2)
        return cli_usage(&command, "unexpected argument '%s'", argv[first + 2]);
    if (site_read(&work.site, argv[first + 1]) < 0) {
        code = cli_memory(&command);
    } else if (work.site.problems.errors) {
        problems_print(&work.site.problems, true);
        code = TOPOMAP_INPUT;
    } else if (run(&work, argv[first], &error) < 0) {
        code = cli_fail(&command, &error);
    }
    work_free(&work);
    return code;
}
