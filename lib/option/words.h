/* SPDX-License-Identifier: BSD-3-Clause */
/* The words of choices. */
#ifndef OPTION_WORDS_H
#define OPTION_WORDS_H

#include <stddef.h>

/* The index of the `length` bytes of `word` in a list of words ended by NULL, or -1. */
int option_word(const char *const *words, const char *word, size_t length);

extern const char *const option_efforts[];     /* in the order of enum topomap_effort */
extern const char *const option_slot_orders[]; /* in the order of enum topomap_slot_order */
extern const char *const option_switch[];      /* off and on */

#endif
