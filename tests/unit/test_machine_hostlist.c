/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/text.h"
#include "machine/hostlist.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void lists_expand_in_order(void **state)
{
    static const struct {
        const char *list;
        const char *names; /* joined by blanks */
    } cases[] = {
        {"n1", "n1"},
        {"login", "login"},
        {"a,b,a", "a b a"},
        {"n[1-3]", "n1 n2 n3"},
        {"n[3]", "n3"},
        {"n[001-003,070]", "n001 n002 n003 n070"},
        {"n[9-11]", "n9 n10 n11"},
        {"n[09-11]", "n09 n10 n11"},
        {"n[98-102]", "n98 n99 n100 n101 n102"},
        {"n[098-102]", "n098 n099 n100 n101 n102"},
        {"n[0-1]", "n0 n1"},
        {"n[00-01]", "n00 n01"},
        {"r[1-2]n[01-02]", "r1n01 r1n02 r2n01 r2n02"},
        {"r[1,3]-n[1-2]-ib", "r1-n1-ib r1-n2-ib r3-n1-ib r3-n2-ib"},
        {"[1-2]x", "1x 2x"},
        {"a[1-2],b,c[3]", "a1 a2 b c3"},
        {"a[1-2], b\n", "a1 a2 b"},
        {" a b\tc", "a b c"},
        {"n-1.cluster_2", "n-1.cluster_2"},
        {"n[000x101]", "n000 n001 n100 n101"},
        {"n[09Yx0AZ]", "n09Y n09Z n0AY n0AZ"},
        {"n[0x2,B,7-8]", "n0 n1 n2 nB n7 n8"},
        {"n[12Zx12Z]m[1-2]", "n12Zm1 n12Zm2"},
        {"n[0A1,110x111]", "n0A1 n110 n111"},
        {"n[000000000000000007-000000000000000008]", "n000000000000000007 n000000000000000008"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        char **names, *joined;
        uint32_t count;

        assert_int_equal(topomap_hostlist_expand(cases[i].list, &names, &count, NULL), 0);
        for (uint32_t n = 0; n < count; n++)
            text_printf(&text, "%s%s", n ? " " : "", names[n]);
        joined = text_take(&text);
        assert_string_equal(joined, cases[i].names);
        free(joined);
        topomap_hostlist_free(names, count);
    }
}

static void faults_are_named_with_their_position(void **state)
{
    static const struct {
        const char *list;
        const char *error;
    } cases[] = {
        {"", "character 1: a name is missing"},
        {",a", "character 1: a name is missing"},
        {"a,", "character 3: a name is missing"},
        {"a,,b", "character 3: a name is missing"},
        {"n[1-3", "character 2: the bracket is not closed"},
        {"n]", "character 2: unexpected character"},
        {"n[]", "character 3: a number is missing"},
        {"n[a]", "character 3: a number is missing"},
        {"n[1-]", "character 5: a number is missing"},
        {"n[1,]", "character 5: a number is missing"},
        {"n[1;2]", "character 4: unexpected character in brackets"},
        {"n[1[2]]", "character 4: unexpected character in brackets"},
        {"n[3-1]", "character 5: the range is descending"},
        {"n[1-03]", "character 5: the numbers of the range differ in width"},
        {"n[1-2]m[2-1]", "character 11: the range is descending"},
        {"n[0000000000000000001]", "character 3: the number is too long"},
        {"n[1-1000000000000000000]", "character 5: the number is too long"},
        {"n[0-4194304]", "character 2: more than 2^22 names"},
        {"n[0-999999]m[0-999999]", "character 1: more than 2^22 names"},
        {"n[0-999999999999999999]", "character 2: more than 2^22 names"},
        {"a,n[0-4194302],b", "character 16: more than 2^22 names"},
        {"n[000x13]", "character 7: the corners of the box differ in width"},
        {"n[000x1333]", "character 7: the corners of the box differ in width"},
        {"n[000x]", "character 7: the corners of the box differ in width"},
        {"n[021x011]", "character 8: the box is descending"},
        {"n[00000xZZZZZ]", "character 3: more than 2^22 names"},
        {"n[000x111-222]", "character 10: unexpected character in brackets"},
        {"n[00ax111]", "character 5: unexpected character in brackets"},
        {"n[0A-0B]", "character 5: unexpected character in brackets"},
        {"n[0-4000000,m]", "character 13: a number is missing"},
        {"[1][1][1][1][1][1][1][1][1]", "character 25: too many brackets in one name"},
        {"n\"1", "character 2: unexpected character"},
        {"n\1", "character 2: unexpected character"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.code = TOPOMAP_OK};
        char **names = NULL;
        uint32_t count = 0;

        assert_int_equal(topomap_hostlist_expand(cases[i].list, &names, &count, &error), -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].error))
            fail_msg("'%s': %s", cases[i].list, error.text);
        assert_null(names);
    }
}

