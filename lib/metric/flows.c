/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/flows.h"

#include "base/extremes.h"
#include "base/heap.h"
#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The part of the time by which it grows at least from one setting of rates to the next: with MANY
 * flows or more, and less with fewer, which take less work. */
#define STEP 0.05
#define MANY 2000

/* The same where flows wait for others, but a part of what a flow takes alone on average. */
#define WAITING_STEP 0.05

/* Levels that differ by no more than this part are equal. */
#define EQUAL 0.001

/* A rate is at least this part of the bandwidth of its first channel, whatever rounding leaves. */
#define LEAST_RATE 1e-6

/* What is carried in time by all but this part may be by rounding, and times that differ by no more
 * than this part of them are the same. */
#define ROUNDING 1e-9

int flows_add(struct flows *flows, const struct flow *flow, const struct flow_use *uses)
{
    if (array_grow(&flows->flow, &flows->flow_room, flows->count + 1, sizeof *flows->flow) < 0 ||
        array_grow(&flows->use, &flows->use_room, flows->uses + flow->length,
                   sizeof *flows->use) < 0)
        return -1;
    if (flow->length > 0)
        memcpy(flows->use + flows->uses, uses, flow->length * sizeof *uses);
    flows->flow[flows->count] = *flow;
    flows->flow[flows->count++].first = flows->uses;
    flows->uses += flow->length;
    return 0;
}

void flows_free(struct flows *flows)
{
    free(flows->flow);
    free(flows->use);
    *flows = (struct flows){0};
}

/* Levels of channels are looked at in blocks of so many. */
#define BLOCK 8

/* Rates of flows that are not active. */
#define UNBEGUN (-1)
#define ENDED (-2)

/* A channel while rates are set. */
struct sharing {
    double free;      /* bytes/s that no flow has */
    double weight;    /* of the flows that wait for a rate */
    double left;      /* bytes of the flows that have begun */
    uint32_t waiting; /* flows that wait for a rate */
    uint32_t open;    /* its index among open channels */
};

struct simulation {
    struct flows *flows;
    const double *bandwidth; /* [channels] */
    uint32_t channels;
    size_t *over;            /* [channels + 1] where the flows over each begin */
    size_t *over_flow;       /* [uses] */
    size_t *left_over;       /* [channels] the first flow over each that has not ended */
    struct sharing *sharing; /* [channels] */
    uint32_t *open;          /* [channels] those with flows that wait for a rate */
    double *level;           /* [channels + BLOCK], of open ones: the rate at which a flow of weight
                              * 1 fills it together with the others; INFINITY: none waits, as in a
                              * block behind the last one */
    double *lowest;          /* [channels / BLOCK + 1] of each block of levels, or less */
    uint32_t opens, closed;  /* how many are listed, and how many of them have been closed */
    uint32_t *busy;          /* [channels] those that active flows are over, or were a step ago */
    uint32_t busies;
    uint32_t *begun;         /* [channels] active flows over each, plus 1; 0: it is not listed */
    double *weight;          /* [flows] */
    double *left;            /* [flows] bytes */
    double *late;            /* [flows] seconds that active ones have missed, as they began within a
                              * step */
    double latest;           /* the most of them */
    double *rate;            /* [flows] bytes/s; 0 if it waits for one, or UNBEGUN, or ENDED */
    uint32_t *round;         /* [flows] the round of filling in which its rate was set */
    uint32_t kept;           /* rates set in earlier rounds stay as they are */
    struct heap pending;     /* flows that will begin, by the time; there is room for all */
    size_t *follower;        /* [flows] the first wait for each, FLOW_WAITS * flow + i + 1, or 0 */
    size_t *next;            /* [FLOW_WAITS * flows] the next wait for the same; NULL: none waits */
    uint8_t *waiting;        /* [flows] for how many */
    size_t unbegun;          /* the first that may still wait */
    size_t *active;          /* [flows] those that have begun and not ended */
    size_t actives;
    double least_step;       /* seconds; where flows wait for others */
    double now, last;        /* seconds; when the latest flow ended */
    uint64_t work;           /* uses and channels looked at */
};

