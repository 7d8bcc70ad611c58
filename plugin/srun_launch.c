/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_launch.h"

#include "base/clock.h"
#include "base/text.h"
#include "srun_command_line.h"
#include "srun_comment.h"
#include "srun_daemons.h"
#include "srun_files.h"
#include "srun_inquiry.h"
#include "srun_log.h"
#include "srun_process_map.h"
#include "srun_report.h"
#include "srun_request.h"
#include "srun_signals.h"
#include "srun_store.h"
#include "transport.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* Steps of srun --no-allocate have made-up job ids from here on (slurm_protocol_api.h). */
#define FIRST_FREE_JOB 0xffff0000U

/* The longest wait for slurmctld to take a job's comment. */
#define COMMENT_SECONDS 2.0

/* The state of a launch. */
struct launch {
    spank_t spank;
    const struct local *local;
    struct wish wish;
    struct layout layout;
    struct planning planning;
    struct wire_reply reply;
    char *record; /* file to which the request was written; NULL: none */
    uint32_t nodes, ranks;
    bool binding;     /* tasks are to be bound as planned */
    bool slurm_binds; /* Slurm binds tasks if its placement stays */
};

static void free_launch(struct launch *launch)
{
    wire_reply_free(&launch->reply);
    wire_request_free(&launch->planning.request);
    layout_free(&launch->layout);
    wish_free(&launch->wish);
    free(launch->record);
}

/*
 * Fail the step. Slurm ignores the result of an optional plugin, and plugstack.conf should call
 * topomap optional. A job of srun's own ends with srun, which keeps a child for that. At this point
 * there is no output to flush.
 *
 * In a job that goes on, slurmctld would count a step that is never launched as running until the
 * job ends: no node tells that it is over, and no later step gets its CPUs. So it is launched, and
 * the nodes end its tasks; and so is a step with --pty, as srun then gives the user's terminal its
 * settings back. Heterogeneous steps of such jobs were refused before, by submission_refuse_parts.
 */
static int refuse(const struct launch *launch)
{
    uint32_t job, step;
    char text[32];

    if ((!launch->local->inside && !command_line_has_terminal()) ||
        launch->local->components > 1 ||
        spank_get_item(launch->spank, S_JOB_ID, &job) ||
        spank_get_item(launch->spank, S_JOB_STEPID, &step))
        _exit(LAUNCH_FAILED);
    snprintf(text, sizeof text, "%u.%u", job, step);
    if (setenv(REFUSED_VARIABLE, text, 1) < 0)
        _exit(LAUNCH_FAILED);
    return -1;
}

/* What happens to a step without a plan, for messages. */
static const char *outcome(const struct launch *launch)
{
    return launch->wish.settings.required ? LAUNCH_REFUSED : "Slurm's placement stays";
}

/* Whether a line that is not about an error is left out: for users who did not ask, or if the site
 * wants it quiet. */
static bool is_quiet(const struct launch *launch)
{
    const struct settings *settings = &launch->wish.settings;

    return !settings->verbose && (settings->messages == MESSAGES_QUIET || !launch->wish.wants);
}

/* Put the decision into the job's comment, where the site wants that. It counts towards the
 * deadline, but a launch should not wait long for a remark. */
static void put_into_comment(const struct launch *launch, const struct wire_decision *decision)
{
    const struct planning *planning = &launch->planning;
    struct topomap_error why;
    double seconds = COMMENT_SECONDS;

    if (!launch->local->site.job_comment || decision->job >= FIRST_FREE_JOB)
        return;
    if (planning->began > 0 && planner_time_left(planning) < seconds)
        seconds = planner_time_left(planning);
    if (comment_decision(decision, seconds, &why) < 0)
        whisper("the decision is not in the job's comment: %s", why.text);
}

