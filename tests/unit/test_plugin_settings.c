/* SPDX-License-Identifier: BSD-3-Clause */
/* The plugin's settings: keys of users and sites, and who has the last word. */
#include "unit/unit.h"

#include "srun_options.h"
#include "site.h"
#include "srun_user_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int set(struct settings *settings, enum option_scope scope, const char *text,
               struct topomap_error *error)
{
    return settings_set(settings, scope, text, strlen(text), error);
}

static void keys_set_what_they_name(void **state)
{
    struct settings s;
    struct topomap_error error;

    (void)state;
    assert_int_equal(settings_site(&s), 0);
    assert_string_equal(s.libexecdir[0] == '/' ? "/" : s.libexecdir, "/");
    assert_true(s.environment);
    assert_int_equal(set(&s, SCOPE_USER, "algorithm=tree/plane:4+swap", &error), 0);
    assert_string_equal(s.algorithms, "tree,plane:4+swap");
    assert_int_equal(set(&s, SCOPE_USER, "effort=best", &error), 0);
    assert_int_equal(s.effort, TOPOMAP_EFFORT_BEST);
    assert_int_equal(set(&s, SCOPE_USER, "seed=18", &error), 0);
    assert_int_equal(s.seed, 18);
    assert_int_equal(set(&s, SCOPE_USER, "bind=spread", &error), 0);
    assert_int_equal(s.bind, BIND_SPREAD);
    assert_int_equal(set(&s, SCOPE_USER, "no-bind", &error), 0);
    assert_int_equal(s.bind, BIND_OFF);
    assert_int_equal(s.keep_first, OPTION_UNSAID);
    assert_int_equal(set(&s, SCOPE_USER, "keep-first=on", &error), 0);
    assert_int_equal(s.keep_first, 1);
    assert_int_equal(set(&s, SCOPE_SITE, "min_gain=0.25", &error), 0);
    assert_true(s.min_gain == 0.25);
    assert_int_equal(set(&s, SCOPE_USER, "min-gain=0.5", &error), 0);
    assert_true(s.min_gain == 0.5);
    assert_int_equal(set(&s, SCOPE_SITE, "deadline=2.5", &error), 0);
    assert_true(s.deadline == 2.5);
    assert_int_equal(set(&s, SCOPE_USER, "time-budget=0.5", &error), 0);
    assert_true(s.time_budget == 0.5);
    assert_int_equal(set(&s, SCOPE_SITE, "min_tasks=64", &error), 0);
    assert_int_equal(s.min_tasks, 64);
    assert_int_equal(set(&s, SCOPE_SITE, "default=off", &error), 0);
    assert_false(s.environment);
    assert_true(s.enabled);
    assert_int_equal(set(&s, SCOPE_SITE, "enabled=off", &error), 0);
    assert_false(s.enabled);
    assert_int_equal(set(&s, SCOPE_SITE, "topology=/etc/network.yaml", &error), 0);
    assert_string_equal(s.topology, "/etc/network.yaml");
    assert_int_equal(set(&s, SCOPE_USER, "network=/etc/other.yaml", &error), 0);
    assert_string_equal(s.topology, "/etc/other.yaml");
    assert_int_equal(set(&s, SCOPE_SITE, "log=/var/log/topomap", &error), 0);
    assert_string_equal(s.log, "/var/log/topomap");
    assert_int_equal(set(&s, SCOPE_SITE, "log=syslog", &error), 0);
    assert_string_equal(s.log, "syslog");
    assert_int_equal(set(&s, SCOPE_SITE, "slot_order=spread", &error), 0);
    assert_int_equal(s.bind, BIND_SPREAD);
    assert_int_equal(set(&s, SCOPE_USER, "link-weights=level-1:2/node:3", &error), 0);
    assert_string_equal(s.link_weights, "level-1:2,node:3");
    assert_int_equal(set(&s, SCOPE_USER, "write=a=b", &error), 0);
    assert_string_equal(s.write, "a=b");
    assert_int_equal(set(&s, SCOPE_USER, "graph=grid:4x4", &error), 0);
    assert_string_equal(s.graph, "grid:4x4");
    assert_int_equal(set(&s, SCOPE_USER, "coordinates=my ranks.xyz", &error), 0);
    assert_string_equal(s.coordinates, "my ranks.xyz");
    assert_int_equal(set(&s, SCOPE_USER, "grid=4x4:column", &error), 0);
    assert_string_equal(s.grid, "4x4:column");
    settings_free(&s);
}

