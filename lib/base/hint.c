/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/hint.h"

#include <stdio.h>
#include <string.h>

#define MAX_WORD 32

/* Shorter words are prefixes of too many others. */
#define LEAST_BEGIN 3

void hint_init(struct hint *hint, const char *word, size_t length)
{
    /* With a limit of 1, a word of one letter would be close to every word of one or two
     * letters. */
    size_t limit = length > 1 ? (length + 2) / 3 : 0;

    *hint = (struct hint){.word = word, .length = length, .distance = limit + 1};
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The Damerau-Levenshtein distance (optimal string alignment). Rows of the table are computed one
 * by one, each for one letter of the word. */
static size_t distance(const char *word, size_t length, const char *other, size_t other_length)
{
    size_t rows[3][MAX_WORD + 1];
    size_t *last = rows[0], *row = rows[1], *before_last = rows[2];

    for (size_t j = 0; j <= other_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= length; i++) {
        size_t *spare = before_last;

        row[0] = i;
        for (size_t j = 1; j <= other_length; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1,
                           last[j - 1] + (word[i - 1] != other[j - 1]));
            if (i > 1 && j > 1 && word[i - 1] == other[j - 2] && word[i - 2] == other[j - 1])
                row[j] = least(row[j], before_last[j - 2] + 1);
        }
        before_last = last;
        last = row;
        row = spare;
    }
    return last[other_length];
}

void hint_offer(struct hint *hint, const char *word)
{
    size_t length = strlen(word), found;

    if (length > MAX_WORD || hint->length > MAX_WORD)
        return;
    found = distance(hint->word, hint->length, word, length);
    if (hint->length >= LEAST_BEGIN && length > hint->length &&
        memcmp(word, hint->word, hint->length) == 0)
        found = 1;
    if (found >= hint->distance)
        return;
    hint->distance = found;
    hint->nearest = word;
}

const char *hint_text(struct hint *hint)
{
    if (hint->nearest)
        snprintf(hint->text, sizeof hint->text, "; did you mean '%s'?", hint->nearest);
    return hint->text;
}
