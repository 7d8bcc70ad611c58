/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "common/slurm.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "wire/node_coordinates.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The folder of slurm.conf unless SLURM_CONF is set. */
#define CONFIG_DIR "/etc/slurm"

/* Nanoseconds between two looks at whether a program has ended. */
#define SHORTEST_PAUSE 200000L
#define LONGEST_PAUSE 50000000L

#define SHOW "scontrol show topology"
#define SHOW_BYTES ((size_t)1 << 26)

extern char **environ;

static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

const char *slurm_hosts(void)
{
    return variable("SLURM_JOB_NODELIST");
}

const char *slurm_tasks(void)
{
    return variable("SLURM_TASKS_PER_NODE");
}

const char *slurm_cpus(void)
{
    return variable("SLURM_CPUS_PER_TASK");
}

/* Our environment without the user's setting for short lines, which would truncate node lists. The
 * caller frees the array but not its contents. */
static char **long_lines(void)
{
    static const char name[] = "SLURM_TOPO_LEN=";
    size_t count = 0, kept = 0;
    char **copy;

    while (environ[count])
        count++;
    copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++) {
        if (strncmp(environ[i], name, sizeof name - 1) != 0)
            copy[kept++] = environ[i];
    }
    return copy;
}

/* Start a program with arguments; `*output` is the end to read from. */
static int start(char *const words[], bool errors, pid_t *child, int *output)
{
    posix_spawn_file_actions_t actions;
    char **variables = long_lines();
    int ends[2], result;

    if (!variables || pipe2(ends, O_CLOEXEC) < 0) {
        free(variables);
        return -1;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (errors)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    result = posix_spawnp(child, words[0], &actions, NULL, words, variables);
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    close(ends[1]);
    if (result == 0)
        *output = ends[0];
    else
        close(ends[0]);
    return result == 0 ? 0 : -1;
}

/* Collect all output before the time `end`; NULL if it does not end by then, or is too long. */
static char *collect(int output, double end, size_t *length)
{
    size_t room = 0;
    char *text = NULL;

    for (*length = 0;;) {
        struct pollfd wait = {.fd = output, .events = POLLIN};
        double left = end - clock_seconds();
        ssize_t got;
        int ready;

        if (*length + 1 >= room) {
            char *larger = room < SHOW_BYTES ? realloc(text, room = 2 * room + 65536) : NULL;

            if (!larger)
                break;
            text = larger;
        }
        ready = left > 0 ? poll(&wait, 1, (int)(left * 1e3) + 1) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            break;
        got = read(output, text + *length, room - 1 - *length);
        if (got < 0 && errno != EINTR)
            break;
        if (got == 0) {
            text[*length] = '\0';
            return text;
        }
        *length += got > 0 ? (size_t)got : 0;
    }
    free(text);
    return NULL;
}

/* Whether the child ends by the time `end`; most do at once after their output. */
static bool ends_by(double end, pid_t child, int *status)
{
    struct timespec pause = {.tv_nsec = SHORTEST_PAUSE};
    pid_t ended;

    while ((ended = waitpid(child, status, WNOHANG)) == 0 && clock_seconds() < end) {
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < LONGEST_PAUSE)
            pause.tv_nsec *= 2;
    }
    return ended != 0;
}

char *slurm_run(char *const words[], double seconds, bool errors, size_t *length, int *status)
{
    double end = clock_seconds() + seconds;
    pid_t child;
    int output;
    char *text;

    if (start(words, errors, &child, &output) < 0)
        return NULL;
    text = collect(output, end, length);
    close(output);
    if (text && ends_by(end, child, status))
        return text;
    kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        ;
    free(text);
    return NULL;
}

/* The same as slurm_ask, with the time of clock_seconds() by which scontrol must have answered. */
static char *ask_before(double end, char *const words[], size_t *length)
{
    double left = end - clock_seconds();
    int status = 0;
    char *text = left > 0 ? slurm_run(words, left, false, length, &status) : NULL;

    if (status == 0)
        return text;
    free(text);
    return NULL;
}

char *slurm_ask(char *const words[], size_t *length)
{
    return ask_before(clock_seconds() + SLURM_SECONDS, words, length);
}

/* Find the name of the topology that the partition has of its own, since Slurm 25.05; empty if it
 * has the cluster's. */
