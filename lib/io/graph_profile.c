/* SPDX-License-Identifier: BSD-3-Clause */
/* Profiles as graphs: all parts and phases together. */
#include "io/graph_format.h"
#include "io/profile.h"

static enum format_match profile_match(const struct look *look)
{
    struct source source = {.text = look->line, .length = look->length};

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
