/* SPDX-License-Identifier: BSD-3-Clause */
/* CPU sets as Slurm writes them, and which of them each task of a node gets. */
#include "config.h" /* before the C library: asks it for Linux extensions */

#include "unit/unit.h"

#include "stepd_binding.h"
#include "srun_memory_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static cpu_set_t list(const char *text)
{
    cpu_set_t cpus;

    assert_int_equal(cpus_parse_list(&cpus, text, strlen(text)), 0);
    return cpus;
}

static void sets_round_trip(void **state)
{
    static const char *const cases[][2] = {
        {"0", "0x1"},         {"0-3", "0xf"},       {"1,3", "0xa"},
        {"4", "0x10"},        {"0-63", "0xffffffffffffffff"},
        {"64", "0x10000000000000000"},
        {"0-1,62-65,127", "0x8000000000000003c000000000000003"},
    };
    char text[CPUS_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cpu_set_t cpus = list(cases[i][0]), again;

        cpus_print_list(&cpus, text);
        assert_string_equal(text, cases[i][0]);
        cpus_print_mask(&cpus, text);
        assert_string_equal(text, cases[i][1]);
        assert_int_equal(cpus_parse_mask(&again, text, strlen(text)), 0);
        assert_true(CPU_EQUAL(&again, &cpus));
        assert_int_equal(cpus_parse_mask(&again, text + 2, strlen(text + 2)), 0);
        assert_true(CPU_EQUAL(&again, &cpus));
    }
}

static void the_fullest_sets_fit(void **state)
{
    char text[CPUS_TEXT];
    cpu_set_t cpus;

    (void)state;
    CPU_ZERO(&cpus);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu += 2)
        CPU_SET(cpu, &cpus);
    cpus_print_list(&cpus, text);
    assert_true(strlen(text) < CPUS_TEXT - 1);
    assert_true(strlen(text) > 5 && strcmp(text + strlen(text) - 5, ",1022") == 0);
    cpus_print_mask(&cpus, text);
    assert_int_equal(strlen(text), 2 + CPU_SETSIZE / 4);
    CPU_ZERO(&cpus);
    cpus_print_list(&cpus, text);
    assert_string_equal(text, "");
    cpus_print_mask(&cpus, text);
    assert_string_equal(text, "0x0");
}

static void malformed_sets_are_refused(void **state)
{
    static const char *const lists[] = {"", "x", "1,", ",1", "3-1", "1-", "1024", "0-1024", "1 2"};
    static const char *const masks[] = {"", "0x", "0xg", "f f", "-1"};
    cpu_set_t cpus;
    char huge[CPU_SETSIZE / 4 + 2];

    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        assert_int_equal(cpus_parse_list(&cpus, lists[i], strlen(lists[i])), -1);
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
        assert_int_equal(cpus_parse_mask(&cpus, masks[i], strlen(masks[i])), -1);
    memset(huge, 'f', sizeof huge);
    assert_int_equal(cpus_parse_mask(&cpus, huge, CPU_SETSIZE / 4 + 1), -1);
    assert_int_equal(cpus_parse_mask(&cpus, huge, CPU_SETSIZE / 4), 0);
}

static void masks_of_slurm_are_read(void **state)
{
    cpu_set_t masks[3];

    (void)state;
    assert_int_equal(binding_masks("mask_cpu:", "0x3,0xc,0x30", 3, masks), 1);
    assert_true(CPU_ISSET(4, &masks[2]) && CPU_COUNT(&masks[2]) == 2);
    assert_int_equal(binding_masks("mask_cpu:", "0x9,0xaf0,0xAF00", 3, masks), 1);
    assert_true(CPU_ISSET(0, &masks[0]) && CPU_ISSET(3, &masks[0]) && CPU_COUNT(&masks[0]) == 2);
    assert_true(CPU_ISSET(9, &masks[1]) && CPU_ISSET(11, &masks[1]) && CPU_COUNT(&masks[1]) == 6);
    assert_true(CPU_ISSET(13, &masks[2]) && CPU_ISSET(8, &masks[2]) && CPU_COUNT(&masks[2]) == 6);
    assert_int_equal(binding_masks("mask_cpu:", "0x3,0x/,0x30", 3, masks), -1);
    assert_int_equal(binding_masks("mask_cpu:", "0x3,0xg,0x30", 3, masks), -1);
    assert_int_equal(binding_masks("map_cpu:", "2,0,1", 3, masks), 1);
    assert_true(CPU_ISSET(2, &masks[0]) && CPU_COUNT(&masks[0]) == 1);
    assert_int_equal(binding_masks("", "", 3, masks), 0);
    assert_int_equal(binding_masks("none", "", 3, masks), 0);
    assert_int_equal(binding_masks("mask_cpu:", "0x3,0xc", 3, masks), -1);
    assert_int_equal(binding_masks("mask_cpu:", "0x3,0xc,0x30,0x40", 3, masks), -1);
    assert_int_equal(binding_masks("mask_cpu:", "0x3,,0x30", 3, masks), -1);
    assert_int_equal(binding_masks("mask_cpu:", "0x3,0x0,0x30", 3, masks), -1);
    assert_int_equal(binding_masks("mask_cpu:", "0x3,zz,0x30", 3, masks), -1);
}