/* Log the decision for the administrator. */
static void put_down(const struct launch *launch, enum decision_outcome outcome,
                     const struct topomap_error *why)
{
    const struct wire_reply *reply = &launch->reply;
    const char *file = launch->planning.request.network.file;
    struct wire_decision decision = {
        .asked = launch->wish.wants,
        .outcome = outcome,
        .code = why ? why->code : TOPOMAP_OK,
        .reason = why ? why->text : reply->reason,
        .rule = launch->local->ruling.rule,
        .algorithm = reply->algorithm,
        .network = reply->network,
        .source = !reply->network ? NULL : file ? file : "slurmctld",
        .scored = reply->scored && reply->before > 0,
        .score = outcome == DECISION_PLACED ? reply->after / reply->before : 1,
        .milliseconds = launch->planning.seconds * 1e3,
    };

    spank_get_item(launch->spank, S_JOB_ID, &decision.job);
    spank_get_item(launch->spank, S_JOB_STEPID, &decision.step);
    spank_get_item(launch->spank, S_JOB_NNODES, &decision.nodes);
    spank_get_item(launch->spank, S_JOB_TOTAL_TASK_COUNT, &decision.ranks);
    if (log_decision(&launch->local->site, &decision) < 0)
        whisper("the decision is not in the log: %s", launch->local->site.log);
    put_into_comment(launch, &decision);
}

/* Keep Slurm's placement, for a reason that the user should see. */
static int decline(const struct launch *launch, const struct topomap_error *error)
{
    bool required = launch->wish.settings.required;

    put_down(launch, DECISION_DECLINED, error);
    if (error->code == TOPOMAP_IMPOSSIBLE && !required && is_quiet(launch))
        whisper("%s; %s", error->text, outcome(launch));
    else if (error->code == TOPOMAP_IMPOSSIBLE && !required)
        say("%s; %s", error->text, outcome(launch));
    else
        complain("%s; %s", error->text, outcome(launch));
    return required ? refuse(launch) : 0;
}

static int decline_for(const struct launch *launch, const char *reason)
{
    struct topomap_error error;

    error_set(&error, TOPOMAP_IMPOSSIBLE, "%s", reason);
    return decline(launch, &error);
}

