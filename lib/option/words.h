/* SPDX-License-Identifier: BSD-3-Clause */
/* Words that stand for a choice. */
#ifndef OPTION_WORDS_H
#define OPTION_WORDS_H

#include <stddef.h>

/* Index of the `length` bytes of `word` in a list of words that ends with NULL, or -1. */
int option_word(const char *const *words, const char *word, size_t length);

extern const char *const option_efforts[];     /* as enum topomap_effort */
extern const char *const option_slot_orders[]; /* as enum topomap_slot_order */
extern const char *const option_switch[];      /* off and on */

#endif
