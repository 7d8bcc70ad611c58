/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPTION_DEADLINE_H
#define OPTION_DEADLINE_H

#include "option/option.h"

/* The part of the deadline after which the planner should come to an end by itself. */
#define DEADLINE_BUDGET 0.8

/* Most seconds that planning a launch of so many ranks may take. */
double deadline_seconds(const struct settings *settings, uint32_t ranks);

#endif