static const struct flow_use *uses_of(const struct simulation *s, size_t flow)
{
    return s->flows->use + s->flows->flow[flow].first;
}

static inline uint32_t lower(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- rates ------------------------------------------------------------------------------- */

/* Kept, as divisions take long, and levels are compared much more often than they change. */
static void set_level(struct simulation *s, const struct sharing *sharing)
{
    double level = INFINITY;

    if (sharing->waiting == 0)
        s->closed++;
    else
        level = sharing->weight > 0 ? sharing->free / sharing->weight : 0;
    s->level[sharing->open] = level;
}

/* An active flow keeps its rate, or waits for one. */
static void share(struct simulation *s, size_t index)
{
    const struct flow *flow = &s->flows->flow[index];
    const struct flow_use *use = uses_of(s, index);
    double weight = s->weight[index], left = s->left[index], rate = s->rate[index];
    bool keeps = s->round[index] < s->kept;

    s->work += flow->length;
    for (uint32_t k = 0; k < flow->length; k++) {
        struct sharing *sharing = &s->sharing[use[k].channel];
        double part = (double)use[k].part;

        sharing->left += left * part;
        if (keeps) {
            sharing->free = greater(0, sharing->free - rate * part);
        } else {
            sharing->weight += weight * part;
            sharing->waiting++;
        }
    }
    if (!keeps)
        s->rate[index] = 0;
}

/* The last block need not be full. */
static void end_levels(struct simulation *s)
{
    for (uint32_t k = 0; k < BLOCK; k++)
        s->level[s->opens + k] = INFINITY;
}

/* List the channels that a flow is over from now on. */
static void use_channels(struct simulation *s, size_t index)
{
    const struct flow_use *use = uses_of(s, index);

    for (uint32_t k = 0; k < s->flows->flow[index].length; k++) {
        uint32_t channel = use[k].channel;

        if (s->begun[channel]++ == 0) {
            s->busy[s->busies++] = channel;
            s->begun[channel]++;
        }
    }
}

static void leave_channels(struct simulation *s, size_t index)
{
    const struct flow_use *use = uses_of(s, index);

    for (uint32_t k = 0; k < s->flows->flow[index].length; k++)
        s->begun[use[k].channel]--;
}

/* No flow has a share of any channel. Those that no active flow is over are listed no longer. */
static void clear_channels(struct simulation *s)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->busies; i++) {
        uint32_t channel = s->busy[i];

        if (s->begun[channel] == 1) {
            s->begun[channel] = 0;
            continue;
        }
        s->sharing[channel] = (struct sharing){.free = s->bandwidth[channel]};
        s->busy[kept++] = channel;
    }
    s->busies = kept;
}

/* All active flows wait for a rate but those that keep it. */
static void open_channels(struct simulation *s)
{
    clear_channels(s);
    for (size_t i = 0; i < s->actives; i++)
        share(s, s->active[i]);
    s->opens = s->closed = 0;
    for (uint32_t i = 0; i < s->busies; i++) {
        struct sharing *sharing = &s->sharing[s->busy[i]];

        if (sharing->waiting == 0)
            continue;
        sharing->open = s->opens;
        s->open[s->opens++] = s->busy[i];
        set_level(s, sharing);
    }
    end_levels(s);
}

/* Forget the channels that are closed once they are many. */
static void forget_closed(struct simulation *s)
{
    uint32_t kept = 0;

    if (2 * s->closed < s->opens)
        return;
    for (uint32_t i = 0; i < s->opens; i++) {
        if (s->level[i] == INFINITY)
            continue;
        s->sharing[s->open[i]].open = kept;
        s->level[kept] = s->level[i];
        s->open[kept++] = s->open[i];
    }
    s->opens = kept;
    s->closed = 0;
    end_levels(s);
}

/* The lowest level of a block. Four pairs at a time, as a comparison waits for the one before. */
static inline double lowest_of(const double *level)
{
    double lowest[BLOCK / 2];

    for (uint32_t k = 0; k < BLOCK / 2; k++)
        lowest[k] = lesser(level[k], level[k + BLOCK / 2]);
    return lesser(lesser(lowest[0], lowest[1]), lesser(lowest[2], lowest[3]));
}

