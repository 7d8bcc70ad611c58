/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads profiles; see io/profile_format.h. */
#include "io/profile.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/profile_check.h"
#include "io/profile_chunk.h"
#include "io/profile_format.h"
#include "io/profile_groups.h"
#include "io/profile_live.h"
#include "io/profile_steps.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC_LENGTH (sizeof PROFILE_MAGIC - 1)

/* The most phases, and the most edges, of a graph whose phases are told. */
#define MOST_PHASES 16
#define MOST_EDGES (1U << 22)

/* Groups are formed of so many phases at most, each of which has a sketch. */
#define MOST_GROUPED (1U << 17)

/* Steps are told apart up to so many ranks of all exchanges together, and so many edges that are
 * looked at to find them. */
#define MOST_RANKS (1U << 21)
#define MOST_LOOKS (1U << 25)

#define PARTS 3 /* of enum topomap_part */

struct topomap_profile {
    struct source source; /* owns the text */
    char *name;
    struct topomap_profile_info info;
    uint64_t run;
    struct profile_contents contents;
    struct traffic_index index; /* of more phases than one, once one of them is read */
};

static int parse_head(struct chunk *chunk, struct topomap_profile *profile)
{
    struct topomap_profile_info *info = &profile->info;
    uint32_t slice;

    if (chunk->tag != 'H')
        return chunk_fail(chunk, "it does not begin with its head");
    if (chunk_number32(chunk, TOPOMAP_MAX_RANKS, &info->ranks) < 0 ||
        chunk_number(chunk, UINT64_MAX, &profile->run) < 0 ||
        chunk_number32(chunk, UINT32_MAX, &info->sampling) < 0 ||
        chunk_number32(chunk, UINT32_MAX, &slice) < 0)
        return -1;
    if (info->ranks == 0 || info->sampling == 0)
        return chunk_fail(chunk, "its head has 0 ranks or a sampling of 0");
    info->slice = slice / 1000.0;
    info->library = chunk_words(chunk);
    info->program = info->library ? chunk_words(chunk) : NULL;
    if (!info->program)
        return -1;
    return 0;
}

/* Check everything once, so that later reads find no errors. Without `whole` the triples are left
 * to the caller, who makes a graph of them at once. */
static int parse_all(struct topomap_profile *profile, bool whole, struct topomap_error *error)
{
    struct profile_contents *contents = &profile->contents;
    struct topomap_profile_info *info = &profile->info;
    struct chunk chunk;
    int more;

    chunk_first(&chunk, &profile->source, MAGIC_LENGTH, error);
    more = chunk_next(&chunk);
    if (more == 0)
        return chunk_fail(&chunk, "its end is missing");
    if (more < 0 || chunk_check(&chunk) < 0 || parse_head(&chunk, profile) < 0 ||
        profile_check(&profile->source, chunk_end(&chunk), info->ranks, whole, contents, error) < 0)
        return -1;
    info->recorded = contents->recorded;
    info->unfinished = contents->unfinished;
    info->outside_messages = contents->outside_messages;
    info->outside_bytes = contents->outside_bytes;
    return 0;
}

/* ---- profiles ---------------------------------------------------------------------------- */

bool profile_is(const struct source *source)
{
    static const char word[] = "topomap-profile ";

    return source->length >= sizeof word - 1 &&
           memcmp(source->text, word, sizeof word - 1) == 0;
}

static struct topomap_profile *parse(const struct source *source, bool whole,
                                     struct topomap_error *error)
{
    struct topomap_profile *profile;

    if (!profile_is(source)) {
        error_set(error, TOPOMAP_INPUT, "%s: is not a profile", source->name);
        return NULL;
    }
    if (source->length < MAGIC_LENGTH || memcmp(source->text, PROFILE_MAGIC, MAGIC_LENGTH) != 0) {
        error_set(error, TOPOMAP_INPUT, "%s: is a profile of an unknown version",
                  source->name);
        return NULL;
    }
    profile = array_new(1, sizeof *profile);
    if (!profile) {
        error_memory(error);
        return NULL;
    }
    profile->source = *source;
    profile->name = strdup(source->name);
    if (!profile->name) {
        error_memory(error);
    } else {
        profile->source.name = profile->name;
        if (parse_all(profile, whole, error) == 0)
            return profile;
    }
    profile->source.text = NULL;
    topomap_profile_destroy(profile);
    return NULL;
}

