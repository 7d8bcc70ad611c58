/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "profile_text.h"

#include "base/text.h"
#include "option/option.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define FORMAT 1
#define MAX_SAMPLE 1000000

char *profile_text_encode(const struct profile_text *profile)
{
    struct text text = {0};

    text_printf(&text, "%d %" PRIu32 " %" PRIu32 " %d %" PRIu64 " %.15g %s", FORMAT, profile->job,
                profile->step, profile->mpi, profile->sample, profile->slice, profile->file);
    return text_take(&text);
}

bool profile_text_decode(const char *text, struct profile_text *profile)
{
    int format, at = 0;
    char *end;

    if (sscanf(text, "%d %" SCNu32 " %" SCNu32 " %d %" SCNu64 " %n", &format, &profile->job,
               &profile->step, &profile->mpi, &profile->sample, &at) < 5)
        return false;
    profile->slice = text_real(text + at, &end);
    if (end == text + at)
        return false;
    profile->file = end + strspn(end, " ");
    return *profile->file == '/' && format == FORMAT && profile->mpi >= 0 &&
           profile->mpi <= PROFILE_MPICH && profile->sample > 0 && profile->sample <= MAX_SAMPLE &&
           isfinite(profile->slice) && profile->slice >= 0;
}

void profile_text_unload(char *list, const char *library)
{
    size_t length = strlen(library), size;
    char *last = NULL;

    for (char *at = list; *at; at += size + (at[size] != '\0')) {
        size = strcspn(at, ": ");
        if (size == length && memcmp(at, library, size) == 0)
            last = at;
    }
    if (last && last[length])
        memmove(last, last + length + 1, strlen(last + length + 1) + 1);
    else if (last)
        last[last > list ? -1 : 0] = '\0';
}