/* The lowest level of the open channels, after that of each block; INFINITY: all are closed. */
static double lowest_level(struct simulation *s)
{
    double lowest = INFINITY;

    s->work += s->opens;
    for (uint32_t i = 0; i < s->opens; i += BLOCK) {
        s->lowest[i / BLOCK] = lowest_of(s->level + i);
        lowest = lesser(lowest, s->lowest[i / BLOCK]);
    }
    return lowest;
}

static void set_rate(struct simulation *s, size_t index, double level, uint32_t round)
{
    const struct flow *flow = &s->flows->flow[index];
    const struct flow_use *use = uses_of(s, index);
    double weight = s->weight[index];
    double rate = greater(level * weight, LEAST_RATE * s->bandwidth[use->channel]);

    s->work += flow->length;
    s->rate[index] = rate;
    s->round[index] = round;
    for (uint32_t k = 0; k < flow->length; k++) {
        struct sharing *sharing = &s->sharing[use[k].channel];

        sharing->free = greater(0, sharing->free - rate * (double)use[k].part);
        sharing->weight -= weight * (double)use[k].part;
        sharing->waiting--;
        set_level(s, sharing);
    }
}

/* All flows over a channel that wait for a rate. */
static void set_rates_over(struct simulation *s, uint32_t channel, double level, uint32_t round)
{
    const struct sharing *sharing = &s->sharing[channel];
    size_t *first = &s->left_over[channel];

    while (s->rate[s->over_flow[*first]] == ENDED)
        (*first)++;
    for (size_t k = *first; sharing->waiting > 0 && k < s->over[channel + 1]; k++) {
        if (s->rate[s->over_flow[k]] == 0)
            set_rate(s, s->over_flow[k], level, round);
    }
}

/* All flows over open channels with at most this level. Levels only rise meanwhile, so that blocks
 * whose lowest one is above it have none. */
static void fill(struct simulation *s, double level, double most, uint32_t round)
{
    for (uint32_t i = 0; i < s->opens; i += BLOCK) {
        if (s->lowest[i / BLOCK] > most)
            continue;
        for (uint32_t k = i; k < i + BLOCK; k++) {
            if (s->level[k] <= most)
                set_rates_over(s, s->open[k], level, round);
        }
    }
}

/* Progressive filling: the channels with the lowest level are full first. A flow that ends was not
 * over any channel that was full in an earlier round than that which set its rate, so that the
 * rates of earlier rounds stay the same. */
static void set_rates(struct simulation *s)
{
    uint32_t round = s->kept;

    for (double level; (level = lowest_level(s)) < INFINITY; round++) {
        fill(s, level, level * (1 + EQUAL), round);
        forget_closed(s);
    }
    s->kept = round;
}

/* Whether flows surely end after `enough`, as a channel cannot carry what they have left earlier,
 * even if they had begun when the latest of them did. Then the time is set to when they end at
 * least. */
static bool ends_after(struct simulation *s, double enough)
{
    double begun = s->now - s->latest;

    for (uint32_t i = 0; i < s->busies; i++) {
        uint32_t c = s->busy[i];

        if (s->sharing[c].left <= (enough - begun) * s->bandwidth[c] * (1 + ROUNDING))
            continue;
        s->now = begun + s->sharing[c].left / s->bandwidth[c];
        return true;
    }
    return false;
}

/* ---- time -------------------------------------------------------------------------------- */

static double next_beginning(const struct simulation *s)
{
    return s->pending.count > 0 ? s->pending.entry[0].key : INFINITY;
}

static void begin_at(struct simulation *s, double time, size_t flow)
{
    heap_push(&s->pending, (struct heap_entry){time, flow});
}

/* A flow has ended, and those begin that have waited only for it. */
static void end_flow(struct simulation *s, size_t flow, double time)
{
    s->flows->flow[flow].end = time;
    s->last = greater(s->last, time);
    s->rate[flow] = ENDED;
    for (size_t w = s->next ? s->follower[flow] : 0; w > 0; w = s->next[w - 1]) {
        size_t other = (w - 1) / FLOW_WAITS;

        if (--s->waiting[other] == 0)
            begin_at(s, time + s->flows->flow[other].delay, other);
    }
}

