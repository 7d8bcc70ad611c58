/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/nodetree_text.h"

#include "base/error.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The PUs of a synthetic description, up to the limit: the product of the numbers that begin a word
 * or follow its colon. What is in brackets has numbers of its own. */
static uint64_t count_pus(const char *source, uint64_t limit)
{
    const char *at = source;
    bool begins = true;
    uint64_t pus = 1;

    while (*at && pus < limit) {
        if (*at == '(' || *at == '[') {
            at += strcspn(at, *at == '(' ? ")" : "]");
        } else if (begins && isdigit((unsigned char)*at)) {
            char *stop;
            unsigned long children = strtoul(at, &stop, 0);

            pus = children < limit ? pus * children : limit;
            at = stop;
            begins = false;
        } else {
            begins = strchr(": \n", *at);
            at++;
        }
    }
    return pus < limit ? pus : limit;
}

/* Whether the numbers that a description gives to its objects are below the limit: hwloc makes
 * sets as large as they are. */
static bool has_small_indexes(const char *source)
{
    static const char key[] = "indexes=";

    for (const char *at = source; (at = strstr(at, key)) != NULL;) {
        at += strlen(key);
        while (isdigit((unsigned char)*at) || (*at && strchr(",*:", *at))) {
            char *stop = (char *)at + 1;

            if (isdigit((unsigned char)*at) && strtoul(at, &stop, 10) >= NODETREE_MAX_PUS)
                return false;
            at = stop;
        }
    }
    return true;
}

int nodetree_check_indexes(const char *source, struct topomap_error *error)
{
    return has_small_indexes(source)
               ? 0
               : error_set(error, TOPOMAP_INPUT, "the node tree '%s' has indexes beyond %u", source,
                           NODETREE_MAX_PUS - 1);
}

int nodetree_check_pus(const char *source, struct topomap_error *error)
{
    return count_pus(source, NODETREE_MAX_SYNTHETIC + 1) <= NODETREE_MAX_SYNTHETIC
               ? 0
               : error_set(error, TOPOMAP_INPUT,
                           "the node tree '%s' has more than %u PUs; larger ones can be read "
                           "as XML", source, NODETREE_MAX_SYNTHETIC);
}
