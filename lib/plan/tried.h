/* SPDX-License-Identifier: BSD-3-Clause */
/* What is told of the score of a candidate, which may not be known. */
#ifndef PLAN_TRIED_H
#define PLAN_TRIED_H

#include "topomap_internal.h"

#define TRIED_SIZE 40

/* What the score is at least: the score, if that is known. NAN: no time was predicted. */
double tried_least(const struct topomap_candidate *candidate);

/* The score for people, with `digits`; ">= " and, as wide as that, what it is at least; or "more
 * hop-bytes" where no time was predicted. Returns `text`. */
const char *tried_text(const struct topomap_candidate *candidate, int digits,
                       char text[TRIED_SIZE]);

#endif
