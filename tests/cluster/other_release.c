/* SPDX-License-Identifier: BSD-3-Clause */
/* A plugin for another release of Slurm, as the loader sees it. */
const char plugin_name[] = "topomap";
const char plugin_type[] = "spank";
const unsigned int plugin_version = 0x150800; /* 21.08 */
