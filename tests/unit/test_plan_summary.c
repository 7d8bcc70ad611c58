/* SPDX-License-Identifier: BSD-3-Clause */
/* What predicted times and hop-bytes say of a placement beside another. */
#include "unit/unit.h"

#include "plan/summary.h"

static struct topomap_metrics metrics_of(double seconds, double hop_bytes)
{
    return (struct topomap_metrics){.seconds = seconds, .hop_bytes = hop_bytes};
}

/* The order of the two placements turns faster into slower, and changes nothing else. */
static void hop_bytes_agree_unless_they_say_otherwise(void **state)
{
    static const struct {
        double seconds, hop_bytes; /* those of the other placement are 1 */
        const char *expected, *reverse;
        bool agree;
    } cases[] = {
        {0.5, 0.5, "faster", "slower", true},
        {0.5, 2, "faster", "slower", false},
        {0.999, 0.999, "no difference", "no difference", true},
        {1, 0.9, "no difference", "no difference", false},
        {1, 1.1, "no difference", "no difference", false},
        /* Equal hop-bytes say nothing of the time. */
        {0.5, 1, "faster", "slower", true},
        {2, 1, "slower", "faster", true},
        {2, 0.999, "slower", "faster", true},
        {0, 0, "faster", "slower", true},
        {0, 1, "faster", "slower", true},
        {0.5, 0, "faster", "slower", true},
        {2, 0, "slower", "faster", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_metrics one = metrics_of(1, 1);
        struct topomap_metrics other = metrics_of(cases[i].seconds, cases[i].hop_bytes);
        struct summary_times there = summary_times(&one, &other);
        struct summary_times back = summary_times(&other, &one);

        if (there.agree != cases[i].agree || back.agree != cases[i].agree)
            fail_msg("%zu: hop-bytes agree: %d, in reverse %d", i, there.agree, back.agree);
        assert_string_equal(there.expected, cases[i].expected);
        assert_string_equal(back.expected, cases[i].reverse);
        assert_int_equal(there.alike, there.expected[0] == 'n');
    }
}

static void nothing_is_as_fast_as_nothing(void **state)
{
    struct topomap_metrics none = metrics_of(0, 0);
    struct summary_times times = summary_times(&none, &none);

    (void)state;
    assert_true(times.alike && times.agree && times.time == 1 && times.hop_bytes == 1);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(hop_bytes_agree_unless_they_say_otherwise),
        cmocka_unit_test(nothing_is_as_fast_as_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
