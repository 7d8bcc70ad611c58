/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads placements in any format; the first lines tell which one it is. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/placement_file.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"

static int read_recipe(struct placement_file *file, struct topomap_error *error)
{
    const struct source *source = file->source;
    struct topomap_recipe *recipe = topomap_recipe_parse(source->name, source->text,
                                                         source->length, error);
    int result = recipe ? topomap_recipe_place(recipe, file->allocation, file->placement,
                                               file->slots, error)
                        : -1;

    topomap_recipe_destroy(recipe);
    return result < 0 ? -1 : 1;
}

static int refuse_masks(struct placement_file *file, struct topomap_error *error)
{
    return error_set(error, TOPOMAP_INPUT, "%s: masks do not say on which nodes ranks run; formats "
                     "such as slots and json do", file->source->name);
}

/* The first two lines that are neither blank nor comments, without blanks around them. */
struct head {
    const char *line[2];
    size_t length[2]; /* 0: there is none */
};

static void look_at_head(struct head *head, const struct source *source)
{
    const char *at = source->text, *end = at + source->length, *start, *stop;
    size_t found = 0;

    *head = (struct head){.line = {"", ""}};
    while (found < 2 && placement_line(&at, end, &start, &stop)) {
        if (start == stop || *start == '#')
            continue;
        head->line[found] = start;
        head->length[found++] = (size_t)(stop - start);
    }
}

/* Whether a line of the head consists of these characters. */
static bool consists(const struct head *head, size_t line, const char *characters)
{
    const char *at = head->line[line], *end = at + head->length[line];

    while (at < end && *at && strchr(characters, *at))
        at++;
    return at == end && head->length[line] > 0;
}

static bool has_blanks(const struct head *head, size_t line)
{
    for (size_t i = 0; i < head->length[line]; i++) {
        if (memchr(PLACEMENT_BLANKS, head->line[line][i], strlen(PLACEMENT_BLANKS)))
            return true;
    }
    return false;
}

static bool begins(const struct head *head, const char *word)
{
    size_t length = strlen(word);

    return head->length[0] >= length && memcmp(head->line[0], word, length) == 0;
}

/* A list of ranks, or another number; not the name of a host, which may look like one. */
static bool is_list(const struct placement_file *file, const struct head *head)
{
    return consists(head, 0, DIGITS ",-" PLACEMENT_BLANKS) &&
           placement_host(file, head->line[0], head->length[0]) < 0;
}

/* Formats with a word of their own come first, then those of numbers, which may be mistaken. */
static placement_reader *recognise(const struct placement_file *file)
{
    static const struct {
        const char *begin;
        placement_reader *read;
    } words[] = {
        {"recipe:", read_recipe},           {"{", placement_read_json},
        {"[", placement_read_json},         {"rank,host,", placement_read_csv},
        {"rank ", placement_read_rankfile}, {"rank\t", placement_read_rankfile},
        {"pmix.nmap=", placement_read_pmix},
        {"(", placement_read_fujitsu},      {"mask_cpu:", refuse_masks},
        {"//", placement_read_rankfile},
    };
    struct head head;

    look_at_head(&head, file->source);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (begins(&head, words[i].begin))
            return words[i].read;
    }
    if (consists(&head, 0, DIGITS PLACEMENT_BLANKS) && has_blanks(&head, 0))
        return placement_read_bgmap;
    if (is_list(file, &head)) {
        bool pairs = consists(&head, 1, DIGITS PLACEMENT_BLANKS) && has_blanks(&head, 1);

        return consists(&head, 0, DIGITS) && pairs ? placement_read_scotch : placement_read_cray;
    }
    return has_blanks(&head, 0) ? placement_read_slots : placement_read_hosts;
}

/* Read into temporary arrays, so that a failure leaves the caller's as they are. */
static int read_whole(struct placement_file *file, struct topomap_error *error)
{
    const struct topomap_allocation *allocation = file->allocation;
    struct topomap_error why;
    int result;

    for (uint32_t rank = 0; rank < allocation->ranks; rank++)
        file->placement[rank] = PLACEMENT_NONE;
    result = recognise(file)(file, error);
    if (result < 0)
        return -1;
    if (topomap_placement_check(allocation, file->placement, &why) < 0)
        return error_set(error, why.code, "%s: %.400s", file->source->name, why.text);
    return result ? 0
                  : placement_order_slots(allocation, file->placement, file->slots, error);
}

int topomap_placement_parse(const struct topomap_allocation *allocation, const char *name,
                            const char *text, size_t length, uint32_t *placement, uint32_t *slots,
                            struct topomap_error *error)
{
    size_t size = allocation->ranks * sizeof *slots;
    const char *begin = text_begin(text, text + length);
    struct source source = {.name = name, .text = begin, .length = (size_t)(text + length - begin)};
    struct placement_file file = {
        .allocation = allocation,
        .source = &source,
        .placement = array_raw(allocation->ranks, sizeof *file.placement),
        .slots = array_raw(allocation->ranks, sizeof *file.slots),
    };
    int result = file.placement && file.slots ? read_whole(&file, error) : error_memory(error);

    if (result == 0) {
        memcpy(placement, file.placement, size);
        if (slots)
            memcpy(slots, file.slots, size);
    }
    free(file.placement);
    free(file.slots);
    return result;
}
