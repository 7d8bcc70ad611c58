/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs started from this one may use another MPI or none, so they start with pick.c again if it
 * chose the recorder. One that the user chose stays, as pick.c may not find its MPI. */
#include "config.h"

#include "pick.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PICK "libtopomap-pick.so"

__attribute__((constructor)) static void give_way(void)
{
    const char *preload = getenv("LD_PRELOAD"), *place, *slash;
    char *text;
    size_t size;
    Dl_info self;

    if (!getenv(PICKED) || !preload || !dladdr((void *)(size_t)give_way, &self))
        return;
    unsetenv(PICKED);
    place = strstr(preload, self.dli_fname);
    slash = strrchr(self.dli_fname, '/');
    if (!place || !slash)
        return;
    size = strlen(preload) + sizeof PICK;
    text = malloc(size);
    if (!text)
        return;
    snprintf(text, size, "%.*s%.*s%s%s", (int)(place - preload), preload,
             (int)(slash + 1 - self.dli_fname), self.dli_fname, PICK,
             place + strlen(self.dli_fname));
    setenv("LD_PRELOAD", text, 1);
    free(text);
}