struct topomap_profile *profile_parse(const struct source *source, struct topomap_error *error)
{
    return parse(source, true, error);
}

/* Replace a file of live counters in `source` by the profile that it makes. */
static int read_live(struct source *source, struct topomap_error *error)
{
    char *text = live_profile(source, &source->length, error);

    free((char *)source->text);
    source->text = text;
    return text ? 0 : -1;
}

struct topomap_profile *topomap_profile_read(const char *path, struct topomap_error *error)
{
    struct topomap_profile *profile;
    struct source source;

    if (source_read(&source, path, SOURCE_MAX_GRAPH, error) < 0)
        return NULL;
    if (live_is(&source) && read_live(&source, error) < 0)
        return NULL;
    profile = profile_parse(&source, error);
    if (!profile)
        free((char *)source.text);
    return profile;
}

void topomap_profile_destroy(struct topomap_profile *profile)
{
    if (!profile)
        return;
    free((char *)profile->source.text);
    free((char *)profile->info.library);
    free((char *)profile->info.program);
    free(profile->contents.phases.phase);
    free(profile->contents.done);
    free(profile->index.place);
    free(profile->name);
    free(profile);
}

const struct topomap_profile_info *topomap_profile_info(const struct topomap_profile *profile)
{
    return &profile->info;
}

bool topomap_profile_phase(const struct topomap_profile *profile, size_t index, uint32_t *phase)
{
    if (index >= profile->contents.phases.count)
        return false;
    *phase = profile->contents.phases.phase[index];
    return true;
}

/* Whether nobody has counted messages, as in another graph that was written as a profile: then what
 * has bytes has no messages. */
static bool is_uncounted(const struct topomap_graph *graph)
{
    bool bytes = false, counted = false;

    for (size_t e = 0; e < graph->edges; e++) {
        bytes = bytes || graph->bytes[e] > 0;
        counted = counted || (graph->bytes[e] > 0 && graph->messages[e] > 0);
    }
    for (uint32_t rank = 0; graph->self_bytes && rank < graph->ranks; rank++) {
        bytes = bytes || graph->self_bytes[rank] > 0;
        counted = counted || (graph->self_bytes[rank] > 0 && graph->self_messages[rank] > 0);
    }
    return bytes && !counted;
}

static struct topomap_graph *make_graph(const struct topomap_profile *profile, struct rows *rows,
                                        struct topomap_error *error)
{
    struct topomap_error why = {.text = ""};
    struct topomap_graph *graph;

    rows->counted = true;
    graph = rows_finish(rows, profile->info.ranks, &why);
    if (!graph)
        error_set(error, why.code, "%.240s: %.240s", profile->name, why.text);
    else if (is_uncounted(graph))
        graph_set_weights(graph);
    return graph;
}

/* The index of phases; there is none of a single phase. */
static int need_index(struct topomap_profile *profile, struct topomap_error *error)
{
    struct traffic_index index;

    if (profile->index.count > 0 || profile->contents.phases.count < 2)
        return 0;
    if (traffic_index(&profile->contents.traffic, &profile->source, &index, error) < 0) {
        free(index.place);
        return -1;
    }
    profile->index = index;
    return 0;
}

/* The graph of all traffic of some parts of a phase by an index, if that is not empty; its own
 * phases are not told yet. */
static struct topomap_graph *read_by(const struct traffic_index *index,
                                     const struct topomap_profile *profile,
                                     const struct traffic_choice *choice,
                                     struct topomap_error *error)
{
    struct rows rows = {0};

    if (index->count == 0)
        index = NULL;
    if (traffic_rows(&profile->contents.traffic, &profile->source, index, choice, &rows,
                     error) == 0)
        return make_graph(profile, &rows, error);
    rows_free(&rows);
    return NULL;
}

static struct topomap_graph *read_sum(struct topomap_profile *profile,
                                      const struct traffic_choice *choice,
                                      struct topomap_error *error)
{
    if (choice->phase != TOPOMAP_EVERY_PHASE && need_index(profile, error) < 0)
        return NULL;
    return read_by(&profile->index, profile, choice, error);
}