static void wrong_keys_are_named(void **state)
{
    static const struct {
        enum option_scope scope;
        const char *text;
        const char *message;
    } cases[] = {
        {SCOPE_USER, "algoritm=tree", "unknown key 'algoritm'"},
        {SCOPE_USER, "", "unknown key ''"},
        {SCOPE_USER, "=x", "unknown key ''"},
        {SCOPE_USER, "libexecdir=/tmp", "unknown key 'libexecdir'"},
        {SCOPE_USER, "default=on", "unknown key 'default'"},
        {SCOPE_SITE, "required", "unknown key 'required'"},
        {SCOPE_SITE, "write=/tmp/x", "unknown key 'write'"},
        {SCOPE_SITE, "grid=2x2", "unknown key 'grid'"},
        {SCOPE_USER, "verbose=yes", "'verbose' takes no value"},
        {SCOPE_USER, "seed", "'seed' needs a whole number"},
        {SCOPE_USER, "seed=", "'seed' needs a whole number, not ''"},
        {SCOPE_USER, "seed=-1", "'seed' needs a whole number, not '-1'"},
        {SCOPE_USER, "seed=1x", "'seed' needs a whole number, not '1x'"},
        {SCOPE_USER, "seed=99999999999999999999", "'seed' needs a whole number, not"},
        {SCOPE_USER, "min-gain=1.5", "'min-gain' needs a number from 0 to 1, not '1.5'"},
        {SCOPE_USER, "min-gain=nan", "'min-gain' needs a number from 0 to 1, not 'nan'"},
        {SCOPE_USER, "deadline=inf", "'deadline' needs seconds from 0 to 3600, not 'inf'"},
        {SCOPE_USER, "effort=Best", "'effort' needs fast, default or best, not 'Best'"},
        {SCOPE_USER, "topology=relative", "'topology' needs an absolute path, FILE"},
        {SCOPE_SITE, "libexecdir=", "'libexecdir' needs an absolute path, DIR"},
        {SCOPE_SITE, "log=sylog", "'log' needs syslog or an absolute path, not 'sylog'"},
        {SCOPE_SITE, "log=", "'log' needs syslog or an absolute path, not ''"},
        {SCOPE_USER, "write=", "'write' needs FILE"},
        {SCOPE_USER, "write=two\nlines", "'write' needs FILE"},
    };
    struct settings s, before;

    (void)state;
    assert_int_equal(settings_site(&s), 0);
    before = s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {0};

        assert_int_equal(set(&s, cases[i].scope, cases[i].text, &error), -1);
        assert_int_equal(error.code, TOPOMAP_USAGE);
        assert_memory_equal(error.text, cases[i].message, strlen(cases[i].message));
        assert_memory_equal(&s, &before, sizeof s);
    }
    settings_free(&s);
}

static void lists_skip_what_is_wrong(void **state)
{
    struct settings s;
    struct topomap_error error;

    (void)state;
    assert_int_equal(settings_site(&s), 0);
    assert_int_equal(settings_set_list(&s, "verbose,,seed=3,", &error), 0);
    assert_true(s.verbose && s.seed == 3);
    assert_int_equal(settings_set_list(&s, "nosuch,seed=4,other=1,required", &error), -1);
    assert_string_equal(error.text, "unknown key 'nosuch'");
    assert_true(s.required && s.seed == 4);
    assert_int_equal(settings_set_list(&s, "efort=best", &error), -1);
    assert_string_equal(error.text, "unknown key 'efort'; did you mean 'effort'?");
    settings_free(&s);
}

static void lists_of_names_may_have_commas(void **state)
{
    struct settings s;
    struct topomap_error error;

    (void)state;
    assert_int_equal(settings_site(&s), 0);
    assert_int_equal(settings_set_list(&s, "algorithm=tree,bisect+swap/rcb,seed=3,"
                                           "link-weights=x:1,y:4,verbose", &error), 0);
    assert_string_equal(s.algorithms, "tree,bisect+swap,rcb");
    assert_string_equal(s.link_weights, "x:1,y:4");
    assert_true(s.verbose && s.seed == 3);
    assert_int_equal(settings_set_list(&s, "algorithm=tree,,objective=time,dry-run", &error), 0);
    assert_string_equal(s.algorithms, "tree");
    assert_string_equal(s.objective, "time");
    assert_int_equal(settings_set_list(&s, "seed=3,bisect", &error), -1);
    settings_free(&s);
}