/* Begin the first flow of those that wait for one another. Returns false if there are none. */
static bool begin_anyway(struct simulation *s)
{
    while (s->next && s->unbegun < s->flows->count) {
        size_t flow = s->unbegun++;

        if (s->waiting[flow] == 0)
            continue;
        s->waiting[flow] = UINT8_MAX; /* which is not counted down to 0 any more */
        begin_at(s, s->now + s->flows->flow[flow].delay, flow);
        return true;
    }
    return false;
}

static bool is_over(struct simulation *s)
{
    return s->actives == 0 && s->pending.count == 0 && !begin_anyway(s);
}

static void begin_flows(struct simulation *s)
{
    if (s->actives == 0)
        s->now = greater(s->now, next_beginning(s));
    while (s->pending.count > 0 && next_beginning(s) <= s->now * (1 + ROUNDING)) {
        struct heap_entry begins = heap_pop(&s->pending);

        if (s->flows->flow[begins.item].length == 0) {
            end_flow(s, begins.item, begins.key);
            continue;
        }
        s->late[begins.item] = greater(0, s->now - begins.key);
        s->latest = greater(s->latest, s->late[begins.item]);
        s->active[s->actives++] = begins.item;
        use_channels(s, begins.item);
        s->kept = 0;
    }
}

/* Flows that began within the last step have had their rates from then on. */
static void catch_up(struct simulation *s)
{
    for (size_t i = 0; s->latest > 0 && i < s->actives; i++) {
        size_t flow = s->active[i];

        s->left[flow] -= s->rate[flow] * s->late[flow];
        s->late[flow] = 0;
    }
    s->latest = 0;
}

/* When a flow ends or begins, but not before the least step has passed. The time of a beginning is
 * not computed from a step, as it would begin later if that was rounded. */
static double next_time(const struct simulation *s)
{
    double least = s->next ? s->least_step
                           : s->now * STEP * lesser(1, (double)s->flows->count / MANY);
    double step = INFINITY;

    for (size_t i = 0; i < s->actives; i++)
        step = lesser(step, s->left[s->active[i]] / s->rate[s->active[i]]);
    return greater(lesser(next_beginning(s), s->now + step), s->now + least);
}

static void move_bytes(struct simulation *s)
{
    double next = next_time(s), step = next - s->now, most = step + next * ROUNDING;
    size_t kept = 0;

    s->work += s->actives;
    for (size_t i = 0; i < s->actives; i++) {
        size_t flow = s->active[i];
        double needs = s->left[flow] / s->rate[flow];

        if (needs <= most) {
            end_flow(s, flow, s->now + needs);
            leave_channels(s, flow);
            s->kept = lower(s->kept, s->round[flow]);
        } else {
            s->left[flow] -= s->rate[flow] * step;
            s->active[kept++] = flow;
        }
    }
    s->actives = kept;
    s->now = next;
}

/* ---- making one -------------------------------------------------------------------------- */

/* The flows over each channel, by the order of flows. */
static void list_flows(struct simulation *s)
{
    for (size_t k = 0; k < s->flows->uses; k++)
        s->over[s->flows->use[k].channel]++;
    for (uint32_t c = 1; c <= s->channels; c++)
        s->over[c] += s->over[c - 1];
    for (size_t f = s->flows->count; f-- > 0;) {
        const struct flow_use *use = uses_of(s, f);

        for (uint32_t k = 0; k < s->flows->flow[f].length; k++)
            s->over_flow[--s->over[use[k].channel]] = f;
    }
    memcpy(s->left_over, s->over, s->channels * sizeof *s->over);
}

/* List the flows that wait for others. */
static int list_followers(struct simulation *s)
{
    size_t count = s->flows->count, waits = 0;

    for (size_t f = 0; f < count; f++)
        waits += s->flows->flow[f].after[0] > 0 || s->flows->flow[f].after[1] > 0;
    if (waits == 0)
        return 0;
    s->follower = array_new(count, sizeof *s->follower);
    s->next = array_raw(FLOW_WAITS * count, sizeof *s->next);
    s->waiting = array_new(count, sizeof *s->waiting);
    if (!s->follower || !s->next || !s->waiting)
        return -1;
    for (size_t f = 0; f < count; f++) {
        for (size_t i = 0; i < FLOW_WAITS; i++) {
            size_t before = s->flows->flow[f].after[i];

            if (before == 0)
                continue;
            s->next[FLOW_WAITS * f + i] = s->follower[before - 1];
            s->follower[before - 1] = FLOW_WAITS * f + i + 1;
            s->waiting[f]++;
        }
    }
    return 0;
}

