/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stepd_binding.h"

#include "base/text.h"
#include "wire/binding.h"

void binding_free(struct binding *binding)
{
    free(binding->slots);
    free(binding->order);
    free(binding->cuts);
    free(binding->reason);
    *binding = (struct binding){0};
}

/* Check that the order has every allowed CPU once, and no other. */
static bool good_order(const struct binding *binding, const struct wire_slots *answer)
{
    cpu_set_t left = binding->allowed;

    for (size_t i = 0; i < answer->pus; i++) {
        if (answer->order[i] >= CPU_SETSIZE || !CPU_ISSET(answer->order[i], &left))
            return false;
        CPU_CLR(answer->order[i], &left);
    }
    return CPU_COUNT(&left) == 0;
}

static bool good_cuts(const struct binding *binding, const struct wire_slots *answer,
                      cpu_set_t *cuts)
{
    cpu_set_t left = binding->allowed;

    for (uint32_t i = 0; i < binding->tasks; i++) {
        if (cpus_parse_list(&cuts[i], answer->slots[i], strlen(answer->slots[i])) < 0 ||
            !cpus_inside(&cuts[i], &left))
            return false;
        CPU_XOR(&left, &left, &cuts[i]);
    }
    return true;
}

static int take_answer(struct binding *binding, struct wire_slots *answer,
                       struct topomap_error *error)
{
    if (!good_order(binding, answer))
        return error_set(error, TOPOMAP_INPUT, "its order of CPUs is not one of the allowed CPUs");
    if (!answer->reason) {
        binding->cuts = array_raw(binding->tasks, sizeof *binding->cuts);
        if (!binding->cuts)
            return error_memory(error);
        if (!good_cuts(binding, answer, binding->cuts)) {
            free(binding->cuts);
            binding->cuts = NULL;
            return error_set(error, TOPOMAP_INPUT,
                             "its slots overlap, or have CPUs that are not allowed");
        }
    }
    binding->order = answer->order;
    binding->pus = answer->pus;
    binding->reason = answer->reason;
    answer->order = NULL;
    answer->reason = NULL;
    return 0;
}

int binding_answer(struct binding *binding, const char *text, size_t length,
                   struct topomap_error *error)
{
    struct wire_slots answer = {0};
    struct topomap_error why;
    int result = wire_slots_parse(&answer, text, length, binding->tasks, &why);

    if (result == 0)
        result = take_answer(binding, &answer, &why);
    if (result < 0)
        error_set(error, why.code, "the node helper's answer is not valid (%s)", why.text);
    wire_slots_free(&answer);
    return result;
}

int binding_masks(const char *type, const char *list, uint32_t tasks, cpu_set_t *masks)
{
    bool map = strncmp(type, "map_cpu", 7) == 0;

    if (!map && strncmp(type, "mask_cpu", 8) != 0)
        return 0;
    for (uint32_t task = 0; task < tasks; task++) {
        size_t length = strcspn(list, ",");

        if ((map ? cpus_parse_list : cpus_parse_mask)(&masks[task], list, length) < 0 ||
            CPU_COUNT(&masks[task]) == 0)
            return -1;
        list += length;
        if (task + 1 < tasks && *list++ != ',')
            return -1;
    }
    return *list ? -1 : 1;
}

static bool all_alike(const cpu_set_t *masks, uint32_t tasks)
{
    for (uint32_t i = 1; i < tasks; i++) {
        if (!CPU_EQUAL(&masks[i], &masks[0]))
            return false;
    }
    return true;
}

/* A mask, and where it begins in the node's tree. */
struct place {
    size_t place;
    uint32_t index;
};

static size_t place_of(const struct binding *binding, const cpu_set_t *mask)
{
    size_t i = 0;

    while (i < binding->pus && !CPU_ISSET(binding->order[i], mask))
        i++;
    return i;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Sort the masks by their place in the tree: slot s gets the mask at position s. */
static int permute(const struct binding *binding, const cpu_set_t *masks, cpu_set_t *cpus)
{
    struct place *places = array_raw(binding->tasks, sizeof *places);

    if (!places)
        return -1;
    for (uint32_t i = 0; i < binding->tasks; i++)
        places[i] = (struct place){place_of(binding, &masks[i]), i};
    qsort(places, binding->tasks, sizeof *places, compare_places);
    for (uint32_t i = 0; i < binding->tasks; i++)
        cpus[i] = masks[places[binding->slots[i]].index];
    free(places);
    return 0;
}

enum binding_way binding_get(const struct binding *binding, const cpu_set_t *masks,
                             cpu_set_t *cpus, const char **why)
{
    *why = binding->reason ? binding->reason : "the node was not divided into slots";
    if (!binding->order)
        return BINDING_NONE;
    if (masks && !all_alike(masks, binding->tasks)) {
        if (permute(binding, masks, cpus) == 0)
            return BINDING_PERMUTED;
        *why = "out of memory";
        return BINDING_NONE;
    }
    if (masks && !CPU_EQUAL(&masks[0], &binding->allowed)) {
        *why = "Slurm confines all tasks to the same part of the node";
        return BINDING_NONE;
    }
    if (!binding->cuts)
        return BINDING_NONE;
    for (uint32_t i = 0; i < binding->tasks; i++)
        cpus[i] = binding->cuts[binding->slots[i]];
    return BINDING_CUT;
}

char *binding_text(const cpu_set_t *cpus, uint32_t tasks)
{
    struct text text = {0};
    char mask[CPUS_TEXT];

    text_puts(&text, "quiet,mask_cpu:");
    for (uint32_t task = 0; task < tasks && text.length <= BINDING_TEXT; task++) {
        cpus_print_mask(&cpus[task], mask);
        text_puts(&text, task ? "," : "");
        text_puts(&text, mask);
    }
    if (text.length > BINDING_TEXT) {
        text_free(&text);
        return NULL;
    }
    return text_take(&text);
}
