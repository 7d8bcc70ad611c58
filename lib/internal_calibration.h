/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal, see topomap_internal.h. */
#ifndef INTERNAL_CALIBRATION_H
#define INTERNAL_CALIBRATION_H

#include "topomap.h"

#include <stdbool.h>

/*
 * What to measure between nodes so that the speeds of all classes of links are found, and the
 * speeds that follow from what was measured. The caller measures, in the order of the arrays, and
 * fills in what is marked so.
 */
struct topomap_calibration {
    const struct topomap_network *network;

    /* Pairs of nodes between which a short message goes to and fro, one pair at a time. */
    struct topomap_ping {
        uint32_t from, to;
        double seconds;     /* measured: of one message */
    } *ping;
    uint32_t pings;

    /* Streams of long messages, one way. Those of a trial go at once, all of them over the same
     * link. No node takes part in two streams of a trial. */
    struct topomap_stream {
        uint32_t trial;
        uint32_t from, to;
        double part;        /* of its bytes that go over the link */
        double rate;        /* measured: bytes per second */
    } *stream;
    uint32_t streams;

    /* The trials of a class have one stream, two, four, and so on. */
    struct topomap_trial {
        uint32_t class;
        uint32_t link;
        uint32_t first, count; /* its streams */
    } *trial;
    uint32_t trials;
};

/*
 * Choose what to measure between `nodes` [count], which are indexes of the network without
 * repetition: at most 64 pings, and up to 64 streams a trial. The network must outlive it. NULL
 * with TOPOMAP_IMPOSSIBLE if there are less than two nodes, or if memory runs out.
 */
struct topomap_calibration *topomap_calibration_create(const struct topomap_network *network,
                                                       const uint32_t *nodes, uint32_t count,
                                                       struct topomap_error *error);
void topomap_calibration_destroy(struct topomap_calibration *calibration);

/* The speed of a class of links as it was measured. */
struct topomap_class_speed {
    double bandwidth;  /* of one link, bytes per second; 0: no trial has used the class */
    bool saturated;    /* more streams did not get more; else links may be faster than that */
    uint32_t streams;  /* of the trial that found it */
    double latency;    /* seconds; below 0: no ping has used the class */
};

/*
 * The speeds of all classes, speeds [topomap_network_classes()]. The bandwidth of a class is the
 * most that a link has carried in any of its trials. Latencies fit the pings: with them the sums
 * over the links of the ways come next to the measured times, by least squares with no latency
 * below 0. Returns 0, or -1 if memory runs out.
 */
int topomap_calibration_fit(const struct topomap_calibration *calibration,
                            struct topomap_class_speed *speeds, struct topomap_error *error);

/* ---- nodes ------------------------------------------------------------------------------- */

/* Where a rank runs inside its node: its package and its NUMA domain, each below 0 if the rank is
 * not bound to a single one. */
struct topomap_cpu_place {
    int package, domain;
};

enum topomap_nearness {
    TOPOMAP_SAME_DOMAIN,
    TOPOMAP_OTHER_DOMAIN,   /* of the same package */
    TOPOMAP_OTHER_PACKAGE,
    TOPOMAP_ANYWHERE,       /* a rank is not bound to a package */
    TOPOMAP_NEARNESSES
};

enum topomap_nearness topomap_calibration_nearness(const struct topomap_cpu_place *a,
                                                   const struct topomap_cpu_place *b);

/* An order of the ranks of a node in which its domains take turns: its first ranks are on as many
 * domains as possible. */
void topomap_calibration_take_turns(const struct topomap_cpu_place *place, uint32_t count,
                                    uint32_t *order);

/* Two ranks of a node, by their indexes among all of them. */
struct topomap_couple {
    uint32_t from, to;
};

/* Couple the ranks of a node, couples [count / 2], near ones first; of an odd number, one stays
 * alone. The domains take turns. Returns 0, or -1 if memory runs out. */
int topomap_calibration_couples(const struct topomap_cpu_place *place, uint32_t count,
                                struct topomap_couple *couples, struct topomap_error *error);

/* Messages from one node to another. */
struct topomap_node_flow {
    uint32_t from, to;      /* indexes of the network */
};

/*
 * With which nodes the node nodes[at] exchanges data to show what it can send, or receive, at the
 * most: partners [pairs], indexes of `nodes` [count], one for each of its ranks. Their flows share
 * links with as few others as possible; then near nodes come first, then all in turn. Returns 0, or
 * -1 if memory runs out.
 */
