/* SPDX-License-Identifier: BSD-3-Clause */
/* Profiles as graphs: all parts and phases together. */
#include "io/graph_format.h"
#include "io/profile.h"

static enum format_match profile_match(const char *line, size_t length)
{
    struct source source = {.text = line, .length = length};

    return profile_is(&source) ? FORMAT_NAMED : FORMAT_NO;
}

const struct graph_format graph_format_profile = {
    .name = "profile",
    .summary = "what topomap profile records; read only",
    .extensions = ".profile",
    .binary = true,
    .match = profile_match,
    .parse = profile_parse_graph,
};
