/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Called by a fuzzer with each input; the name is libFuzzer's. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* End the run if a property does not hold. */
#define EXPECT(property)                                                                           \
    do {                                                                                           \
        if (!(property)) {                                                                         \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #property);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Whether an input asks for millions of ranks or nodes, by one number or as sides joined by 'x',
 * which takes seconds and keeps fuzzers from other inputs. Larger numbers are refused soon. The
 * seed corpus is replayed completely. */
static inline bool takes_long(const uint8_t *data, size_t size)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    uint64_t number = 0, product = 1;

    for (size_t i = 0; i <= size; i++) {
        if (i < size && data[i] >= '0' && data[i] <= '9') {
            number = number > UINT32_MAX ? number : number * 10 + (data[i] - '0');
            continue;
        }
        product = number > UINT32_MAX || product > UINT32_MAX ? number : product * number;
        if (product >= 50000 && product <= UINT32_MAX)
            return true;
        if (number == 0 || i == size || data[i] != 'x')
            product = 1;
        number = 0;
    }
#else
    (void)data;
    (void)size;
#endif
    return false;
}

/* `print` reads a text and prints its meaning; printing the result again must give the same text.
 * It returns a text of `*length` bytes that the caller frees, or NULL if it refuses the input. */
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
