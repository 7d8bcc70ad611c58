/* SPDX-License-Identifier: BSD-3-Clause */
/* In place of a node helper: tells what it may do, as a complaint. It tries to become root again,
 * to read what only root may read, and to start a process. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

int main(void)
{
    uid_t real, effective, saved;
    gid_t group[3];

    if (getresuid(&real, &effective, &saved) < 0 ||
        getresgid(&group[0], &group[1], &group[2]) < 0)
        return 1;
    fprintf(stderr, "uids %u %u %u gids %u %u %u groups %d setuid %d shadow %d fork %d",
            (unsigned)real, (unsigned)effective, (unsigned)saved, (unsigned)group[0],
            (unsigned)group[1], (unsigned)group[2], getgroups(0, NULL), setuid(0),
            open("/etc/shadow", O_RDONLY), (int)fork());
    return 3;
}
