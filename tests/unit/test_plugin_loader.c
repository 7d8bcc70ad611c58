/* SPDX-License-Identifier: BSD-3-Clause */
/* What the loader takes for the plugin. This program takes srun's place. */
#include "unit/unit.h"

#include "common.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The release of this program, 22.05, as the loader asks for it. */
#define API_VERSION 0x260000
#define PLUGIN "topomap_slurm-22.05.so"

/* A loader that calls itself would not return. */
#define MOST_SECONDS 60

static char said[4096];
static struct spank_option *options[8];
static unsigned option_count;

/* ---- what srun and Slurm's library have ----------------------------------------------------- */

long slurm_api_version(void)
{
    return API_VERSION;
}

spank_err_t spank_option_register(spank_t spank, struct spank_option *option)
{
    (void)spank;
    assert_true(option_count < sizeof options / sizeof *options);
    options[option_count++] = option;
    return ESPANK_SUCCESS;
}

void slurm_info(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
}

void slurm_error(const char *format, ...)
{
    (void)format;
}

void slurm_verbose(const char *format, ...)
{
    (void)format;
}

/* ---- folders -------------------------------------------------------------------------------- */

static char folder[PATH_MAX];

static const char *in_folder(const char *name)
{
    static char paths[2][PATH_MAX + 64];
    static unsigned next;
    char *path = paths[next++ % 2];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void copy_loader(const char *name)
{
    FILE *from = fopen(LOADER, "rb"), *to = fopen(in_folder(name), "wb");
    char bytes[65536];
    size_t length;

    assert_true(from && to);
    while ((length = fread(bytes, 1, sizeof bytes, from)) > 0)
        assert_int_equal(fwrite(bytes, 1, length, to), length);
    fclose(from);
    assert_int_equal(fclose(to), 0);
}

static int begin(void **state)
{
    const char *temporary = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof folder - 64, "%s/topomap-loader-XXXXXX",
             temporary && *temporary == '/' ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    copy_loader("spank_topomap.so");
    return 0;
}

static int finish(void **state)
{
    (void)state;
    remove(in_folder("spank_topomap.so"));
    return rmdir(folder);
}

/* ---- launches ------------------------------------------------------------------------------- */

static void call(void *loader, const char *name)
{
    int (*function)(spank_t, int, char *[]) = NULL;
    void *symbol = dlsym(loader, name);

    assert_non_null(symbol);
    memcpy(&function, &symbol, sizeof function);
    assert_int_equal(function(NULL, 0, NULL), 0);
}

/* Launch a step that asks for topomap, with what the folder holds. */
static void launch(void)
{
    void *loader = dlopen(in_folder("spank_topomap.so"), RTLD_NOW | RTLD_LOCAL);

    if (!loader)
        fail_msg("%s", dlerror());
    *said = '\0';
    option_count = 0;
    alarm(MOST_SECONDS);
    call(loader, "slurm_spank_init");
    assert_true(option_count > 0);
    assert_int_equal(options[0]->cb(0, "graph", 0), 0);
    call(loader, "slurm_spank_init_post_opt");
    call(loader, "slurm_spank_local_user_init");
    call(loader, "slurm_spank_exit");
    alarm(0);
    dlclose(loader);
}

static void a_missing_plugin_is_told(void **state)
{
    (void)state;
    launch();
    assert_non_null(strstr(said, "/" PLUGIN "', topomap for this release of Slurm, is missing; "));
}

static void a_link_to_the_loader_is_no_plugin(void **state)
{
    (void)state;
    assert_int_equal(symlink("spank_topomap.so", in_folder(PLUGIN)), 0);
    launch();
    assert_non_null(strstr(said, " is missing: the file is the loader, spank_topomap.so; "));
    assert_int_equal(remove(in_folder(PLUGIN)), 0);
}

static void a_copy_of_the_loader_is_no_plugin(void **state)
{
    (void)state;
    copy_loader(PLUGIN);
    launch();
    assert_non_null(strstr(said, " is missing: the file is the loader, spank_topomap.so; "));
    assert_int_equal(remove(in_folder(PLUGIN)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_plugin_is_told),
        cmocka_unit_test(a_link_to_the_loader_is_no_plugin),
        cmocka_unit_test(a_copy_of_the_loader_is_no_plugin),
    };

    return cmocka_run_group_tests(tests, begin, finish);
}
