/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/tried.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

double tried_least(const struct topomap_candidate *candidate)
{
    return candidate->least > 0 ? candidate->least : candidate->score;
}

const char *tried_text(const struct topomap_candidate *candidate, int digits,
                       char text[TRIED_SIZE])
{
    const char *mark = isnan(candidate->score) ? ">= " : "";
    double least = tried_least(candidate);

    if (isnan(least))
        text_format(text, TRIED_SIZE, "more hop-bytes");
    else
        text_format(text, TRIED_SIZE, "%s%.*g", mark, digits - (int)strlen(mark), least);
    return text;
}
