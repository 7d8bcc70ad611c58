/* SPDX-License-Identifier: BSD-3-Clause */
/* All collectives of MPI, made from the table. */
#include "collectives.h"

#define COUNT int
#define PLACE int
#define F(name) name
#define T(name) name
#include "wrap_collectives.h"
#undef COUNT
#undef PLACE
#undef F
#undef T

#if HAVE_LARGE_COUNTS
#define COUNT MPI_Count
#define PLACE MPI_Aint
#define F(name) LARGE(name)
#define LARGE(name) name##_c
#define T(name) LARGE(name)
#include "wrap_collectives.h"
#endif
