/* SPDX-License-Identifier: BSD-3-Clause */
/* Recognises products of complete graphs. */
#include "structure/cliques.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct search {
    const struct skeleton *s;
    struct lattice *lattice;
    uint32_t *line; /* [degree]: dimension of each neighbour of rank 0 */
    uint32_t *level; /* [ranks]: distance from rank 0 */
    uint32_t *queue; /* [ranks] */
};

static bool is_regular(const struct skeleton *s)
{
    uint32_t degree = s->offset[1];

    for (uint32_t u = 1; u < s->ranks; u++) {
        if (s->offset[u + 1] - s->offset[u] != degree)
            return false;
    }
    return degree > 0 && degree + 1 < s->ranks;
}

/* Assign the dimension to all neighbours of rank 0 that are in one line with its neighbour `i`.
 * Returns the length of the line, or 0 if one of them has a dimension already. */
static uint32_t draw_line(struct search *search, uint32_t i)
{
    const struct skeleton *s = search->s;
    uint32_t dim = search->lattice->dims, length = 2;
    uint32_t v = s->partner[i];
    uint32_t j = s->offset[v], k = 0;

    search->line[i] = dim;
    while (j < s->offset[v + 1] && k < s->offset[1]) {
        if (s->partner[j] < s->partner[k]) {
            j++;
        } else if (s->partner[j] > s->partner[k]) {
            k++;
        } else if (search->line[k] != NONE) {
            return 0;
        } else {
            search->line[k] = dim;
            length++;
            j++;
            k++;
        }
    }
    return length;
}

/* The dimensions are the lines through rank 0. */
static bool find_dims(struct search *search)
{
    struct lattice *lattice = search->lattice;
    uint64_t places = 1;

    lattice->dims = 0;
    for (uint32_t i = 0; i < search->s->offset[1]; i++)
        search->line[i] = NONE;
    for (uint32_t i = 0; i < search->s->offset[1]; i++) {
        uint32_t length;

        if (search->line[i] != NONE)
            continue;
        length = lattice->dims < LATTICE_MAX_DIMS ? draw_line(search, i) : 0;
        places *= length;
        if (length == 0 || places > search->s->ranks)
            return false;
        lattice->wrap[lattice->dims] = false;
        lattice->dim[lattice->dims++] = length;
    }
    return places == search->s->ranks;
}

/* The neighbours of rank 0 get the coordinates 1, 2, ... in their lines. */
static uint32_t place_first(struct search *search)
{
    const struct skeleton *s = search->s;
    struct lattice *lattice = search->lattice;
    uint32_t next[LATTICE_MAX_DIMS] = {0};

    memset(lattice->at, 0, (size_t)s->ranks * lattice->dims * sizeof *lattice->at);
    memset(search->level, 0xff, s->ranks * sizeof *search->level);
    search->level[0] = 0;
    for (uint32_t i = 0; i < s->offset[1]; i++) {
        uint32_t line = search->line[i];

        lattice->at[(size_t)s->partner[i] * lattice->dims + line] = ++next[line];
        search->level[s->partner[i]] = 1;
        search->queue[i] = s->partner[i];
    }
    return s->offset[1];
}

/* A rank farther away takes its coordinates from its neighbours on the way. */
static bool join(const struct lattice *lattice, uint32_t from, uint32_t to)
{
    const uint32_t *a = lattice->at + (size_t)from * lattice->dims;
    uint32_t *b = lattice->at + (size_t)to * lattice->dims;

    for (uint32_t d = 0; d < lattice->dims; d++) {
        if (a[d] && b[d] && a[d] != b[d])
            return false;
        b[d] |= a[d];
    }
    return true;
}

static bool place_all(struct search *search)
{
    const struct skeleton *s = search->s;
    uint32_t head = 0, tail = place_first(search);

    for (; head < tail; head++) {
        uint32_t u = search->queue[head], further = search->level[u] + 1;

        for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++) {
            uint32_t v = s->partner[i];

            if (search->level[v] == NONE) {
                search->level[v] = further;
                search->queue[tail++] = v;
            }
            if (search->level[v] == further && !join(search->lattice, u, v))
                return false;
        }
    }
    return tail + 1 == s->ranks;
}

/* Check that every edge changes exactly one coordinate. */
static bool is_exact(const struct lattice *lattice, const struct skeleton *s)
{
    for (uint32_t u = 0; u < s->ranks; u++) {
        const uint32_t *a = lattice->at + (size_t)u * lattice->dims;

        for (uint32_t i = s->offset[u]; i < s->offset[u + 1] && s->partner[i] < u; i++) {
            const uint32_t *b = lattice->at + (size_t)s->partner[i] * lattice->dims;
            uint32_t changed = 0;

            for (uint32_t d = 0; d < lattice->dims; d++)
                changed += a[d] != b[d];
            if (changed != 1)
                return false;
        }
    }
    return true;
}

int lattice_of_cliques(struct lattice *lattice, const struct skeleton *s,
                       struct topomap_error *error)
{
    struct search search = {.s = s, .lattice = lattice};
    int result = 0;
    bool found = false;

    *lattice = (struct lattice){0};
    if (!is_regular(s))
        return 0;
    search.line = array_raw(s->offset[1], sizeof *search.line);
    if (!search.line)
        return error_memory(error);
    if (find_dims(&search)) {
        search.level = array_raw(s->ranks, sizeof *search.level);
        search.queue = array_raw(s->ranks, sizeof *search.queue);
        lattice->at = array_raw((size_t)s->ranks * lattice->dims, sizeof *lattice->at);
        if (!search.level || !search.queue || !lattice->at)
            result = error_memory(error);
        else
            found = place_all(&search) && is_exact(lattice, s);
    }
    free(search.line);
    free(search.level);
    free(search.queue);
    if (!found)
        lattice_free(lattice);
    return result;
}