static void site_names_all_wrong_arguments(void **state)
{
    char *const arguments[] = {"colour=red", "min_tasks=8", "bind=sideways", "default=off"};
    struct settings s;
    char *problem;

    (void)state;
    assert_int_equal(settings_site(&s), 0);
    site_read(&s, 4, arguments, &problem);
    assert_string_equal(problem, "plugstack.conf: unknown key 'colour'; 'bind' needs "
                                 "compact, spread or off, not 'sideways'");
    assert_true(s.min_tasks == 8 && !s.environment);
    free(problem);
    site_read(&s, 1, arguments + 1, &problem);
    assert_null(problem);
    settings_free(&s);
}

/* Slurm leaves them in lines that end with CR LF. */
static void carriage_returns_are_no_part_of_arguments(void **state)
{
    char *const arguments[] = {"min_tasks=8", "enabled=off\r", "\r"};
    struct topomap_error error;
    struct settings s;
    char *problem;

    (void)state;
    assert_int_equal(settings_site(&s), 0);
    site_read(&s, 3, arguments, &problem);
    assert_null(problem);
    assert_true(s.min_tasks == 8 && !s.enabled);
    assert_int_equal(set(&s, SCOPE_SITE, "", &error), -1);
    assert_int_equal(set(&s, SCOPE_SITE, "enabled=o\rff", &error), -1);
    assert_int_equal(set(&s, SCOPE_USER, "bind=off\r", &error), -1);
    settings_free(&s);
}

