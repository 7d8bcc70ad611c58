/* SPDX-License-Identifier: BSD-3-Clause */
/* What MPI's protocol makes of messages by their size, from measured times. */
#include "topomap_internal.h"

#include <math.h>

#define TOLERANCE 0.1 /* of the time of a message, by the line of its sizes */
#define LEAST 0.01    /* of the time of a message is that of its bytes, or of its latency */

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

void topomap_calibration_sizes(const struct topomap_message_time *times, uint32_t count,
                               struct topomap_protocol *protocol)
{
    struct line lines[TOPOMAP_MEASURED_SIZES];
    double latency = INFINITY, tolerance = TOLERANCE;
    uint32_t found;

    protocol->sizes = 0;
    if (count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        latency = fmin(latency, times[i].seconds);
    latency *= 1 - LEAST;
    while ((found = divide(times, count, latency, tolerance, lines, TOPOMAP_MEASURED_SIZES)) >
           TOPOMAP_MEASURED_SIZES)
        tolerance *= 2;
    for (uint32_t i = found; i-- > 0;) {
        const struct line *line = &lines[i];

        protocol->size[protocol->sizes++] = (struct topomap_message_size){
            .from = line->first > 0 ? times[line->first].bytes : 0,
            .bandwidth = lines[0].per_byte / line->per_byte,
            .latency = fmax(line->latency / lines[found - 1].latency, 1),
        };
    }
}
