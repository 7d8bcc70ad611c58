/* SPDX-License-Identifier: BSD-3-Clause */
/* What must be included before cmocka.h, in one place. */
#ifndef UNIT_UNIT_H
#define UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "topomap_internal.h"

/* What cmocka 2 calls assert_in_range. */
#ifndef assert_uint_in_range
#define assert_uint_in_range assert_in_range
#endif

#endif
