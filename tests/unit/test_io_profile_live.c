/* SPDX-License-Identifier: BSD-3-Clause */
/* The files of counters of ranks that were killed. */
#include "unit.h"

#include "io/profile.h"
#include "io/profile_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 3
#define POWER 2
#define ENTRIES (1 << POWER)
#define TABLE_AT 4096

/* Two of four ranks on a node have counted; the third has not begun. */
struct file {
    union {
        char bytes[TABLE_AT + 2 * ENTRIES * sizeof(struct live_entry)];
        struct live_head head;
    };
};

static uint64_t key(uint32_t other, uint64_t part, uint64_t phase)
{
    return ((uint64_t)other + 1) | part << LIVE_KEY_PART | phase << LIVE_KEY_PHASE |
           UINT64_C(9) << LIVE_KEY_STEP;
}

static struct live_entry *entry(struct file *file, int at)
{
    return (struct live_entry *)(void *)(file->bytes + TABLE_AT) + at;
}

static struct file *make(void)
{
    struct file *file = calloc(1, sizeof *file);

    assert_non_null(file);
    memcpy(file->head.magic, LIVE_MAGIC, sizeof LIVE_MAGIC);
    file->head.order = LIVE_ORDER;
    file->head.slots = SLOTS;
    file->head.run = 77;
    file->head.ranks = 4;
    file->head.sampling = 1;
    strcpy(file->head.library, "MPI");
    strcpy(file->head.program, "app");
    file->head.slot[0].state = LIVE_COUNTING;
    file->head.slot[0].rank = 2;
    file->head.slot[0].tables[5] = (uint64_t)TABLE_AT << 8 | POWER;
    file->head.slot[1].state = LIVE_FINALIZED;
    file->head.slot[1].rank = 3;
    file->head.slot[1].tables[0] =
        (TABLE_AT + ENTRIES * sizeof(struct live_entry)) << 8 | POWER;
    *entry(file, 0) = (struct live_entry){key(1, PROFILE_P2P, 1), 100, 2};
    *entry(file, 3) = (struct live_entry){key(LIVE_OUTSIDE, PROFILE_P2P, 1), 50, 5};
    *entry(file, ENTRIES) = (struct live_entry){key(0, PROFILE_FETCHED, 9), 30, 3};
    return file;
}

/* The profile of the file, or NULL with the error; the file is freed. */
static struct topomap_profile *read_length(struct file *file, size_t length,
                                           struct topomap_error *error)
{
    const struct source source = {.name = "node", .text = file->bytes, .length = length};
    struct topomap_profile *profile = NULL;
    struct source made = {.name = "node"};

    made.text = live_profile(&source, &made.length, error);
    if (made.text)
        profile = profile_parse(&made, error);
    free(file);
    return profile;
}

static void test_reads(void **state)
{
    struct file *file = make();
    const struct source source = {.name = "node", .text = file->bytes, .length = sizeof *file};
    const struct topomap_profile_info *info;
    struct topomap_profile *profile;
    struct topomap_graph *graph;
    struct topomap_error error;

    (void)state;
    assert_true(live_is(&source));
    profile = read_length(file, sizeof *file, &error);
    assert_non_null(profile);
    info = topomap_profile_info(profile);
    assert_int_equal(info->ranks, 4);
    assert_int_equal(info->recorded, 2);
    assert_int_equal(info->unfinished, 1);
    assert_int_equal(info->outside_messages, 5);
    assert_int_equal(info->outside_bytes, 50);
    assert_string_equal(info->library, "MPI");
    assert_string_equal(info->program, "app");
    graph = topomap_profile_graph(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE, &error);
    assert_int_equal(topomap_graph_edges(graph), 2);
    assert_int_equal(topomap_graph_bytes(graph), 130);
    assert_int_equal(topomap_graph_messages(graph), 5);
    topomap_graph_destroy(graph);
    graph = topomap_profile_graph(profile, TOPOMAP_PART_ONE_SIDED, 9, &error);
    assert_int_equal(topomap_graph_bytes(graph), 30);
    topomap_graph_destroy(graph);
    topomap_profile_destroy(profile);
}

/* Messages of other sizes to the same rank are point-to-point, too. */
static void test_sizes(void **state)
{
    struct file *file = make();
    struct topomap_profile *profile;
    struct topomap_graph *graph;
    struct topomap_error error;

    (void)state;
    *entry(file, 1) = (struct live_entry){key(1, PROFILE_PARTS, 1), 4000, 1};
    *entry(file, 2) = (struct live_entry){key(0, LIVE_MOST_PART, 1), 8, 1};
    profile = read_length(file, sizeof *file, &error);
    assert_non_null(profile);
    graph = topomap_profile_graph(profile, TOPOMAP_PART_P2P, 1, &error);
    assert_int_equal(topomap_graph_edges(graph), 2);
    assert_int_equal(topomap_graph_bytes(graph), 4108);
    assert_int_equal(topomap_graph_messages(graph), 4);
    topomap_graph_destroy(graph);
    topomap_profile_destroy(profile);
}

/* Each field that a broken disk or another machine may have changed. */
static void test_refuses(void **state)
{
    static const char *const words[] = {
        "do not begin", "byte order", "header is not valid", "header is not valid",
        "header is not valid", "header is not valid", "header is not valid", "slots are truncated",
        "slot is not valid", "slot is not valid", "table is truncated",
        "table is truncated",
        "entry is not valid", "entry is not valid",
    };

    (void)state;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        struct file *file = make();
        struct topomap_error error = {.text = ""};

        switch (i) {
        case 0: file->head.magic[3] ^= 1; break;
        case 1: file->head.order = UINT32_C(0x04030201); break;
        case 2: file->head.ranks = 0; break;
        case 3: file->head.slots = 5; break;
        case 4: file->head.sampling = 0; break;
        case 5: memset(file->head.library, 'x', LIVE_TEXT); break;
        case 6: file->head.ranks = TOPOMAP_MAX_RANKS + 1; break;
        case 7: file->head.ranks = 1000, file->head.slots = 1000; break;
        case 8: file->head.slot[0].state = 99; break;
        case 9: file->head.slot[1].rank = 4; break;
        case 10: file->head.slot[0].tables[63] = UINT64_MAX; break;
        case 11: file->head.slot[1].tables[0] += 1 << 8; break;
        case 12: entry(file, 0)->key = key(4, PROFILE_P2P, 1); break;
        default: entry(file, 0)->key = key(LIVE_OUTSIDE - 1, PROFILE_P2P, 1); break;
        }
        assert_null(read_length(file, sizeof *file, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, words[i]))
            fail_msg("%u: '%s' does not say '%s'", i, error.text, words[i]);
    }
}

/* Ranks that count no more in the node's file write records of their own: it says nothing then. */
static void test_nobody_counts(void **state)
{
    struct file *file = make();
    struct topomap_profile *profile;
    struct topomap_error error;

    (void)state;
    file->head.slot[0].state = LIVE_NOTHING;
    file->head.slot[1].state = LIVE_GIVEN_UP;
    profile = read_length(file, sizeof *file, &error);
    if (!profile)
        fail_msg("%s", error.text);
    assert_int_equal(topomap_profile_info(profile)->ranks, 4);
    assert_int_equal(topomap_profile_info(profile)->recorded, 0);
    topomap_profile_destroy(profile);
}

static void test_truncated(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof(struct file); length++) {
        struct topomap_error error = {.text = ""};

        assert_null(read_length(make(), length, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_nobody_counts),
        cmocka_unit_test(test_truncated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
