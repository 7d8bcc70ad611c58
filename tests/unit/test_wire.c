/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "wire/idlist.h"
#include "wire/reply.h"
#include "wire/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lists_round_trip(void **state)
{
    static const struct {
        uint32_t ids[8];
        size_t count;
        const char *text;
    } cases[] = {
        {{0}, 0, "-"},
        {{7}, 1, "7"},
        {{0, 1}, 2, "0,1"},
        {{0, 1, 2, 3}, 4, "0-3"},
        {{3, 2, 1, 0}, 4, "3,2,1,0"},
        {{5, 6, 7, 1, 2, 9}, 6, "5-7,1,2,9"},
        {{4294967294U, 4294967295U}, 2, "4294967294,4294967295"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        uint32_t ids[8];
        const char *cursor = cases[i].text;
        const char *end = cursor + strlen(cursor);
        char *printed;

        idlist_print(&text, cases[i].ids, cases[i].count);
        printed = text_take(&text);
        assert_string_equal(printed, cases[i].text);
        free(printed);
        assert_int_equal(idlist_count(cursor, end, 8), cases[i].count);
        assert_int_equal(idlist_parse(&cursor, end, UINT32_MAX, ids, cases[i].count), 0);
        assert_ptr_equal(cursor, end);
        assert_memory_equal(ids, cases[i].ids, cases[i].count * sizeof *ids);
    }
}

static void slashes_part_as_commas_do(void **state)
{
    const char *text = "0-2/7,9/4", *cursor = text, *end = text + strlen(text);
    const uint32_t expected[] = {0, 1, 2, 7, 9, 4};
    uint32_t ids[6];

    (void)state;
    assert_int_equal(idlist_count(text, end, 8), 6);
    assert_int_equal(idlist_parse(&cursor, end, 9, ids, 6), 0);
    assert_ptr_equal(cursor, end);
    assert_memory_equal(ids, expected, sizeof ids);
}

static void bad_lists_are_refused(void **state)
{
    static const char *const bad[] = {"",    ",",    "1,",  "a",        "1-",  "-1",
                                      "3-1", "1/",  "1--2", "2-2", "1,2,3,4,5", "9999999999"};
    uint32_t ids[4];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *cursor = bad[i];
        const char *end = bad[i] + strlen(bad[i]);

        if (idlist_parse(&cursor, end, 100, ids, 4) == 0 && cursor == end)
            fail_msg("'%s' was accepted", bad[i]);
    }
    assert_int_equal(idlist_count("0-4294967295", strchr("0-4294967295", '\0'), 100), -1);
}

static const char good_request[] = "topomap-request 1\n"
                                   "ranks 5\n"
                                   "nodes 3\n"
                                   "hosts n[1-3]\n"
                                   "node 0,3\n"
                                   "node -\n"
                                   "node 1,2,4\n"
                                   "network inline 12\n"
                                   "SwitchName=s\n"
                                   "algorithms tree,bisect\n"
                                   "objective hop-bytes\n"
                                   "effort best\n"
                                   "seed 18446744073709551615\n"
                                   "link-weights level-1:2,node:3\n"
                                   "node-tree package:1 core:2 pu:1\n"
                                   "pus-per-task 2\n"
                                   "slot-order spread\n"
                                   "keep-first on\n"
                                   "min-gain 0.05\n"
                                   "time-budget 0.25\n"
                                   "coordinates pattern 5x1\n"
                                   "recipe file /r.yaml\n"
                                   "graph file /a b/c.graph\n"
                                   "end\n";

static void requests_round_trip(void **state)
{
    struct wire_request request;
    struct topomap_error error;
    size_t length;
    char *text;

    (void)state;
    wire_request_init(&request);
    assert_int_equal(wire_request_parse(&request, "r", good_request, strlen(good_request), &error),
                     0);
    assert_int_equal(request.tasks[1], 0);
    assert_int_equal(request.tids[2], 1);
    assert_string_equal(request.graph.file, "/a b/c.graph");
    assert_string_equal(request.network.text, "SwitchName=s");
    assert_string_equal(request.coordinates.pattern, "5x1");
    assert_string_equal(request.recipe.file, "/r.yaml");
    assert_string_equal(request.settings.link_weights, "level-1:2,node:3");
    assert_int_equal(request.settings.bind, BIND_SPREAD);
    assert_int_equal(request.settings.keep_first, 1);
    text = wire_request_print(&request, &length);
    assert_string_equal(text, good_request);
    assert_int_equal(length, strlen(good_request));
    free(text);
    wire_request_free(&request);
}

