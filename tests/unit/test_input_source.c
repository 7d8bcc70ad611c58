/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "input/source.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "test_source.XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_bytes(size_t count)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    for (size_t i = 0; i < count; i++)
        putc('a' + (int)(i % 26), file);
    assert_int_equal(fclose(file), 0);
}

static void files_are_read_whole(void **state)
{
    static const size_t sizes[] = {0, 1, 4095, 65536, 300001};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct source source;

        write_bytes(sizes[i]);
        assert_int_equal(source_read(&source, path, 1 << 20, NULL), 0);
        assert_int_equal(source.length, sizes[i]);
        assert_string_equal(source.name, path);
        assert_string_equal(source.path, path);
        for (size_t at = 0; at < source.length; at++)
            assert_true(source.text[at] == (char)('a' + at % 26));
        free((char *)source.text);
    }
}

/* Large files are read in parts, from the current offset: if that is not 0, there is less to read
 * than the size says. */
static void large_files_are_read_whole(void **state)
{
    static const size_t part = 8 << 20;
    const struct {
        size_t size, begin;
    } cases[] = {{2 * part, 0}, {2 * part + 5, 0}, {3 * part - 1, 0}, {3 * part, 7},
                 {2 * part, part}, {2 * part, 2 * part}};
    int standard_input = dup(STDIN_FILENO);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t begin = cases[i].begin;
        struct source source;

        write_bytes(cases[i].size);
        assert_non_null(freopen(path, "r", stdin));
        assert_int_equal(lseek(STDIN_FILENO, (off_t)begin, SEEK_SET), begin);
        assert_int_equal(source_read(&source, "-", 1 << 30, NULL), 0);
        assert_int_equal(source.length, cases[i].size - begin);
        assert_int_equal(lseek(STDIN_FILENO, 0, SEEK_CUR), cases[i].size);
        for (size_t at = 0; at < source.length; at++) {
            if (source.text[at] != (char)('a' + (begin + at) % 26))
                fail_msg("case %zu, byte %zu", i, at);
        }
        free((char *)source.text);
    }
    assert_int_equal(dup2(standard_input, STDIN_FILENO), STDIN_FILENO);
    close(standard_input);
}

/* Cut a file again and again, and make it whole again. */
static void keep_cutting(size_t size)
{
    int fd = open(path, O_WRONLY);
    char *text = malloc(size);

    for (size_t at = 0; at < size; at++)
        text[at] = (char)('a' + at % 26);
    for (size_t cut = 0; fd >= 0; cut = (cut + 12345677) % size) {
        if (ftruncate(fd, (off_t)cut) < 0 || pwrite(fd, text, size, 0) != (ssize_t)size)
            break;
    }
    _exit(1);
}

/* If a file changes while it is read, the result is what was there at some time. */
static void files_may_change(void **state)
{
    static const size_t size = 20 << 20;
    pid_t cutter;

    (void)state;
    write_bytes(size);
    fflush(NULL);
    cutter = fork();
    if (cutter == 0)
        keep_cutting(size);
    for (int i = 0; i < 4; i++) {
        struct source source;

        assert_int_equal(source_read(&source, path, 1 << 30, NULL), 0);
        assert_true(source.length <= size);
        for (size_t at = 0; at < source.length; at++) {
            if (source.text[at] != (char)('a' + at % 26))
                assert_int_equal(source.text[at], 0);
        }
        free((char *)source.text);
    }
    kill(cutter, SIGKILL);
    assert_int_equal(waitpid(cutter, NULL, 0), cutter);
}

