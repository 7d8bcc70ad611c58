/* SPDX-License-Identifier: BSD-3-Clause */
/* Fractions have a decimal point in files and messages, whatever LC_NUMERIC the program has set. */
#ifndef BASE_LOCALE_H
#define BASE_LOCALE_H

#include <locale.h>

/* Switch the calling thread to the locale "C". Pass the result to locale_leave to switch back. */
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