/* The exchanges of a graph, while they are told. */
struct telling {
    struct topomap_profile *profile;
    const struct traffic_index *index; /* of phases, or of groups of them */
    struct traffic_index groups;       /* that of groups, if there are many phases; owned */
    struct topomap_graph *graph;
    size_t room;
    uint32_t told; /* exchanges of the same part of a phase */
    struct topomap_error *error;
};

/* Add the next exchange of a part, unless it is empty. It is destroyed on failure. */
static int tell(void *context, struct topomap_graph *one)
{
    struct telling *telling = context;
    struct topomap_graph *graph = telling->graph;

    if (!one)
        return -1;
    if (one->edges == 0) {
        topomap_graph_destroy(one);
        return 0;
    }
    if (array_grow(&graph->phase, &telling->room, graph->phases + 1, sizeof *graph->phase) < 0) {
        topomap_graph_destroy(one);
        return error_memory(telling->error);
    }
    one->step = telling->told++;
    graph->phase[graph->phases++] = one;
    return 0;
}

static int read_steps(const struct telling *telling, uint32_t phase, struct profile_steps *steps)
{
    for (uint32_t count = steps->count, i = steps->count = 0; i < count; i++) {
        struct traffic_choice choice = {TOPOMAP_PART_P2P, phase, i};

        steps->count = i + 1;
        steps->messages[i] = read_by(telling->index, telling->profile, &choice, telling->error);
        choice.parts = TRAFFIC_AWAITED;
        steps->awaited[i] = read_by(telling->index, telling->profile, &choice, telling->error);
        if (!steps->messages[i] || !steps->awaited[i])
            return -1;
    }
    return 0;
}

/* Add point-to-point messages: what waits for others comes after them. Of chains that are too long
 * the steps are told alone. */
static int tell_p2p(struct telling *telling, uint32_t phase, uint32_t count)
{
    struct profile_steps steps = {.ranks = telling->graph->ranks, .count = count};
    uint64_t most = MOST_RANKS / steps.ranks, told = telling->graph->phases;
    int result = read_steps(telling, phase, &steps);

    if (result == 0)
        result = steps_exchanges(&steps, most > told ? most - told : 0, tell, telling,
                                 telling->error);
    steps_free(&steps);
    return result;
}

/* Add the exchanges of one phase, or of all phases together: the steps of each part, or with no
 * `steps` the parts alone. Of collectives one call ends before the next begins. */
static int tell_phase(struct telling *telling, unsigned parts, uint32_t phase, uint32_t steps)
{
    for (unsigned part = 1; part <= TOPOMAP_PART_ALL; part <<= 1) {
        bool p2p = part == TOPOMAP_PART_P2P && steps > 0;

        telling->told = 0;
        if ((parts & part) && p2p && tell_p2p(telling, phase, steps) < 0)
            return -1;
        for (uint32_t step = 0; (parts & part) && !p2p && step < (steps ? steps : 1); step++) {
            struct traffic_choice choice = {part, phase, steps ? step : TRAFFIC_EVERY_STEP};
            struct topomap_graph *one = read_by(telling->index, telling->profile, &choice,
                                                telling->error);

            if (one && part == TOPOMAP_PART_COLLECTIVES)
                graph_take_turns(one);
            if (tell(telling, one) < 0)
                return -1;
        }
    }
    return 0;
}

/* Sketch all phases by what they have in these parts. */
static int sketch_phases(struct topomap_profile *profile, unsigned parts,
                         struct phase_sketch *sketch, struct topomap_error *error)
{
    const struct phases *phases = &profile->contents.phases;

    for (size_t i = 0; i < phases->count; i++) {
        struct traffic_choice choice = {parts, phases->phase[i], TRAFFIC_EVERY_STEP};
        struct topomap_graph *phase = read_sum(profile, &choice, error);

        if (!phase)
            return -1;
        groups_sketch(phase, &sketch[i]);
        topomap_graph_destroy(phase);
    }
    return 0;
}

