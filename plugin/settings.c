/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings.h"

#include "base/hint.h"
#include "base/text.h"
#include "wire/request.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

enum kind {
    KIND_FLAG,  /* takes no value; sets an int to `fixed` */
    KIND_WORD,  /* one of `words`; sets an int to its index */
    KIND_TEXT,
    KIND_LIST,  /* names joined by '/' or ',', which parts keys too */
    KIND_PATH,  /* absolute, as it is read by another process */
    KIND_WHOLE, /* uint64_t, at most `limit` */
    KIND_REAL,  /* double, at most `limit` */
};

struct key {
    const char *name;
    const char *argument;
    enum kind kind;
    unsigned scopes;
    size_t offset;
    double limit;
    int fixed;
    const char *const *words;
    const char *summary;
};

static const char *const bind_words[] = {"compact", "spread", "off", NULL};
static const char *const mpi_words[] = {"linked", "openmpi", "mpich", NULL};

#define AT(field) .offset = offsetof(struct settings, field)
#define EITHER (SETTINGS_SITE | SETTINGS_USER)

static const struct key keys[] = {
    {"algorithm", "NAME[/NAME...]", KIND_LIST, EITHER, AT(algorithms),
     .summary = "how to map; several are tried and the best placement is taken"},
    {"objective", "NAME", KIND_TEXT, EITHER, AT(objective), .summary = "what to minimise"},
    {"effort", "fast|default|best", KIND_WORD, EITHER, AT(effort), .words = wire_effort_words,
     .summary = "how long to search"},
    {"seed", "NUMBER", KIND_WHOLE, EITHER, AT(seed), .limit = (double)INT64_MAX,
     .summary = "seed of random choices"},
    {"topology", "FILE", KIND_PATH, EITHER, AT(topology),
     .summary = "the network, instead of what slurmctld tells"},
    {"link-weights", "CLASS:N[/...]", KIND_LIST, EITHER, AT(link_weights),
     .summary = "what a hop over each class of links counts, or a byte between parts of nodes"},
    {"bind", "compact|spread|off", KIND_WORD, EITHER, AT(bind), .words = bind_words,
     .summary = "how tasks are bound to CPUs"},
    {"no-bind", NULL, KIND_FLAG, SETTINGS_USER, AT(bind), .fixed = BIND_OFF,
     .summary = "the same as bind=off"},
    {"keep-first", "on|off", KIND_WORD, SETTINGS_USER, AT(keep_first), .words = wire_switch_words,
     .summary = "leave rank 0 on its node; on for train:, else off"},
    {"min-gain", "PART", KIND_REAL, EITHER, AT(min_gain), .limit = 1,
     .summary = "keep Slurm's placement unless this part of its score is saved, 0 to 1"},
    {"deadline", "SECONDS", KIND_REAL, EITHER, AT(deadline), .limit = 3600,
     .summary = "give up planning after this time"},
    {"time-budget", "SECONDS", KIND_REAL, EITHER, AT(time_budget), .limit = 3600,
     .summary = "stop looking for better placements after this time"},
    {"graph", "GRAPH", KIND_TEXT, SETTINGS_USER, AT(graph),
     .summary = "the graph that a recipe is scored with, a file or a pattern"},
    {"coordinates", "FILE", KIND_TEXT, SETTINGS_USER, AT(coordinates),
     .summary = "coordinates of the ranks in the application, a line for each"},
    {"grid", "AxBxC[:column]", KIND_TEXT, SETTINGS_USER, AT(grid),
     .summary = "the application's process grid, instead of coordinates"},
    {"dry-run", NULL, KIND_FLAG, SETTINGS_USER, AT(dry_run), .fixed = 1,
     .summary = "plan and report, change nothing"},
    {"required", NULL, KIND_FLAG, SETTINGS_USER, AT(required), .fixed = 1,
     .summary = "fail the step if topomap cannot do its work"},
    {"verbose", NULL, KIND_FLAG, SETTINGS_USER, AT(verbose), .fixed = 1,
     .summary = "report what was tried"},
    {"write", "FILE", KIND_TEXT, SETTINGS_USER, AT(write),
     .summary = "write the planned placement, one host per rank and line"},
    {"record", "FILE", KIND_TEXT, SETTINGS_USER, AT(record),
     .summary = "write the request for 'topomap plan --request FILE'"},
    {"profile-mpi", "linked|openmpi|mpich", KIND_WORD, EITHER, AT(profile_mpi), .words = mpi_words,
     .summary = "the MPI that is recorded: what a task links, or one that it loads as it runs"},
    {"profile-sample", "NUMBER", KIND_WHOLE, SETTINGS_USER, AT(profile_sample), .limit = 1000000,
     .summary = "record one of so many calls, as if it were all of them"},
    {"profile-slice", "SECONDS", KIND_REAL, SETTINGS_USER, AT(profile_slice), .limit = 86400,
     .summary = "make each so long slice of time a phase of the profile"},
    {"enabled", "on|off", KIND_WORD, SETTINGS_SITE, AT(enabled), .words = wire_switch_words,
     .summary = "off: accept the options, but place and bind nothing"},
    {"default", "on|off", KIND_WORD, SETTINGS_SITE, AT(environment), .words = wire_switch_words,
     .summary = "on: the variables SLURM_TOPOMAP and SLURM_TOPOMAP_OPTS count; off: only options"},
    {"min-tasks", "NUMBER", KIND_WHOLE, SETTINGS_SITE, AT(min_tasks), .limit = TOPOMAP_MAX_RANKS,
     .summary = "leave steps with fewer tasks alone"},
    {"store", "DIR", KIND_PATH, SETTINGS_SITE, AT(store),
     .summary = "profiles of the site, for --topomap=auto, where a user has none"},
    {"libexecdir", "DIR", KIND_PATH, SETTINGS_SITE, AT(libexecdir),
     .summary = "where topomap's helper programs are"},
};