static void names_are_bounded(void **state)
{
    char name[300];
    char **names;
    uint32_t count;

    (void)state;
    memset(name, 'x', sizeof name);
    name[255] = '\0';
    assert_int_equal(topomap_hostlist_expand(name, &names, &count, NULL), 0);
    topomap_hostlist_free(names, count);
    name[255] = 'x';
    name[256] = '\0';
    assert_int_equal(topomap_hostlist_expand(name, &names, &count, NULL), -1);
    memcpy(name + 250, "[123456]", 9);
    assert_int_equal(topomap_hostlist_expand(name, &names, &count, NULL), -1);
}

/* Peak memory of this process so far, in KiB. */
static long memory_peak(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void lists_are_counted_before_they_are_expanded(void **state)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    long before = memory_peak();
    char **names;
    uint32_t count;

    (void)state;
    assert_int_equal(topomap_hostlist_expand("n[1-4000000],n[8-9999255]", &names, &count, &error),
                     -1);
    assert_non_null(strstr(error.text, "character 15: more than 2^22 names"));
    assert_true(memory_peak() - before < 16 * 1024);
}

/* What is printed is short, and expands to the same names. */
static void names_print_as_lists(void **state)
{
    static const struct {
        const char *names, *list;
    } cases[] = {
        {"n1", "n1"},
        {"n1,n2", "n[1,2]"},
        {"n1,n2,n3,n5", "n[1-3,5]"},
        {"n3,n2,n1", "n[3,2,1]"},
        {"n8,n9,n10,n11", "n[8-11]"},
        {"n08,n09,n10", "n[08-10]"},
        {"n9,n010", "n[9,010]"},
        {"n099,n100,n101", "n[099-101]"},
        {"c0-0n1,c0-0n2,c0-0n3,c0-1n1", "c0-0n[1-3],c0-1n1"},
        {"login,n1,n2,m1", "login,n[1,2],m1"},
        {"a,b,a1x,a2x", "a,b,a1x,a2x"},
        {"1,2,3", "[1-3]"},
        {"n0000000000000000000007,n0000000000000000000008",
         "n0000[000000000000000007,000000000000000008]"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        struct topomap_error error;
        char **names, **again;
        uint32_t count, same;

        assert_int_equal(topomap_hostlist_expand(cases[i].names, &names, &count, &error), 0);
        hostlist_print(&text, (const char *const *)names, count);
        assert_string_equal(text.data, cases[i].list);
        assert_int_equal(topomap_hostlist_expand(text.data, &again, &same, &error), 0);
        assert_int_equal(same, count);
        for (uint32_t n = 0; n < count; n++)
            assert_string_equal(again[n], names[n]);
        topomap_hostlist_free(names, count);
        topomap_hostlist_free(again, count);
        text_free(&text);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_expand_in_order),
        cmocka_unit_test(faults_are_named_with_their_position),
        cmocka_unit_test(names_are_bounded),
        cmocka_unit_test(lists_are_counted_before_they_are_expanded),
        cmocka_unit_test(names_print_as_lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
