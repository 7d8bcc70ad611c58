/* SPDX-License-Identifier: BSD-3-Clause */
/* The site's policy: what is accepted and refused, which rule decides, what can never match, and
 * which of the user's settings remain. */
#include "unit/unit.h"

#include "base/text.h"
#include "option/deadline.h"
#include "option/setting.h"
#include "policy/policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct policy *parse(const char *text, struct topomap_error *error)
{
    const struct source source = {.name = "p", .text = text, .length = strlen(text)};

    return policy_parse(&source, NULL, error);
}

static struct policy *need(const char *text)
{
    struct topomap_error error = {.text = ""};
    struct policy *policy = parse(text, &error);

    if (!policy)
        fail_msg("%s", error.text);
    return policy;
}

static const struct option_row *row(const char *name)
{
    const struct option_row *found =
        option_find(SCOPE_POLICY | SCOPE_USER, name, strlen(name));

    assert_non_null(found);
    return found;
}

static uint32_t line_of(const struct ruling_values *values, const char *name)
{
    return values->line[option_index(row(name))];
}

static void wrong_policies_say_where(void **state)
{
    static const struct {
        const char *text, *wrong;
    } cases[] = {
        {"", "there is no document"},
        {"[1]", "p:1: '[...]' is not a map"},
        {"rules: 3", "p:1: 'rules' is not a list"},
        {"enabld: no", "p:1: unknown key 'enabld'; did you mean 'enabled'?"},
        {"enabled: perhaps", "p:1: 'enabled' needs off or on, not 'perhaps'"},
        {"enabled: [no]", "p:1: 'enabled' is not a plain value"},
        {"defaults:\n  efort: best", "p:2: unknown key 'efort'; did you mean 'effort'?"},
        {"defaults:\n  effort: bst", "p:2: 'effort' needs fast, default or best, not 'bst'"},
        {"defaults:\n  match: {}", "p:2: unknown key 'match'"},
        {"defaults:\n  name: x", "p:2: unknown key 'name'"},
        {"defaults:\n  enabled: no", "p:2: unknown key 'enabled'"},
        {"defaults:\n  libexecdir: /x", "p:2: unknown key 'libexecdir'"},
        {"defaults:\n  algorithm: [tree, treee]",
         "p:2: unknown algorithm 'treee'; did you mean 'tree'?"},
        {"defaults:\n  algorithm: []", "p:2: 'algorithm' is not a plain value"},
        {"defaults:\n  objective: hops", "p:2: unknown objective 'hops'"},
        {"defaults:\n  link-weights: a:1000",
         "p:2: 'a:1000' is not CLASS:WEIGHT, a class of links and a weight from 1 to 100"},
        {"defaults:\n  link-weights: [a:1, 'level 1']", "p:2: 'level 1' is not CLASS:WEIGHT"},
        {"defaults:\n  link-weights: package:100.5", "p:2: 'package:100.5' is not LEVEL:WEIGHT"},
        {"defaults:\n  deadline: -1", "p:2: 'deadline' needs seconds from 0 to 3600, not '-1'"},
        {"defaults:\n  most:\n    bind: off", "p:3: unknown key 'bind'"},
        {"defaults:\n  most: {efort: best}", "did you mean 'effort'?"},
        {"defaults:\n  least: {effort: best}\n  most: {effort: fast}",
         "p:1: the least 'effort' is above the most"},
        {"defaults:\n  locked: [store]", "p:2: 'store' is not an option of users"},
        {"defaults:\n  locked: efort",
         "p:2: 'efort' is not an option of users; did you mean 'effort'?"},
        {"rules:\n- mtach: {}", "p:2: unknown key 'mtach'; did you mean 'match'?"},
        {"rules:\n- match:\n    partiton: x",
         "p:3: unknown key 'partiton'; did you mean 'partition'?"},
        {"rules:\n- match: {user: {a: b}}", "p:2: 'user' is neither a word nor a list of words"},
        {"rules:\n- match: {user: [[a]]}", "p:2: '[...]' is not a plain value"},
        {"rules:\n- match: {user: ''}", "p:2: an empty or broken word"},
        {"rules:\n- match: {nodes: many}", "p:2: 'nodes' needs a number or a range"},
        {"rules:\n- match: {nodes: 0}", "p:2: 'nodes' needs a number or a range"},
        {"rules:\n- match: {nodes: 9-8}", "p:2: 'nodes' needs a number or a range"},
        {"rules:\n- match: {nodes: 8-9-}", "p:2: 'nodes' needs a number or a range"},
        {"rules:\n- match: {tasks: '-'}", "p:2: 'tasks' needs a number or a range"},
        {"rules:\n- match: {tasks: ''}", "p:2: 'tasks' needs a number or a range"},
        {"rules:\n- match: {tasks: [1, 2]}", "p:2: 'tasks' needs a number or a range"},
        {"rules:\n- match: {user: a}\n  match: {user: b}", "the key 'match' occurs twice"},
        {"rules: [{topomap: sometimes}]", "p:1: 'topomap' needs asked, on, auto or off"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};

        assert_null(parse(cases[i].text, &error));
        if (!strstr(error.text, cases[i].wrong))
            fail_msg("%s: not '%s'", error.text, cases[i].wrong);
        assert_int_equal(error.code, TOPOMAP_INPUT);
    }
}

