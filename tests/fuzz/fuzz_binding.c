/* SPDX-License-Identifier: BSD-3-Clause */
/* What slurmstepd asks the node helper, and its answer about two tasks: what is accepted prints as
 * text with the same meaning. */
#include "fuzz/target.h"

#include "wire/binding.h"

#include <string.h>

#define TASKS 2

static char *print_question(const char *text, size_t size, size_t *length)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct wire_binding question = {0};
    char *printed = NULL;

    if (wire_binding_parse(&question, text, size, &error) == 0) {
        EXPECT(question.allowed && question.tasks > 0);
        printed = wire_binding_print(&question, length);
        EXPECT(printed);
    } else {
        EXPECT(error.code == TOPOMAP_INPUT && error.text[0] && !question.allowed);
    }
    wire_binding_free(&question);
    return printed;
}

static char *print_answer(const char *text, size_t size, size_t *length)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct wire_slots slots = {0};
    char *printed = NULL;

    if (wire_slots_parse(&slots, text, size, TASKS, &error) == 0) {
        EXPECT(slots.order && (slots.reason || slots.tasks == TASKS));
        printed = wire_slots_print(&slots, length);
        EXPECT(printed);
    } else {
        EXPECT(error.code == TOPOMAP_INPUT && error.text[0] && !slots.order && !slots.slots);
    }
    wire_slots_free(&slots);
    return printed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    round_trip(print_question, data, size);
    round_trip(print_answer, data, size);
    return 0;
}
