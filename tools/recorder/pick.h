/* SPDX-License-Identifier: BSD-3-Clause */
/* How pick.c and the recorder that it starts take turns. */
#ifndef RECORDER_PICK_H
#define RECORDER_PICK_H

/* A variable of the environment: pick.c, and not the user, chose the recorder of this process. */
#define PICKED "TOPOMAP_PROFILE_PICKED"

#endif
