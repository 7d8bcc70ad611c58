/* SPDX-License-Identifier: BSD-3-Clause */
/* Dumps of Slurm's accounting: texts of accepted steps lie in the dump, and refusals say why. */
#include "fuzz/target.h"

#include "policy/accounting.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct accounting dump;

    if (accounting_parse(&dump, "input", (const char *)data, size, &error) < 0) {
        EXPECT(error.code != TOPOMAP_OK && error.text[0]);
        return 0;
    }
    for (size_t i = 0; i < dump.count; i++) {
        const struct accounting_step *step = &dump.step[i];
        const char *texts[] = {step->id,      step->name,    step->hosts, step->layout,
                               step->partition, step->account, step->user,  step->constraint};

        EXPECT(step->id && strchr(step->id, '.') && step->line > 1);
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++)
            EXPECT(!texts[j] || (texts[j] >= dump.text && strlen(texts[j]) <= size));
        EXPECT(step->nodes <= TOPOMAP_MAX_RANKS && step->tasks <= TOPOMAP_MAX_RANKS);
    }
    accounting_free(&dump);
    return 0;
}
