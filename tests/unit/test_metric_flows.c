/* SPDX-License-Identifier: BSD-3-Clause */
/* Flows that share channels. */
#include "unit/unit.h"

#include "base/random.h"
#include "metric/flows.h"

#include <math.h>
#include <stdlib.h>

static double simulate(struct flows *flows, const double *bandwidth, uint32_t channels)
{
    double seconds = -1;
    uint64_t work = 0;

    assert_int_equal(flows_simulate(flows, bandwidth, channels, INFINITY, &seconds, &work), 0);
    return seconds;
}

static void add(struct flows *flows, double bytes, double delay, double messages, double hops,
                const struct flow_use *uses, uint32_t length)
{
    const struct flow flow = {.bytes = bytes, .delay = delay, .messages = messages, .hops = hops,
                              .length = length};

    assert_int_equal(flows_add(flows, &flow, uses), 0);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* One channel of 100 bytes/s. */
static void a_channel_is_shared_by_weights(void **state)
{
    static const struct {
        struct {
            double bytes, delay, messages, hops;
        } flow[2];
        double seconds;
    } cases[] = {
        /* 50 bytes/s each until 2 s, then the second has all. */
        {{{100, 0, 1, 1}, {300, 0, 1, 1}}, 4},
        /* The first has three quarters of the channel and ends at 1 s; 75 of 100 bytes are left. */
        {{{75, 0, 3, 1}, {100, 0, 1, 1}}, 1.75},
        /* Less than one message counts as one. */
        {{{100, 0, 0.1, 1}, {100, 0, 1, 1}}, 2},
        /* Twice the hops, half the share: 100/3 bytes/s until the first ends at 0.75 s. */
        {{{50, 0, 1, 1}, {100, 0, 1, 2}}, 1.5},
        /* The second begins when the first is through. */
        {{{100, 0, 1, 1}, {100, 5, 1, 1}}, 6},
        /* It begins at 1 s, shares until the first ends at 2 s, and has 50 bytes left. */
        {{{150, 0, 1, 1}, {100, 1, 1, 1}}, 2.5},
        {{{0, 3, 1, 1}, {0, 7, 1, 1}}, 7},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flows flows = {0};
        double seconds;

        for (size_t f = 0; f < 2; f++)
            add(&flows, cases[i].flow[f].bytes, cases[i].flow[f].delay, cases[i].flow[f].messages,
                cases[i].flow[f].hops, &(struct flow_use){0, 1}, 1);
        seconds = simulate(&flows, (double[]){100}, 1);
        print_message("case %zu: %g s\n", i, seconds);
        assert_true(near(seconds, cases[i].seconds));
        flows_free(&flows);
    }
}

/* Beside so many others that rates are set anew only now and then, a flow that shares no channel
 * takes what it takes alone. */
static void a_lone_flow_is_not_late(void **state)
{
    enum { OTHERS = 8000 };
    double *bandwidth = malloc((OTHERS + 1) * sizeof *bandwidth);

    (void)state;
    assert_non_null(bandwidth);
    for (uint32_t c = 0; c <= OTHERS; c++)
        bandwidth[c] = 100;
    for (double delay = 0.5; delay < 40; delay *= 1.3) {
        struct flows flows = {0};

        for (uint32_t f = 0; f < OTHERS; f++)
            add(&flows, 0.5 * f, 0, 1, 1, &(struct flow_use){f, 1}, 1);
        add(&flows, 4000, delay, 1, 1, &(struct flow_use){OTHERS, 1}, 1);
        assert_true(near(simulate(&flows, bandwidth, OTHERS + 1), 40 + delay));
        flows_free(&flows);
    }
    free(bandwidth);
}

/* What one flow cannot take because another channel limits it is left to the others. */
static void shares_are_max_min_fair(void **state)
{
    struct flows flows = {0};

    (void)state;
    /* Over channels 0 and 1, of which 1 gives it 20; so the one over 0 alone has 80. */
    add(&flows, 40, 0, 1, 1, (struct flow_use[]){{0, 1}, {1, 1}}, 2);
    add(&flows, 160, 0, 1, 1, &(struct flow_use){0, 1}, 1);
    add(&flows, 40, 0, 1, 1, &(struct flow_use){1, 1}, 1);
    assert_true(near(simulate(&flows, (double[]){100, 40}, 2), 2));
    flows_free(&flows);
    /* Half of its bytes over each of two channels: as fast as both together. */
    add(&flows, 100, 0, 1, 1, (struct flow_use[]){{0, 0.5F}, {1, 0.5F}}, 2);
    assert_true(near(simulate(&flows, (double[]){25, 25}, 2), 2));
    flows_free(&flows);
    assert_true(simulate(&flows, (double[]){25, 25}, 2) == 0);
}

#define CHANNELS 12U
#define FLOWS 60U

static void add_random(struct flows *flows, struct random *random, double *load, double *most)
{
    struct flow_use uses[3];
    double bytes = 1 + (double)(random_next(random) % 1000);
    double delay = (double)(random_next(random) % 20) / 10;
    uint32_t length = 1 + (uint32_t)(random_next(random) % 3), first;

    first = (uint32_t)(random_next(random) % CHANNELS);
    for (uint32_t k = 0; k < length; k++) {
        uses[k] = (struct flow_use){(first + 5 * k) % CHANNELS, 1};
        load[uses[k].channel] += bytes;
    }
    *most = fmax(*most, delay);
    add(flows, bytes, delay, 1 + (double)(random_next(random) % 4), length, uses, length);
}

/* Not before the heaviest channel is through, nor after all flows one by one; and in any unit. */
static void times_lie_between_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        double load[CHANNELS] = {0}, bandwidth[CHANNELS], faster[CHANNELS];
        double delay = 0, least = 0, most = 0, seconds;
        struct flows flows = {0};
        struct random random;

        random_seed(&random, seed);
        for (uint32_t c = 0; c < CHANNELS; c++) {
            bandwidth[c] = 50 + (double)(random_next(&random) % 100);
            faster[c] = 8 * bandwidth[c];
        }
        for (uint32_t f = 0; f < FLOWS; f++)
            add_random(&flows, &random, load, &delay);
        for (uint32_t c = 0; c < CHANNELS; c++)
            least = fmax(least, load[c] / bandwidth[c]);
        for (uint32_t f = 0; f < FLOWS; f++)
            most += flows.flow[f].bytes / 50;
        seconds = simulate(&flows, bandwidth, CHANNELS);
        assert_true(seconds >= least * (1 - 1e-9) && seconds <= delay + most);
        for (uint32_t f = 0; f < FLOWS; f++)
            flows.flow[f].delay /= 8;
        assert_true(fabs(8 * simulate(&flows, faster, CHANNELS) - seconds) <= 1e-6 * seconds);
        flows_free(&flows);
    }
}