/* A node of two sockets whose CPUs alternate: 0 2 4 6 on one, 1 3 5 7 on the other. */
#define ANSWER                                                                                     \
    "topomap-slots 1\norder 0,2,4,6,1,3,5,7\nslot 0,2\nslot 4,6\nslot 1,3\nslot 5,7\nend\n"

static void make(struct binding *binding, const uint32_t slots[4])
{
    *binding = (struct binding){.tasks = 4, .allowed = list("0-7")};
    binding->slots = calloc(4, sizeof *slots);
    memcpy(binding->slots, slots, 4 * sizeof *slots);
}

/* The same after the node helper's answer. */
static void answered(struct binding *binding, const uint32_t slots[4])
{
    struct topomap_error error;

    make(binding, slots);
    assert_int_equal(binding_answer(binding, ANSWER, strlen(ANSWER), &error), 0);
}

static void expect(const cpu_set_t *cpus, const char *const texts[4])
{
    for (int i = 0; i < 4; i++) {
        char text[CPUS_TEXT];

        cpus_print_list(&cpus[i], text);
        assert_string_equal(text, texts[i]);
    }
}

static void slots_are_cut_without_masks(void **state)
{
    struct binding binding;
    cpu_set_t cpus[4];
    const char *why;

    (void)state;
    answered(&binding, (const uint32_t[]){2, 0, 3, 1});
    assert_int_equal(binding_get(&binding, NULL, cpus, &why), BINDING_CUT);
    expect(cpus, (const char *const[]){"1,3", "0,2", "5,7", "4,6"});
    binding_free(&binding);
}

static void masks_are_dealt_out_by_the_tree(void **state)
{
    struct binding binding;
    cpu_set_t cpus[4], masks[4];
    const char *why;

    (void)state;
    answered(&binding, (const uint32_t[]){0, 1, 2, 3});
    assert_int_equal(binding_masks("map_cpu", "0,1,2,3", 4, masks), 1);
    assert_int_equal(binding_get(&binding, masks, cpus, &why), BINDING_PERMUTED);
    expect(cpus, (const char *const[]){"0", "2", "1", "3"});
    binding_free(&binding);

    answered(&binding, (const uint32_t[]){3, 2, 1, 0});
    assert_int_equal(binding_get(&binding, masks, cpus, &why), BINDING_PERMUTED);
    expect(cpus, (const char *const[]){"3", "1", "2", "0"});
    binding_free(&binding);
}

static void masks_that_are_all_alike(void **state)
{
    struct binding binding;
    cpu_set_t cpus[4], masks[4];
    const char *why;

    (void)state;
    answered(&binding, (const uint32_t[]){0, 1, 2, 3});
    assert_int_equal(binding_masks("mask_cpu", "ff,ff,ff,ff", 4, masks), 1);
    assert_int_equal(binding_get(&binding, masks, cpus, &why), BINDING_CUT);
    assert_int_equal(binding_masks("mask_cpu", "f,f,f,f", 4, masks), 1);
    assert_int_equal(binding_get(&binding, masks, cpus, &why), BINDING_NONE);
    assert_string_equal(why, "Slurm confines all tasks to the same part of the node");
    binding_free(&binding);
}

static void without_slots_nothing_is_bound(void **state)
{
    static const char answer[] =
        "topomap-slots 1\norder 0,2,4,6,1,3,5,7\nreason too crowded\nend\n";
    struct binding binding;
    struct topomap_error error;
    cpu_set_t cpus[4], masks[4];
    const char *why;

    (void)state;
    make(&binding, (const uint32_t[]){0, 1, 2, 3});
    assert_int_equal(binding_get(&binding, NULL, cpus, &why), BINDING_NONE);
    assert_int_equal(binding_answer(&binding, answer, sizeof answer - 1, &error), 0);
    assert_int_equal(binding_get(&binding, NULL, cpus, &why), BINDING_NONE);
    assert_string_equal(why, "too crowded");
    /* Slurm's masks can still be permuted. */
    assert_int_equal(binding_masks("map_cpu", "0,1,2,3", 4, masks), 1);
    assert_int_equal(binding_get(&binding, masks, cpus, &why), BINDING_PERMUTED);
    binding_free(&binding);
}

