/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that nobody but root can have written. */
#ifndef BASE_TRUST_H
#define BASE_TRUST_H

#include "topomap.h"

/*
 * Check that `path`, which is absolute, is a file that root owns and others cannot write, and that
 * nobody else can put another one in its place: so are all folders and symbolic links on the way,
 * also behind links. A folder that all may write, as /tmp, will do if it is sticky: what root has
 * there stays. Returns 0; -1 with TOPOMAP_INPUT that names what is wrong, TOPOMAP_IMPOSSIBLE if it
 * is not there or cannot be looked at.
 */
int trust_check(const char *path, struct topomap_error *error);

#endif
