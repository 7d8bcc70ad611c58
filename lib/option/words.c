/* SPDX-License-Identifier: BSD-3-Clause */
#include "option/words.h"

#include <string.h>

const char *const option_efforts[] = {"fast", "default", "best", NULL};
const char *const option_slot_orders[] = {"compact", "spread", NULL};
const char *const option_switch[] = {"off", "on", NULL};

int option_word(const char *const *words, const char *word, size_t length)
{
    for (int i = 0; words[i]; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return i;
    }
    return -1;
}
