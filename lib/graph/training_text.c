/* SPDX-License-Identifier: BSD-3-Clause */
/* Parses the text of the pattern `train`. */
#include "base/error.h"
#include "base/text.h"
#include "graph/training.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const dimension_names[TRAINING_DIMENSIONS] = {
    [TRAINING_TENSOR] = "tp",   [TRAINING_CONTEXT] = "cp",  [TRAINING_EXPERT] = "ep",
    [TRAINING_DATA] = "dp",     [TRAINING_PIPELINE] = "pp",
};

#define SIZE(dimension) (offsetof(struct training, size) + (dimension) * sizeof(uint32_t))
#define FIELD(name) offsetof(struct training, name)

/* These limits keep all products of the numbers within the range of a double. */
static const struct number_key {
    const char *name;
    size_t field;
    uint32_t usual; /* 0: derived from others */
    uint32_t limit;
} number_keys[] = {
    {"tp", SIZE(TRAINING_TENSOR), 1, TOPOMAP_MAX_RANKS},
    {"cp", SIZE(TRAINING_CONTEXT), 1, TOPOMAP_MAX_RANKS},
    {"ep", SIZE(TRAINING_EXPERT), 1, TOPOMAP_MAX_RANKS},
    {"dp", SIZE(TRAINING_DATA), 1, TOPOMAP_MAX_RANKS},
    {"pp", SIZE(TRAINING_PIPELINE), 1, TOPOMAP_MAX_RANKS},
    {"layers", FIELD(layers), 0, 100000},
    {"hidden", FIELD(hidden), 4096, 1000000},
    {"sequence", FIELD(sequence), 4096, 100000000},
    {"micro", FIELD(micro), 1, 100000},
    {"batches", FIELD(batches), 0, 1000000},
    {"bytes", FIELD(bytes), 2, 8},
    {"experts", FIELD(experts), 0, 1000000},
    {"topk", FIELD(topk), 2, 1000},
    {"local", FIELD(local), 1, 1024},
};

#define USUAL_LAYERS 32

#define NUMBER_KEYS (sizeof number_keys / sizeof number_keys[0])

static uint32_t *field(struct training *training, const struct number_key *key)
{
    return (uint32_t *)(void *)((char *)training + key->field);
}

static int fail(const char *text, const char *at, struct topomap_error *error, const char *expected)
{
    return error_set(error, TOPOMAP_INPUT, "'%.100s': expected %s at character %zu", text, expected,
                     (size_t)(at - text) + 1);
}

/* The message lists all keys. */
static int fail_key(const char *text, const char *at, struct topomap_error *error)
{
    char keys[160] = "";

    for (size_t i = 0, used = 0; i < NUMBER_KEYS; i++)
        used += (size_t)snprintf(keys + used, sizeof keys - used, "%s, ", number_keys[i].name);
    return error_set(error, TOPOMAP_INPUT,
                     "'%.100s': expected one of %sorder or gradient, and '=', at character %zu",
                     text, keys, (size_t)(at - text) + 1);
}

/* Where a key of `length` bytes stands among those from `at` on; NULL: nowhere. */
static const char *find_key(const char *at, const char *key, size_t length)
{
    while (*at) {
        if (strcspn(at, "=,/") == length && memcmp(at, key, length) == 0)
            return at;
        at += strcspn(at, ",/");
        at += *at != '\0';
    }
    return NULL;
}