static void lines_of_the_users_file_stand_alone(void **state)
{
    static const char text[] = "# mine\r\n algorithm=rcb,bisect\r\ntree\nno\nseed=7\n";
    char path[] = "/tmp/topomap-settings-XXXXXX", expected[96];
    int file = mkstemp(path);
    struct topomap_error error;
    struct settings s;

    (void)state;
    assert_int_equal(settings_site(&s), 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    assert_int_equal(user_file_set(&s, path, &error), -1);
    snprintf(expected, sizeof expected, "%s:3: unknown key 'tree'", path);
    assert_string_equal(error.text, expected);
    assert_string_equal(s.algorithms, "rcb,bisect");
    assert_int_equal(s.seed, 7);
    snprintf(expected, sizeof expected, "'%s' is not a regular file of at most 65536 bytes", path);
    assert_int_equal(ftruncate(file, 65537), 0);
    assert_int_equal(user_file_set(&s, path, &error), -1);
    assert_string_equal(error.text, expected);
    unlink(path);
    assert_int_equal(user_file_set(&s, path, &error), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(user_file_set(&s, path, &error), -1);
    assert_string_equal(error.text, expected);
    unlink(path);
    close(file);
    settings_free(&s);
}

/* For a site without a policy. */
static int get_wish(const struct options *options, const struct settings *site, struct wish *wish,
                    struct topomap_error *error)
{
    struct ruling ruling;
    const struct said said = {options, site, &ruling, 16};
    int result;

    assert_int_equal(ruling_init(&ruling), 0);
    result = options_wish(&said, wish, error);
    ruling_free(&ruling);
    return result;
}

static void the_command_line_has_the_last_word(void **state)
{
    struct settings site;
    struct options options = {0};
    struct topomap_error error;
    struct wish wish;

    (void)state;
    assert_int_equal(settings_site(&site), 0);
    site.seed = 5;
    site.min_gain = 0.5;
    site.bind = BIND_SPREAD;
    setenv("SLURM_TOPOMAP", "from-environment", 1);
    setenv("SLURM_TOPOMAP_OPTS", "min-gain=0.25,bind=off", 1);
    assert_int_equal(get_wish(&options, &site, &wish, &error), 0);
    assert_string_equal(wish.graph, "from-environment");
    assert_true(wish.settings.seed == 5 && wish.settings.min_gain == 0.25);
    wish_free(&wish);

    options_graph(&options, "first");
    options_graph(&options, "second");
    options_keys(&options, "bind=off,effort=best");
    options_keys(&options, "bind=compact");
    assert_int_equal(get_wish(&options, &site, &wish, &error), 0);
    assert_string_equal(wish.graph, "second");
    assert_int_equal(wish.settings.bind, BIND_COMPACT);
    assert_int_equal(wish.settings.effort, TOPOMAP_EFFORT_BEST);
    assert_true(wish.settings.min_gain == 0.25);
    wish_free(&wish);

    setenv("SLURM_TOPOMAP_OPTS", "nosuch", 1);
    assert_int_equal(get_wish(&options, &site, &wish, &error), -1);
    assert_string_equal(error.text, "SLURM_TOPOMAP_OPTS: unknown key 'nosuch'");
    wish_free(&wish);
    options_free(&options);

    unsetenv("SLURM_TOPOMAP_OPTS");
    settings_free(&site);
    unsetenv("SLURM_TOPOMAP");
}

static void default_off_counts_the_environment_out(void **state)
{
    struct settings site;
    struct options options = {0};
    struct topomap_error error;
    struct wish wish;

    (void)state;
    assert_int_equal(settings_site(&site), 0);
    site.environment = 0;
    setenv("SLURM_TOPOMAP", "from-environment", 1);
    setenv("SLURM_TOPOMAP_OPTS", "required,nosuch", 1);
    assert_int_equal(get_wish(&options, &site, &wish, &error), 0);
    assert_null(wish.graph);
    assert_false(wish.settings.required);
    wish_free(&wish);

    options_graph(&options, "graph");
    assert_int_equal(get_wish(&options, &site, &wish, &error), 0);
    assert_string_equal(wish.graph, "graph");
    assert_false(wish.settings.required);
    wish_free(&wish);
    options_free(&options);

    setenv("SLURM_TOPOMAP_OPTS", "required", 1);
    options_graph(&options, "on");
    assert_int_equal(get_wish(&options, &site, &wish, &error), 0);
    assert_string_equal(wish.graph, "from-environment");
    assert_true(wish.settings.required);
    wish_free(&wish);
    options_free(&options);
    settings_free(&site);
    unsetenv("SLURM_TOPOMAP_OPTS");
    unsetenv("SLURM_TOPOMAP");
}

static void on_stands_for_what_is_named_elsewhere(void **state)
{
    static const struct {
        const char *environment, *first, *second, *wanted;
    } cases[] = {
        {NULL, "on", NULL, "order"},        {"graph", "on", NULL, "graph"},
        {"off", "on", NULL, "order"},       {"on", NULL, NULL, "order"},
        {"on", "on", NULL, "order"},        {"off", NULL, NULL, "off"},
        {"graph", "first", "on", "first"},  {"graph", "off", "on", "graph"},
        {NULL, "off", "on", "order"},       {"graph", "on", "off", "off"},
        {"help", NULL, NULL, "help"},       {"help", "graph", NULL, "graph"},
        {NULL, "./on", NULL, "./on"},
    };
    struct settings site;

    (void)state;
    assert_int_equal(settings_site(&site), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct options options = {0};

        unsetenv("SLURM_TOPOMAP");
        if (cases[i].environment)
            setenv("SLURM_TOPOMAP", cases[i].environment, 1);
        if (cases[i].first)
            options_graph(&options, cases[i].first);
        if (cases[i].second)
            options_graph(&options, cases[i].second);
        assert_string_equal(options_wanted(&options, &site), cases[i].wanted);
        options_free(&options);
    }
    settings_free(&site);
    unsetenv("SLURM_TOPOMAP");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_set_what_they_name),
        cmocka_unit_test(wrong_keys_are_named),
        cmocka_unit_test(lists_skip_what_is_wrong),
        cmocka_unit_test(lists_of_names_may_have_commas),
        cmocka_unit_test(site_names_all_wrong_arguments),
        cmocka_unit_test(carriage_returns_are_no_part_of_arguments),
        cmocka_unit_test(lines_of_the_users_file_stand_alone),
        cmocka_unit_test(the_command_line_has_the_last_word),
        cmocka_unit_test(default_off_counts_the_environment_out),
        cmocka_unit_test(on_stands_for_what_is_named_elsewhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
