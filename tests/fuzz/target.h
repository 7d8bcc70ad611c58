/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a fuzzer calls with each input; the name is libFuzzer's. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* End the run if a property does not hold. */
#define EXPECT(property)                                                                           \
    do {                                                                                           \
        if (!(property)) {                                                                         \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #property);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* What `print` makes of a text, read as what it means, reads as the same. `print` gives a text of
 * `*length` bytes that the caller frees, or NULL if it refuses the input. */
static inline void round_trip(char *(*print)(const char *text, size_t size, size_t *length),
                              const uint8_t *data, size_t size)
{
    size_t first = 0, second = 0;
    char *once = print((const char *)data, size, &first), *twice;

    if (!once)
        return;
    twice = print(once, first, &second);
    EXPECT(twice && first == second && memcmp(once, twice, first) == 0);
    free(once);
    free(twice);
}

#endif
