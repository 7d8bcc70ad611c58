/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPTION_DEADLINE_H
#define OPTION_DEADLINE_H

#include "option/option.h"

/* The part of the deadline after which the planner should finish by itself. */
#define DEADLINE_BUDGET 0.8

/* The most seconds that planning a launch of this many ranks may take. */
double deadline_seconds(const struct settings *settings, uint32_t ranks);

#endif
