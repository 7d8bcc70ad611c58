/* SPDX-License-Identifier: BSD-3-Clause */
/* Writing SVG, and colours of values. */
#include "unit/unit.h"

#include "draw/mosaic.h"
#include "draw/scale.h"
#include "draw/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_number(double number, const char *wanted)
{
    struct text text = {0};
    char *got;

    svg_number(&text, number);
    got = text_take(&text);
    assert_string_equal(got, wanted);
    free(got);
}

static void test_numbers(void **state)
{
    (void)state;
    check_number(0, "0");
    check_number(-0.001, "0");
    check_number(12, "12");
    check_number(1.5, "1.5");
    check_number(-2.25, "-2.25");
    check_number(0.05, "0.05");
    check_number(99.999, "100");
    check_number(NAN, "0");
    check_number(INFINITY, "0");
}

static void test_escape(void **state)
{
    struct text text = {0};
    char *got;

    (void)state;
    svg_escape(&text, "a<b>&\"c\" \xc3\xa9\n\x01\xff\xed\xa0\x80\xef\xbf\xbf\xc3");
    got = text_take(&text);
    assert_string_equal(got, "a&lt;b&gt;&amp;&quot;c&quot; \xc3\xa9\n???????" "??");
    free(got);
}

static void test_labels(void **state)
{
    struct svg svg = {0};

    (void)state;
    assert_true(svg_label(&svg, 100, 100, 10, SVG_START, "ink", "first"));
    assert_false(svg_label(&svg, 110, 100, 10, SVG_START, "ink", "touches"));
    assert_false(svg_label(&svg, 99, 100, 10, SVG_END, "ink", "too near"));
    assert_true(svg_label(&svg, 60, 100, 10, SVG_END, "ink", "left"));
    assert_true(svg_label(&svg, 100, 112, 10, SVG_MIDDLE, "ink", "below"));
    assert_false(svg_label_upwards(&svg, 105, 100, 10, "ink", "across"));
    assert_true(svg_label_upwards(&svg, 200, 100, 10, "ink", "upwards"));
    assert_false(svg_label(&svg, 190, 120, 10, SVG_START, "ink", "over it"));
    assert_false(svg_label(&svg, 300, 300, 10, SVG_START, "ink", "%s", ""));
    svg_free(&svg);
}

static void test_width(void **state)
{
    (void)state;
    assert_true(svg_width("", 10) == 0);
    assert_true(svg_width("iiii", 10) < svg_width("MMMM", 10));
    assert_true(svg_width("abc", 20) > 1.99 * svg_width("abc", 10));
    assert_true(svg_width("\xc3\xa9", 10) <= 10); /* one character */
}

/* Texts that are too long lose their middle. */
static void test_shorten(void **state)
{
    static const char text[] = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9z";
    char shown[64];

    (void)state;
    svg_shorten("short", 10, 100, shown, sizeof shown);
    assert_string_equal(shown, "short");
    svg_shorten("iiiiiiiiiiiiiiiiiiiMMMMMMMMMMMMMMMMMiiiiiiiiiiiiiiiiiii", 10, 60, shown,
                sizeof shown);
    assert_true(svg_width(shown, 10) <= 60);
    assert_string_equal(shown, "iiiiiiiii...iiiiiiiii");
    svg_shorten(text, 10, 40, shown, sizeof shown); /* characters stay whole */
    assert_string_equal(shown, "\xc3\xa9\xc3\xa9...\xc3\xa9z");
    svg_shorten("MMMM", 10, 0, shown, sizeof shown);
    assert_string_equal(shown, "...");
    svg_shorten("", 10, 0, shown, sizeof shown);
    assert_string_equal(shown, "");
}

/* Runs of one shade are one piece, and no shade is none. */
static void test_cells(void **state)
{
    static const uint8_t shade[] = {1, 1, 2, 0, 1, 1};
    struct svg svg = {0};
    char *got;

    (void)state;
    svg_cells(&svg, 10, 20, 30, 40, 3, 2, shade);
    got = svg_take(&svg, 100, 100, "a title", "what it shows");
    assert_non_null(strstr(got, "translate(10 20) scale(10 20)"));
    assert_non_null(strstr(got, "<path class=\"k0\" d=\"M0 0h2v1H0zM1 1h2v1H1z\"/>"));
    assert_non_null(strstr(got, "<path class=\"k1\" d=\"M2 0h1v1H2z\"/>"));
    assert_null(strstr(got, "<path class=\"k2\""));
    assert_non_null(strstr(got, "<title>a title</title>"));
    free(got);
}

static void test_scale(void **state)
{
    struct scale linear = {.low = 0}, logarithm = {.logarithmic = true};

    (void)state;
    assert_int_equal(scale_shade(&linear, 1), 0); /* it has no values yet */
    scale_include(&linear, 5);
    assert_int_equal(scale_shade(&linear, 5), SVG_SHADES);
    scale_include(&linear, 0);
    scale_include(&linear, 10);
    scale_include(&linear, NAN);
    assert_true(linear.low == 0 && linear.high == 10);
    assert_int_equal(scale_shade(&linear, 0), 1);
    assert_int_equal(scale_shade(&linear, 5), SVG_SHADES / 2 + 1);
    assert_int_equal(scale_shade(&linear, 10), SVG_SHADES);
    scale_include(&logarithm, 0);
    assert_int_equal(scale_shade(&logarithm, 0), 0);
    scale_include(&logarithm, 1);
    scale_include(&logarithm, 10000);
    assert_int_equal(scale_shade(&logarithm, 0), 0);
    assert_int_equal(scale_shade(&logarithm, 1), 1);
    assert_int_equal(scale_shade(&logarithm, 101), SVG_SHADES / 2 + 1);
    assert_int_equal(scale_shade(&logarithm, 10000), SVG_SHADES);
}

static void check_value(double value, const char *unit, const char *wanted)
{
    char text[40];

    scale_value(value, unit, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void test_values(void **state)
{
    (void)state;
    check_value(0, "B", "0 B");
    check_value(999, "", "999");
    check_value(1000, "B", "1 kB");
    check_value(999600, "B", "1 MB");
    check_value(37500, "B", "37.5 kB");
    check_value(65535, "", "65535");
    check_value(16777216, "", "16.8 M");
    check_value(0.25, "", "0.25");
}

static void test_mosaic(void **state)
{
    struct mosaic mosaic;
    struct scale scale = {.low = 0};

    (void)state;
    scale_include(&scale, 0);
    scale_include(&scale, 9);
    assert_int_equal(mosaic_make(&mosaic, 2, 1, NULL), 0);
    assert_int_equal(mosaic_letter(&mosaic, &scale, 0, 0), ' ');
    mosaic_add(&mosaic, 0, 0, 9);
    mosaic_add(&mosaic, 1, 0, 9);
    mosaic_add(&mosaic, 1, 0, 0);
    assert_int_equal(mosaic_letter(&mosaic, &scale, 0, 0), '9');
    assert_int_equal(mosaic_letter(&mosaic, &scale, 1, 0), '5'); /* the mean */
    mosaic_clear(&mosaic);
    assert_int_equal(mosaic_letter(&mosaic, &scale, 1, 0), ' ');
    mosaic_free(&mosaic);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_escape),
        cmocka_unit_test(test_labels),  cmocka_unit_test(test_width),
        cmocka_unit_test(test_shorten), cmocka_unit_test(test_cells),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_values),  cmocka_unit_test(test_mosaic),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
