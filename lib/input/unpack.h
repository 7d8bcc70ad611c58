/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include "topomap_internal.h"

/*
 * Unpack a text packed by gzip (RFC 1952) or zstd (RFC 8878), which its first bytes tell. Several
 * packed parts in a row are one text. Returns 0 if `packed` is not packed; 1 with the text in
 * `*text`, which the caller frees; -1 with TOPOMAP_INPUT if the data are damaged or truncated,
 * would unpack to more than `limit` bytes, or cannot be unpacked by this build. `name` is used in
 * messages.
 */
int unpack(const char *name, const char *packed, size_t length, uint64_t limit, char **text,
           size_t *text_length, struct topomap_error *error);

#endif
