/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_HINT_H
#define BASE_HINT_H

#include <stddef.h>

/* "Did you mean ...?": of the words that are offered, the one nearest to a word that is unknown. */
struct hint {
    const char *word;
    size_t length;
    size_t distance;    /* of the nearest one so far; from the start the largest that counts */
    const char *nearest; /* NULL: none is near */
    char text[64];
};

/* Begin with the `length` bytes at `word`, which must stay, as must the words that are offered. */
void hint_init(struct hint *hint, const char *word, size_t length);

/* Letters that are left out, added, replaced, or that have changed places with the next one: one
 * for each three of the word, or a part of three, may differ; or the word is the begin of
 * another. */
void hint_offer(struct hint *hint, const char *word);

/* What a message ends with: "; did you mean 'grid'?", or "". */
const char *hint_text(struct hint *hint);

#endif