/* Form groups of all phases, and the index of these. Returns their number, or -1 on failure. */
static int64_t form_groups(struct topomap_profile *profile, unsigned parts,
                           struct traffic_index *groups, struct topomap_error *error)
{
    const struct phases *phases = &profile->contents.phases;
    struct phase_sketch *sketch = array_raw(phases->count, sizeof *sketch);
    uint32_t *group = array_raw(phases->count, sizeof *group);
    int64_t count = -1;

    if (!sketch || !group) {
        error_memory(error);
    } else if (sketch_phases(profile, parts, sketch, error) == 0) {
        count = groups_form(sketch, phases->count, MOST_PHASES, group);
        if (count == 0)
            count = error_memory(error);
        else if (traffic_group(&profile->index, phases->phase, phases->count, group, groups,
                               error) < 0)
            count = -1;
    }
    free(sketch);
    free(group);
    return count;
}

/* Whether there is not too much to look at to form groups. */
static bool can_group(const struct topomap_profile *profile)
{
    size_t phases = profile->contents.phases.count;

    return phases <= MOST_GROUPED && (uint64_t)phases * profile->info.ranks <= MOST_LOOKS;
}

/* Tell the exchanges of a phase, of each of all phases, or of each group of them if there are many.
 * Steps are told apart as far as there is not too much to look at. */
static int tell_each(struct telling *telling, unsigned parts, uint32_t phase)
{
    struct topomap_profile *profile = telling->profile;
    const struct topomap_graph *graph = telling->graph;
    const struct phases *phases = &profile->contents.phases;
    bool many = phases->count > MOST_PHASES;
    bool each = phase == TOPOMAP_EVERY_PHASE && (!many || can_group(profile));
    int64_t count = each ? (int64_t)phases->count : 1;
    uint32_t steps = profile->contents.steps;
    uint64_t exchanges;
    int result = 0;

    if (each && many) {
        count = form_groups(profile, parts, &telling->groups, telling->error);
        telling->index = &telling->groups;
    }
    exchanges = (uint64_t)(count > 0 ? count : 0) * PARTS * steps;
    if (exchanges * graph->ranks > MOST_RANKS || exchanges * graph->edges > MOST_LOOKS)
        steps = 0;
    for (int64_t i = 0; result == 0 && i < count; i++) {
        uint32_t one = !each ? phase : many ? (uint32_t)i : phases->phase[i];

        result = tell_phase(telling, parts, one, steps);
    }
    return count < 0 ? -1 : result;
}

/* Tell the exchanges that the graph is the sum of. Of graphs so large that the time would not be
 * predicted flow by flow anyway, and where there is only one without waves, none are told. */
static int tell_phases(struct topomap_profile *profile, unsigned parts, uint32_t phase,
                       struct topomap_graph *graph, struct topomap_error *error)
{
    struct telling telling = {.profile = profile, .index = &profile->index, .graph = graph,
                              .error = error};
    int result;

    if (graph->edges > MOST_EDGES)
        return 0;
    if (need_index(profile, error) < 0)
        return -1;
    result = tell_each(&telling, parts, phase);
    free(telling.groups.place);
    if (graph->phases == 1 && !graph->phase[0]->waves) {
        if (graph->phase[0]->turns)
            graph_take_turns(graph);
        topomap_graph_destroy(graph->phase[--graph->phases]);
    }
    return result;
}

/* Tell the phases of a graph, or destroy it. */
static struct topomap_graph *with_phases(struct topomap_profile *profile, unsigned parts,
                                         uint32_t phase, struct topomap_graph *graph,
                                         struct topomap_error *error)
{
    if (graph && tell_phases(profile, parts, phase, graph, error) < 0) {
        topomap_graph_destroy(graph);
        return NULL;
    }
    return graph;
}

struct topomap_graph *topomap_profile_graph(struct topomap_profile *profile, unsigned parts,
                                            uint32_t phase, struct topomap_error *error)
{
    struct traffic_choice choice = {parts, phase, TRAFFIC_EVERY_STEP};

    return with_phases(profile, parts, phase, read_sum(profile, &choice, error), error);
}

int topomap_profile_total(struct topomap_profile *profile, unsigned parts, uint32_t phase,
                          struct topomap_profile_total *total, struct topomap_error *error)
{
    struct traffic_choice choice = {parts, phase, TRAFFIC_EVERY_STEP};
    struct topomap_graph *graph = read_sum(profile, &choice, error);

