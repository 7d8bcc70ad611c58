/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

#endif
