/* SPDX-License-Identifier: BSD-3-Clause */
/* The release of Slurm by the version of its API: API_CURRENT in META of each release. */
#include "unit/unit.h"

#include "release.h"

static void releases_are_known_by_their_api(void **state)
{
    static const struct {
        long api;
        unsigned major, minor;
    } cases[] = {
        {0x260000, 22, 5}, {0x270000, 23, 2},  {0x280000, 23, 11},
        {0x290000, 24, 5}, {0x2a0000, 24, 11}, {0x2b0000, 25, 5},
        {0x2c0000, 25, 11}, {0x2d0000, 26, 5}, {0x2e0000, 26, 11},
    };
    struct release release;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(release_of_api(cases[i].api, &release));
        assert_int_equal(release.major, cases[i].major);
        assert_int_equal(release.minor, cases[i].minor);
    }
    assert_false(release_of_api(0x250000, &release));
    assert_false(release_of_api(0, &release));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_are_known_by_their_api),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
