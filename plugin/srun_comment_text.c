/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_comment_text.h"

#include "base/text.h"
#include "option/words.h"

#include <stdlib.h>
#include <string.h>

#define MARK "topomap: step "
#define BETWEEN " | "

/* Reasons may quote what users wrote, but no more than this. */
#define REASON_LENGTH 200

char *comment_line(const struct wire_decision *decision)
{
    struct text text = {0};
    char *line;

    text_printf(&text, MARK "%u %s", decision->step, decision_outcomes[decision->outcome]);
    if (decision->scored && decision->outcome == DECISION_PLACED) {
        char score[32];

        text_format(score, sizeof score, "%.2f", decision->score);
        text_printf(&text, ", %s of Slurm's", score);
    }
    if (decision->ranks && decision->nodes)
        text_printf(&text, ", %u ranks on %u node%s", decision->ranks, decision->nodes,
                    decision->nodes == 1 ? "" : "s");
    if (decision->algorithm && decision->network && decision->outcome == DECISION_PLACED)
        text_printf(&text, ", %s on %s", decision->algorithm, decision->network);
    if (decision->reason && decision->outcome != DECISION_PLACED)
        text_printf(&text, ": %.*s", REASON_LENGTH, decision->reason);
    line = text_take(&text);
    if (!line)
        return NULL;
    text_hide_controls(line);
    /* It separates the line from the rest of the comment. */
    for (char *at = line; (at = strchr(at, *(BETWEEN + 1)));)
        *at = '/';
    return line;
}

/* Whether a step's number and an outcome follow, as in no comment of a user's. */
static bool is_decision(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    const char *outcome = text + digits + 1;

    return digits && text[digits] == ' ' &&
           option_word(decision_outcomes, outcome, strcspn(outcome, " ,:")) >= 0;
}

/* Whether topomap's line begins at `at`, where the mark stands. */
static bool is_line(const char *comment, const char *at)
{
    size_t between = strlen(BETWEEN);

    return is_decision(at + strlen(MARK)) &&
           (at == comment || ((size_t)(at - comment) >= between &&
                              strncmp(at - between, BETWEEN, between) == 0));
}

/* Where topomap's line begins; NULL: there is none. */
static const char *find_line(const char *comment)
{
    for (const char *at = comment; (at = strstr(at, MARK)); at++) {
        if (is_line(comment, at))
            return at;
    }
    return NULL;
}

char *comment_with(const char *comment, const char *line)
{
    const char *old = comment ? find_line(comment) : NULL;
    const char *after = old ? strstr(old, BETWEEN) : NULL;
    size_t before = old ? (size_t)(old - comment) : comment ? strlen(comment) : 0;
    struct text text = {0};
    char *result;

    if (before)
        text_add(&text, comment, before);
    /* The separator in front of the old line stands already. */
    if (before && !old)
        text_puts(&text, BETWEEN);
    if (after)
        text_printf(&text, "%s" BETWEEN, after + strlen(BETWEEN));
    text_puts(&text, line);
    result = text_take(&text);
    if (result && strlen(result) < COMMENT_LENGTH)
        return result;
    free(result);
    return NULL;
}
