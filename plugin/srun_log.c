/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_log.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define SYSTEM_SOCKET "/dev/log"
#define SYSTEM_PRIORITY 14 /* user.info */

/* How much of the file's end is read to find the lines of the last minute. */
#define TAIL_BYTES ((off_t)LOG_PER_MINUTE * WIRE_DECISION_LINE)
/* The beginning of each line; the number follows two characters later. */
#define TIME_KEY "{\"time\""

/* The C library's syslog would block if the daemon does not read. */
static int send_line(const char *line, size_t length)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = SYSTEM_SOCKET};
    char text[WIRE_DECISION_LINE + 64];
    int size = snprintf(text, sizeof text, "<%d>topomap[%ld]: %.*s", SYSTEM_PRIORITY,
                        (long)getpid(), (int)(length - 1), line);
    int target = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    ssize_t sent;

    if (target < 0)
        return -1;
    if (size >= (int)sizeof text)
        size = sizeof text - 1;
    sent = sendto(target, text, (size_t)size, MSG_NOSIGNAL, (const struct sockaddr *)&address,
                  sizeof address);
    close(target);
    return sent < 0 ? -1 : 0;
}

/* Open the user's own file. Whoever was first can have put another one under its name: it is not
 * written to. */
static int open_file(const char *folder, struct stat *status)
{
    char path[PATH_MAX];
    int file, size = snprintf(path, sizeof path, "%s/%lu.log", folder, (unsigned long)geteuid());

    if (size < 0 || (size_t)size >= sizeof path)
        return -1;
    file = open(path,
                O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0644);
    if (file < 0)
        return -1;
    if (fstat(file, status) == 0 && S_ISREG(status->st_mode) && status->st_uid == geteuid() &&
        status->st_nlink == 1)
        return file;
    close(file);
    return -1;
}

/* Count the lines at the end that are less than a minute older than `now`. */
static unsigned count_recent(int file, off_t size, uint64_t now)
{
    off_t length = size < TAIL_BYTES ? size : TAIL_BYTES;
    char *text = malloc((size_t)length + 1);
    ssize_t got = text ? pread(file, text, (size_t)length, size - length) : -1;
    unsigned count = 0;

    if (got > 0) {
        text[got] = '\0';
        for (char *at = text; (at = strstr(at, TIME_KEY));) {
            at += strlen(TIME_KEY);
            count += strtoull(at + strspn(at, ": "), NULL, 10) + 60 > now;
        }
    }
    free(text);
    return count;
}

/* Writing past the limit on file sizes raises a signal that would end srun. */
static bool fits(off_t size, size_t length)
{
    struct rlimit limit;

    return (uint64_t)size + length <= WIRE_DECISION_FILE &&
           getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           (limit.rlim_cur == RLIM_INFINITY || (rlim_t)size + length <= limit.rlim_cur);
}

static int append(const char *folder, struct wire_decision *decision)
{
    struct stat status;
    int file = open_file(folder, &status), result = 0;
    unsigned recent;
    size_t length;
    char *line;

    if (file < 0)
        return -1;
    recent = count_recent(file, status.st_size, decision->time);
    decision->limited = recent + 1 == LOG_PER_MINUTE;
    line = recent < LOG_PER_MINUTE ? wire_decision_print(decision, &length) : NULL;
    /* Write in one call, so that lines of other steps cannot mix with it. */
    if (line && (!fits(status.st_size, length) || write(file, line, length) < 0))
        result = -1;
    free(line);
    close(file);
    return result;
}

int log_decision(const struct settings *settings, struct wire_decision *decision)
{
    size_t length;
    char *line;
    int result;

    if (!settings->log)
        return 0;
    decision->time = (uint64_t)time(NULL);
    decision->user = geteuid();
    if (strcmp(settings->log, LOG_SYSTEM) != 0)
        return append(settings->log, decision);
    line = wire_decision_print(decision, &length);
    result = line ? send_line(line, length) : -1;
    free(line);
    return result;
}
