/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/list.h"

#include <string.h>

bool list_next(const char **list, const char *marks, const char **item, size_t *length)
{
    if (!*list)
        return false;
    *item = *list;
    *length = strcspn(*list, marks);
    *list = (*item)[*length] ? *item + *length + 1 : NULL;
    return true;
}

bool list_has(const char *list, const char *name)
{
    const char *item;
    size_t length;

    while (list_next(&list, LIST_NAMES, &item, &length)) {
        if (strlen(name) == length && memcmp(item, name, length) == 0)
            return true;
    }
    return false;
}
