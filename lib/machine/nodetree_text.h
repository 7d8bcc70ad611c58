/* SPDX-License-Identifier: BSD-3-Clause */
/* What hwloc would spend minutes or gigabytes on in a synthetic description. */
#ifndef MACHINE_NODETREE_TEXT_H
#define MACHINE_NODETREE_TEXT_H

#include "topomap_internal.h"

#define NODETREE_MAX_PUS (1U << 16)
/* Of a synthetic description. hwloc looks for the place of each object among its siblings: with all
 * of these in a row that takes two seconds, and eight times as long with twice as many. */
#define NODETREE_MAX_SYNTHETIC (1U << 12)

/* TOPOMAP_INPUT if the indexes of its objects are not below NODETREE_MAX_PUS, or if a description
 * that hwloc accepts has more than NODETREE_MAX_SYNTHETIC PUs. */
int nodetree_check_indexes(const char *source, struct topomap_error *error);
int nodetree_check_pus(const char *source, struct topomap_error *error);

#endif