#define KEY_COUNT (sizeof keys / sizeof *keys)

int settings_init(struct settings *settings)
{
    *settings = (struct settings){
        .seed = 1,
        .profile_sample = 1,
        .effort = TOPOMAP_EFFORT_DEFAULT,
        .bind = BIND_COMPACT,
        .keep_first = WIRE_UNSAID,
        .enabled = 1,
        .environment = 1,
        .libexecdir = strdup(LIBEXEC_DIR),
    };
    return settings->libexecdir ? 0 : -1;
}

void settings_free(struct settings *settings)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        char **text = (char **)((char *)settings + keys[i].offset);

        if (keys[i].kind == KIND_TEXT || keys[i].kind == KIND_LIST || keys[i].kind == KIND_PATH) {
            free(*text);
            *text = NULL;
        }
    }
}

/* Keys may be written with '-' or '_': plugstack.conf has a tradition of the latter. */
static bool same_key(const char *name, const char *text, size_t length)
{
    if (strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != name[i] && !(name[i] == '-' && text[i] == '_'))
            return false;
    }
    return true;
}

static const struct key *find_key(enum settings_scope scope, const char *text, size_t length)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if ((keys[i].scopes & scope) && same_key(keys[i].name, text, length))
            return &keys[i];
    }
    return NULL;
}

static int wrong(const struct key *key, const char *value, struct topomap_error *error)
{
    return error_set(error, TOPOMAP_USAGE, "'%s' needs %s, not '%s'", key->name, key->argument,
                     value);
}

static int set_text(const struct key *key, void *field, const char *value,
                    struct topomap_error *error)
{
    char **text = field;
    char *copy;

    if (!*value || strpbrk(value, "\n\r") || (key->kind == KIND_PATH && *value != '/'))
        return error_set(error, TOPOMAP_USAGE, "'%s' needs %s%s, not '%s'", key->name,
                         key->kind == KIND_PATH ? "an absolute path, " : "", key->argument, value);
    copy = strdup(value);
    if (!copy)
        return error_memory(error);
    for (char *c = copy; key->kind == KIND_LIST && *c; c++) {
        if (*c == '/')
            *c = ',';
    }
    free(*text);
    *text = copy;
    return 0;
}

