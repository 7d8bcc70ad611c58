/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include "input/source.h"

/*
 * What gzip (RFC 1952) or zstd (RFC 8878) packed, told by its first bytes: several parts that stand
 * one behind the other are one text. Returns 0 if `source` is not packed; 1 with `unpacked` being
 * `source` but for its text, which is the caller's to free; -1 and TOPOMAP_INPUT if the data are
 * damaged, end too early, would unpack to more than `limit` bytes, or cannot be unpacked by this
 * build.
 */
int source_unpack(const struct source *source, uint64_t limit, struct source *unpacked,
                  struct topomap_error *error);

#endif