static void find_own(double end, const char *partition, char *name, size_t size)
{
    static const char word[] = " Topology=";
    const char *found;
    char *const words[] = {"scontrol", "show", "partition", (char *)partition, NULL};
    char *text = NULL;
    size_t length;

    *name = '\0';
    if (partition)
        text = ask_before(end, words, &length);
    found = text ? strstr(text, word) : NULL;
    if (found) {
        found += sizeof word - 1;
        snprintf(name, size, "%.*s", (int)strcspn(found, " \t\n"), found);
    }
    free(text);
}

/* Whether scontrol expects the name of a topology as topology=NAME: 25.05 does; later releases take
 * it as a word of its own. */
static bool joins_name(double end)
{
    char *const words[] = {"scontrol", "--version", NULL};
    size_t length;
    char *text = ask_before(end, words, &length);
    /* "slurm 25.05.3", or with another package name. */
    const char *number = text ? strpbrk(text, "0123456789") : NULL;
    unsigned year = 0, month = 0;
    bool joins = number && sscanf(number, "%u.%u", &year, &month) == 2 &&
                 year * 100 + month < 2511;

    free(text);
    return joins;
}

/* A topology as scontrol prints it, `own` or the cluster's; NULL if scontrol fails. */
static char *show(double end, const char *own, size_t *length)
{
    static const char *const begins[] = {"SwitchName=", "BlockName=", "RingName=", "TorusName="};
    char joined[SLURM_NAME + 16] = "topology";
    char *const words[] = {"scontrol", "show", joined, (char *)(*own ? own : NULL), NULL};
    char *const short_words[] = {"scontrol", "show", joined, NULL};
    bool joins = *own && joins_name(end);
    char *text;

    if (joins)
        snprintf(joined, sizeof joined, "topology=%s", own);
    text = ask_before(end, joins ? short_words : words, length);
    for (size_t i = 0; text && i < sizeof begins / sizeof *begins; i++) {
        if (strncmp(text, begins[i], strlen(begins[i])) == 0)
            return text;
    }
    free(text);
    return NULL;
}

