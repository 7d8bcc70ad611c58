/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_HINT_H
#define BASE_HINT_H

#include <stddef.h>

/* "Did you mean ...?": finds the word closest to an unknown one among those on offer. */
struct hint {
    const char *word;
    size_t length;
    size_t distance;    /* of the closest word so far; at first the largest distance allowed */
    const char *nearest; /* NULL: no word is close */
    char text[64];
};

/* Start a search for the word of `length` bytes at `word`. It and the words on offer must outlive
 * the search. */
void hint_init(struct hint *hint, const char *word, size_t length);

/* Offer a word. It is close if the unknown word is a prefix of it, or if they differ by at most one
 * edit for every three letters, rounded up. An edit adds, removes or replaces a letter, or swaps
 * two neighbouring ones. */
void hint_offer(struct hint *hint, const char *word);

/* The end of a message: "; did you mean 'grid'?", or "" if no word is close. */
const char *hint_text(struct hint *hint);

#endif