static bool word_is(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* "tp-cp-ep-dp-pp", fastest first. Dimensions that are left out come last and must have size 1. */
static int parse_order(struct training *training, const char *value, size_t length)
{
    bool named[TRAINING_DIMENSIONS] = {false};
    const char *end = value + length;
    uint32_t count = 0;

    while (value < end) {
        size_t part = strcspn(value, "-,/");
        uint32_t d = 0;

        while (d < TRAINING_DIMENSIONS && !word_is(value, part, dimension_names[d]))
            d++;
        if (d == TRAINING_DIMENSIONS || named[d])
            return -1;
        named[d] = true;
        training->order[count++] = (enum training_dimension)d;
        value += part;
        if (value < end && ++value == end) /* a dash that nothing follows */
            return -1;
    }
    training->ordered = count;
    for (uint32_t d = 0; d < TRAINING_DIMENSIONS; d++) {
        if (!named[d])
            training->order[count++] = (enum training_dimension)d;
    }
    return 0;
}

static int parse_number(struct training *training, const struct number_key *key, const char *value,
                        size_t length)
{
    const char *cursor = value;
    uint64_t number;

    if (text_parse_number(&cursor, value + length, key->limit, &number) < 0 ||
        cursor != value + length || number == 0)
        return -1;
    *field(training, key) = (uint32_t)number;
    return 0;
}

static int parse_value(struct training *training, const char *text, const char *word, size_t length,
                       struct topomap_error *error)
{
    const char *value = word + length + 1;
    size_t size = strcspn(value, ",/");
    char expected[64];

    if (word_is(word, length, "order"))
        return parse_order(training, value, size) == 0
                   ? 0
                   : fail(text, value, error, "dimensions such as tp-cp-ep-dp-pp");
    if (word_is(word, length, "gradient")) {
        training->tree = word_is(value, size, "tree");
        return training->tree || word_is(value, size, "ring")
                   ? 0
                   : fail(text, value, error, "ring or tree");
    }
    for (size_t i = 0; i < NUMBER_KEYS; i++) {
        if (!word_is(word, length, number_keys[i].name))
            continue;
        snprintf(expected, sizeof expected, "a number from 1 to %u", number_keys[i].limit);
        return parse_number(training, &number_keys[i], value, size) == 0
                   ? 0
                   : fail(text, value, error, expected);
    }
    return fail_key(text, word, error);
}

static uint64_t product(const struct training *training, bool experts)
{
    const uint32_t *size = training->size;
    uint64_t ranks = (uint64_t)size[TRAINING_TENSOR] * size[TRAINING_PIPELINE];

    /* Sizes are at most TOPOMAP_MAX_RANKS. A larger product need not be exact. */
    if (ranks > TOPOMAP_MAX_RANKS)
        return ranks;
    if (experts)
        return ranks * size[TRAINING_EXPERT];
    ranks *= size[TRAINING_DATA];
    return ranks > TOPOMAP_MAX_RANKS ? ranks : ranks * size[TRAINING_CONTEXT];
}

/* Pipeline stages must have the same ranks for dense and for expert layers. */
static bool stages_agree(const struct training *training)
{
    const uint32_t *size = training->size;
    uint32_t dense = 1, expert = 1;
    uint32_t replicas = training->ranks / (uint32_t)product(training, true);

    for (uint32_t i = 0; training->order[i] != TRAINING_PIPELINE; i++) {
        enum training_dimension d = training->order[i];

        if (d != TRAINING_EXPERT)
            dense *= size[d];
        if (d == TRAINING_EXPERT || d == TRAINING_TENSOR)
            expert *= size[d];
        else if (d == TRAINING_DATA)
            expert *= replicas;
    }
    return dense == expert;
}

/* A dimension larger than 1 must be part of the order. */
static int check_order(const struct training *training, const char *text,
                       struct topomap_error *error)
{
    for (uint32_t i = training->ordered; i < TRAINING_DIMENSIONS; i++) {
        if (training->size[training->order[i]] > 1)
            return error_set(error, TOPOMAP_INPUT, "'%.100s': the order lacks %s", text,
                             dimension_names[training->order[i]]);
    }
    return 0;
}

/* All stages of the pipeline have the same number of layers. Without a number there are 32, or as
 * many more as that takes. */
static int settle_layers(struct training *training, const char *text, struct topomap_error *error)
{
    uint32_t stages = training->size[TRAINING_PIPELINE];
    const char *at = find_key(strchr(text, ':') + 1, "layers", strlen("layers"));

    if (!training->layers)
        training->layers = (USUAL_LAYERS + stages - 1) / stages * stages;
    if (training->layers % stages)
        return error_set(error, TOPOMAP_INPUT,
                         "'%.100s': expected layers that the %u stages of pp divide at character "
                         "%zu", text, stages, at ? (size_t)(at - text) + 1 : 1);
    return 0;
}

static int check(struct training *training, const char *text, struct topomap_error *error)
{
    const uint32_t *size = training->size;
    uint64_t ranks = product(training, false);

    if (ranks > TOPOMAP_MAX_RANKS)
        return error_set(error, TOPOMAP_INPUT, "'%.100s': more than %u ranks", text,
                         (unsigned)TOPOMAP_MAX_RANKS);
    training->ranks = (uint32_t)ranks;
    if (check_order(training, text, error) < 0)
        return -1;
    if (ranks % product(training, true))
        return error_set(error, TOPOMAP_INPUT,
                         "'%.100s': tp x ep does not divide the %u ranks of a stage", text,
                         training->ranks / size[TRAINING_PIPELINE]);
    if (size[TRAINING_EXPERT] > 1 && !stages_agree(training))
        return error_set(error, TOPOMAP_INPUT,
                         "'%.100s': with this order the pipeline stages of experts would differ; "
                         "put pp last",
                         text);
    if (training->ranks % training->local)
        return error_set(error, TOPOMAP_INPUT, "'%.100s': local does not divide the %u ranks", text,
                         training->ranks);
    if (training->experts % size[TRAINING_EXPERT])
        return error_set(error, TOPOMAP_INPUT, "'%.100s': ep does not divide the %u experts", text,
                         training->experts);
    if (training->experts > 1 && training->topk > training->experts)
        return error_set(error, TOPOMAP_INPUT,
                         "'%.100s': topk is %u, but a layer has %u experts", text, training->topk,
                         training->experts);
    return 0;
}

int training_parse(struct training *training, const char *text, struct topomap_error *error)
{
    const char *keys = strchr(text, ':') + 1, *cursor = keys;

    *training = (struct training){0};
    for (size_t i = 0; i < NUMBER_KEYS; i++)
        *field(training, &number_keys[i]) = number_keys[i].usual;
    parse_order(training, "", 0);
    training->ordered = TRAINING_DIMENSIONS;
    while (*cursor) {
        size_t length = strcspn(cursor, "=,/");

        if (cursor[length] != '=')
            return fail_key(text, cursor, error);
        if (find_key(keys, cursor, length) != cursor)
            return error_set(error, TOPOMAP_INPUT,
                             "'%.100s': '%.*s' occurs twice, at character %zu", text,
                             (int)(length < 20 ? length : 20), cursor, (size_t)(cursor - text) + 1);
        if (parse_value(training, text, cursor, length, error) < 0)
            return -1;
        cursor += length;
        cursor += strcspn(cursor, ",/");
        cursor += *cursor != '\0';
    }
    /* This many microbatches keep the pipeline busy most of the time. */
    if (!training->batches)
        training->batches = 4 * training->size[TRAINING_PIPELINE];
    if (!training->experts)
        training->experts = training->size[TRAINING_EXPERT];
    return settle_layers(training, text, error) < 0 ? -1 : check(training, text, error);
}
