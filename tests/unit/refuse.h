/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes an allocation of the library fail: the linker redirects the calls of programs that are
 * linked with $(REFUSING) (see tests/Makefile.am). */
#ifndef UNIT_REFUSE_H
#define UNIT_REFUSE_H

extern unsigned long countdown; /* the allocation that fails from now on, 1 is the next; 0: none */
extern unsigned long calls;     /* allocations so far */

#endif
