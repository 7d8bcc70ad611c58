/* SPDX-License-Identifier: BSD-3-Clause */
/* What YAML documents hold, and what is refused with the line at fault. */
#include "unit/unit.h"

#include "input/item.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct item *load(const char *text, struct topomap_error *error)
{
    struct source source = {.name = "doc", .text = text, .length = strlen(text)};

    return item_load(&source, error);
}

static struct item *need(const char *text)
{
    struct topomap_error error = {.text = ""};
    struct item *item = load(text, &error);

    if (!item)
        fail_msg("%s: %s", text, error.text);
    return item;
}

static void documents_are_kept_with_their_lines(void **state)
{
    struct item *map = need("a: 1\nb: [x, 'y z', {c: 2}]\nd:\n  e: ~\n");
    const struct item *list = item_find(map, "b");

    (void)state;
    assert_int_equal(map->kind, ITEM_MAP);
    assert_int_equal(map->count, 3);
    assert_null(map->key);
    assert_string_equal(item_find(map, "a")->text, "1");
    assert_int_equal(list->kind, ITEM_LIST);
    assert_int_equal(list->line, 2);
    assert_int_equal(list->count, 3);
    assert_null(list->text);
    assert_string_equal(list->child->text, "x");
    assert_null(list->child->key);
    assert_string_equal(list->child->next->text, "y z");
    assert_string_equal(item_find(list->child->next->next, "c")->text, "2");
    assert_null(list->child->next->next->next);
    assert_int_equal(item_find(map, "d")->line, 3);
    assert_int_equal(item_find(item_find(map, "d"), "e")->line, 4);
    assert_null(item_find(map, "e"));
    item_free(map);
}

static void bad_documents_are_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"", "doc:1: there is no document"},
        {"# nothing\n", "doc:2: there is no document"},
        {"a: 1\nb: 2\na: 3\n", "doc:3: the key 'a' occurs twice"},
        {"a: &x 1\nb: 2\n", "doc:1: anchors are not supported"},
        {"a: &x [1]\n", "doc:1: anchors are not supported"},
        {"a: &x {b: 1}\n", "doc:1: anchors are not supported"},
        {"&x a: 1\n", "doc:1: anchors are not supported"},
        {"a: 1\nb: *a\n", "doc:2: aliases are not supported"},
        {"a: 1\n? [b]\n: 2\n", "doc:2: a key is not plain text"},
        {"a: \"x\\0y\"\n", "doc:1: the text holds a NUL character"},
        {"a: 1\n---\nb: 2\n", "doc:2: more than one document"},
        {"a: [1, 2\n", "doc:2:1: is not YAML: did not find expected ',' or ']'"},
        {"a: \xff\n", "doc: is not YAML: invalid leading UTF-8 octet at byte 3"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};

        assert_null(load(cases[i].text, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        assert_string_equal(error.text, cases[i].why);
    }
}

/* `depth` lists, one in another. */
static struct item *nested(int depth, struct topomap_error *error)
{
    char text[2 * ITEM_MAX_DEPTH + 4];

    memset(text, '[', (size_t)depth);
    memset(text + depth, ']', (size_t)depth);
    text[2 * depth] = '\0';
    return load(text, error);
}

static void depth_is_bounded(void **state)
{
    struct topomap_error error;
    struct item *item = nested(ITEM_MAX_DEPTH, &error);
    int depth = 0;

    (void)state;
    assert_non_null(item);
    for (const struct item *list = item; list; list = list->child)
        depth++;
    assert_int_equal(depth, ITEM_MAX_DEPTH);
    item_free(item);
    assert_null(nested(ITEM_MAX_DEPTH + 1, &error));
    assert_string_equal(error.text, "doc:1: lists and maps are nested too deeply");
}

static void numbers_are_whole_and_bounded(void **state)
{
    static const struct {
        const char *text, *why;
        uint64_t number;
    } cases[] = {
        {"0", NULL, 0},
        {"10", NULL, 10},
        {"'7'", NULL, 7},
        {"11", "doc:1: '11' is not a whole number up to 10", 0},
        {"-1", "doc:1: '-1' is not a whole number up to 10", 0},
        {"1.0", "doc:1: '1.0' is not a whole number up to 10", 0},
        {"7x", "doc:1: '7x' is not a whole number up to 10", 0},
        {"''", "doc:1: '' is not a whole number up to 10", 0},
        {"[1]", "doc:1: '[...]' is not a whole number up to 10", 0},
        {"{a: 1}", "doc:1: '{...}' is not a whole number up to 10", 0},
    };
    static const struct source source = {.name = "doc"};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct item *item = need(cases[i].text);
        uint64_t number = 99;

        assert_int_equal(item_number(&source, item, 10, &number, &error), cases[i].why ? -1 : 0);
        assert_string_equal(error.text, cases[i].why ? cases[i].why : "");
        if (!cases[i].why)
            assert_int_equal(number, cases[i].number);
        item_free(item);
    }
}

