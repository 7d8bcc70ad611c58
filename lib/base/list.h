/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Lists of names, such as those of algorithms, are parted by ',' or '/', one as good as the other,
 * because ',' parts the plugin's keys too. Lists of files cannot have '/'. */
#define LIST_NAMES ",/"
#define LIST_FILES ","

/*
 * Take the next item off the list at *list, whose items are parted by any of `marks`: `length`
 * bytes at *item, which may be none. What is left is at *list then, NULL behind the last item.
 * False if *list is NULL. An empty text is a list of one empty item.
 */
bool list_next(const char **list, const char *marks, const char **item, size_t *length);

/* Whether one of the names in a list is `name`. */
bool list_has(const char *list, const char *name);

#endif