/* The second flow ends at 9 s; before that is known, both are known to take more than 1 s. */
static void what_takes_too_long_is_not_simulated(void **state)
{
    static const double bandwidth[] = {100};
    static const struct flow_use use[] = {{0, 1}};
    struct flows flows = {0};
    double seconds;
    uint64_t work = 0;

    (void)state;
    add(&flows, 200, 0, 1, 1, use, 1);
    add(&flows, 200, 7, 1, 1, use, 1);
    assert_int_equal(flows_simulate(&flows, bandwidth, 1, 1, &seconds, &work), 0);
    assert_true(seconds > 1 && seconds < 9);
    assert_int_equal(flows_simulate(&flows, bandwidth, 1, 9, &seconds, &work), 0);
    assert_true(near(seconds, 9));
    flows_free(&flows);
}

static void add_after(struct flows *flows, double bytes, double delay, size_t one, size_t other)
{
    add(flows, bytes, delay, 1, 1, &(struct flow_use){0, 1}, bytes > 0);
    flows->flow[flows->count - 1].after[0] = one;
    flows->flow[flows->count - 1].after[1] = other;
}

/* One channel of 100 bytes/s. */
static void flows_wait_for_others(void **state)
{
    struct flows flows = {0};

    (void)state;
    add_after(&flows, 100, 0, 0, 0); /* until 1 s */
    add_after(&flows, 0, 3, 1, 0);   /* until 4 s, over no channel */
    add_after(&flows, 100, 1, 1, 0); /* from 2 s until 3.5 s, as the next begins at 2.5 s */
    add_after(&flows, 75, 1.5, 0, 1);
    add_after(&flows, 100, 0.5, 2, 3);
    assert_true(near(simulate(&flows, (double[]){100}, 1), 5.5));
    assert_true(near(flows.flow[0].end, 1) && near(flows.flow[1].end, 4));
    assert_true(near(flows.flow[2].end, 3.5) && near(flows.flow[3].end, 3.75));
    flows_free(&flows);
}

/* They begin one by one once nothing else is left. */
static void flows_that_wait_for_one_another_end(void **state)
{
    struct flows flows = {0};

    (void)state;
    add_after(&flows, 100, 1, 2, 0);
    add_after(&flows, 100, 1, 1, 0);
    add_after(&flows, 100, 0, 0, 0);
    assert_true(near(simulate(&flows, (double[]){100}, 1), 5));
    assert_true(near(flows.flow[2].end, 1) && near(flows.flow[0].end, 3));
    flows_free(&flows);
    add_after(&flows, 100, 0, 1, 1); /* for itself */
    assert_true(near(simulate(&flows, (double[]){100}, 1), 1));
    flows_free(&flows);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_channel_is_shared_by_weights),
        cmocka_unit_test(a_lone_flow_is_not_late),
        cmocka_unit_test(shares_are_max_min_fair),
        cmocka_unit_test(times_lie_between_bounds),
        cmocka_unit_test(what_takes_too_long_is_not_simulated),
        cmocka_unit_test(flows_wait_for_others),
        cmocka_unit_test(flows_that_wait_for_one_another_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
