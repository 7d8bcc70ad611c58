/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "release.h"

/* API_CURRENT in META of the first release. From 23.11 on there are two releases a year, in May and
 * in November. */
#define API_22_05 38
#define API_23_02 39
#define API_23_11 40

bool release_of_api(long version, struct release *release)
{
    unsigned current = (unsigned)(version >> 16) & 0xff;
    unsigned later = current - API_23_11;

    if (current < API_22_05)
        return false;
    if (current == API_22_05)
        *release = (struct release){22, 5};
    else if (current == API_23_02)
        *release = (struct release){23, 2};
    else
        *release = (struct release){23 + (later + 1) / 2, later % 2 ? 5 : 11};
    return true;
}
