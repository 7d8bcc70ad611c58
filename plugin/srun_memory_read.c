/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "srun_memory_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

/* An empty pipe takes this much in one write, or nothing. */
#define PIPE_PART 4096

int memory_read_vm(void *copy, const void *address, size_t size)
{
    struct iovec local = {copy, size};
    struct iovec remote = {(void *)(uintptr_t)address, size};
    ssize_t got = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);

    if (got >= 0 && (size_t)got != size)
        errno = EFAULT;
    return got >= 0 && (size_t)got == size ? 0 : -1;
}

int memory_read_pipe(void *copy, const void *address, size_t size)
{
    int ends[2];
    int result = 0;

    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
        return -1;
    for (size_t at = 0; at < size && result == 0; at += PIPE_PART) {
        size_t part = size - at < PIPE_PART ? size - at : PIPE_PART;

        /* The kernel copies from the address, and fails with EFAULT if nothing is mapped there. */
        if (write(ends[1], (const char *)address + at, part) != (ssize_t)part ||
            read(ends[0], (char *)copy + at, part) != (ssize_t)part)
            result = -1;
    }
    close(ends[0]);
    close(ends[1]);
    return result;
}

int memory_read(void *copy, const void *address, size_t size)
{
    if (memory_read_vm(copy, address, size) == 0)
        return 0;
    if (errno != EPERM && errno != ENOSYS && errno != EACCES)
        return -1;
    return memory_read_pipe(copy, address, size);
}