static void what_is_no_readable_file_is_refused(void **state)
{
    struct topomap_error error;
    struct source source;

    (void)state;
    write_bytes(2 << 20);
    assert_int_equal(source_read(&source, path, 1 << 20, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_non_null(strstr(error.text, "file: is larger than 1 MiB"));
    assert_int_equal(source_read(&source, folder, 1 << 20, &error), -1);
    assert_non_null(strstr(error.text, ": is a directory"));
    assert_int_equal(source_read(&source, "/dev/zero", 1 << 20, &error), -1);
    assert_string_equal(error.text, "/dev/zero: is a device");
    assert_int_equal(source_read(&source, "/nonexistent", 1 << 20, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_string_equal(error.text, "/nonexistent: No such file or directory");
    assert_int_equal(source_read(&source, "", 1 << 20, &error), -1);
}

/* A pipe has no size: it is read to its end, or up to the limit. */
static void pipes_are_read_and_bounded(void **state)
{
    static const struct {
        size_t bytes;
        int result;
    } cases[] = {{0, 0}, {200000, 0}, {1 << 20, 0}, {(1 << 20) + 1, -1}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error;
        struct source source;
        pid_t writer;

        unlink(path);
        assert_int_equal(mkfifo(path, 0600), 0);
        fflush(NULL);
        writer = fork();
        if (writer == 0) {
            write_bytes(cases[i].bytes);
            _exit(0);
        }
        assert_int_equal(source_read(&source, path, 1 << 20, &error), cases[i].result);
        if (cases[i].result == 0) {
            assert_int_equal(source.length, cases[i].bytes);
            free((char *)source.text);
        } else {
            assert_non_null(strstr(error.text, "is larger than 1 MiB"));
        }
        assert_int_equal(waitpid(writer, NULL, 0), writer);
    }
    unlink(path);
}

/* Pack `count` bytes of write_bytes with a program and its options. */
static void pack(size_t count, const char *command)
{
    char line[512];

    write_bytes(count);
    snprintf(line, sizeof line, "%s <%s >%s.packed && mv %s.packed %s", command, path, path, path,
             path);
    assert_int_equal(system(line), 0);
}

static void packed_files_are_unpacked(void **state)
{
    static const char *const commands[] = {
        "gzip -c", "zstd -qc", "sh -c 'head -c 100000 | gzip -c; cat | gzip -c'",
        "sh -c 'head -c 100000 | zstd -qc; zstd -qc'", "gzip -1 -c", "zstd -qc --no-check",
    };
    static const size_t sizes[] = {1, 65536, 300001};

    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
            struct topomap_error error = {.text = ""};
            struct source source;

            pack(sizes[j], commands[i]);
            assert_int_equal(source_read(&source, path, 1 << 20, &error), 0);
            assert_int_equal(source.length, sizes[j]);
            for (size_t at = 0; at < source.length; at++)
                assert_true(source.text[at] == (char)('a' + at % 26));
            free((char *)source.text);
        }
    }
}

/* Damage is reported, and a small file that would fill the memory stops at the limit. */
static void bad_packed_files_are_refused(void **state)
{
    static const struct {
        const char *command;
        const char *result;
    } cases[] = {
        {"sh -c 'gzip -c | head -c -9'", "file: the compressed data end too early"},
        {"sh -c 'zstd -qc | head -c -9'", "file: the compressed data end too early"},
        {"sh -c 'gzip -c | head -c 400; echo wrong'", "file: the compressed data are damaged: "},
        {"sh -c 'zstd -qc | head -c 20; echo wrong'", "file: the compressed data "},
        {"sh -c 'gzip -c; echo more'", "file: the compressed data are damaged: "},
        {"sh -c 'printf \"\\037\\213\"'", "file: the compressed data end too early"},
        {"sh -c 'cat >&2; head -c 1048577 /dev/zero | gzip -c' 2>/dev/null",
         "file: unpacks to more than 1 MiB"},
        {"sh -c 'cat >&2; head -c 100000000 /dev/zero | gzip -c' 2>/dev/null",
         "file: unpacks to more than 1 MiB"},
        {"sh -c 'cat >&2; head -c 100000000 /dev/zero | zstd -qc' 2>/dev/null",
         "file: unpacks to more than 1 MiB"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct source source;

        pack(5000, cases[i].command);
        assert_int_equal(source_read(&source, path, 1 << 20, &error), -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].result))
            fail_msg("%zu: %s", i, error.text);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_read_whole),
        cmocka_unit_test(large_files_are_read_whole),
        cmocka_unit_test(files_may_change),
        cmocka_unit_test(what_is_no_readable_file_is_refused),
        cmocka_unit_test(pipes_are_read_and_bounded),
        cmocka_unit_test(packed_files_are_unpacked),
        cmocka_unit_test(bad_packed_files_are_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
