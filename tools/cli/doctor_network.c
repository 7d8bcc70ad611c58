/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap doctor: the network that planners get, and whether it can be true. */
#include "cli/doctor.h"

#include "common/slurm.h"
#include "machine/hostlist.h"
#include "topomap_internal.h"

#include <stdlib.h>
#include <string.h>

/* Nodes that are compared with the first one, and with the one before. */
#define MOST_COMPARED 4096U

/* The cluster's nodes as a host list; NULL if Slurm does not tell. */
static char *ask_hosts(void)
{
    char *const words[] = {"sinfo", "--noheader", "--format=%N", NULL};
    size_t length;
    char *text = slurm_ask(words, &length);

    if (text)
        text[strcspn(text, "\n")] = '\0';
    return text;
}

/* The nodes that the network lacks, as a host list in `text`. Returns their number. */
static uint32_t find_missing(const struct topomap_network *network, char *const *hosts,
                             uint32_t count, struct text *text)
{
    const char **missing = calloc(count + 1, sizeof *missing);
    uint32_t found = 0;

    for (uint32_t i = 0; missing && i < count; i++) {
        if (topomap_network_find(network, hosts[i]) < 0)
            missing[found++] = hosts[i];
    }
    if (found)
        hostlist_print(text, missing, found);
    text->failed |= !missing;
    free(missing);
    return found;
}

/* Whether no two nodes are nearer to each other than others. */
static bool is_even(const struct topomap_network *network)
{
    uint32_t nodes = topomap_network_nodes(network), first;

    if (nodes < 3)
        return true;
    first = topomap_network_distance(network, 0, 1);
    for (uint32_t i = 2; i < nodes && i < MOST_COMPARED; i++) {
        if (topomap_network_distance(network, 0, i) != first ||
            topomap_network_distance(network, i - 1, i) != first)
            return false;
    }
    return true;
}

/* Whether the network has all nodes of the cluster. */
static bool check_hosts(struct doctor *doctor, const struct topomap_network *network,
                        const char *hosts, const char *from)
{
    struct topomap_error error;
    struct text text = {0};
    uint32_t count, missing;
    char **names, *list;

    if (topomap_hostlist_expand(hosts, &names, &count, &error) < 0) {
        doctor_add(doctor, VERDICT_WRONG, "network", "sinfo's list of nodes: %s", error.text);
        doctor_advise(doctor, "see what 'sinfo --format=%%N' prints");
        return false;
    }
    missing = find_missing(network, names, count, &text);
    list = missing ? text_take(&text) : NULL;
    if (missing) {
        doctor_add(doctor, VERDICT_WRONG, "network", "%u of %u nodes are not in it (%s): %.200s",
                   missing, count, from, list ? list : "");
        doctor_advise(doctor, "add them to the description: jobs with one of them keep Slurm's "
                      "placement");
    }
    free(list);
    topomap_hostlist_free(names, count);
    return !missing;
}

/* What the network says of the distances of nodes. `whole`: it has all of them. */
static void check_description(struct doctor *doctor, const struct topomap_network *network,
                              const char *from, bool whole)
{
    const char *kind = topomap_network_kind(network);

    if (strcmp(kind, "flat") == 0) {
        doctor_add(doctor, VERDICT_NOTE, "network", "flat: any two nodes are equally far apart "
                   "(%s)", from);
        doctor_advise(doctor, "describe the switches in topology.conf or topology.yaml, or the "
                      "network in a file that topology= names");
    } else if (is_even(network)) {
        doctor_add(doctor, VERDICT_NOTE, "network", "%s (%s), but any two nodes are equally far "
                   "apart", topomap_network_summary(network), from);
    } else if (whole) {
        doctor_add(doctor, VERDICT_OK, "network", "%s (%s)", topomap_network_summary(network),
                   from);
    }
}

void doctor_check_network(struct doctor *doctor)
{
    const struct policy *policy = doctor->site.policy;
    const char *rule = policy ? policy->defaults.says.set.settings.topology : NULL;
    const char *file = rule ? rule : doctor->site.stack.settings.topology;
    char *hosts = doctor->config ? ask_hosts() : NULL, from[4096];
    struct topomap_network *network = NULL;
    struct topomap_error error;
    bool whole = true;

    if (file)
        network = topomap_network_open(file, &error);
    else if (hosts && *hosts)
        network = slurm_network(hosts, NULL, from, sizeof from, &error);
    if (network) {
        if (hosts && *hosts)
            whole = check_hosts(doctor, network, hosts, file ? file : from);
        check_description(doctor, network, file ? file : from, whole);
    } else if (file || (hosts && *hosts)) {
        doctor_add(doctor, VERDICT_WRONG, "network", "%s", error.text);
        doctor_advise(doctor, "mend the description: until then nothing is placed");
    }
    topomap_network_destroy(network);
    free(hosts);
}