static void collect(void *context, const struct topomap_error *error)
{
    text_printf(context, "%s\n", error->text);
}

static void a_listener_is_told_all_errors(void **state)
{
    static const char text[] = "enabled: perhaps\n"
                               "defaults:\n"
                               "  efort: best\n"
                               "  link-weights: a:1000\n"
                               "  most: {deadline: -1, bind: off, effort: best}\n"
                               "  locked: [store, effort, log]\n"
                               "rules:\n"
                               "- 3\n"
                               "- match: {partiton: x, nodes: many, user: a}\n"
                               "  algorithm: treee\n"
                               "- topomap: on\n"
                               "ruls: []\n";
    static const char *const wrong[] = {
        "p:1: 'enabled' needs", "p:3: unknown key 'efort'", "p:4: 'a:1000' is not",
        "p:5: 'deadline' needs", "p:5: unknown key 'bind'", "p:6: 'store' is not",
        "p:6: 'log' is not", "p:8: ", "p:9: unknown key 'partiton'", "p:9: 'nodes' needs",
        "p:10: unknown algorithm 'treee'", "p:12: unknown key 'ruls'",
    };
    const struct source source = {.name = "p", .text = text, .length = strlen(text)};
    struct text told = {0};
    const struct policy_listener listener = {collect, &told};
    struct topomap_error last;
    const char *at;
    char *all;

    (void)state;
    assert_null(policy_parse(&source, &listener, &last));
    assert_int_equal(last.code, TOPOMAP_INPUT);
    at = all = text_take(&told);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (strncmp(at, wrong[i], strlen(wrong[i])) != 0)
            fail_msg("%s: not '%s'", at, wrong[i]);
        at = strchr(at, '\n') + 1;
    }
    assert_string_equal(at, "");
    free(all);
}

/* Facts of a step; "?" is unknown. */
struct step {
    const char *partition, *account, *user, *group, *constraint, *executable;
    uint64_t nodes, tasks;
};

static char *fact(const char *text)
{
    return text && strcmp(text, "?") == 0 ? NULL : strdup(text ? text : "");
}

/* The line of the deciding rule; 0: none; -1: unknown, with the error. */
static int decide(const struct policy *policy, const struct step *step,
                  struct topomap_error *error)
{
    struct wire_facts facts = {
        .partition = fact(step->partition), .account = fact(step->account),
        .user = fact(step->user), .group = fact(step->group),
        .constraint = fact(step->constraint), .executable = fact(step->executable),
        .nodes = step->nodes, .tasks = step->tasks,
    };
    struct ruling ruling;
    int line = -1;

    if (policy_decide(policy, &facts, &ruling, error) == 0) {
        line = (int)ruling.line;
        ruling_free(&ruling);
    }
    wire_facts_free(&facts);
    return line;
}

