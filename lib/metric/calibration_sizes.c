/* SPDX-License-Identifier: BSD-3-Clause */
/* What MPI's protocol makes of messages by their size, from measured times. */
#include "topomap_internal.h"

#include <math.h>

#define TOLERANCE 0.1 /* of the time of a message, by the line of its sizes */
#define LEAST 0.01    /* of the time of a message is that of its bytes, or of its latency */
#define ALIKE 5e-3     /* factors that differ less are written alike */

/* Sizes whose messages take seconds = latency + bytes * per_byte. */
struct line {
    uint32_t first, last;
    double latency, per_byte;
};

/* Least squares of relative errors, with no latency or time of a byte below the least. A single
 * point has the least of the other sizes' lines. */
static void fit(const struct topomap_message_time *times, struct line *line, double latency,
                double per_byte)
{
    double w = 0, ws = 0, wss = 0, wt = 0, wst = 0, spread;

    for (uint32_t i = line->first; i <= line->last; i++) {
        double s = times[i].bytes, t = times[i].seconds, weight = 1 / (t * t);

        w += weight;
        ws += weight * s;
        wss += weight * s * s;
        wt += weight * t;
        wst += weight * s * t;
    }
    spread = w * wss - ws * ws;
    line->per_byte = line->first < line->last
                         ? fmax((w * wst - ws * wt) / spread, per_byte) : per_byte;
    line->latency = (wt - line->per_byte * ws) / w;
    if (line->latency < latency) {
        line->latency = latency;
        line->per_byte = fmax((wst - latency * ws) / wss, per_byte);
    }
}

static bool fits(const struct topomap_message_time *times, const struct line *line,
                 double tolerance)
{
    for (uint32_t i = line->first; i <= line->last; i++) {
        double by_line = line->latency + line->per_byte * times[i].bytes;

        if (fabs(by_line / times[i].seconds - 1) > tolerance)
            return false;
    }
    return true;
}

/* From the largest size down, lines as long as they fit. That of the largest has two sizes or more,
 * and those of smaller sizes are no faster a byte. Returns how many there are, or more than
 * `most`. */
static uint32_t divide(const struct topomap_message_time *times, uint32_t count, double latency,
                       double tolerance, struct line *lines, uint32_t most)
{
    double per_byte = LEAST * times[count - 1].seconds / times[count - 1].bytes;
    uint32_t found = 0;

    for (uint32_t end = count; end > 0 && found < most; found++) {
        struct line *line = &lines[found];
        struct line longer = {.first = end - (found == 0 && end > 1 ? 2 : 1), .last = end - 1};

        fit(times, &longer, latency, per_byte);
        do {
            *line = longer;
            if (longer.first == 0)
                break;
            longer.first--;
            fit(times, &longer, latency, per_byte);
        } while (fits(times, &longer, tolerance));
        end = line->first;
        if (found == 0)
            per_byte = line->per_byte;
        if (end > 0 && found + 1 == most)
            return most + 1;
    }
    return found;
}

/* Without disturbance no message is slower than a longer one, and the bytes of the longest are no
 * slower than those of any other. */
static void bound(struct topomap_message_time *times, uint32_t count)
{
    struct topomap_message_time *longest = &times[count - 1];

    for (uint32_t i = 0; i < count; i++)
        longest->seconds = fmin(longest->seconds,
                                times[i].seconds / times[i].bytes * longest->bytes);
    for (uint32_t i = count - 1; i-- > 0;)
        times[i].seconds = fmin(times[i].seconds, times[i + 1].seconds);
}

/* The least message that takes its time from the line of longer ones: the switch is at the first
 * measured one, or before, where the line of shorter ones has reached the other. */
static double switches(const struct topomap_message_time *times, const struct line *shorter,
                       const struct line *longer)
{
    double first = times[longer->first].bytes, least = times[shorter->last].bytes + 1;
    double excess = shorter->per_byte - longer->per_byte;

    if (excess <= 0)
        return first;
    return fmin(fmax(ceil((longer->latency - shorter->latency) / excess), least), first);
}

static bool is_alike(const struct topomap_message_size *a, const struct topomap_message_size *b)
{
    return fabs(a->bandwidth / b->bandwidth - 1) < ALIKE &&
           fabs(a->latency / b->latency - 1) < ALIKE;
}

/* Add a row, or if it is like the one before, let that one be for its messages too. */
static void add_row(struct topomap_protocol *protocol, const struct topomap_message_size *row)
{
    if (protocol->sizes > 0 && is_alike(row, &protocol->size[protocol->sizes - 1]))
        protocol->size[protocol->sizes - 1].bandwidth = row->bandwidth;
    else
        protocol->size[protocol->sizes++] = *row;
}

void topomap_calibration_sizes(struct topomap_message_time *times, uint32_t count,
                               struct topomap_protocol *protocol)
{
    struct line lines[TOPOMAP_MEASURED_SIZES], *shortest;
    double latency, tolerance = TOLERANCE;
    uint32_t found;

    protocol->sizes = 0;
    if (count == 0)
        return;
    bound(times, count);
    latency = (1 - LEAST) * times[0].seconds;
    while ((found = divide(times, count, latency, tolerance, lines, TOPOMAP_MEASURED_SIZES)) >
           TOPOMAP_MEASURED_SIZES)
        tolerance *= 2;
    /* Longer messages have no shorter latencies. */
    for (uint32_t i = found - 1; i-- > 0;)
        fit(times, &lines[i], lines[i + 1].latency, i > 0 ? lines[0].per_byte : 0);
    if (lines[0].per_byte * times[count - 1].bytes <= lines[0].latency)
        return;
    shortest = &lines[found - 1];
    for (uint32_t i = found; i-- > 0;) {
        const struct line *line = &lines[i];
        struct topomap_message_size row = {
            .from = line == shortest ? 0 : switches(times, line + 1, line),
            .bandwidth = lines[0].per_byte / line->per_byte,
            .latency = line->latency / shortest->latency,
        };

        add_row(protocol, &row);
    }
}
