/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/slurm_job.h"

#include "common/slurm.h"

#include "base/error.h"
#include "base/text.h"
#include "internal_network.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Counts of a job, and of one of its nodes. */
#define MOST UINT64_C(10000000)

/* Bytes of scontrol's errors that messages show. */
#define MAX_SAID 200

void slurm_job_free(struct slurm_job *job)
{
    free(job->state);
    free(job->partition);
    free(job->hosts);
    free(job->tasks);
    free(job->cpus);
    *job = (struct slurm_job){0};
}

/* Where the next line begins whose first word has that key, or NULL. Users choose names and
 * comments, so keys within a line are looked for in lines only that begin with a known key. */
static const char *find_line(const char *text, const char *key)
{
    size_t length = strlen(key);

    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += strspn(line, " \n");
        if (strncmp(line, key, length) == 0 && line[length] == '=')
            return line;
        if (!*line)
            return NULL;
    }
    return NULL;
}

/* The value of `key` on the line that begins with `first`; NULL: there is none. `*length` bytes. */
static const char *find(const char *text, const char *first, const char *key, size_t *length)
{
    const char *line = find_line(text, first);
    size_t left = line ? strcspn(line, "\n") : 0, word;

    for (const char *at = line; left; at += word, left -= word) {
        word = strcspn(at, " \n");
        if (strlen(key) < word && strncmp(at, key, strlen(key)) == 0 && at[strlen(key)] == '=') {
            *length = word - strlen(key) - 1;
            return at + strlen(key) + 1;
        }
        word += strspn(at + word, " ");
    }
    return NULL;
}

/* A copy of a value; NULL: there is none, or memory ran out. */
static char *take(const char *text, const char *first, const char *key)
{
    size_t length;
    const char *value = find(text, first, key, &length);
    bool none = !value || length == 0 || (length == 6 && strncmp(value, "(null)", 6) == 0);

    return none ? NULL : strndup(value, length);
}

/* The number that a value begins with; 0: there is none. */
static uint64_t number(const char *text, const char *first, const char *key)
{
    size_t length;
    const char *value = find(text, first, key, &length);
    uint64_t found = 0;

    return value && text_parse_number(&value, value + length, MOST, &found) == 0 ? found : 0;
}

/* How many CPUs "0-3,8" names. */
static uint64_t count_cpus(const char *list, size_t length)
{
    const char *at = list, *end = list + length;
    uint64_t cpus = 0, first, last;

    while (at < end && text_parse_number(&at, end, MOST, &first) == 0) {
        last = first;
        if (at < end && *at == '-') {
            at++;
            if (text_parse_number(&at, end, MOST, &last) < 0)
                break;
        }
        cpus += last >= first ? last - first + 1 : 0;
        at += at < end;
    }
    return cpus;
}

static int count_hosts(const char *list, uint32_t *count, struct topomap_error *error)
{
    char **names;

    if (topomap_hostlist_expand(list, &names, count, error) < 0)
        return -1;
    topomap_hostlist_free(names, *count);
    return 0;
}

/* Room for tasks on each node, [nodes], as the lines "Nodes=... CPU_IDs=..." tell it, in the order
 * of the job's nodes. Whether they tell it of all nodes. */
static bool find_room(const char *text, uint64_t cpus, uint64_t *room, uint32_t nodes)
{
    const char *at = text;
    uint32_t done = 0;

    while ((at = find_line(at, "Nodes"))) {
        size_t length = 0;
        const char *list = find(at, "Nodes", "CPU_IDs", &length);
        char *hosts = take(at, "Nodes", "Nodes");
        uint32_t count = 0;

        if (hosts && count_hosts(hosts, &count, NULL) < 0)
            count = 0;
        free(hosts);
        if (!list || !count || count > nodes - done)
            return false;
        for (uint32_t i = 0; i < count; i++)
            room[done++] = count_cpus(list, length) / cpus;
        at = list;
    }
    return done == nodes;
}

/*
 * Slurm's block distribution: a task on each node, and the rest in order as far as there is room.
 * Where the room is not known, tasks are spread evenly. `room` becomes the tasks of each node.
 */
static void spread(uint64_t *room, uint32_t nodes, uint64_t tasks, bool known)
{
    uint64_t left = tasks > nodes ? tasks - nodes : 0;

    for (uint32_t i = 0; i < nodes; i++) {
        uint64_t more = known ? (room[i] > 1 ? room[i] - 1 : 0) : left / (nodes - i);

        if (more > left)
            more = left;
        room[i] = 1 + more;
        left -= more;
    }
    /* More tasks than CPUs: --overcommit. */
    for (uint32_t i = 0; i < nodes; i++)
        room[i] += left / nodes + (i < left % nodes);
}

