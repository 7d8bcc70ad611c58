/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers have a point in files and messages, whatever the program has set LC_NUMERIC to. */
#ifndef BASE_LOCALE_H
#define BASE_LOCALE_H

#include <locale.h>

/* From here on the calling thread has the locale "C", until it calls locale_leave with what this
 * returns. */
static inline locale_t locale_enter(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static inline void locale_leave(locale_t before)
{
    locale_t plain = uselocale(before);

    if (plain != before)
        freelocale(plain);
}

#endif
