/* SPDX-License-Identifier: BSD-3-Clause */
/* Policies: an accepted policy decides about a step, and the ruling survives printing and
 * parsing. */
#include "fuzz/target.h"

#include "policy/decisions.h"
#include "policy/policy.h"

static void check_ruling(const struct policy *policy, uint64_t nodes)
{
    struct wire_facts facts = {
        .partition = "batch", .account = "", .user = "a", .group = "a,b", .constraint = "x&[y*2|z]",
        .executable = "/bin/app", .nodes = nodes, .tasks = 4 * nodes};
    struct ruling ruling, read;
    size_t length, again;
    char *text, *other;

    EXPECT(policy_decide(policy, &facts, &ruling, NULL) == 0);
    text = wire_ruling_print(&ruling, &length);
    EXPECT(text && wire_ruling_parse(&read, text, length, NULL) == 0);
    other = wire_ruling_print(&read, &again);
    EXPECT(other && length == again && memcmp(text, other, length) == 0);
    ruling_free(&ruling);
    ruling_free(&read);
    free(text);
    free(other);
}

static void check_answer(const char *text, size_t size)
{
    struct wire_facts facts = {0};
    struct decision_read decision;
    struct ruling ruling;

    if (wire_ruling_parse(&ruling, text, size, NULL) == 0)
        ruling_free(&ruling);
    if (wire_facts_parse(&facts, text, size, NULL) == 0)
        wire_facts_free(&facts);
    if (decision_parse(&decision, text, size) > 0)
        decision_free(&decision);
}

static void count(void *context, const struct topomap_error *error)
{
    EXPECT(error->code != TOPOMAP_OK && error->text[0]);
    ++*(uint32_t *)context;
}

/* Whether a policy is accepted does not depend on who listens. */
static void check_listener(const struct source *source, const struct policy *accepted)
{
    uint32_t errors = 0;
    const struct policy_listener listener = {count, &errors};
    struct policy *policy = policy_parse(source, &listener, NULL);

    EXPECT(!policy == !accepted && !policy == (errors > 0));
    policy_destroy(policy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source source = {.name = "input", .text = (const char *)data, .length = size};
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct policy *policy = NULL;

    /* The reader refuses NUL bytes, too. */
    if (source_check(&source, &error) == 0) {
        policy = policy_parse(&source, NULL, &error);
        check_listener(&source, policy);
    }
    EXPECT(policy || (error.code != TOPOMAP_OK && error.text[0]));
    for (uint32_t i = 0; policy && i < policy->count && i < 64; i++)
        free(policy_never(policy, i));
    if (policy) {
        check_ruling(policy, 1);
        check_ruling(policy, 64);
    }
    policy_destroy(policy);
    check_answer((const char *)data, size);
    return 0;
}