static int set_number(const struct key *key, void *field, const char *value,
                      struct topomap_error *error)
{
    const char *cursor = value;
    char *stop;
    double real;

    if (key->kind == KIND_WHOLE) {
        if (text_parse_number(&cursor, value + strlen(value), (uint64_t)key->limit, field) < 0 ||
            *cursor)
            return wrong(key, value, error);
        return 0;
    }
    real = strtod(value, &stop);
    if (stop == value || *stop || !isfinite(real) || real < 0 || real > key->limit)
        return wrong(key, value, error);
    *(double *)field = real;
    return 0;
}

static int set_key(const struct key *key, void *field, const char *value,
                   struct topomap_error *error)
{
    int word;

    switch (key->kind) {
    case KIND_FLAG:
        *(int *)field = key->fixed;
        return 0;
    case KIND_WORD:
        word = wire_word(key->words, value, strlen(value));
        if (word < 0)
            return wrong(key, value, error);
        *(int *)field = word;
        return 0;
    case KIND_WHOLE:
    case KIND_REAL:
        return set_number(key, field, value, error);
    case KIND_TEXT:
    case KIND_LIST:
    case KIND_PATH:
        break;
    }
    return set_text(key, field, value, error);
}

static int unknown_key(enum settings_scope scope, const char *text, size_t length,
                       struct topomap_error *error)
{
    struct hint hint;

    hint_init(&hint, text, length);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (keys[i].scopes & scope)
            hint_offer(&hint, keys[i].name);
    }
    return error_set(error, TOPOMAP_USAGE, "unknown key '%.*s'%s",
                     (int)(length < 60 ? length : 60), text, hint_text(&hint));
}

int settings_set(struct settings *settings, enum settings_scope scope, const char *text,
                 size_t length, struct topomap_error *error)
{
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : length;
    const struct key *key = find_key(scope, text, name_length);
    char *value;
    int result;

    if (!key)
        return unknown_key(scope, text, name_length, error);
    if (!key->argument != !equals)
        return error_set(error, TOPOMAP_USAGE,
                         key->argument ? "'%s' needs %s" : "'%s' takes no value", key->name,
                         key->argument);
    value = equals ? strndup(equals + 1, length - name_length - 1) : strdup("");
    if (!value)
        return error_memory(error);
    result = set_key(key, (char *)settings + key->offset, value, error);
    free(value);
    return result;
}

/* The length of the first key of a list with its value: after a key that takes a list, a word that
 * is no key belongs to that list. */
static size_t setting_length(const char *list)
{
    size_t length = strcspn(list, ",");
    const char *equals = memchr(list, '=', length);
    const struct key *key =
        equals ? find_key(SETTINGS_USER, list, (size_t)(equals - list)) : NULL;

    while (key && key->kind == KIND_LIST && list[length] == ',') {
        const char *next = list + length + 1;
        size_t more = strcspn(next, ",");

        if (!more || memchr(next, '=', more) || find_key(SETTINGS_USER, next, more))
            break;
        length += 1 + more;
    }
    return length;
}

int settings_set_list(struct settings *settings, const char *list, struct topomap_error *error)
{
    int result = 0;

    while (*list) {
        size_t length = setting_length(list);

        if (length &&
            settings_set(settings, SETTINGS_USER, list, length, result ? NULL : error) < 0)
            result = -1;
        list += length;
        list += *list == ',';
    }
    return result;
}

bool settings_help(enum settings_scope scope, size_t index, char *name, size_t size,
                   const char **summary)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (!(keys[i].scopes & scope) || index--)
            continue;
        snprintf(name, size, "%s%s%s", keys[i].name, keys[i].argument ? "=" : "",
                 keys[i].argument ? keys[i].argument : "");
        *summary = keys[i].summary;
        return true;
    }
    return false;
}
