/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/senders.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

int senders_init(struct senders *senders, size_t nodes)
{
    *senders = (struct senders){.nodes = nodes, .first = array_raw(nodes + 1, sizeof(size_t))};
    return senders->first ? 0 : -1;
}

void senders_free(struct senders *senders)
{
    free(senders->first);
    free(senders->flow);
}

int senders_list(struct senders *senders, const struct flows *flows)
{
    size_t *first = senders->first;

    if (array_grow(&senders->flow, &senders->room, flows->count + 1, sizeof *senders->flow) < 0)
        return -1;
    memset(first, 0, (senders->nodes + 1) * sizeof *first);
    for (size_t f = 0; f < flows->count; f++)
        first[flows->flow[f].from]++;
    for (size_t i = 1; i <= senders->nodes; i++)
        first[i] += first[i - 1];
    for (size_t f = flows->count; f-- > 0;)
        senders->flow[--first[flows->flow[f].from]] = f;
    return 0;
}
