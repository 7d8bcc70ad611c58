/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of options. A new row needs a field in struct settings, and code that uses it. */
#include "option/option.h"

static const char *const bindings[] = {"compact", "spread", "off", NULL};
static const char *const mpis[] = {"linked", "openmpi", "mpich", NULL};
static const char *const modes[] = {"asked", "on", "auto", "off", NULL};
static const char *const messages[] = {"quiet", "line", "full", NULL};
static const char *const logs[] = {"syslog", NULL};

#define STORE(field)                                                                               \
    _Generic(((struct settings *)0)->field, char *: STORE_TEXT, uint64_t: STORE_WHOLE,             \
             double: STORE_REAL, int: STORE_INT)
#define FIELD(field) .offset = offsetof(struct settings, field), .store = STORE(field)
#define TARGET(field)                                                                              \
    .target = offsetof(struct topomap_request, field),                                             \
    .target_size = sizeof(((struct topomap_request *)0)->field)

/* What a site may set for all steps, a rule of its policy may set for some. */
#define EITHER (SCOPE_SITE | SCOPE_POLICY | SCOPE_USER)
#define INSIDE (SCOPE_PLAN | SCOPE_EVAL | SCOPE_COMPARE)
#define SEARCH (SCOPE_PLAN | SCOPE_COMPARE | SCOPE_SIMULATE)

#define HOUR 3600
#define DAY 86400
#define ANY_WHOLE 0x1p64