int topomap_calibration_partners(const struct topomap_network *network, const uint32_t *nodes,
                                 uint32_t count, uint32_t at, bool receives, uint32_t pairs,
                                 uint32_t *partners, struct topomap_error *error);

/* The bytes per second that all flows together get from links with these speeds, by max-min
 * fairness; INFINITY if a flow is only over links without a speed. Returns 0, or -1 if memory runs
 * out. */
int topomap_calibration_allowed(const struct topomap_network *network,
                                const struct topomap_class_speed *speeds,
                                const struct topomap_node_flow *flow, uint32_t flows,
                                double *rate, struct topomap_error *error);

/* What pairs of ranks got together, bytes or messages per second. */
struct topomap_sample {
    uint32_t pairs;
    double rate;
};

/* What a node gives to all pairs of ranks together. */
struct topomap_limit {
    double rate;            /* the most that they got together; 0: not measured */
    double single;          /* what one got alone */
    uint32_t enough;        /* pairs that got nine tenths of the most */
    uint32_t tried;         /* the largest number of pairs */
    bool reached;           /* see topomap_calibration_limit */
};

/*
 * The limit that follows from samples with one pair, two, four and so on, in any order; there may
 * be several of each number, whose median counts. It was reached if the last pairs added less than
 * half of what they would have added if nothing were shared. Changes the samples.
 */
void topomap_calibration_limit(struct topomap_sample *sample, uint32_t count,
                               struct topomap_limit *limit);

/*
 * The limit of the adapters, from those of nodes that send and that receive, and what the links
 * `allowed` in each case: the lower one that was reached, unless the links explain it. It is not
 * reached if there is none.
 */
void topomap_calibration_adapters(const struct topomap_limit limit[2], const double allowed[2],
                                  struct topomap_limit *adapters);

/* ---- the protocol ------------------------------------------------------------------------ */

#define TOPOMAP_MEASURED_SIZES 6U

/* What MPI's protocol and the nodes make of messages, as measured. Of limits only those that were
 * reached count. */
struct topomap_protocol {
    double inside_bandwidth;  /* of a message inside a node, bytes per second; 0: unknown */
    double inside_latency;    /* seconds */
    struct topomap_limit memory;   /* bytes inside a node, by pairs of its ranks */
    struct topomap_limit bytes;    /* that a node sends or receives, by its ranks */
    struct topomap_limit messages; /* likewise */
    struct topomap_message_size {
        double from;          /* bytes: the least message to which the factors apply */
        double bandwidth;     /* factor of the bandwidth of long messages */
        double latency;       /* factor of the latency of short messages */
    } size[TOPOMAP_MEASURED_SIZES];
    uint32_t sizes;           /* 0: unknown */
};

/* How long a message between two nodes takes one way. */
struct topomap_message_time {
    double bytes, seconds;    /* above 0 */
};

/*
 * The factors that follow from the times of messages, which ascend by bytes: sizes whose times lie
 * on a line, within 10 % or, so that there are few lines, more, share the factors of that line. The
 * first factor of latency and the last one of bandwidth are 1; no message has a shorter latency
 * than a shorter one, nor a larger bandwidth than a long one.
 *
 * Whatever disturbs a measurement adds to its time: first the times are lowered, in `times`, until
 * no message is slower than a longer one and the longest is no slower a byte than any other. If
 * most of what then is the time of the longest is latency, the bandwidth of long messages is
 * unknown, and there are no factors.
 */
void topomap_calibration_sizes(struct topomap_message_time *times, uint32_t count,
                               struct topomap_protocol *protocol);

/* The comment on top of a calibrated description begins with this and ends with a blank line. */
#define TOPOMAP_CALIBRATION_COMMENT "Measured by topomap calibrate:"

/*
 * The description of a network with these speeds in the place of its `links`, as YAML that the
 * caller frees; each line of `comment` becomes a comment on top, instead of that of an earlier
 * calibration. What is known of `measured` becomes its `protocol`, unless it has one that says
 * something, which a comment tells. `spec` is what
 * topomap_network_open takes; a file of Slurm's that describes a tree becomes topomap's YAML.
 * Relative paths in the description get `folder` and a '/' in front, or stay if it is NULL.
 * TOPOMAP_IMPOSSIBLE if the description is not in lines: `network: {kind: ...}`.
 */
char *topomap_calibration_describe(const char *spec, const struct topomap_network *network,
                                   const struct topomap_class_speed *speeds,
                                   const struct topomap_protocol *measured, const char *comment,
                                   const char *folder, struct topomap_error *error);

#endif
