/* SPDX-License-Identifier: BSD-3-Clause */
/* Check who can have written a file, and who can reach it. */
#ifndef BASE_TRUST_H
#define BASE_TRUST_H

#include "topomap.h"

#include <sys/types.h>

/*
 * Check that the absolute path `path` is a file that root owns and only root can write, and that
 * nobody else can put another file in its place. All folders and symbolic links on the way must
 * meet the same conditions, also those behind links. A folder that everyone may write, such as
 * /tmp, is accepted if it is sticky: nobody can replace root's files there. Returns 0, or -1 with
 * TOPOMAP_INPUT and what is wrong, or with TOPOMAP_IMPOSSIBLE if the file does not exist or cannot
 * be examined.
 */
int trust_check(const char *path, struct topomap_error *error);

/*
 * Check by the modes that everyone can use the absolute path `path`. All folders on the way, also
 * those behind links, must be searchable; so must `path` itself if it is a folder. If it is a file,
 * others need the rights `needed`, of S_IROTH and S_IXOTH. Returns 0, or -1 as trust_check does.
 */
int reach_check(const char *path, mode_t needed, struct topomap_error *error);

#endif
