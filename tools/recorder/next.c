/* SPDX-License-Identifier: BSD-3-Clause */
#include "abi.h"

#ifndef RECORDER_LINKED

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OPEN_MPI
#define LIBRARY "libmpi.so."
#else
#define LIBRARY "libmpi" /* libmpich.so.12; MPICH's derivatives have libmpi.so.12 */
#endif

/* Note the name of the MPI library in `data` if this object is it. */
static int is_library(struct dl_phdr_info *object, size_t size, void *data)
{
    const char *slash = strrchr(object->dlpi_name, '/');

    (void)size;
    if (!slash || strncmp(slash + 1, LIBRARY, sizeof LIBRARY - 1) != 0)
        return 0;
    *(const char **)data = object->dlpi_name;
    return 1;
}

/* Languages that load MPI at run time keep it out of the global scope. */
static void *find_loaded(const char *name)
{
    const char *path = NULL;
    void *library;

    dl_iterate_phdr(is_library, &path);
    library = path ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    return library ? dlsym(library, name) : NULL;
}

static void *keep(_Atomic(void *) *next, const char *name, void *found)
{
    if (!found)
        found = find_loaded(name);
    if (!found) {
        fprintf(stderr, "topomap: the MPI library has no %s\n", name);
        abort();
    }
    atomic_store_explicit(next, found, memory_order_relaxed);
    return found;
}

void *next_find(_Atomic(void *) *next, const char *name)
{
    return keep(next, name, dlsym(RTLD_NEXT, name));
}

void *handle_find(_Atomic(void *) *next, const char *name)
{
    /* If the program itself has a copy, that one counts for all. */
    return keep(next, name, dlsym(RTLD_DEFAULT, name));
}

#else
typedef int next_is_linked; /* a translation unit must not be empty */
#endif
