/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/decision.h"

#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer texts are truncated: a line must be short enough to be appended by one write. The second
 * limit is of what is written for them, if no byte beyond ASCII is a valid character. */
#define MOST_TEXT 160
#define MOST_WRITTEN 320

const char *const decision_outcomes[] = {"placed", "kept", "declined", "off", NULL};
const char *const decision_codes[] = {
    [TOPOMAP_OK] = "none",
    [TOPOMAP_INTERNAL] = "internal",
    [TOPOMAP_USAGE] = "usage",
    [TOPOMAP_INPUT] = "input",
    [TOPOMAP_IMPOSSIBLE] = "impossible",
    [TOPOMAP_TIMEOUT] = "time",
    NULL,
};

static void cut(char *text)
{
    size_t written = 0;

    for (; *text; text++) {
        written += (unsigned char)*text > 127 ? 3 : *text == '"' || *text == '\\' ? 2 : 1;
        if (written > MOST_WRITTEN) {
            *text = '\0';
            return;
        }
    }
}

static void put_text(struct json *json, const char *key, const char *value)
{
    char text[MOST_TEXT + 1];

    if (!value)
        return;
    snprintf(text, sizeof text, "%s", value);
    text_hide_controls(text);
    cut(text);
    json_string(json, key, text);
}

/* Remove line breaks and the indentation after them; strings contain none. */
static void join_lines(char *text)
{
    char *to = text;

    for (const char *at = text; *at; at++) {
        if (*at != '\n') {
            *to++ = *at;
            continue;
        }
        while (at[1] == ' ')
            at++;
        if (to > text && to[-1] == ',')
            *to++ = ' ';
    }
    *to++ = '\n';
    *to = '\0';
}

char *wire_decision_print(const struct wire_decision *decision, size_t *length)
{
    struct json json = {0};
    char *line;

    json_open(&json, NULL, '{');
    json_whole(&json, "time", decision->time);
    json_whole(&json, "schema_version", 1);
    json_whole(&json, "job", decision->job);
    json_whole(&json, "step", decision->step);
    json_whole(&json, "user", decision->user);
    json_whole(&json, "nodes", decision->nodes);
    json_whole(&json, "ranks", decision->ranks);
    json_bool(&json, "asked", decision->asked);
    json_string(&json, "outcome", decision_outcomes[decision->outcome]);
    if (decision->outcome == DECISION_DECLINED)
        json_string(&json, "code", decision_codes[decision->code]);
    put_text(&json, "reason", decision->reason);
    put_text(&json, "algorithm", decision->algorithm);
    put_text(&json, "network", decision->network);
    put_text(&json, "source", decision->source);
    put_text(&json, "rule", decision->rule);
    if (decision->scored)
        json_number(&json, "score", decision->score);
    if (decision->milliseconds > 0)
        json_number(&json, "ms", decision->milliseconds);
    if (decision->limited)
        json_bool(&json, "limited", true);
    json_close(&json, '}');
    text_puts(&json.text, "\n");
    line = text_take(&json.text);
    if (line)
        join_lines(line);
    *length = line ? strlen(line) : 0;
    return line;
}
