/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One line to Slurm's log, which srun shows on the user's terminal. */
#ifndef PLUGIN_LOG_H
#define PLUGIN_LOG_H

/*
 * At the levels error, info and verbose, behind the prefix "topomap: ". What comes from files and
 * other processes may hold control characters; they are shown as '?', so that no text can steer
 * the terminal or pass for another line.
 */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void whisper(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
