/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Separators in lists of names, such as algorithms. Both mean the same: ',' also separates the
 * plugin's keys, so a list in one of them needs '/'. Lists of files are separated by ',' alone. */
#define LIST_NAMES ",/"
#define LIST_FILES ","

/*
 * Take the next item off the list at *list. Items are separated by any character of `marks`. The
 * item has `length` bytes at *item and may be empty. *list then points to the rest, or is NULL
 * after the last item. Returns false if *list is NULL. An empty text is a list of one empty item.
 */
bool list_next(const char **list, const char *marks, const char **item, size_t *length);

/* Whether one of the names in a list is `name`. */
bool list_has(const char *list, const char *name);

#endif