/* What a flow takes alone, on average, as far as its first channel tells. */
static double mean_seconds(const struct simulation *s)
{
    double sum = 0;

    for (size_t f = 0; f < s->flows->count; f++) {
        const struct flow *flow = &s->flows->flow[f];

        sum += flow->delay;
        if (flow->length > 0)
            sum += flow->bytes / s->bandwidth[uses_of(s, f)->channel];
    }
    return sum / (double)s->flows->count;
}

static int make(struct simulation *s)
{
    size_t count = s->flows->count;

    s->over = array_new((size_t)s->channels + 1, sizeof *s->over);
    s->over_flow = array_raw(s->flows->uses, sizeof *s->over_flow);
    s->left_over = array_raw(s->channels, sizeof *s->left_over);
    s->sharing = array_new(s->channels, sizeof *s->sharing);
    s->busy = array_raw(s->channels, sizeof *s->busy);
    s->begun = array_new(s->channels, sizeof *s->begun);
    s->open = array_raw(s->channels, sizeof *s->open);
    s->level = array_raw((size_t)s->channels + BLOCK, sizeof *s->level);
    s->lowest = array_raw((size_t)s->channels / BLOCK + 1, sizeof *s->lowest);
    s->weight = array_raw(count, sizeof *s->weight);
    s->left = array_raw(count, sizeof *s->left);
    s->late = array_raw(count, sizeof *s->late);
    s->rate = array_raw(count, sizeof *s->rate);
    s->round = array_new(count, sizeof *s->round);
    s->pending = (struct heap){array_raw(count, sizeof *s->pending.entry), 0, count};
    s->active = array_raw(count, sizeof *s->active);
    if (!s->over || !s->over_flow || !s->left_over || !s->sharing || !s->busy || !s->begun ||
        !s->open || !s->level || !s->lowest || !s->weight || !s->left || !s->late || !s->rate ||
        !s->round || !s->pending.entry || !s->active || list_followers(s) < 0)
        return -1;
    for (size_t f = 0; f < count; f++) {
        const struct flow *flow = &s->flows->flow[f];

        s->weight[f] = greater(1, flow->messages) / flow->hops;
        s->left[f] = flow->bytes;
        s->rate[f] = UNBEGUN;
        if (!s->next || s->waiting[f] == 0)
            begin_at(s, flow->delay, f);
    }
    s->least_step = s->next ? WAITING_STEP * mean_seconds(s) : 0;
    list_flows(s);
    return 0;
}

static void clear(struct simulation *s)
{
    free(s->over);
    free(s->over_flow);
    free(s->left_over);
    free(s->sharing);
    free(s->busy);
    free(s->begun);
    free(s->open);
    free(s->level);
    free(s->lowest);
    free(s->weight);
    free(s->left);
    free(s->late);
    free(s->rate);
    free(s->round);
    free(s->pending.entry);
    free(s->follower);
    free(s->next);
    free(s->waiting);
    free(s->active);
}

int flows_simulate(struct flows *flows, const double *bandwidth, uint32_t channels,
                   double enough, double *seconds, uint64_t *work)
{
    struct simulation s = {.flows = flows, .bandwidth = bandwidth, .channels = channels};
    int result = make(&s);

    while (result == 0 && !is_over(&s)) {
        begin_flows(&s);
        if (s.actives == 0)
            continue;
        open_channels(&s);
        if (s.now > enough || ends_after(&s, enough))
            break;
        set_rates(&s);
        catch_up(&s);
        move_bytes(&s);
    }
    if (result == 0)
        *seconds = is_over(&s) ? s.last : s.now;
    *work += s.work;
    clear(&s);
    return result;
}