static const struct option_row rows[] = {
    {.name = "algorithm", .in_request = "algorithms", .letter = 'a', .argument = "NAME,...",
     .type = OPTION_LIST, .scopes = EITHER | SCOPE_REQUEST | SCOPE_PLAN | SCOPE_LIBRARY,
     FIELD(algorithms), TARGET(algorithms), .otherwise = "auto",
     .summary = "algorithms to try, with refinements as in tree+swap; the best placement is taken"},
    {.name = "objective", .letter = 'O', .argument = "NAME", .type = OPTION_TEXT,
     .scopes = EITHER | SCOPE_REQUEST | SCOPE_PLAN | SCOPE_LIBRARY, FIELD(objective),
     TARGET(objective), .otherwise = "auto",
     .summary = "what to lower: auto, hop-bytes, congestion or time"},
    {.name = "effort", .type = OPTION_WORD, .words = option_efforts,
     .scopes = EITHER | SCOPE_REQUEST | SEARCH | SCOPE_LIBRARY, FIELD(effort), TARGET(effort),
     .preset = "default", .bounded = true, .summary = "how long to search"},
    {.name = "seed", .letter = 's', .argument = "NUMBER", .type = OPTION_WHOLE,
     .most = ANY_WHOLE,
     .scopes = EITHER | SCOPE_REQUEST | SEARCH | SCOPE_EVAL | SCOPE_LIBRARY, FIELD(seed),
     TARGET(seed), .preset = "1", .summary = "seed of all random choices"},
    {.name = "topology", .other = "network", .argument = "FILE", .type = OPTION_PATH,
     .scopes = EITHER, FIELD(topology),
     .summary = "description of the network, instead of slurmctld's"},
    {.name = "link-weights", .argument = "CLASS:N,...", .type = OPTION_LIST,
     .scopes = EITHER | SCOPE_REQUEST | INSIDE | SCOPE_SIMULATE | SCOPE_NETWORK,
     FIELD(link_weights), .otherwise = "1 for links",
     .summary = "weights of hops over classes of links, or of bytes between parts of nodes"},
    {.name = "node-tree", .argument = "TREE", .type = OPTION_TEXT,
     .scopes = SCOPE_REQUEST | INSIDE | SCOPE_LIBRARY, FIELD(node_tree),
     .summary = "inside of a node: package:2 core:4 pu:1, xml:FILE or self"},
    {.name = "cpus-per-task", .in_request = "pus-per-task", .letter = 'c', .argument = "NUMBER",
     .type = OPTION_WHOLE, .least = 1, .most = UINT16_MAX,
     .scopes = SCOPE_REQUEST | INSIDE | SCOPE_LIBRARY, FIELD(pus_per_task), TARGET(pus_per_task),
     .preset = "1", .summary = "PUs of each task inside its node"},
    {.name = "slot-order", .type = OPTION_WORD, .words = option_slot_orders,
     .scopes = EITHER | SCOPE_REQUEST | INSIDE | SCOPE_LIBRARY, FIELD(bind), TARGET(slot_order),
     .preset = "compact",
     .summary = "whether the slots of a node lie next to each other or far apart"},
    {.name = "bind", .type = OPTION_WORD, .words = bindings, .scopes = EITHER, FIELD(bind),
     .preset = "compact",
     .summary = "bind tasks to slots in this slot-order, or not at all"},
    {.name = "no-bind", .type = OPTION_FLAG, .fixed = BIND_OFF, .scopes = SCOPE_USER, FIELD(bind),
     .summary = "the same as bind=off"},
    {.name = "keep-first", .type = OPTION_WORD, .words = option_switch,
     .scopes = SCOPE_USER | SCOPE_REQUEST | SEARCH | SCOPE_LIBRARY, FIELD(keep_first),
     TARGET(keep_first), .otherwise = "on for train:, else off",
     .summary = "leave rank 0 on its node, and place the others around it"},
    {.name = "replace-layout", .type = OPTION_WORD, .words = option_switch,
     .scopes = SCOPE_LIBRARY, FIELD(replace_layout), TARGET(replace_layout), .otherwise = "off",
     .summary = "on: take the best of the named algorithms even if the layout is better"},
    {.name = "min-gain", .argument = "PART", .type = OPTION_REAL, .most = 1,
     .scopes = EITHER | SCOPE_REQUEST | SCOPE_PLAN | SCOPE_LIBRARY, FIELD(min_gain),
     TARGET(min_gain), .preset = "0", .bounded = true,
     .summary = "keep the placement to beat unless this part of its score is saved"},
    {.name = "deadline", .argument = "SECONDS", .type = OPTION_REAL, .most = HOUR,
     .scopes = EITHER, FIELD(deadline), .otherwise = "5, and 1 for every 10,000 ranks",
     .bounded = true,
     .summary = "give up planning after this time; 0: the default one"},
    {.name = "time-budget", .argument = "SECONDS", .type = OPTION_REAL, .most = DAY,
     .scopes = EITHER | SCOPE_REQUEST | SCOPE_PLAN | SCOPE_LIBRARY, FIELD(time_budget),
     TARGET(time_budget), .preset = "0", .bounded = true,
     .summary = "stop looking for better placements after this time; 0: no limit"},
    {.name = "stretch", .type = OPTION_FLAG, .fixed = 1, .scopes = SCOPE_REQUEST, FIELD(stretch),
     .summary = "stretch the graph of a grid with another number of ranks to this number"},
    {.name = "coordinates", .argument = "FILE", .type = OPTION_TEXT,
     .scopes = SCOPE_USER | SEARCH, FIELD(coordinates),
     .summary = "coordinates of the ranks in the application, a line for each"},
    {.name = "grid", .argument = "AxBxC[:column]", .type = OPTION_TEXT,
     .scopes = SCOPE_USER | SEARCH | SCOPE_LIBRARY, FIELD(grid),
     .summary = "the application's process grid, instead of coordinates"},
    {.name = "graph", .argument = "GRAPH", .type = OPTION_TEXT, .scopes = SCOPE_USER,
     FIELD(graph), .summary = "the graph that a recipe is scored with, a file or a pattern"},
    {.name = "dry-run", .type = OPTION_FLAG, .fixed = 1, .scopes = SCOPE_USER, FIELD(dry_run),
     .summary = "plan and report, change nothing"},
    {.name = "required", .type = OPTION_FLAG, .fixed = 1, .scopes = SCOPE_USER, FIELD(required),
     .summary = "fail the step if topomap cannot do its work"},
    {.name = "verbose", .type = OPTION_FLAG, .fixed = 1, .scopes = SCOPE_USER, FIELD(verbose),
     .summary = "report the metrics of both placements, and what was tried"},
    {.name = "write", .argument = "FILE", .type = OPTION_TEXT, .scopes = SCOPE_USER, FIELD(write),
     .summary = "write the planned placement, one host per rank and line"},
    {.name = "record", .argument = "FILE", .type = OPTION_TEXT, .scopes = SCOPE_USER,
     FIELD(record), .summary = "write the request for 'topomap plan --request FILE'"},
    {.name = "profile-mpi", .in_command = "mpi", .type = OPTION_WORD, .words = mpis,
     .scopes = EITHER | SCOPE_PROFILE, FIELD(profile_mpi), .preset = "linked",
     .summary = "the MPI to record: the one that a program links, or one loaded at run time"},
    {.name = "profile-sample", .in_command = "sample", .argument = "NUMBER", .type = OPTION_WHOLE,
     .least = 1, .most = 1000000, .scopes = SCOPE_USER | SCOPE_PROFILE, FIELD(profile_sample),
     .preset = "1",
     .summary = "record one call out of this many, at random, and count it for all"},
    {.name = "profile-slice", .in_command = "slice", .argument = "SECONDS", .type = OPTION_REAL,
     .most = DAY, .scopes = SCOPE_USER | SCOPE_PROFILE, FIELD(profile_slice), .preset = "0",
     .summary = "length of time slices, each of which is a phase; 0: MPI_Pcontrol marks phases"},
    {.name = "enabled", .type = OPTION_WORD, .words = option_switch, .scopes = SCOPE_SITE,
     FIELD(enabled), .preset = "on",
     .summary = "off: accept the options, but place and bind nothing"},
    {.name = "topomap", .type = OPTION_WORD, .words = modes, .scopes = SCOPE_SITE | SCOPE_POLICY,
     FIELD(mode), .preset = "asked",
     .summary = "asked: place if the user asks; on, auto: as if all asked for that; off: never"},
    {.name = "default", .type = OPTION_WORD, .words = option_switch, .scopes = SCOPE_SITE,
     FIELD(environment), .preset = "on",
     .summary = "on: the variables SLURM_TOPOMAP and SLURM_TOPOMAP_OPTS count; off: only options"},
    {.name = "min-tasks", .argument = "NUMBER", .type = OPTION_WHOLE, .most = TOPOMAP_MAX_RANKS,
     .scopes = SCOPE_SITE | SCOPE_POLICY, FIELD(min_tasks), .preset = "0",
     .summary = "leave steps with fewer tasks alone"},
    {.name = "store", .argument = "DIR", .type = OPTION_PATH,
     .scopes = SCOPE_SITE | SCOPE_POLICY, FIELD(store),
     .summary = "profiles of the site, for --topomap=auto, if a user has none"},
    {.name = "record-first", .argument = "NUMBER", .type = OPTION_WHOLE, .most = 8,
     .scopes = SCOPE_SITE | SCOPE_POLICY, FIELD(record_first), .preset = "0",
     .summary = "record this many first runs of each program into the user's store, unasked"},
    {.name = "record-ranks", .argument = "NUMBER", .type = OPTION_WHOLE, .least = 1,
     .most = TOPOMAP_MAX_RANKS, .scopes = SCOPE_SITE | SCOPE_POLICY, FIELD(record_ranks),
     .preset = "64",
     .summary = "fewest ranks of a step to which record-first applies"},
    {.name = "messages", .type = OPTION_WORD, .words = messages,
     .scopes = SCOPE_SITE | SCOPE_POLICY, FIELD(messages), .preset = "line",
     .summary = "quiet: print only failures; full: print all that verbose prints"},
    {.name = "log", .argument = "syslog|DIR", .type = OPTION_PATH, .words = logs,
     .scopes = SCOPE_SITE | SCOPE_POLICY, FIELD(log), .otherwise = "none",
     .summary = "log a line for each decision: to syslog, or to a folder with a file per user"},
    {.name = "job-comment", .type = OPTION_WORD, .words = option_switch,
     .scopes = SCOPE_SITE | SCOPE_POLICY, FIELD(job_comment), .preset = "off",
     .summary = "on: put the decision about a job's last step into the comment of the job"},
    {.name = "policy", .argument = "FILE", .type = OPTION_PATH, .scopes = SCOPE_SITE,
     FIELD(policy), .summary = "rules for steps, see topomap-policy(5)"},
    {.name = "libexecdir", .argument = "DIR", .type = OPTION_PATH, .scopes = SCOPE_SITE,
     FIELD(libexecdir), .otherwise = "where they were installed",
     .summary = "the folder of topomap's helper programs and its recorder"},
};

_Static_assert(sizeof rows / sizeof *rows <= OPTION_MOST, "struct settings has a bit for each");

const struct option_row *option_get(size_t index)
{
    return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}