/* Every prefix of a request is refused, and so is every line by itself. */
static void cut_requests_are_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length < strlen(good_request); length++) {
        struct wire_request request;
        struct topomap_error error = {0};

        wire_request_init(&request);
        assert_int_equal(wire_request_parse(&request, "r", good_request, length, &error), -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        assert_null(request.tids);
        wire_request_free(&request);
    }
}

/* `base` with the first `from` replaced by `to`. */
static char *replaced(const char *base, const char *from, const char *to)
{
    const char *at = strstr(base, from);
    char *text = malloc(strlen(base) + strlen(to) + 1);

    assert_non_null(at);
    assert_non_null(text);
    sprintf(text, "%.*s%s%s", (int)(at - base), base, to, at + strlen(from));
    return text;
}

static void wrong_requests_name_the_line(void **state)
{
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"request 1", "request 2", "r:1: "},
        {"ranks 5", "ranks five", "r:2: "},
        {"ranks 5", "ranks 5\nranks 5", "r:3: "},
        {"node 0,3", "node 0,x", "r:5: "},
        {"node -", "node 0-9", "r:6: "},
        {"node 1,2,4", "node 1,4,2", "r:24: the ranks of node 2"},
        {"node 1,2,4", "node 1,2,3", "r:24: the ranks of node 2"},
        {"node 1,2,4", "node 1,2,5", "r:24: the ranks of node 2"},
        {"inline 12", "inline 13", "r:8: "},
        {"inline 12", "inline 99999999", "r:8: "},
        {"spread", "wide", "r:17: 'slot-order' needs compact or spread, not 'wide'"},
        {"seed 1", "seed -1", "r:13: 'seed' needs a whole number, not '-1"},
        {"0.25", "nan", "r:20: 'time-budget' needs seconds from 0 to 86400, not 'nan'"},
        {"0.05", "1.5", "r:19: 'min-gain' needs a number from 0 to 1, not '1.5'"},
        {"per-task 2", "per-task 0", "r:16: 'pus-per-task' needs a whole number from 1 to 65535"},
        {"keep-first on", "keep-first yes", "'keep-first' needs off or on, not 'yes'"},
        {"effort best", "effort", "effort"},
        {"objective", "objectives", "unknown keyword"},
        {"recipe file /r.yaml\ngraph file /a b/c.graph\n", "", "no graph and no recipe"},
        {"recipe file", "recipe pattern", "r:22: "},
        {"recipe file /r.yaml\n", "recipe file /r.yaml\nrecipe inline 1\nx\n", "twice"},
        {"graph file /a b/c.graph\n", "graph pattern order\ngraph pattern order\n", "twice"},
        {"network inline 12", "network pattern order", "r:8: "},
        {"coordinates pattern 5x1", "coordinates 5x1", "r:21: "},
        {"coordinates pattern 5x1", "coordinates inline 9999", "r:21: "},
        {"5x1\n", "5x1\ncoordinates file /a\n", "twice"},
        {"effort best\n", "seed 1\n", "r:13: 'seed' occurs twice"},
        {"effort best\n", "hosts n[1-3]\n", "r:12: 'hosts' occurs twice"},
        {"effort best\n", "topology-name a\ntopology-name b\n", "'topology-name' occurs twice"},
        {"graph file /a b/c.graph\n", "program /a\nprogram /a\n", "'program' occurs twice"},
        {"effort best\n", "stretch 2\n", "r:12: 'stretch' needs 1, not '2'"},
        {"effort best\n", "stretch 1\nstretch 1\n", "r:13: 'stretch' occurs twice"},
        {"end\n", "end x\n", "r:24: nothing may follow 'end'"},
        {"topomap-request 1\n", "topomap-request 1\nnode 0\n",
         "r:2: 'ranks' and 'nodes' come before 'node'"},
        {"end\n", "end\nseed 2\n", "r:24: 'end' is not the last line"},
        {"end\n", "end\nend", "r:24: 'end' is not the last line"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_request request;
        struct topomap_error error = {0};
        char *text = replaced(good_request, cases[i].from, cases[i].to);

        wire_request_init(&request);
        assert_int_equal(wire_request_parse(&request, "r", text, strlen(text), &error), -1);
        if (!strstr(error.text, cases[i].message))
            fail_msg("%s -> %s: %s", cases[i].from, cases[i].to, error.text);
        wire_request_free(&request);
        free(text);
    }
}

static const uint32_t reply_tasks[] = {2, 0, 3};
static const char good_reply[] = "topomap-reply 1\n"
                                 "status placed\n"
                                 "gain exchange 1.00 -> 0.55 of Slurm's time (hop-bytes 0.60\n"
                                 "algorithm tree\n"
                                 "network switches\n"
                                 "graph /home/u/comm graph.el\n"
                                 "note something to know\n"
                                 "before 10\n"
                                 "after 5.5\n"
                                 "node 1,3 1,0\n"
                                 "node - -\n"
                                 "node 0,2,4 0-2\n"
                                 "end\n";

