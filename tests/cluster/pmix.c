/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A PMIx client without MPI: prints `RANK HOST RANKS-ON-THAT-HOST` from PMIx, after checking that
 * node list, peers of every node and locality agree.
 */
#include <pmix.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pmix_proc_t self;

/* A value that PMIx has for a rank; NULL if there is none. */
static pmix_value_t *get(pmix_rank_t rank, const char *key)
{
    pmix_value_t *value = NULL;
    pmix_proc_t whom;

    PMIX_PROC_CONSTRUCT(&whom);
    snprintf(whom.nspace, sizeof whom.nspace, "%s", self.nspace);
    whom.rank = rank;
    return PMIx_Get(&whom, key, NULL, 0, &value) == PMIX_SUCCESS ? value : NULL;
}

static const char *text_of(const pmix_value_t *value)
{
    return value && value->type == PMIX_STRING ? value->data.string : "";
}

/* The ranks of this process's node in the node map, joined by commas; counts all nodes' ranks. */
static int peers_of(const char *host, char *line, size_t size)
{
    pmix_proc_t *peers = NULL;
    size_t count = 0, at = 0;

    if (PMIx_Resolve_peers(host, self.nspace, &peers, &count) != PMIX_SUCCESS)
        return -1;
    line[0] = '\0';
    for (size_t i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(line + at, size - at, "%s%u", i ? "," : "", peers[i].rank);
    PMIX_PROC_FREE(peers, count);
    return (int)count;
}

static int node_map_is_whole(uint32_t ranks)
{
    char *list = NULL, *cursor, *host, line[4096];
    int sum = 0;

    if (PMIx_Resolve_nodes(self.nspace, &list) != PMIX_SUCCESS)
        return 0;
    for (cursor = list; (host = strsep(&cursor, ","));) {
        int count = peers_of(host, line, sizeof line);

        if (count < 0)
            return 0;
        sum += count;
    }
    free(list);
    return sum == (int)ranks;
}

/* Count the ranks on this process's node by asking for each rank's host. */
static int count_here(const char *host, uint32_t ranks)
{
    int count = 0;

    for (uint32_t rank = 0; rank < ranks; rank++)
        count += strcmp(text_of(get(rank, PMIX_HOSTNAME)), host) == 0;
    return count;
}

int main(void)
{
    const char *environment = getenv("PMIX_RANK"), *told = getenv("SLURM_PROCID");
    char host[64] = "", line[4096] = "";
    pmix_value_t *size, *local_rank;
    uint32_t ranks = 0;
    int good, here;

    if (PMIx_Init(&self, NULL, 0) != PMIX_SUCCESS)
        return 1;
    gethostname(host, sizeof host - 1);
    size = get(PMIX_RANK_WILDCARD, PMIX_JOB_SIZE);
    local_rank = get(self.rank, PMIX_LOCAL_RANK);
    if (size)
        ranks = size->data.uint32;
    here = peers_of(host, line, sizeof line);
    good = environment && told && strcmp(environment, told) == 0 &&
           strtoul(environment, NULL, 10) == self.rank;
    good = good && node_map_is_whole(ranks) && here == count_here(host, ranks);
    good = good && strcmp(text_of(get(PMIX_RANK_WILDCARD, PMIX_LOCAL_PEERS)), line) == 0;
    good = good && local_rank && getenv("SLURM_LOCALID") &&
           strtol(getenv("SLURM_LOCALID"), NULL, 10) == local_rank->data.uint16;
    printf("%u %s %s\n", self.rank, host, line);
    PMIx_Finalize(NULL, 0);
    return good ? 0 : 1;
}
