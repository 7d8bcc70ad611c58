/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include "store/find.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static char folder[] = "/tmp/topomap-store-XXXXXX";
static char program[64], other[64];

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(program, sizeof program, "%s/app", folder);
    snprintf(other, sizeof other, "%s/copy", folder);
    write_file(program, "#!/bin/sh\necho app\n");
    write_file(other, "#!/bin/sh\necho app\n");
    return 0;
}

static int tear_down(void **state)
{
    const char *words[] = {"rm", "-rf", folder, NULL};
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        execvp(words[0], (char *const *)words);
        _exit(1);
    }
    waitpid(child, NULL, 0);
    return 0;
}

/* The smallest file with a build id: headers of a file with two segments, the second of notes. */
#define ELF(BITS)                                                                                  \
    struct {                                                                                       \
        Elf##BITS##_Ehdr head;                                                                     \
        Elf##BITS##_Phdr segment[2];                                                               \
        Elf##BITS##_Nhdr note;                                                                     \
        char name[4];                                                                              \
        unsigned char id[8];                                                                       \
    } elf##BITS = {                                                                                \
        .head = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS##BITS,                                  \
                             __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB               \
                                                                       : ELFDATA2MSB},             \
                 .e_phoff = sizeof(Elf##BITS##_Ehdr),                                              \
                 .e_phentsize = sizeof(Elf##BITS##_Phdr),                                          \
                 .e_phnum = 2},                                                                    \
        .segment = {{.p_type = PT_LOAD},                                                           \
                    {.p_type = PT_NOTE,                                                            \
                     .p_offset = sizeof(Elf##BITS##_Ehdr) + 2 * sizeof(Elf##BITS##_Phdr),          \
                     .p_filesz = sizeof(Elf##BITS##_Nhdr) + 12}},                                  \
        .note = {.n_namesz = 4, .n_descsz = 8, .n_type = NT_GNU_BUILD_ID},                         \
        .name = "GNU",                                                                             \
        .id = {1, 2, 3, 4, 5, 6, 7, BITS},                                                         \
    }

static void identify_bytes(const void *bytes, size_t length, char identity[STORE_IDENTITY])
{
    char path[80];
    FILE *file;

    snprintf(path, sizeof path, "%s/elf", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(store_identify(path, identity, NULL), 0);
}

/* Executables of 32 bits have a build id like those of 64; a truncated file is hashed. */
static void test_build_ids(void **state)
{
    char identity[STORE_IDENTITY];
    ELF(32);
    ELF(64);

    (void)state;
    identify_bytes(&elf32, sizeof elf32, identity);
    assert_string_equal(identity, "id-0102030405060720");
    identify_bytes(&elf64, sizeof elf64, identity);
    assert_string_equal(identity, "id-0102030405060740");
    identify_bytes(&elf32, sizeof elf32 - 1, identity);
    assert_memory_equal(identity, "hash-", 5);
    identify_bytes(&elf64, sizeof elf64.head, identity);
    assert_memory_equal(identity, "hash-", 5);
}

static char *store(const char *name)
{
    static char path[4][128];
    static int next;
    char *text = path[next++ % 4];

    snprintf(text, sizeof path[0], "%s/%s", folder, name);
    return text;
}

/* Add a graph as recorders do: under a temporary name first. */
static char *add(const char *where, uint32_t ranks, const char *label, const char *graph,
                 const char *origin)
{
    char identity[STORE_IDENTITY], half[4200];
    struct store_key key = {identity, ranks, label};
    char *path;

    assert_int_equal(store_identify(program, identity, NULL), 0);
    path = store_name(where, &key, program, origin, NULL);
    assert_non_null(path);
    snprintf(half, sizeof half, "%s.123456", path);
    write_file(half, graph);
    assert_int_equal(rename(half, path), 0);
    return path;
}

static void test_identity(void **state)
{
    char a[STORE_IDENTITY], b[STORE_IDENTITY];
    struct topomap_error error;

    (void)state;
    assert_int_equal(store_identify(program, a, &error), 0);
    assert_int_equal(store_identify(other, b, &error), 0);
    assert_string_equal(a, b);
    /* By Python: h = basis; for c in data: h = (h ^ c) * (2**88 + 0x13b) % 2**128 */
    assert_string_equal(a, "hash-eb9e3d6e65139eed9aab17028e66931d");
    write_file(other, "#!/bin/sh\necho other\n");
    assert_int_equal(store_identify(other, b, &error), 0);
    assert_string_not_equal(a, b);
    assert_int_equal(store_identify("/proc/self/exe", a, &error), 0);
    assert_memory_equal(a, "id-", 3);
    assert_int_equal(store_identify(folder, b, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_int_equal(store_identify("/nowhere", b, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INPUT);
}

/* Damaged executables are hashed or refused, but never read past their end. */
static void test_damaged_executables(void **state)
{
    static unsigned char bytes[1 << 16];
    char identity[STORE_IDENTITY];
    FILE *self = fopen("/proc/self/exe", "r"), *file;
    size_t length = fread(bytes, 1, sizeof bytes, self);

    (void)state;
    fclose(self);
    assert_true(length > 4096);
    for (size_t at = 0; at < 1200; at++) {
        unsigned char old = bytes[at];

        bytes[at] = (unsigned char)~old;
        file = fopen(other, "w");
        assert_int_equal(fwrite(bytes, 1, at % 3 ? length : 2 * at, file) > 0 || at == 0, 1);
        fclose(file);
        assert_int_equal(store_identify(other, identity, NULL), 0);
        assert_true(strncmp(identity, "id-", 3) == 0 || strncmp(identity, "hash-", 5) == 0);
        bytes[at] = old;
    }
}

static void test_find(void **state)
{
    const char *mine = store("mine"), *site = store("site");
    struct store_query query = {program, NULL, 4, {mine, site}};
    struct store_answer answer;
    struct topomap_error error;
    char *first, *second;

    (void)state;
    assert_int_equal(store_find(&query, &answer, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_non_null(strstr(error.text, "no profile of app at 4 ranks; --topomap-profile=store"));
    free(add(site, 4, NULL, "# n=4\n0 1 5\n", "1.0"));
    assert_int_equal(store_find(&query, &answer, &error), 0);
    assert_non_null(strstr(answer.path, "/site/"));
    topomap_graph_destroy(answer.graph);
    free(answer.path), free(answer.origin);

    first = add(mine, 4, NULL, "# n=4\n0 1 6\n", "2.0");
    second = add(mine, 4, NULL, "# n=4\n0 1 7\n", "3.0");
    free(add(mine, 4, "long", "# n=4\n0 1 8\n", "4.0"));
    assert_int_equal(store_find(&query, &answer, &error), 0);
    assert_string_equal(answer.path, second);
    assert_int_equal(topomap_graph_bytes(answer.graph), 7);
    assert_non_null(strstr(answer.origin, "3.0 of app"));
    topomap_graph_destroy(answer.graph);
    free(answer.path), free(answer.origin);

    /* A damaged profile, and a file that is not a profile, are skipped. */
    write_file(second, "# n=5\n0 1 7\n");
    free(add(mine, 4, NULL, "topomap-profile 1\nrubbish", "5.0"));
    assert_int_equal(store_find(&query, &answer, &error), 0);
    assert_string_equal(answer.path, first);
    topomap_graph_destroy(answer.graph);
    free(answer.path), free(answer.origin);

    query.label = "long";
    assert_int_equal(store_find(&query, &answer, &error), 0);
    assert_int_equal(topomap_graph_bytes(answer.graph), 8);
    topomap_graph_destroy(answer.graph);
    free(answer.path), free(answer.origin);
    query.label = "../x";
    assert_int_equal(store_find(&query, &answer, &error), -1);
    assert_int_equal(error.code, TOPOMAP_USAGE);
    free(first), free(second);
}

/* Where there is nothing else, what cannot be read is named. Names with other characters than ours
 * are of no entry. */
static void test_find_says_what_cannot_be_read(void **state)
{
    const char *where = store("cut");
    struct store_query query = {program, NULL, 4, {NULL, where}};
    struct store_answer answer;
    struct topomap_error error;
    char *cut = add(where, 4, NULL, "topomap-profile 1\nrubbish", "1.0"), hostile[4300];

    (void)state;
    assert_int_equal(store_find(&query, &answer, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_non_null(strstr(error.text, "no profile of app at 4 ranks (/"));
    assert_non_null(strstr(error.text, "1.0@app.profile: "));
    snprintf(hostile, sizeof hostile, "%.*s/20991231T000000.000-\033[31m@app.profile",
             (int)(strrchr(cut, '/') - cut), cut);
    write_file(hostile, "# n=4\n0 1 5\n");
    assert_int_equal(store_find(&query, &answer, &error), -1);
    free(cut);
}

static char *pattern_text(const char *pattern, uint32_t ranks)
{
    struct topomap_graph *graph = topomap_graph_pattern(pattern, ranks, NULL);
    char *text;

    assert_non_null(graph);
    text = topomap_graph_print(graph, "edges", NULL, NULL);
    topomap_graph_destroy(graph);
    assert_non_null(text);
    return text;
}

/* The stretched graph equals the pattern of the larger grid. */
static void check_stretched(const char *from, uint32_t ranks_from, const char *to,
                            uint32_t ranks_to, const char *says)
{
    const char *where = store("stretched");
    struct store_query query = {program, from, ranks_to, {where, NULL}};
    struct store_answer answer;
    struct topomap_error error = {0};
    char label[16], *text = pattern_text(from, ranks_from), *expected, *found;

    snprintf(label, sizeof label, "l%u.%u", ranks_from, ranks_to);
    query.label = label;
    free(add(where, ranks_from, label, text, "1.0"));
    free(text);
    if (!to) {
        assert_int_equal(store_find(&query, &answer, &error), -1);
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
        if (!strstr(error.text, says))
            fail_msg("%s", error.text);
        return;
    }
    if (store_find(&query, &answer, &error) < 0)
        fail_msg("%s: %s", from, error.text);
    if (!strstr(answer.origin, says))
        fail_msg("%s", answer.origin);
    expected = pattern_text(to, ranks_to);
    found = topomap_graph_print(answer.graph, "edges", NULL, NULL);
    assert_string_equal(found, expected);
    free(expected), free(found), free(answer.path), free(answer.origin);
    topomap_graph_destroy(answer.graph);
}

static void test_stretch(void **state)
{
    (void)state;
    check_stretched("grid:4x4x4", 64, "grid:8x4x4", 128, "grid of 4x4x4 stretched to 8x4x4");
    check_stretched("grid:8x4", 32, "grid:16x8", 128, "stretched to 16x8");
    check_stretched("grid:4x4x4:27", 64, "grid:5x5x5:27", 125, "stretched to 5x5x5");
    check_stretched("grid:5x5:periodic", 25, "grid:7x7:periodic", 49, "stretched to 7x7");
    check_stretched("grid:8x2:periodic", 16, "grid:8x4:periodic", 32, "8x2 stretched to 8x4");
    check_stretched("grid:8x2:9:periodic", 16, "grid:8x4:9:periodic", 32, "stretched to 8x4");
    check_stretched("grid:8x4:periodic", 32, "grid:4x2:periodic", 8, "stretched to 4x2");
    check_stretched("grid:4x2", 8, "grid:8x4", 32, "stretched to 8x4");
    check_stretched("grid:6x6", 36, "grid:4x3", 12, "stretched to 4x3");
    check_stretched("grid:4x5", 20, NULL, 13, "13 ranks do not form a grid of 2 dimensions");
    check_stretched("random", 64, NULL, 128, "do not communicate as neighbours");
    check_stretched("butterfly", 16, NULL, 32, "of 16 ranks cannot be used");
}

/* The library's clock goes through here. With a tick, each look at it advances it by that. */
static struct
{
    long tick, now; /* nanoseconds; no tick: the real clock */
} fake;

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!fake.tick)
        return __real_clock_gettime(clock, time);
    *time = (struct timespec){.tv_sec = 1700000000, .tv_nsec = fake.now};
    fake.now += fake.tick;
    return 0;
}

/* Each finds the name that the clock would give taken, while the clock advances. */
static void test_names_follow_time(void **state)
{
    const char *where = store("names");
    char *last = NULL;

    (void)state;
    fake.tick = 600000;
    for (int i = 0; i < 20; i++) {
        char *next = add(where, 4, NULL, "0 1 1\n", "1.0");

        if (last)
            assert_true(strcmp(last, next) < 0);
        free(last);
        last = next;
    }
    fake.tick = 0;
    free(last);
}

/* A program that keeps failing does not push out what was recorded while it worked. */
static void test_bounds_of_early_ends(void **state)
{
    const char *where = store("failing");
    const struct store_limits limits = {.entry_bytes = 100, .bytes = 1000, .entries = 2};
    const char *origins[] = {"1.0", "2.0", "3.0-early", "4.0-early", "5.0", "6.0-early"};
    char *paths[6];
    size_t removed;

    (void)state;
    for (int i = 0; i < 6; i++)
        paths[i] = add(where, 4, NULL, "# n=4\n0 1 1\n", origins[i]);
    assert_int_equal(store_prune(where, &limits, &removed, NULL), 0);
    assert_int_equal(removed, 3);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(access(paths[i], F_OK), i == 1 || i >= 4 ? 0 : -1);
        free(paths[i]);
    }
}

static void test_bounds(void **state)
{
    const char *where = store("bounds");
    struct store_limits limits = {.entry_bytes = 100, .bytes = 1000, .entries = 3};
    struct store_list list;
    char *paths[6], *large, text[200] = "# n=4\n0 1 1\n";
    size_t removed;

    (void)state;
    for (int i = 0; i < 5; i++)
        paths[i] = add(where, 4, NULL, text, "1.0");
    /* Names of one key may be some milliseconds ahead of the clock. */
    for (;;) {
        paths[5] = add(where, 8, NULL, text, "1.0");
        if (strcmp(strrchr(paths[5], '/'), strrchr(paths[4], '/')) > 0)
            break;
        unlink(paths[5]);
        free(paths[5]);
    }
    memset(text, '#', 150);
    text[150] = '\0';
    large = add(where, 16, NULL, text, "1.0");
    assert_int_equal(store_prune(where, &limits, &removed, NULL), 0);
    assert_int_equal(removed, 3);
    assert_int_equal(access(large, F_OK), -1);
    for (int i = 0; i < 6; i++)
        assert_int_equal(access(paths[i], F_OK), i < 2 ? -1 : 0);
    /* 12 bytes each: all four just fit, then the two newest of all. */
    limits.bytes = 48;
    assert_int_equal(store_prune(where, &limits, &removed, NULL), 0);
    assert_int_equal(removed, 0);
    limits.bytes = 30;
    assert_int_equal(store_prune(where, &limits, &removed, NULL), 0);
    assert_int_equal(removed, 2);
    assert_int_equal(store_list(where, &list, NULL), 0);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.entry[0].path, paths[4]);
    assert_string_equal(list.entry[1].path, paths[5]);
    store_list_free(&list);
    for (int i = 0; i < 6; i++)
        free(paths[i]);
    free(large);
}

static void age(const char *path)
{
    struct utimbuf times = {time(NULL) - 8 * 24 * 3600, time(NULL) - 8 * 24 * 3600};

    assert_int_equal(utime(path, &times), 0);
}

/* A new store is its owner's alone; folders in one that exists are as open as it is, whatever the
 * umask is. */
static void test_modes(void **state)
{
    static const mode_t modes[] = {0, 0755, 0700, 0750}, masks[] = {022, 077};
    mode_t before = umask(0);

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        mode_t mode = modes[i / 2];
        char where[4200], *path;
        struct stat status;

        snprintf(where, sizeof where, "%s/modes%zu", folder, i);
        umask(022);
        if (mode)
            assert_int_equal(mkdir(where, mode), 0);
        umask(masks[i % 2]);
        path = add(where, 4, NULL, "# n=4\n0 1 1\n", "1.0");
        assert_int_equal(stat(where, &status), 0);
        assert_int_equal(status.st_mode & 0777, mode ? mode : 0700);
        assert_int_equal(store_share(where, path, NULL), 0);
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal(status.st_mode & mode & 0444, mode & 0444);
        for (int up = 0; up < 2; up++) {
            *strrchr(path, '/') = '\0';
            assert_int_equal(stat(path, &status), 0);
            assert_int_equal(status.st_mode & 0777, mode ? mode : 0700);
        }
        free(path);
    }
    umask(before);
}

/* What a crash leaves is not an entry, and is removed in time; unfinished files stay. */
static void test_leftovers(void **state)
{
    const char *where = store("leftovers");
    char *path = add(where, 4, NULL, "# n=4\n0 1 1\n", "1.0");
    char half[4200], fresh[4200], ranks[4200], rank[4300];
    struct store_list list;
    size_t removed;

    (void)state;
    snprintf(half, sizeof half, "%s.aaaaaa", path);
    snprintf(fresh, sizeof fresh, "%s.bbbbbb", path);
    snprintf(ranks, sizeof ranks, "%s.ranks", path);
    snprintf(rank, sizeof rank, "%s/3", ranks);
    write_file(half, "half");
    write_file(fresh, "half");
    assert_int_equal(mkdir(ranks, 0777), 0);
    write_file(rank, "record");
    age(half), age(ranks), age(path);
    assert_int_equal(store_list(where, &list, NULL), 0);
    assert_int_equal(list.count, 1);
    store_list_free(&list);
    assert_int_equal(store_prune(where, NULL, &removed, NULL), 0);
    assert_int_equal(removed, 2);
    assert_int_equal(access(half, F_OK), -1);
    assert_int_equal(access(ranks, F_OK), -1);
    assert_int_equal(access(fresh, F_OK), 0);
    assert_int_equal(access(path, F_OK), 0);
    free(path);
}

#define WRITERS 8
#define EACH 20

/* Several processes write the same key while others prune and read: nothing is lost. */
static void test_concurrent(void **state)
{
    const char *where = store("concurrent");
    struct store_limits wide = {UINT64_MAX, UINT64_MAX, UINT32_MAX};
    struct store_query query = {program, NULL, 4, {where, NULL}};
    struct store_list list;
    struct store_answer answer;
    int status;

    (void)state;
    for (int i = 0; i < WRITERS; i++) {
        char origin[32];

        if (fork() != 0)
            continue;
        snprintf(origin, sizeof origin, "7.%d", i);
        for (int k = 0; k < EACH; k++) {
            free(add(where, 4, NULL, "# n=4\n0 1 1\n", origin));
            assert_int_equal(store_prune(where, &wide, NULL, NULL), 0);
            assert_int_equal(store_find(&query, &answer, NULL), 0);
            topomap_graph_destroy(answer.graph);
            free(answer.path), free(answer.origin);
        }
        _exit(0);
    }
    for (int i = 0; i < WRITERS; i++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(store_list(where, &list, NULL), 0);
    assert_int_equal(list.count, WRITERS * EACH);
    store_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_damaged_executables),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_find_says_what_cannot_be_read),
        cmocka_unit_test(test_stretch),
        cmocka_unit_test(test_names_follow_time),
        cmocka_unit_test(test_bounds_of_early_ends),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_leftovers),
        cmocka_unit_test(test_concurrent),
        cmocka_unit_test(test_build_ids),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
