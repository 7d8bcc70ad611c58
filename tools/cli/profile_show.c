/* SPDX-License-Identifier: BSD-3-Clause */
/* Shows what a profile holds. */
#include "config.h"

#include "cli/profile.h"

#include <stdio.h>
#include <string.h>

/* ---- showing ----------------------------------------------------------------------------- */

static int show_traffic(struct topomap_profile *profile, uint32_t phase, const char *title,
                        struct topomap_error *error)
{
    struct topomap_profile_total total;

    printf("\n%-16s %12s %20s %16s\n", title, "pairs", "bytes", "messages");
    for (size_t i = 0; i < PROFILE_PART_NAMES; i++) {
        if (topomap_profile_total(profile, profile_parts[i].part, phase, &total, error) < 0)
            return -1;
        printf("  %-14s %12llu %20llu %16llu\n", profile_parts[i].title,
               (unsigned long long)total.pairs, (unsigned long long)total.bytes,
               (unsigned long long)total.messages);
    }
    return 0;
}

static int show_phases(struct topomap_profile *profile, struct topomap_error *error)
{
    const struct topomap_profile_info *info = topomap_profile_info(profile);
    uint32_t phase;
    char title[48];

    if (show_traffic(profile, TOPOMAP_EVERY_PHASE, "all phases", error) < 0)
        return -1;
    if (!topomap_profile_phase(profile, 1, &phase))
        return 0;
    for (size_t i = 0; topomap_profile_phase(profile, i, &phase); i++) {
        if (info->slice > 0)
            snprintf(title, sizeof title, "phase %u, to %g s", phase, phase * info->slice);
        else
            snprintf(title, sizeof title, "phase %u", phase);
        if (show_traffic(profile, phase, title, error) < 0)
            return -1;
    }
    return 0;
}

static bool is_early(const struct topomap_profile_info *info)
{
    return info->recorded < info->ranks || info->unfinished;
}

int profile_show(const char *path, struct topomap_error *error)
{
    struct topomap_profile *profile = topomap_profile_read(path, error);
    const struct topomap_profile_info *info;
    int result;

    if (!profile)
        return -1;
    info = topomap_profile_info(profile);
    printf("%-24s %s\n%-24s %s\n", "program", info->program, "MPI library", info->library);
    printf("%-24s %u\n%-24s %u\n", "ranks", info->ranks, "ranks recorded", info->recorded);
    printf("%-24s %u%s\n", "ranks not finalized", info->unfinished,
           is_early(info) ? ": the application ended early" : "");
    if (info->sampling > 1)
        printf("%-24s one of %u\n", "calls recorded", info->sampling);
    if (info->slice > 0)
        printf("%-24s %g s\n", "time slices", info->slice);
    if (info->outside_messages)
        printf("%-24s %llu bytes, %llu messages\n", "outside MPI_COMM_WORLD",
               (unsigned long long)info->outside_bytes,
               (unsigned long long)info->outside_messages);
    result = show_phases(profile, error);
    topomap_profile_destroy(profile);
    return result == 0 ? cli_flush(error) : result;
}

int profile_tell(const char *path, struct topomap_error *error)
{
    struct topomap_profile *profile = topomap_profile_read(path, error);
    struct topomap_profile_total total;
    const struct topomap_profile_info *info;
    int result;

    if (!profile)
        return -1;
    info = topomap_profile_info(profile);
    result = topomap_profile_total(profile, TOPOMAP_PART_ALL, TOPOMAP_EVERY_PHASE, &total, error);
    if (result == 0) {
        fprintf(stderr, "topomap profile: %s: %u ranks, %llu pairs, %llu bytes in %llu messages",
                path, info->ranks, (unsigned long long)total.pairs,
                (unsigned long long)total.bytes, (unsigned long long)total.messages);
        if (is_early(info))
            fprintf(stderr,
                    "; the application ended early: %u ranks did not finalize, %u left no record",
                    info->unfinished, info->ranks - info->recorded);
        fprintf(stderr, "\n");
    }
    topomap_profile_destroy(profile);
    return result;
}
