/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_SLURM_GRIDS_H
#define IO_SLURM_GRIDS_H

#include "input/item.h"

/*
 * Slurm's rings and three-dimensional tori (topology.yaml, 26.05 and later) as topomap's YAML,
 * freed by the caller: `map` is what stands below `ring:` or `torus3d:` of the topology `name`.
 * Several of the same size become one network with a further dimension, which counts them; a hop
 * leads from each of them to any other. NULL with TOPOMAP_INPUT, also if they have different sizes.
 */
char *slurm_rings_describe(const struct source *source, const char *name, const struct item *map,
                           struct topomap_error *error);
char *slurm_tori_describe(const struct source *source, const char *name, const struct item *map,
                          struct topomap_error *error);

#endif
