/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes one line to Slurm's log, which srun shows on the user's terminal. */
#ifndef PLUGIN_LOG_H
#define PLUGIN_LOG_H

/*
 * Log at the levels error, info and verbose, with the prefix "topomap: ". Texts from files and
 * other processes may hold control characters. They are shown as '?', so that no text can control
 * the terminal or imitate another line.
 */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void whisper(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Look whether this process, of a user's command, has a standard error at all. If not, nothing is
 * logged. */
void log_look(void);

#endif