static int parse_reply(const char *text, size_t length, struct wire_reply *reply,
                       struct topomap_error *error)
{
    *reply = (struct wire_reply){0};
    return wire_reply_parse(reply, text, length, 3, reply_tasks, error);
}

static void replies_round_trip(void **state)
{
    struct wire_reply reply;
    struct topomap_error error = {0};
    size_t length;
    char *text;
    int result = parse_reply(good_reply, strlen(good_reply), &reply, &error);

    (void)state;
    if (result < 0)
        fail_msg("%s", error.text);
    assert_int_equal(reply.tids[1], 3);
    assert_int_equal(reply.slots[0], 1);
    assert_true(reply.scored);
    text = wire_reply_print(&reply, &length);
    assert_string_equal(text, good_reply);
    free(text);
    wire_reply_free(&reply);
}

static void as_good_is_good_enough(void **state)
{
    struct topomap_error error = {0};
    struct wire_reply reply;
    char *text = replaced(good_reply, "after 5.5", "after 10");

    (void)state;
    if (parse_reply(text, strlen(text), &reply, &error) < 0)
        fail_msg("%s", error.text);
    wire_reply_free(&reply);
    free(text);
}

static void cut_replies_are_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length < strlen(good_reply); length++) {
        struct wire_reply reply;
        struct topomap_error error = {0};

        assert_int_equal(parse_reply(good_reply, length, &reply, &error), -1);
        assert_null(reply.tids);
    }
}

static void wrong_replies_are_refused(void **state)
{
    static const struct {
        const char *from, *to;
    } cases[] = {
        {"reply 1", "reply 9"},      {"placed", "moved"},         {"placed", "kept"},
        {"after 5.5", "after nan"},  {"after 5.5", "after 11"},   {"after 5.5", "after inf"},
        {"node 1,3", "node 3,1"},    {"node 1,3", "node 1,4"},    {"node 1,3", "node 1,5"},
        {"node 1,3", "node 1"},      {"node 1,3", "node 1-3"},    {" 1,0\n", " 1,1\n"},
        {" 1,0\n", " 1,2\n"},        {" 0-2\n", "\n"},            {"algorithm tree\n", ""},
        {"end\n", "node -\nend\n"},  {"note", "nonsense"},        {"status placed\n", ""},
        {"before 10\n", ""},         {"after 5.5\n", ""},
        {"gain exchange 1.00 -> 0.55 of Slurm's time (hop-bytes 0.60\n", ""},
        {"node - -\n", ""},          {"node 0,2,4", "node 0,2,4294967295"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_reply reply;
        struct topomap_error error = {0};
        char *text = replaced(good_reply, cases[i].from, cases[i].to);

        if (parse_reply(text, strlen(text), &reply, &error) == 0)
            fail_msg("%s -> %s was accepted", cases[i].from, cases[i].to);
        assert_null(reply.tids);
        free(text);
    }
}

static void recipes_need_no_score(void **state)
{
    char *text = replaced(good_reply, "before 10\nafter 5.5\n", "");
    struct wire_reply reply;
    struct topomap_error error;
    size_t length;
    char *printed;

    (void)state;
    assert_int_equal(parse_reply(text, strlen(text), &reply, &error), 0);
    assert_false(reply.scored);
    printed = wire_reply_print(&reply, &length);
    assert_string_equal(printed, text);
    free(printed);
    free(text);
    wire_reply_free(&reply);
}

static void failures_carry_a_reason(void **state)
{
    static const char text[] = "topomap-reply 1\nstatus failed\ncode 3\nreason no graph\nend\n";
    struct wire_reply reply;
    struct topomap_error error;

    (void)state;
    assert_int_equal(parse_reply(text, strlen(text), &reply, &error), 0);
    assert_int_equal(reply.status, WIRE_FAILED);
    assert_int_equal(reply.code, TOPOMAP_INPUT);
    assert_string_equal(reply.reason, "no graph");
    wire_reply_free(&reply);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_round_trip),
        cmocka_unit_test(slashes_part_as_commas_do),
        cmocka_unit_test(bad_lists_are_refused),
        cmocka_unit_test(requests_round_trip),
        cmocka_unit_test(cut_requests_are_refused),
        cmocka_unit_test(wrong_requests_name_the_line),
        cmocka_unit_test(replies_round_trip),
        cmocka_unit_test(as_good_is_good_enough),
        cmocka_unit_test(cut_replies_are_refused),
        cmocka_unit_test(wrong_replies_are_refused),
        cmocka_unit_test(recipes_need_no_score),
        cmocka_unit_test(failures_carry_a_reason),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
