/* SPDX-License-Identifier: BSD-3-Clause */
/* What a plugin for another release of Slurm looks like to the loader. */
const char plugin_name[] = "topomap";
const char plugin_type[] = "spank";
const unsigned int plugin_version = 0x150800; /* 21.08 */
