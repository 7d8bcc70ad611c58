/* SPDX-License-Identifier: BSD-3-Clause */
#include "input/unpack.h"

#include "base/error.h"
#include "base/memory.h"
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

/* The text unpacked so far. */
struct output {
    char *text;
    size_t length;
    size_t capacity;
    uint64_t limit;
    const char *name;
    const char *packed;
    size_t packed_length;
    struct topomap_error *error;
};

#if defined HAVE_ZLIB || defined HAVE_ZSTD
/* Initial room for the text, as a multiple of the packed size. */
#define FIRST_RATIO 4

static int damaged(const struct output *output, const char *why)
{
    return error_set(output->error, TOPOMAP_INPUT, "%s: the compressed data are damaged: %s",
                     output->name, why);
}

static int ends_early(const struct output *output)
{
    return error_set(output->error, TOPOMAP_INPUT, "%s: the compressed data end too early",
                     output->name);
}

/* Bytes that may be written now. One more than the limit shows that the text is too long. */
static size_t room(const struct output *output)
{
    size_t end = output->capacity;

    if (end > output->limit)
        end = (size_t)output->limit + 1;
    return end - output->length;
}

/* Make more room; fails if the text exceeds the limit. */
static int make_room(struct output *output)
{
    size_t first = FIRST_RATIO * output->packed_length;

    if (output->length > output->limit)
        return error_set(output->error, TOPOMAP_INPUT, "%s: unpacks to more than %llu MiB",
                         output->name, (unsigned long long)(output->limit >> 20));
    if (room(output))
        return 0;
    if (first > output->limit)
        first = (size_t)output->limit;
    return array_grow(&output->text, &output->capacity,
                      output->length < first ? first : output->length + 1, 1) < 0
               ? error_memory(output->error)
               : 0;
}
#endif

#ifdef HAVE_ZLIB
/* The number of bytes, limited to the unsigned int that zlib counts in. */
static unsigned step(size_t bytes)
{
    return bytes < UINT_MAX ? (unsigned)bytes : UINT_MAX;
}

static int inflate_parts(z_stream *stream, struct output *output)
{
    const unsigned char *data = (const unsigned char *)output->packed;
    size_t at = 0, length = output->packed_length;

    while (make_room(output) == 0) {
        unsigned in = step(length - at), out = step(room(output));
        int status;

        stream->next_in = (unsigned char *)data + at;
        stream->avail_in = in;
        stream->next_out = (unsigned char *)output->text + output->length;
        stream->avail_out = out;
        status = inflate(stream, Z_NO_FLUSH);
        at += in - stream->avail_in;
        output->length += out - stream->avail_out;
        if (status == Z_MEM_ERROR)
            return error_memory(output->error);
        if (status == Z_BUF_ERROR && at == length)
            return ends_early(output);
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
            return damaged(output, stream->msg ? stream->msg : "no gzip");
        if (status == Z_STREAM_END && at == length)
            return output->length > output->limit ? make_room(output) : 0;
        if (status == Z_STREAM_END)
            inflateReset(stream);
    }
    return -1;
}

static int unpack_gzip(struct output *output)
{
    z_stream stream = {0};
    int result;

    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return error_memory(output->error);
    result = inflate_parts(&stream, output);
    inflateEnd(&stream);
    return result;
}
#else
#define unpack_gzip NULL
#endif

#ifdef HAVE_ZSTD
static int unpack_frames(ZSTD_DStream *stream, struct output *output)
{
    ZSTD_inBuffer in = {output->packed, output->packed_length, 0};

    while (make_room(output) == 0) {
        ZSTD_outBuffer out = {output->text, output->length + room(output), output->length};
        size_t status = ZSTD_decompressStream(stream, &out, &in);

        output->length = out.pos;
        if (ZSTD_isError(status))
            return damaged(output, ZSTD_getErrorName(status));
        if (in.pos == in.size && status == 0)
            return output->length > output->limit ? make_room(output) : 0;
        if (in.pos == in.size && out.pos < out.size)
            return ends_early(output);
    }
    return -1;
}

static int unpack_zstd(struct output *output)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    int result = stream ? unpack_frames(stream, output) : error_memory(output->error);

    ZSTD_freeDStream(stream);
    return result;
}
#else
#define unpack_zstd NULL
#endif

int unpack(const char *name, const char *packed, size_t length, uint64_t limit, char **text,
           size_t *text_length, struct topomap_error *error)
{
    static const struct {
        const char *name, *magic;
        int (*unpack)(struct output *output); /* NULL: built without the library */
    } packers[] = {
        {"gzip", "\x1f\x8b", unpack_gzip},
        {"zstd", "\x28\xb5\x2f\xfd", unpack_zstd},
    };
    struct output output = {.limit = limit, .name = name, .packed = packed, .packed_length = length,
                            .error = error};

    for (size_t i = 0; i < sizeof packers / sizeof *packers; i++) {
        size_t magic = strlen(packers[i].magic);

        if (length < magic || memcmp(packed, packers[i].magic, magic) != 0)
            continue;
        if (!packers[i].unpack)
            return error_set(error, TOPOMAP_INPUT,
                             "%s: is compressed by %s, which this topomap was built without",
                             name, packers[i].name);
        if (packers[i].unpack(&output) < 0) {
            free(output.text);
            return -1;
        }
        *text = output.text;
        *text_length = output.length;
        return 1;
    }
    return 0;
}
