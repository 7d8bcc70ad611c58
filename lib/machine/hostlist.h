/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_HOSTLIST_H
#define MACHINE_HOSTLIST_H

#include "base/text.h"

/*
 * Print names as a host list, "n[01-04,07],login": the inverse of topomap_hostlist_expand.
 * Consecutive names that differ only in the number at their end share a bracket.
 */
void hostlist_print(struct text *text, const char *const *names, uint32_t count);

#endif