static void the_first_rule_that_matches_decides(void **state)
{
    static const struct {
        const char *match;
        struct step step;
        bool matches;
    } cases[] = {
        {"{}", {.nodes = 1}, true},
        {"{partition: a}", {.partition = "a"}, true},
        {"{partition: a}", {.partition = "ab"}, false},
        {"{partition: a*}", {.partition = "ab"}, true},
        {"{partition: [x, a]}", {.partition = "a"}, true},
        {"{partition: []}", {.partition = "a"}, false},
        {"{partition: b}", {.partition = "a,b"}, true},
        {"{account: 'x-[12]'}", {.account = "x-2"}, true},
        {"{account: x}", {.account = NULL}, false},
        {"{account: '*'}", {.account = NULL}, true},
        {"{user: root}", {.user = "root"}, true},
        {"{user: root}", {.user = "roots"}, false},
        {"{group: staff}", {.group = "users,staff"}, true},
        {"{group: staff}", {.group = "users,staffs"}, false},
        {"{constraint: gpu}", {.constraint = "ib&[gpu*4|fat]"}, true},
        {"{constraint: fat}", {.constraint = "ib&[gpu*4|fat]"}, true},
        {"{constraint: g}", {.constraint = "ib&[gpu*4|fat]"}, false},
        {"{constraint: 4}", {.constraint = "ib&[gpu*4|fat]"}, false},
        {"{constraint: fat}", {.constraint = "gpu*4&fat*2"}, true},
        {"{constraint: gpu}", {.constraint = NULL}, false},
        {"{executable: lmp*}", {.executable = "/apps/lmp_mpi"}, true},
        {"{executable: /apps/*}", {.executable = "/apps/lmp_mpi"}, true},
        {"{executable: apps}", {.executable = "/apps/lmp_mpi"}, false},
        {"{nodes: 4}", {.nodes = 4}, true},
        {"{nodes: 4}", {.nodes = 5}, false},
        {"{nodes: 4-}", {.nodes = 5}, true},
        {"{nodes: 4-}", {.nodes = 3}, false},
        {"{nodes: -4}", {.nodes = 4}, true},
        {"{nodes: -4}", {.nodes = 5}, false},
        {"{tasks: 4-8}", {.tasks = 8}, true},
        {"{tasks: 4-8}", {.tasks = 9}, false},
        {"{tasks: 4-8, user: a}", {.tasks = 8, .user = "a"}, true},
        {"{tasks: 4-8, user: a}", {.tasks = 8, .user = "b"}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct policy *policy;
        char text[256];

        snprintf(text, sizeof text, "rules:\n- match: %s\n- match: {}\n- match: {}\n",
                 cases[i].match);
        policy = need(text);
        if (decide(policy, &cases[i].step, &error) != (cases[i].matches ? 2 : 3))
            fail_msg("%s: %s", cases[i].match, cases[i].matches ? "does not match" : "matches");
        policy_destroy(policy);
    }
}

static void what_is_not_known_is_named(void **state)
{
    struct policy *policy = need("rules:\n- match: {nodes: 8-, account: x}\n- match: {user: a}\n");
    struct topomap_error error;

    (void)state;
    assert_int_equal(decide(policy, &(struct step){.account = "?", .nodes = 8}, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "p:2: the rule depends on the account, which is unknown");
    /* If the nodes alone show that it does not match, the account does not matter. */
    assert_int_equal(decide(policy, &(struct step){.account = "?", .nodes = 4, .user = "a"},
                            &error), 3);
    assert_int_equal(decide(policy, &(struct step){.account = "y", .user = "?", .nodes = 8},
                            &error), -1);
    assert_string_equal(error.text, "p:3: the rule depends on the user, which is unknown");
    policy_destroy(policy);
}

static void defaults_hold_where_a_rule_says_nothing(void **state)
{
    struct policy *policy = need(
        "enabled: no\n"
        "defaults:\n"
        "  effort: fast\n"
        "  slot-order: spread\n"
        "  min-gain: 0.1\n"
        "  locked: [algorithm]\n"
        "  most: {deadline: 10, effort: default}\n"
        "rules:\n"
        "- match: {nodes: 4}\n"
        "  effort: best\n"
        "  bind: no\n"
        "  most: {}\n"
        "- name: two\n"
        "  match: {nodes: 2}\n"
        "  locked: []\n"
        "  least: {min-gain: 0.2}\n");
    struct wire_facts facts = {.nodes = 4};
    struct ruling ruling;

    (void)state;
    assert_int_equal(policy_decide(policy, &facts, &ruling, NULL), 0);
    assert_true(!ruling.enabled && ruling.enabled_line == 1 && ruling.line == 9);
    assert_null(ruling.rule);
    assert_int_equal(ruling.set.settings.effort, TOPOMAP_EFFORT_BEST);
    assert_int_equal(line_of(&ruling.set, "effort"), 10);
    assert_int_equal(ruling.set.settings.bind, BIND_OFF);
    assert_int_equal(line_of(&ruling.set, "slot-order"), 0);
    assert_int_equal(line_of(&ruling.set, "min-gain"), 5);
    assert_int_equal(line_of(&ruling.most, "deadline"), 0);
    assert_int_equal(ruling.locked[option_index(row("algorithm"))], 6);
    ruling_free(&ruling);

    facts.nodes = 2;
    assert_int_equal(policy_decide(policy, &facts, &ruling, NULL), 0);
    assert_string_equal(ruling.rule, "two");
    assert_int_equal(ruling.set.settings.effort, TOPOMAP_EFFORT_FAST);
    assert_int_equal(ruling.set.settings.bind, BIND_SPREAD);
    assert_int_equal(ruling.locked[option_index(row("algorithm"))], 0);
    assert_int_equal(line_of(&ruling.most, "deadline"), 7);
    assert_int_equal(line_of(&ruling.least, "min-gain"), 16);
    ruling_free(&ruling);

    facts.nodes = 1;
    assert_int_equal(policy_decide(policy, &facts, &ruling, NULL), 0);
    assert_int_equal(ruling.line, 0);
    assert_int_equal(line_of(&ruling.set, "effort"), 3);
    ruling_free(&ruling);
    policy_destroy(policy);
}

static void rules_that_never_match_are_seen(void **state)
{
    static const struct {
        const char *rules, *why; /* of the last of three; NULL: it may match */
    } cases[] = {
        {"- match: {user: a}\n- match: {user: b}\n- match: {user: c}\n", NULL},
        {"- match: {user: a}\n- {}\n- match: {user: c}\n", "the rule on line 3 matches every"},
        {"- match: {user: c*}\n- match: {user: b}\n- match: {user: cc}\n", "the rule on line 2"},
        {"- match: {user: c*}\n- match: {user: b}\n- match: {user: 'c?'}\n", NULL},
        {"- match: {user: [a, c]}\n- match: {user: b}\n- match: {user: [c, a]}\n", "on line 2"},
        {"- match: {user: [a, c]}\n- match: {user: b}\n- match: {user: [c, d]}\n", NULL},
        {"- match: {user: a}\n- match: {user: b}\n- match: {user: a, nodes: 4}\n", "on line 2"},
        {"- match: {user: a, nodes: 8}\n- match: {user: b}\n- match: {user: a}\n", NULL},
        {"- match: {nodes: 4-8}\n- match: {user: b}\n- match: {nodes: 5-7}\n", "on line 2"},
        {"- match: {nodes: 4-8}\n- match: {user: b}\n- match: {nodes: 5-}\n", NULL},
        {"- match: {nodes: 4-}\n- match: {user: b}\n- match: {nodes: 5-}\n", "on line 2"},
        {"- match: {user: a}\n- match: {user: b}\n- match: {nodes: 5-, tasks: -4}\n",
         "no step has more nodes than tasks"},
        {"- match: {user: a}\n- match: {user: b}\n- match: {nodes: 5-, tasks: -5}\n", NULL},
        {"- match: {user: a}\n- match: {user: b}\n- match: {account: []}\n",
         "its list 'account' is empty"},
        {"- match: {executable: '*s*'}\n- match: {user: b}\n- match: {executable: /s/b/lmp}\n",
         NULL},
        {"- match: {executable: l*}\n- match: {user: b}\n- match: {executable: /s/b/lmp}\n",
         "on line 2"},
        {"- match: {executable: /s/*}\n- match: {user: b}\n- match: {executable: /s/b/lmp}\n",
         "on line 2"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct policy *policy;
        char text[256], *why;

        snprintf(text, sizeof text, "rules:\n%s", cases[i].rules);
        policy = need(text);
        why = policy_never(policy, 2);
        if (!why != !cases[i].why || (why && !strstr(why, cases[i].why)))
            fail_msg("%s: %s", cases[i].rules, why ? why : "may match");
        assert_null(policy_never(policy, 0));
        free(why);
        policy_destroy(policy);
    }
}

/* What remains of `keys` with a policy of defaults, for this many ranks. */
static char *left_of(const char *defaults, const char *keys, uint32_t ranks,
                     struct settings *settings)
{
    struct wire_facts facts = {.nodes = 1};
    struct settings site;
    struct ruling ruling;
    struct policy *policy;
    struct text kept = {0};
    char text[512];

    snprintf(text, sizeof text, "defaults:\n%s", defaults);
    policy = need(text);
    assert_int_equal(settings_init(&site), 0);
    assert_int_equal(policy_decide(policy, &facts, &ruling, NULL), 0);
    assert_int_equal(ruling_set(&ruling, &site), 0);
    assert_int_equal(settings_copy(settings, &site), 0);
    settings->given = 0;
    assert_int_equal(settings_set_list(settings, keys, NULL), 0);
    text_puts(&kept, "");
    assert_int_equal(ruling_bound(&ruling, &site, ranks, settings, &kept), 0);
    ruling_free(&ruling);
    settings_free(&site);
    policy_destroy(policy);
    return text_take(&kept);
}

static void users_pass_no_lock_and_no_limit(void **state)
{
    static const struct {
        const char *defaults, *keys, *kept;
    } cases[] = {
        {"  effort: fast\n", "effort=best", ""},
        {"  effort: fast\n  locked: effort\n", "effort=best", "effort=fast"},
        {"  effort: fast\n  locked: effort\n", "seed=3", ""},
        {"  locked: [algorithm, seed]\n", "algorithm=tree,seed=3", "algorithm unset, seed=1"},
        {"  bind: off\n  locked: bind\n", "slot-order=spread", "bind=off"},
        {"  locked: bind\n", "no-bind", "bind=compact"},
        {"  locked: bind\n", "bind=compact", "bind=compact"},
        {"  most: {effort: default}\n", "effort=best", "effort=default"},
        {"  most: {effort: default}\n", "effort=fast", ""},
        {"  least: {min-gain: 0.05}\n", "min-gain=0", "min-gain=0.05"},
        {"  least: {min-gain: 0.05}\n", "min-gain=0.5", ""},
        {"  most: {deadline: 20}\n", "deadline=30", "deadline=20"},
        {"  most: {deadline: 20}\n", "deadline=10", ""},
        {"  most: {time-budget: 2}\n", "time-budget=3", "time-budget=2"},
        {"  most: {time-budget: 10}\n", "time-budget=0", ""},
        {"  most: {deadline: 0}\n", "deadline=30", "deadline=5.0016"},
        {"  most: {deadline: 0}\n", "deadline=3", ""},
        {"  least: {deadline: 0}\n", "deadline=3", "deadline=5.0016"},
        {"  least: {deadline: 2}\n  most: {deadline: 0}\n", "deadline=1", "deadline=2"},
        {"  most: {time-budget: 0}\n", "time-budget=3600", "time-budget=0"},
        {"  most: {time-budget: 0}\n", "time-budget=0", ""},
        {"  most: {deadline: 10}\nrules:\n- least: {deadline: 60}\n", "deadline=5", "deadline=10"},
        {"  most: {deadline: 10}\nrules:\n- least: {deadline: 60}\n", "deadline=30",
         "deadline=10"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct settings settings;
        char *kept = left_of(cases[i].defaults, cases[i].keys, 16, &settings);

        assert_string_equal(kept, cases[i].kept);
        free(kept);
        settings_free(&settings);
    }
}

/* 0 means that something else decides: the limit applies to that value. */
static void limits_hold_for_what_nobody_said(void **state)
{
    struct settings settings;

    (void)state;
    free(left_of("  most: {deadline: 20}\n", "", 16, &settings));
    assert_true(settings.deadline == 0);
    settings_free(&settings);
    free(left_of("  most: {deadline: 20}\n", "", 1000000, &settings));
    assert_true(settings.deadline == 20);
    settings_free(&settings);
    free(left_of("  most: {deadline: 20}\n", "time-budget=100", 16, &settings));
    assert_true(settings.deadline == 20 && settings.time_budget == 100);
    settings_free(&settings);
    free(left_of("  most: {time-budget: 1}\n", "", 16, &settings));
    assert_true(settings.time_budget == 1 && settings.deadline > 5 && settings.deadline < 5.1);
    settings_free(&settings);
    free(left_of("  most: {effort: fast}\n", "", 16, &settings));
    assert_int_equal(settings.effort, TOPOMAP_EFFORT_FAST);
    settings_free(&settings);
}

/* A limit of 0 does not lift what it limits, and a budget that is too large leaves no trace in the
 * deadline. */
static void limits_leave_a_deadline_that_fits(void **state)
{
    static const struct {
        const char *limits, *keys;
        double budget, deadline; /* the seconds that hold */
    } cases[] = {
        {"most: {time-budget: 0}", "time-budget=3600", 0, 5.0016},
        {"most: {time-budget: 0}", "", 0, 5.0016},
        {"most: {time-budget: 2}", "time-budget=3600", 2, 7.5016},
        {"most: {time-budget: 2}", "time-budget=3600,deadline=100", 2, 100},
        {"most: {time-budget: 2}", "time-budget=1", 1, 6.2516},
        {"most: {time-budget: 2}", "", 2, 5.0016},
        {"least: {time-budget: 8}", "time-budget=4", 8, 15.0016},
        {"most: {deadline: 0}", "deadline=100", 0, 5.0016},
        {"most: {deadline: 0}", "time-budget=3600", 3600, 5.0016},
        {"most: {deadline: 0}", "", 0, 5.0016},
        {"most: {deadline: 0, time-budget: 2}", "time-budget=3600", 2, 7.5016},
        {"most: {deadline: 0, time-budget: 2}", "deadline=100", 2, 7.5016},
        {"most: {deadline: 0, time-budget: 0}", "time-budget=8,deadline=100", 0, 5.0016},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct settings settings;
        char limits[128];
        double deadline;

        snprintf(limits, sizeof limits, "  %s\n", cases[i].limits);
        free(left_of(limits, cases[i].keys, 16, &settings));
        deadline = deadline_seconds(&settings, 16);
        if (settings.time_budget != cases[i].budget || deadline < cases[i].deadline - 1e-9 ||
            deadline > cases[i].deadline + 1e-9)
            fail_msg("%s, %s: %g s of %g s", cases[i].limits, cases[i].keys, settings.time_budget,
                     deadline);
        settings_free(&settings);
    }
}

static void the_site_may_want_what_nobody_asked_for(void **state)
{
    static const struct {
        int mode;
        bool locked;
        const char *asked, *wanted;
    } cases[] = {
        {MODE_ASKED, false, NULL, NULL},   {MODE_ASKED, false, "g", "g"},
        {MODE_ASKED, true, "g", NULL},     {MODE_ON, false, NULL, "on"},
        {MODE_ON, false, "off", "off"},    {MODE_ON, true, "off", "on"},
        {MODE_AUTO, false, NULL, "auto"},  {MODE_AUTO, false, "g", "g"},
        {MODE_AUTO, true, "g", "auto"},    {MODE_OFF, false, NULL, NULL},
        {MODE_OFF, false, "g", "g"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct settings site = {.mode = cases[i].mode};
        struct ruling ruling = {.enabled = true};
        const char *wanted;

        ruling.locked[option_index(row("topomap"))] = cases[i].locked;
        wanted = ruling_wanted(&ruling, &site, cases[i].asked);
        if (cases[i].wanted)
            assert_string_equal(wanted, cases[i].wanted);
        else
            assert_null(wanted);
    }
}

static void rulings_travel_whole(void **state)
{
    struct policy *policy = need(
        "enabled: yes\n"
        "rules:\n"
        "- name: all of it\n"
        "  algorithm: [tree+swap, bisect]\n"
        "  deadline: 2.5\n"
        "  store: /a/b\n"
        "  bind: off\n"
        "  topomap: auto\n"
        "  locked: [topomap, no-bind, algorithm]\n"
        "  least: {min-gain: 0.01}\n"
        "  most: {effort: fast, deadline: 8}\n");
    struct wire_facts facts = {.nodes = 1};
    struct topomap_error error;
    struct ruling ruling, read;
    size_t length, again;
    char *text, *other;

    (void)state;
    assert_int_equal(policy_decide(policy, &facts, &ruling, NULL), 0);
    text = wire_ruling_print(&ruling, &length);
    assert_int_equal(wire_ruling_parse(&read, text, length, &error), 0);
    other = wire_ruling_print(&read, &again);
    assert_string_equal(text, other);
    assert_string_equal(read.rule, "all of it");
    assert_string_equal(read.set.settings.algorithms, "tree+swap,bisect");
    assert_int_equal(read.set.settings.mode, MODE_AUTO);
    assert_true(read.most.settings.deadline == 8 && line_of(&read.most, "deadline") == 11);
    free(other);
    ruling_free(&read);
    /* A ruling truncated anywhere is refused. */
    for (size_t i = 0; i < length; i++)
        assert_int_equal(wire_ruling_parse(&read, text, i, &error), -1);
    free(text);
    ruling_free(&ruling);
    policy_destroy(policy);
}

/* The plugin looks for more facts after the one, and not after the other. */
static void failures_tell_what_is_not_known_from_what_is_wrong(void **state)
{
    static const char *const words[] = {"failed", "unknown"};

    (void)state;
    for (int unknown = 0; unknown <= 1; unknown++) {
        struct topomap_error error;
        struct ruling ruling, read;
        char expected[64];
        size_t length;
        char *text;

        assert_int_equal(ruling_init(&ruling), 0);
        ruling.failed = strdup("why it is so");
        ruling.unknown = unknown;
        text = wire_ruling_print(&ruling, &length);
        snprintf(expected, sizeof expected, "topomap-ruling 1\n%s why it is so\nend\n",
                 words[unknown]);
        assert_string_equal(text, expected);
        assert_int_equal(wire_ruling_parse(&read, text, length, &error), 0);
        assert_string_equal(read.failed, "why it is so");
        assert_int_equal(read.unknown, unknown);
        free(text);
        ruling_free(&read);
        ruling_free(&ruling);
    }
}

static void wrong_answers_say_what_is_wrong(void **state)
{
    static const struct {
        const char *text, *wrong;
    } cases[] = {
        {"topomap-ruling 2\nend\n", "ruling:1: does not start with"},
        {"topomap-ruling 1\nset 0 effort=fast\nend\n", "ruling:2: expected the number of a line"},
        {"topomap-ruling 1\nset 3 efort=fast\nend\n", "ruling:2: unknown option"},
        {"topomap-ruling 1\nset 3 effort=fat\nend\n", "ruling:2: effort needs fast"},
        {"topomap-ruling 1\nmust 3 effort=fast\nend\n", "ruling:2: unknown keyword"},
        {"topomap-ruling 1\nenabled 3 maybe\nend\n", "ruling:2: expected on or off"},
        {"topomap-ruling 1\nset 3 libexecdir=/x\nend\n", "ruling:2: unknown option"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct ruling ruling;

        assert_int_equal(wire_ruling_parse(&ruling, cases[i].text, strlen(cases[i].text), &error),
                         -1);
        if (!strstr(error.text, cases[i].wrong))
            fail_msg("%s: not '%s'", error.text, cases[i].wrong);
    }
}

static void facts_travel_whole(void **state)
{
    struct wire_facts facts = {.partition = "a b", .account = "", .user = "two\nlines", .nodes = 3};
    struct wire_facts read = {0};
    struct topomap_error error;
    size_t length;
    char *text = wire_facts_print(&facts, &length);

    (void)state;
    assert_int_equal(wire_facts_parse(&read, text, length, &error), 0);
    assert_string_equal(read.partition, "a b");
    assert_string_equal(read.account, "");
    assert_null(read.user);
    assert_null(read.executable);
    assert_true(read.nodes == 3 && read.tasks == 0);
    wire_facts_free(&read);
    assert_int_equal(wire_facts_parse(&read, text, length - 1, &error), -1);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_policies_say_where),
        cmocka_unit_test(a_listener_is_told_all_errors),
        cmocka_unit_test(the_first_rule_that_matches_decides),
        cmocka_unit_test(what_is_not_known_is_named),
        cmocka_unit_test(defaults_hold_where_a_rule_says_nothing),
        cmocka_unit_test(rules_that_never_match_are_seen),
        cmocka_unit_test(users_pass_no_lock_and_no_limit),
        cmocka_unit_test(limits_hold_for_what_nobody_said),
        cmocka_unit_test(limits_leave_a_deadline_that_fits),
        cmocka_unit_test(the_site_may_want_what_nobody_asked_for),
        cmocka_unit_test(rulings_travel_whole),
        cmocka_unit_test(failures_tell_what_is_not_known_from_what_is_wrong),
        cmocka_unit_test(wrong_answers_say_what_is_wrong),
        cmocka_unit_test(facts_travel_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