static void wrong_answers_are_refused(void **state)
{
    static const char *const answers[] = {
        "",
        "nonsense\n",
        "topomap-slots 2\norder 0-7\nreason x\nend\n",
        "topomap-slots 1\norder 0-7\nslot 0\nslot 1\nslot 2\nslot 3\n",
        "topomap-slots 1\norder 0-7\nslot 0\nslot 1\nslot 2\nend\n",
        "topomap-slots 1\norder 0-7\nslot 0\nslot 1\nslot 2\nslot 3\nslot 4\nend\n",
        "topomap-slots 1\norder 0-7\nslot 0\nslot 1\nslot 2\nslot 2\nend\n",
        "topomap-slots 1\norder 0-7\nslot 0\nslot 1\nslot 2\nslot 8\nend\n",
        "topomap-slots 1\norder 0-7\nslot 0\nslot 1\nslot 2\nslot x\nend\n",
        "topomap-slots 1\norder 0-6\nslot 0\nslot 1\nslot 2\nslot 3\nend\n",
        "topomap-slots 1\norder 0-8\nslot 0\nslot 1\nslot 2\nslot 3\nend\n",
        "topomap-slots 1\norder 0-6,6\nslot 0\nslot 1\nslot 2\nslot 3\nend\n",
        "topomap-slots 1\norder 0-6,5000\nslot 0\nslot 1\nslot 2\nslot 3\nend\n",
        "topomap-slots 1\nslot 0\nslot 1\nslot 2\nslot 3\nend\n",
        "topomap-slots 1\norder 0-7\norder 0-7\nreason x\nend\n",
        "topomap-slots 1\norder 0-7\ncolour red\nend\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct binding binding;
        struct topomap_error error;

        make(&binding, (const uint32_t[]){0, 1, 2, 3});
        assert_int_equal(binding_answer(&binding, answers[i], strlen(answers[i]), &error), -1);
        assert_non_null(strstr(error.text, "the node helper's answer is not valid"));
        assert_null(binding.cuts);
        binding_free(&binding);
    }
}

/* Reads of mapped memory, of unmapped memory, and across the border. */
static void memory_is_read_or_not(void **state)
{
    int (*const ways[])(void *, const void *, size_t) = {memory_read, memory_read_vm,
                                                         memory_read_pipe};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *copy = malloc(4 * page);

    (void)state;
    assert_true(pages != MAP_FAILED && copy);
    for (size_t i = 0; i < 3 * page; i++)
        pages[i] = (char)(i * 7);
    /* If it were unmapped another mapping could take its place. */
    assert_int_equal(mprotect(pages + 3 * page, page, PROT_NONE), 0);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        memset(copy, 0, 3 * page);
        assert_int_equal(ways[i](copy, pages, 3 * page), 0);
        assert_memory_equal(copy, pages, 3 * page);
        assert_int_equal(ways[i](copy, pages + page, 2 * page + 1), -1);
        assert_int_equal(ways[i](copy, pages + 3 * page - 2, 4), -1);
        assert_int_equal(ways[i](copy, NULL, 4), -1);
        assert_int_equal(ways[i](copy, (const void *)(uintptr_t)0x1234567, 4), -1);
    }
    munmap(pages, 4 * page);
    free(copy);
}

/* Whether a program can be executed with this variable in its environment. */
static bool executes_with(const char *text)
{
    char *arguments[] = {"sh", "-c", ":", NULL};
    char *variable, *environment[2] = {NULL};
    int status;
    pid_t pid;

    assert_true(asprintf(&variable, "SLURM_CPU_BIND=%s", text) > 0);
    environment[0] = variable;
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        execve("/bin/sh", arguments, environment);
        _exit(errno == E2BIG ? 2 : 3);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    free(variable);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* One PU for each of this many tasks; all of them must fit, or there is no text. */
static void masks_never_keep_a_program_from_starting(void **state)
{
    static cpu_set_t cpus[CPU_SETSIZE];
    char *text;

    (void)state;
    for (uint32_t i = 0; i < CPU_SETSIZE; i++) {
        CPU_ZERO(&cpus[i]);
        CPU_SET(i, &cpus[i]);
    }
    text = binding_text(cpus, 4);
    assert_string_equal(text, "quiet,mask_cpu:0x1,0x2,0x4,0x8");
    free(text);
    text = binding_text(cpus, 512);
    assert_non_null(text);
    free(text);
    assert_null(binding_text(cpus, CPU_SETSIZE));
    for (uint32_t tasks = CPU_SETSIZE; tasks > 0; tasks--) {
        text = binding_text(cpus, tasks);
        if (!text)
            continue;
        assert_true(executes_with(text));
        free(text);
        break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_round_trip),
        cmocka_unit_test(the_fullest_sets_fit),
        cmocka_unit_test(malformed_sets_are_refused),
        cmocka_unit_test(masks_of_slurm_are_read),
        cmocka_unit_test(slots_are_cut_without_masks),
        cmocka_unit_test(masks_are_dealt_out_by_the_tree),
        cmocka_unit_test(masks_that_are_all_alike),
        cmocka_unit_test(without_slots_nothing_is_bound),
        cmocka_unit_test(wrong_answers_are_refused),
        cmocka_unit_test(memory_is_read_or_not),
        cmocka_unit_test(masks_never_keep_a_program_from_starting),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