static void reals_are_finite_and_not_below_0(void **state)
{
    static const struct {
        const char *text;
        double number; /* -1: it is refused */
    } cases[] = {
        {"0", 0},     {"1.5", 1.5},  {".25", 0.25}, {"1e3", 1000},   {"9", 9},       {"-1", -1},
        {"inf", -1},  {"nan", -1},   {"1e999", -1}, {"1.5GB", -1},   {"''", -1},     {"[1]", -1},
        {"' 1'", -1}, {"{a: 1}", -1},
    };
    static const struct source source = {.name = "doc"};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct item *item = need(cases[i].text);
        double number = -1;

        assert_int_equal(item_real(&source, item, &number, &error), cases[i].number < 0 ? -1 : 0);
        assert_true(number == cases[i].number);
        assert_int_equal(strstr(error.text, "is not a number of 0 or more") != NULL,
                         cases[i].number < 0);
        item_free(item);
    }
}

static void truth_is_written_in_words(void **state)
{
    static const struct {
        const char *text;
        int value; /* -1: it is refused */
    } cases[] = {
        {"true", 1}, {"True", 1}, {"false", 0}, {"FALSE", 0}, {"yes", -1}, {"1", -1},
        {"[true]", -1},
    };
    static const struct source source = {.name = "doc"};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct item *item = need(cases[i].text);
        bool value = !cases[i].value;

        assert_int_equal(item_bool(&source, item, &value, &error), cases[i].value < 0 ? -1 : 0);
        if (cases[i].value >= 0)
            assert_int_equal(value, cases[i].value);
        else
            assert_non_null(strstr(error.text, "is neither true nor false"));
        item_free(item);
    }
}

static void keys_are_those_that_are_known(void **state)
{
    static const struct source source = {.name = "doc"};
    struct item *map = need("kind: torus\ndims: [2]\n\nwrap: 1\n");
    struct topomap_error error;

    (void)state;
    assert_int_equal(item_check_keys(&source, map, "wrap kind nodes dims", &error), 0);
    assert_int_equal(item_check_keys(&source, map, "wrapped kind dims", &error), -1);
    assert_string_equal(error.text, "doc:4: unknown key 'wrap'; known here: wrapped kind dims");
    assert_int_equal(item_check_keys(&source, map, "wra kind dims", &error), -1);
    assert_int_equal(item_check_keys(&source, item_find(map, "dims"), "kind", &error), -1);
    assert_string_equal(error.text, "doc:2: 'dims' is not a map");
    assert_null(item_find(item_find(map, "dims"), "kind"));
    assert_ptr_equal(item_need(&source, map, "dims", ITEM_LIST, &error), item_find(map, "dims"));
    assert_null(item_need(&source, map, "dims", ITEM_SCALAR, &error));
    assert_string_equal(error.text, "doc:2: 'dims' is not a plain value");
    assert_null(item_need(&source, map, "kind", ITEM_LIST, &error));
    assert_string_equal(error.text, "doc:1: 'kind' is not a list");
    assert_null(item_need(&source, map, "nodes", ITEM_SCALAR, &error));
    assert_string_equal(error.text, "doc:1: the key 'nodes' is missing");
    item_free(map);
}

/* An error in the text gets its line; any other error keeps its message. */
static void failures_are_handed_on(void **state)
{
    static const struct source source = {.name = "doc"};
    struct topomap_error why = {.code = TOPOMAP_INPUT, .text = "is odd"}, error;
    struct item *item = need("\n- 1\n");

    (void)state;
    assert_int_equal(item_relay(&source, item->child, &error, &why), -1);
    assert_string_equal(error.text, "doc:2: is odd");
    why.code = TOPOMAP_IMPOSSIBLE;
    assert_int_equal(item_relay(&source, item->child, &error, &why), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "is odd");
    item_free(item);
}

/* Files that a document names lie beside it. */
static void files_are_found_beside_the_document(void **state)
{
    static const char folder[] = SOURCE_DIR "/cli/networks/";
    struct source source = {.name = "doc", .path = SOURCE_DIR "/cli/networks/doc.yaml"}, file;
    struct item *item = need("- three-levels.conf\n- ../three-levels.conf\n- " SOURCE_DIR
                             "/cli/three-levels.conf\n- [x]\n");
    const struct item *missing = item->child, *beside = missing->next, *whole = beside->next;
    struct topomap_error error;
    char *path;

    (void)state;
    assert_int_equal(item_read(&source, missing, &file, &path, &error), -1);
    assert_int_equal(strncmp(error.text, folder, sizeof folder - 1), 0);
    assert_int_equal(item_read(&source, beside, &file, &path, &error), 0);
    assert_string_equal(path, SOURCE_DIR "/cli/networks/../three-levels.conf");
    assert_non_null(strstr(file.text, "SwitchName="));
    free((char *)file.text);
    free(path);
    assert_int_equal(item_read(&source, whole->next, &file, &path, &error), -1);
    assert_string_equal(error.text, "doc:4: '[...]' is not a plain value");
    source.path = NULL;
    assert_int_equal(item_read(&source, whole, &file, &path, &error), 0);
    free((char *)file.text);
    free(path);
    assert_int_equal(item_read(&source, beside, &file, &path, &error), -1);
    assert_string_equal(error.text,
                        "doc:2: the path is relative, but this text is not from a file");
    item_free(item);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_kept_with_their_lines),
        cmocka_unit_test(bad_documents_are_refused),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(numbers_are_whole_and_bounded),
        cmocka_unit_test(reals_are_finite_and_not_below_0),
        cmocka_unit_test(truth_is_written_in_words),
        cmocka_unit_test(keys_are_those_that_are_known),
        cmocka_unit_test(failures_are_handed_on),
        cmocka_unit_test(files_are_found_beside_the_document),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