bool slurm_find_file(char *path, size_t size)
{
    static const char *const names[] = {"topology.yaml", "topology.conf"};
    const char *config = variable("SLURM_CONF");
    const char *slash = config ? strrchr(config, '/') : NULL;
    const char *folder = slash ? config : CONFIG_DIR;
    int length = slash ? (int)(slash - config) : (int)strlen(folder);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct stat status;
        int written = snprintf(path, size, "%.*s/%s", length, folder, names[i]);

        if (written < (int)size && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
            access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* Whether the configuration, as scontrol prints it, has a word in the value of a key, in whatever
 * case. */
static bool configured(const char *config, const char *key, const char *word)
{
    const char *line = config ? strstr(config, key) : NULL;
    const char *found = line ? strcasestr(line, word) : NULL;

    return found && found < line + strcspn(line, "\n");
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* The value of a field in scontrol's line about a node, up to the next field; the caller frees it.
 * NULL if the line does not have it. */
static char *field(const char *line, const char *key)
{
    const char *value = strstr(line, key), *end;

    if (!value)
        return NULL;
    value += strlen(key);
    for (end = value; *end; end++) {
        size_t word = *end == ' ' ? strspn(end + 1, LETTERS) : 0;

        if (word > 0 && end[1 + word] == '=' && end[1] >= 'A' && end[1] <= 'Z')
            break;
    }
    return strndup(value, (size_t)(end - value));
}

/* Add the node of a line of scontrol's. */
static void add_node(struct node_coordinates *all, const char *line, bool by_name)
{
    char *name = field(line, "NodeName="), *extra = field(line, " Extra=");
    char *comment = field(line, " Comment="), *features = field(line, " AvailableFeatures=");
    struct node_texts node = {name, extra, comment, features};

    if (name)
        node_coordinates_add(all, &node, by_name);
    free(name);
    free(extra);
    free(comment);
    free(features);
}

/* The grid of which the cluster's nodes tell, by their names or by their own coordinates, *yaml;
 * NULL if they tell of none. Returns 0, or -1 with an error if it cannot be used. */
static int span(double end, bool by_name, char **yaml, struct topomap_error *error)
{
    char *const words[] = {"scontrol", "show", "node", "-o", NULL};
    struct node_coordinates all = {0};
    size_t length;
    char *text = ask_before(end, words, &length);
    const char *at = text, *line, *stop;

    while (text && text_line(&at, text + length, &line, &stop)) {
        char *copy = strndup(line, (size_t)(stop - line));

        if (copy)
            add_node(&all, copy, by_name);
        free(copy);
    }
    free(text);
    return node_coordinates_print(&all, yaml, error);
}

/* A text with a line in front of it; NULL when memory runs out. Frees the text. */
static char *with_line(const char *line, char *text)
{
    struct text longer = {0};

    text_puts(&longer, line);
    text_puts(&longer, text);
    free(text);
    return text_take(&longer);
}

/* Add to what scontrol printed of the topology, *shown, what it did not, as the plugin does
 * (plugin/srun_topology.c). Returns 0, or 1 if slurmctld tells nothing at all, or -1 with an error
 * if nodes tell of a network that cannot be used. */
static int complete(double end, char **shown, const char **from, struct topomap_error *error)
{
    char *const topoconf[] = {"scontrol", "show", "topoconf", NULL};
    char *const show_config[] = {"scontrol", "show", "config", NULL};
    char *config, *made, *text = *shown;
    int result = 0;
    size_t length;

    if (text && (begins(text, "RingName=") || begins(text, "TorusName="))) {
        made = ask_before(end, topoconf, &length);
        if (!made)
            return 0;
        free(text);
        *from = "scontrol show topoconf";
        *shown = made;
        return 0;
    }
    config = ask_before(end, show_config, &length);
    if (text && configured(config, "TopologyPlugin ", "hypercube")) {
        text = with_line("TopologyPlugin=topology/hypercube\n", text);
    } else if (text && configured(config, "TopologyParam ", "dragonfly")) {
        text = with_line("TopologyParam=dragonfly\n", text);
    } else if (!text && config) {
        result = span(end, configured(config, "TopologyPlugin ", "3d_torus"), &text, error);
        *from = "scontrol show node";
    } else if (!text) {
        result = 1;
    }
    free(config);
    *shown = text;
    return result;
}

int slurm_topology(const char *partition, char own[SLURM_NAME], char *from, size_t size,
                   char **text, struct topomap_error *error)
{
    double end = clock_seconds() + SLURM_SECONDS;
    const char *source = SHOW;
    int result = 0;
    size_t length;

    find_own(end, partition ? partition : variable("SLURM_JOB_PARTITION"), own, SLURM_NAME);
    *text = show(end, own, &length);
    if (*text || !*own)
        result = complete(end, text, &source, error);
    snprintf(from, size, "%s%s%s", source, *own ? " " : "", own);
    return result;
}

int slurm_not_reported(const char *own, struct topomap_error *error)
{
    return error_set(error, TOPOMAP_IMPOSSIBLE,
                     "slurmctld does not report the partition's topology '%.64s'; give --network",
                     own);
}

struct topomap_network *slurm_network(const char *hosts, const char *partition, char *from,
                                      size_t size, struct topomap_error *error)
{
    struct topomap_network *network;
    char path[PATH_MAX], own[SLURM_NAME];
    char *text;
    int told = slurm_topology(partition, own, from, size, &text, error);

    if (told < 0)
        return NULL;
    if (text && *own && *text == '-') {
        error_set(error, TOPOMAP_IMPOSSIBLE, "the partition's topology '%.64s' is in a "
                  "topology.yaml: give --network what topomap network info --from-slurm prints",
                  own);
        free(text);
        return NULL;
    }
    if (text) {
        network = topomap_network_parse(*own ? SHOW : from, text, strlen(text), error);
        free(text);
        return network;
    }
    if (*own) {
        /* The default topology of the file may be another one. */
        slurm_not_reported(own, error);
        return NULL;
    }
    if (slurm_find_file(path, sizeof path)) {
        snprintf(from, size, "%s", path);
        return topomap_network_open(path, error);
    }
    snprintf(from, size, "no description: it is %s",
             told == 0 ? "flat" : "taken for flat, as scontrol does not answer");
    return topomap_network_flat(hosts, error);
}