    if (!graph)
        return -1;
    *total = (struct topomap_profile_total){topomap_graph_edges(graph), topomap_graph_bytes(graph),
                                            topomap_graph_messages(graph)};
    topomap_graph_destroy(graph);
    return 0;
}

struct topomap_graph *profile_parse_graph(const struct source *source, struct topomap_error *error)
{
    struct topomap_profile *profile = parse(source, false, error);
    struct topomap_graph *graph = NULL;
    struct traffic_choice all = {TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE, TRAFFIC_EVERY_STEP};
    struct rows rows = {0};
    bool large;
    int result;

    if (!profile)
        return NULL;
    result = traffic_rows(&profile->contents.traffic, source, NULL, &all, &rows, error);
    large = rows.count + rows.loose.count > MOST_EDGES;
    if (large)
        source_drop(source);
    if (result == 0)
        graph = make_graph(profile, &rows, error);
    rows_free(&rows);
    if (!large)
        graph = with_phases(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE, graph, error);
    profile->source.text = NULL;
    topomap_profile_destroy(profile);
    return graph;
}

/* ---- joining ----------------------------------------------------------------------------- */

int profile_put_text(void *where, const void *bytes, size_t length)
{
    struct text *text = where;

    text_add(text, bytes, length);
    return text->failed ? -1 : 0;
}

/* Join all chunks of one profile about ranks that earlier profiles did not have. */
static int join_one(const struct topomap_profile *profile, uint8_t *seen,
                    struct profile_writer *writer, struct topomap_error *error)
{
    struct chunk chunk;
    uint32_t rank;

    chunk_first(&chunk, &profile->source, MAGIC_LENGTH, error);
    while (chunk_next(&chunk) > 0) {
        if (chunk.tag != 'R' && chunk.tag != 'D')
            continue;
        if (chunk_number32(&chunk, profile->info.ranks - 1, &rank) < 0)
            return -1;
        if (!seen[rank])
            profile_put_chunks(writer, chunk.begin, (size_t)(chunk.end + 4 - chunk.begin), 1);
    }
    for (uint32_t r = 0; r < profile->info.ranks; r++)
        seen[r] |= profile->contents.done[r];
    return 0;
}

static int join_all(const struct topomap_profile *const *profiles, size_t count,
                    struct profile_writer *writer, struct topomap_error *error)
{
    const struct topomap_profile *first = profiles[0];
    struct profile_head head = {
        .ranks = first->info.ranks,
        .run = first->run,
        .sampling = first->info.sampling,
        .slice = (uint32_t)(first->info.slice * 1000 + 0.5),
        .library = first->info.library,
        .program = first->info.program,
    };
    uint8_t *seen = array_new(head.ranks, 1);
    int result = seen ? 0 : error_memory(error);

    if (result == 0)
        profile_put_head(writer, &head);
    for (size_t i = 0; result == 0 && i < count; i++) {
        if (profiles[i]->run != first->run || profiles[i]->info.ranks != head.ranks)
            result = error_set(error, TOPOMAP_INPUT, "%s: is from another run than %s",
                               profiles[i]->name, first->name);
        else
            result = join_one(profiles[i], seen, writer, error);
    }
    free(seen);
    if (result == 0 && profile_put_end(writer) < 0)
        result = error_memory(error);
    return result;
}

char *topomap_profile_join(const struct topomap_profile *const *profiles, size_t count,
                           size_t *length, struct topomap_error *error)
{
    struct profile_writer *writer = array_new(1, sizeof *writer);
    struct text text = {0};
    char *joined = NULL;

    if (!writer || count == 0) {
        free(writer);
        if (count)
            error_memory(error);
        else
            error_set(error, TOPOMAP_USAGE, "there is no profile to join");
        return NULL;
    }
    profile_begin(writer, profile_put_text, &text);
    if (join_all(profiles, count, writer, error) == 0) {
        *length = text.length;
        joined = text_take(&text);
        if (!joined)
            error_memory(error);
    } else {
        text_free(&text);
    }
    free(writer);
    return joined;
}
