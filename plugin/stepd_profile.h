/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --topomap-profile on a node: preloads the recorder into the tasks. */
#ifndef PLUGIN_STEPD_PROFILE_H
#define PLUGIN_STEPD_PROFILE_H

#include "settings.h"

/* Call it as the user, before tasks are started. */
void profile_node(spank_t spank, const struct settings *site);

#endif
