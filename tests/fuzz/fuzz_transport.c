/* SPDX-License-Identifier: BSD-3-Clause */
/* The plan of slots in the environment, which users can write: for each of the first nodes it is
 * refused, or is a permutation that survives being sent again. */
#include "fuzz/target.h"

#include "transport.h"

#define NODES 4
#define MOST_TASKS 5

static void check(const struct transport *plan, uint32_t tasks, const uint32_t *slots)
{
    struct transport again;
    uint32_t sent[MOST_TASKS];
    unsigned seen = 0;
    char *text;

    for (uint32_t i = 0; i < tasks; i++) {
        EXPECT(slots[i] < tasks);
        seen |= 1U << slots[i];
    }
    EXPECT(seen == (1U << tasks) - 1);
    text = transport_encode(plan, 1, &tasks, slots);
    EXPECT(text && transport_decode(text, 0, tasks, &again, sent, NULL) == 0);
    EXPECT(again.job == plan->job && again.step == plan->step && again.order == plan->order &&
           again.cpus == plan->cpus && memcmp(sent, slots, tasks * sizeof *sent) == 0);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1);

    EXPECT(text);
    memcpy(text, data, size);
    for (uint32_t node = 0; node < NODES; node++) {
        for (uint32_t tasks = 1; tasks <= MOST_TASKS; tasks++) {
            struct topomap_error error = {.code = TOPOMAP_OK};
            struct transport plan;
            uint32_t slots[MOST_TASKS];

            if (transport_decode(text, node, tasks, &plan, slots, &error) == 0)
                check(&plan, tasks, slots);
            else
                EXPECT(error.code == TOPOMAP_INPUT && error.text[0]);
        }
    }
    free(text);
    return 0;
}
