/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What topomap's own programs call beyond topomap.h: reports, launches, recipes, profiles, links
 * and routes, the inside of nodes. It is neither installed nor exported by libtopomap, and changes
 * from one version to the next. Programs that need it hold the library themselves
 * (libtopomap-all.la); the Python module loads libtopomap-python.so. The conventions are those of
 * topomap.h.
 */
#ifndef TOPOMAP_INTERNAL_H
#define TOPOMAP_INTERNAL_H

#include "internal_calibration.h"
#include "internal_graph.h"
#include "internal_network.h"
#include "internal_plan.h"
#include "topomap.h"

#endif
