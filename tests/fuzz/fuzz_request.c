/* SPDX-License-Identifier: BSD-3-Clause */
/* The request of a launch: what is accepted prints as text with the same meaning. */
#include "fuzz/target.h"

#include "wire/request.h"

static char *print(const char *text, size_t size, size_t *length)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct wire_request request;
    char *printed = NULL;

    EXPECT(wire_request_init(&request) == 0);
    if (wire_request_parse(&request, "input", text, size, &error) == 0) {
        uint64_t tasks = 0;

        for (uint32_t node = 0; node < request.nodes; node++)
            tasks += request.tasks[node];
        EXPECT(tasks == request.ranks && request.hosts);
        printed = wire_request_print(&request, length);
        EXPECT(printed);
    } else {
        EXPECT(error.code == TOPOMAP_INPUT && error.text[0]);
    }
    wire_request_free(&request);
    return printed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    round_trip(print, data, size);
    return 0;
}
