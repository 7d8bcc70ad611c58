/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include "topomap_internal.h"

/*
 * What gzip (RFC 1952) or zstd (RFC 8878) packed, told by its first bytes: several parts that
 * stand one behind the other are one text. Returns 0 if `packed` is not; 1 with its text in
 * `*text`, which is the caller's to free; -1 and TOPOMAP_INPUT if the data are damaged, end too
 * early, would unpack to more than `limit` bytes, or cannot be unpacked by this build. `name`
 * stands in messages.
 */
int unpack(const char *name, const char *packed, size_t length, uint64_t limit, char **text,
           size_t *text_length, struct topomap_error *error);

#endif
