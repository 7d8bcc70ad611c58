/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Lists of names, such as those of algorithms, are parted by ',' or '/', one as good as the other:
 * ',' parts the plugin's keys too, so that their lists need '/'. Lists of files are none of these.
 */
#define LIST_MARKS ",/"

/*
 * Take the next item off the list at *list: `length` bytes at *item, which may be none. False
 * behind the last one. An empty text is a list of one empty item; start from *list, not NULL, and
 * pass on what is left, which is NULL in the end.
 */
bool list_next(const char **list, const char **item, size_t *length);

/* Whether one of the items is `name`. */
bool list_has(const char *list, const char *name);

#endif
