/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_records.h"

#include "base/file.h"

#include <dirent.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define DIGITS "0123456789"

bool profile_is_record(const char *name)
{
    return strspn(name, DIGITS) == strlen(name) ||
           strncmp(name, PROFILE_RECORD_NODE, strlen(PROFILE_RECORD_NODE)) == 0;
}

static bool is_half(const char *name)
{
    size_t digits = strspn(name, DIGITS);

    return digits > 0 && strcmp(name + digits, PROFILE_RECORD_HALF) == 0;
}

void profile_records_remove(const char *folder)
{
    int inside = file_open_folder(folder);
    DIR *list = inside >= 0 ? fdopendir(inside) : NULL;
    struct dirent *entry;

    while (list && (entry = readdir(list))) {
        if (profile_is_record(entry->d_name) || is_half(entry->d_name) ||
            strcmp(entry->d_name, PROFILE_RECORDS_TOLD) == 0)
            unlinkat(dirfd(list), entry->d_name, 0);
    }
    if (list)
        closedir(list);
    else if (inside >= 0)
        close(inside);
    rmdir(folder);
}