/* Keep Slurm's placement because topomap cannot improve it: not worth a line. */
static int pass(const struct launch *launch, const char *reason)
{
    if (launch->wish.settings.verbose)
        say("%s: nothing to do", reason);
    else
        whisper("%s: nothing to do", reason);
    return 0;
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

/*
 * What says that Slurm binds tasks, or has tied memory or GPUs to the CPUs of each task; NULL:
 * nothing. srun sets SLURM_CPU_BIND_TYPE for --cpu-bind and, with the same values, for options such
 * as --hint and --ntasks-per-core.
 */
static const char *bound_by(void)
{
    static const char *const names[] = {"SLURM_CPU_BIND_TYPE", "SLURM_MEM_BIND_TYPE",
                                        "SLURM_GPU_BIND", "SLURM_TRES_BIND",
                                        "SLURM_NTASKS_PER_GPU"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (is_set(names[i]))
            return names[i];
    }
    return NULL;
}

static bool may_bind(const struct settings *settings)
{
    return settings->bind != BIND_OFF && !bound_by();
}

static void tell_binding(const struct settings *settings)
{
    const char *name = settings->bind != BIND_OFF ? bound_by() : NULL;

    if (name && settings->verbose)
        say("tasks stay as Slurm binds them: the step's options set %s=%s", name, getenv(name));
}

/* Ask slurmctld for what the request needs to know of the cluster. */
static enum planner_end ask_slurm(struct launch *launch, struct topomap_error *error)
{
    const char *topology = launch->wish.settings.topology;
    bool network = launch->nodes > 1 && !topology;

    if (topology && !(launch->planning.request.network.file = strdup(topology))) {
        error_memory(error);
        return PLANNER_FAILED;
    }
    if (!launch->binding && !network)
        return PLANNER_ANSWERED;
    return inquiry_run(&launch->planning, launch->binding, network, error);
}

/* Tell the nodes the slots of their tasks. */
static void export_slots(struct launch *launch)
{
    const struct settings *settings = &launch->wish.settings;
    struct transport transport = {
        .job = launch->planning.job,
        .step = launch->planning.step,
        .order = settings->bind == BIND_SPREAD ? TOPOMAP_SPREAD : TOPOMAP_COMPACT,
        .cpus = request_cpus(),
    };
    char *text;

    if (!launch->binding)
        return;
    /* Nodes that bind tasks change it; for the others it does no harm. */
    setenv("SLURM_TOPOMAP_BIND", "none", 1);
    launch->binding = launch->reply.slots;
    if (!launch->binding)
        return;
    text = transport_encode(&transport, launch->reply.nodes, launch->reply.tasks,
                            launch->reply.slots);
    if (!text || transport_export(text) < 0) {
        launch->binding = false;
        complain("the plan is too large to be sent to the nodes; tasks are not bound by it");
    }
    free(text);
    if (settings->verbose)
        setenv(VERBOSE_VARIABLE, "1", 1);
}

static char *output(const struct launch *launch, const char *key, const char *pattern,
                    struct topomap_error *error)
{
    const struct output_step step = {
        .job = launch->planning.job,
        .step = launch->planning.step,
        .job_name = getenv("SLURM_JOB_NAME"),
        .array_job = getenv("SLURM_ARRAY_JOB_ID"),
        .array_task = getenv("SLURM_ARRAY_TASK_ID"),
    };

    return files_output(key, pattern, &step, &launch->planning.request, launch->record, error);
}

static void write_placement(const struct launch *launch)
{
    const struct settings *settings = &launch->wish.settings;
    struct topomap_error error;
    char *name;

    if (!settings->write)
        return;
    name = output(launch, "write", settings->write, &error);
    if (!name || files_write_placement(name, &launch->layout, launch->reply.tids, &error) < 0)
        complain("%s", error.text);
    free(name);
}

static void apply(struct launch *launch)
{
    struct report report = {
        .settings = &launch->wish.settings,
        .reply = &launch->reply,
        .file = launch->planning.request.network.file,
        .seconds = launch->planning.seconds,
    };

    write_placement(launch);
    if (!launch->wish.settings.dry_run) {
        if (launch->reply.status == WIRE_PLACED)
            layout_rewrite(&launch->layout, launch->reply.tids);
        export_slots(launch);
        report_export(&report);
        put_down(launch, launch->reply.status == WIRE_PLACED ? DECISION_PLACED : DECISION_KEPT,
                 NULL);
    }
    /* The line mentions slots only if Slurm's placement stays. */
    report.binding = launch->binding && launch->slurm_binds && !launch->wish.settings.dry_run;
    if (launch->wish.settings.messages != MESSAGES_QUIET || launch->wish.settings.verbose)
        report_print(&report);
}

static int interrupted(const struct launch *launch, const struct topomap_error *error)
{
    complain("%s; the step is not launched", error->text);
    return refuse(launch);
}

static void record(struct launch *launch)
{
    const char *pattern = launch->wish.settings.record;
    struct topomap_error error;

    if (!pattern)
        return;
    free(launch->record);
    launch->record = NULL;
    launch->record = output(launch, "record", pattern, &error);
    if (!launch->record ||
        files_write_request(launch->record, &launch->planning.request, &error) < 0)
        complain("%s", error.text);
}

/* The planner alone reads recipes and stores, so the graph that they name is known only from its
 * reply. */
static bool knows_graph(const struct wire_request *request)
{
    return request->graph.file || request->graph.text || request->graph.pattern ||
           (!request->recipe.file && !request->store.program);
}

/* Record the request before planning, as a planner that fails is the most interesting case. But do
 * not overwrite a file that may be a graph which the planner is going to read. */
static void record_first(struct launch *launch)
{
    const char *pattern = launch->wish.settings.record;
    struct topomap_error error;
    char *name;

    if (!pattern || knows_graph(&launch->planning.request)) {
        record(launch);
        return;
    }
    name = output(launch, "record", pattern, &error);
    if (!name || files_may_replace(name))
        record(launch);
    free(name);
}

/* Take the graph that the planner names; it must not be overwritten from now on. */
static void learn_graph(struct launch *launch)
{
    struct wire_request *request = &launch->planning.request;

    if (knows_graph(request))
        return;
    request->graph.file = launch->reply.graph;
    launch->reply.graph = NULL;
    if (request->graph.file && request->store.program) {
        wire_store_free(&request->store);
        request->settings.stretch = 1;
    }
    record(launch);
}

static enum planner_end make_plan(struct launch *launch, struct topomap_error *error)
{
    enum planner_end end;

    if (layout_find(&launch->layout, launch->spank, error) < 0 ||
        request_make(&launch->planning, &launch->wish, error) < 0)
        return PLANNER_FAILED;
    end = ask_slurm(launch, error);
    if (end != PLANNER_ANSWERED)
        return end;
    launch->planning.request.settings.time_budget = planner_budget(&launch->planning);
    record_first(launch);
    end = planner_run(&launch->planning, &launch->reply, error);
    if (end != PLANNER_ANSWERED)
        return end;
    learn_graph(launch);
    launch->slurm_binds = launch->binding && launch->reply.status == WIRE_KEPT &&
                          inquiry_binds(&launch->planning);
    if (launch->reply.status == WIRE_PLACED &&
        process_map_check(&launch->layout, launch->reply.tids, error) < 0)
        return PLANNER_FAILED;
    if (launch->reply.status != WIRE_FAILED)
        return PLANNER_ANSWERED;
    error_set(error, launch->reply.code, "%s", launch->reply.reason);
    return PLANNER_FAILED;
}

static int plan(struct launch *launch)
{
    struct topomap_error error;
    enum planner_end end;
    int signal;

    launch->planning.began = clock_seconds();
    backlog_start(&launch->planning.backlog);
    signals_watch();
    end = make_plan(launch, &error);
    signal = signals_unwatch();
    /* A signal counts before any other result. */
    if (signal) {
        error_set(&error, TOPOMAP_INTERNAL, "interrupted by signal %d while planning", signal);
        end = PLANNER_INTERRUPTED;
    }
    switch (end) {
    case PLANNER_INTERRUPTED:
        return interrupted(launch, &error);
    case PLANNER_FAILED:
        return decline(launch, &error);
    case PLANNER_ANSWERED:
        break;
    }
    apply(launch);
    return 0;
}

/* A daemon is known by the number of its node: moving it would not move ranks. */
static int leave_daemons(const struct launch *launch, const char *daemon, const char *format)
{
    struct topomap_error error;

    error_set(&error, TOPOMAP_IMPOSSIBLE,
              "%s starts the ranks of mpirun: record them by 'topomap profile -- mpirun ...', "
              "place them by 'topomap plan -f %s' inside the job", daemon, format);
    if (launch->wish.asked)
        daemon_tell_parent(error.text, outcome(launch));
    return decline(launch, &error);
}

/* The daemon of mpirun that is the program of the step; NULL if it is another program. */
static const char *find_daemon(spank_t spank, const char **format)
{
    const char *command = store_command(spank);

    return command ? daemon_find(command, format) : NULL;
}

/* Users who asked are told. Where the site wants steps placed unasked, small ones are no news. */
static int leave_small(const struct launch *launch)
{
    const char *reason = "fewer tasks than the site's min-tasks";

    return launch->wish.wants || launch->wish.settings.required ? decline_for(launch, reason)
                                                               : pass(launch, reason);
}

/* Reasons to leave a step alone that are cheap to check. Those about what the user asked for come
 * first. */
static int consider(struct launch *launch)
{
    const struct settings *settings = &launch->wish.settings;
    const char *format, *daemon = find_daemon(launch->spank, &format);

    if (daemon)
        return leave_daemons(launch, daemon, format);
    if (launch->local->components > 1)
        return decline_for(launch, "the step is heterogeneous");
    if (is_set("SLURM_HET_SIZE"))
        return decline_for(launch, "the job is heterogeneous");
    if (spank_get_item(launch->spank, S_JOB_ID, &launch->planning.job) ||
        spank_get_item(launch->spank, S_JOB_STEPID, &launch->planning.step) ||
        spank_get_item(launch->spank, S_JOB_NNODES, &launch->nodes) ||
        spank_get_item(launch->spank, S_JOB_TOTAL_TASK_COUNT, &launch->ranks))
        return decline_for(launch, "SPANK does not describe the step");
    if (launch->planning.job >= FIRST_FREE_JOB)
        return decline_for(launch, "the step runs without allocation");
    if (is_set("SLURM_HOSTFILE"))
        return decline_for(launch, "the user placed the ranks by SLURM_HOSTFILE");
    if (launch->ranks < 2)
        return pass(launch, "a single task");
    if (command_line_has_terminal())
        return decline_for(launch, "the step is interactive (--pty)");
    if (launch->ranks < settings->min_tasks)
        return leave_small(launch);
    launch->binding = may_bind(settings);
    if (launch->nodes == 1 && !launch->binding)
        return pass(launch, "one node and no binding");
    tell_binding(settings);
    return plan(launch);
}

char *local_why_off(const struct local *local)
{
    const struct settings *site = &local->site;
    const struct ruling *ruling = &local->ruling;
    uint32_t line = ruling->set.line[option_index(option_find(SCOPE_POLICY, "topomap", 7))];
    struct text text = {0};
    char *why;

    if (site->enabled && site->mode != MODE_OFF)
        return NULL;
    if (ruling->failed)
        text_printf(&text, "the site's policy cannot be used: %s", ruling->failed);
    else if (site->enabled && line)
        text_printf(&text, "switched off for such steps by %s:%u", site->policy, line);
    else if (site->enabled)
        text_puts(&text, "switched off by topomap=off in plugstack.conf");
    else if (ruling->enabled_line)
        text_printf(&text, "switched off here by %s:%u", site->policy, ruling->enabled_line);
    else
        text_puts(&text, "switched off here by enabled=off in plugstack.conf");
    why = text_take(&text);
    return why ? why : strdup("switched off here");
}

/* Say that topomap does nothing for any step; false if it is on. */
static bool is_off(const struct launch *launch)
{
    char *reason = local_why_off(launch->local);
    struct topomap_error why;

    if (!reason)
        return false;
    error_set(&why, TOPOMAP_IMPOSSIBLE, "%s", reason);
    put_down(launch, DECISION_OFF, &why);
    say("%s; Slurm's placement stays", why.text);
    free(reason);
    return true;
}

/* Report what the user set but may not set. */
static void tell_kept(const struct launch *launch)
{
    if (!launch->wish.kept || !*launch->wish.kept)
        return;
    if (launch->wish.settings.messages == MESSAGES_QUIET)
        whisper("kept by the site's policy: %s", launch->wish.kept);
    else
        say("kept by the site's policy: %s", launch->wish.kept);
}

/* Do what was asked for, or say why not. `wrong` is set if one of the keys is wrong. */
static int grant(struct launch *launch, const struct topomap_error *wrong)
{
    const struct local *local = launch->local;
    const char *graph = launch->wish.graph;
    /* The keys may be meant only for the profile. */
    bool keys = local->options.keys && !local->options.profile;
    /* Where a profile is wanted, profile_launch() tells of a wrong key. */
    bool asked = (graph && launch->wish.asked) || keys || launch->wish.settings.required ||
                 (wrong && !options_want_profile(&local->options));

    if (!asked && !graph && launch->wish.overruled)
        tell_kept(launch);
    if ((!asked && !graph) || (graph && strcmp(graph, WISH_OFF) == 0))
        return 0;
    if (!asked && (!local->site.enabled || local->site.mode == MODE_OFF))
        return 0;
    if (is_off(launch))
        return 0;
    tell_kept(launch);
    if (wrong)
        return decline(launch, wrong);
    if (!graph)
        return decline_for(launch, "no graph was given (--topomap=FILE)");
    return consider(launch);
}

int local_wish(spank_t spank, const struct local *local, struct wish *wish,
               struct topomap_error *error)
{
    struct said said = {
        .options = &local->options, .site = &local->site, .ruling = &local->ruling};

    spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &said.ranks);
    return options_wish(&said, wish, error);
}

int local_launch(spank_t spank, const struct local *local)
{
    struct launch launch = {.spank = spank, .local = local, .planning.slurm_binds = -1};
    struct topomap_error error;
    int wrong, result;

    transport_clear();
    report_clear();
    wrong = local_wish(spank, local, &launch.wish, &error);
    launch.planning.settings = &launch.wish.settings;
    launch.planning.layout = &launch.layout;
    launch.planning.command = store_command(spank);
    if (local->site_problem && launch.wish.graph)
        complain("%s", local->site_problem);
    if (local->ruling.ignored && launch.wish.graph)
        complain("the site's policy is ignored: %s", local->ruling.ignored);
    result = grant(&launch, wrong < 0 ? &error : NULL);
    free_launch(&launch);
    return result;
}