static char *print_tasks(const uint64_t *tasks, uint32_t nodes)
{
    struct text text = {0};

    for (uint32_t i = 0, same; i < nodes; i += same) {
        for (same = 1; i + same < nodes && tasks[i + same] == tasks[i]; same++)
            ;
        text_puts(&text, i ? "," : "");
        text_number(&text, tasks[i]);
        if (same > 1)
            text_printf(&text, "(x%u)", same);
    }
    return text_take(&text);
}

static int share(const char *text, struct slurm_job *job, struct topomap_error *error)
{
    uint64_t tasks = number(text, "NumNodes", "NumTasks");
    uint64_t cpus = number(text, "NumNodes", "CPUs/Task");
    uint64_t each = number(text, "Socks/Node", "NtasksPerN:B:S:C");
    uint64_t *room;
    uint32_t nodes;

    if (count_hosts(job->hosts, &nodes, error) < 0)
        return -1;
    room = calloc(nodes ? nodes : 1, sizeof *room);
    if (!room)
        return error_memory(error);
    if (each && each * nodes == tasks) {
        for (uint32_t i = 0; i < nodes; i++)
            room[i] = each;
    } else if (nodes) {
        spread(room, nodes, tasks, find_room(text, cpus ? cpus : 1, room, nodes));
    }
    job->tasks = print_tasks(room, nodes);
    free(room);
    return job->tasks ? 0 : error_memory(error);
}

/* The nodes of a job that waits: those that the backfill scheduler chose, or that it asks for, if
 * these are as many as it needs. */
static int find_hosts(const char *text, const char *id, struct slurm_job *job,
                      struct topomap_error *error)
{
    uint32_t count;

    job->hosts = take(text, "NodeList", "NodeList");
    if (!job->hosts)
        job->hosts = take(text, "NodeList", "SchedNodeList");
    if (job->hosts)
        return 0;
    job->hosts = take(text, "ReqNodeList", "ReqNodeList");
    if (job->hosts && count_hosts(job->hosts, &count, NULL) == 0 &&
        count == number(text, "NumNodes", "NumNodes"))
        return 0;
    return error_set(error, TOPOMAP_IMPOSSIBLE,
                     "job %s is %s, and Slurm does not say yet which nodes it will have; name some "
                     "with --hosts", id, job->state);
}

/* Fill `job` from what `scontrol --details show job` prints. */
static int parse(const char *id, const char *text, struct slurm_job *job,
                 struct topomap_error *error)
{
    int result;

    *job = (struct slurm_job){
        .state = take(text, "JobState", "JobState"),
        .partition = take(text, "Partition", "Partition"),
        .cpus = take(text, "NumNodes", "CPUs/Task"),
    };
    if (!job->state || !find_line(text, "NumNodes"))
        result = error_set(error, TOPOMAP_IMPOSSIBLE, "scontrol does not describe job %s", id);
    else
        result = find_hosts(text, id, job, error);
    if (result == 0)
        result = share(text, job, error);
    if (result < 0)
        slurm_job_free(job);
    return result;
}

/* "12", or "12_3" of an array. */
static bool is_id(const char *id)
{
    size_t digits = strspn(id, "0123456789");
    const char *rest = id + digits;

    return digits && digits < 12 &&
           (!*rest || (*rest == '_' && rest[1] && strlen(rest) < 12 &&
                       !rest[1 + strspn(rest + 1, "0123456789")]));
}

/* scontrol failed and said `text`, NULL if it could not be run or did not end. */
static int fail_asked(const char *id, const char *text, struct topomap_error *error)
{
    const char *at = text, *end = text ? text + strlen(text) : NULL, *line, *stop;
    const char *last = "it cannot be run, or does not answer";
    int length = (int)strlen(last);

    while (text && text_line(&at, end, &line, &stop)) {
        if (stop == line)
            continue;
        last = line;
        length = stop - line < MAX_SAID ? (int)(stop - line) : MAX_SAID;
    }
    if (text && strstr(text, "Invalid job id"))
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "slurmctld does not know job %s: it may have ended long ago; name its "
                         "nodes with --hosts", id);
    return error_set(error, TOPOMAP_IMPOSSIBLE,
                     "scontrol tells nothing of job %s: %.*s; name its nodes with --hosts", id,
                     length, last);
}

int slurm_job_ask(const char *id, struct slurm_job *job, struct topomap_error *error)
{
    char *const words[] = {"scontrol", "--details", "show", "job", (char *)id, NULL};
    size_t length;
    char *text;
    int result, status = 0;

    if (!is_id(id))
        return error_set(error, TOPOMAP_USAGE, "'%s' is no job's number", id);
    text = slurm_run(words, SLURM_SECONDS, true, &length, &status);
    if (text && status == 0)
        result = parse(id, text, job, error);
    else
        result = fail_asked(id, text, error);
    free(text);
    return result;
}
