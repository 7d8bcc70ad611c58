/* SPDX-License-Identifier: BSD-3-Clause */
/* The planner's reply for a step of three nodes: an accepted reply is a permutation of the ranks,
 * and prints as text with the same meaning. */
#include "fuzz/target.h"

#include "wire/reply.h"

#define NODES 3
#define RANKS 5
static const uint32_t tasks[NODES] = {2, 0, 3};

static void check(const struct wire_reply *reply)
{
    unsigned seen = 0;

    if (reply->status == WIRE_FAILED)
        return;
    for (uint32_t i = 0; i < RANKS; i++) {
        EXPECT(reply->tids[i] < RANKS);
        seen |= 1U << reply->tids[i];
        EXPECT(!reply->slots || reply->slots[i] < 3);
    }
    EXPECT(seen == (1U << RANKS) - 1);
    EXPECT(reply->algorithm && reply->network);
    EXPECT(reply->status != WIRE_PLACED || !reply->scored || reply->after <= reply->before);
}

static char *print(const char *text, size_t size, size_t *length)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct wire_reply reply = {0};
    char *printed = NULL;

    if (wire_reply_parse(&reply, text, size, NODES, tasks, &error) == 0) {
        check(&reply);
        /* The ranks of a failure have no meaning, and need not be valid. */
        if (reply.status != WIRE_FAILED)
            printed = wire_reply_print(&reply, length);
        EXPECT(printed || reply.status == WIRE_FAILED);
    } else {
        EXPECT(error.code == TOPOMAP_INPUT && error.text[0] && !reply.tids);
    }
    wire_reply_free(&reply);
    return printed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    round_trip(print, data, size);
    return 0;
}
