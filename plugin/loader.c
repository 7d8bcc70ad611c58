/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spank_topomap.so, which plugstack.conf names. It forwards Slurm's calls to the plugin that was
 * built for the running release of Slurm, topomap_slurm-RELEASE.so in the same folder.
 *
 * Slurm loads a plugin only if its plugin_version names the running release. The loader only uses
 * functions and structures of SPANK that are the same in all releases, so it sets its
 * plugin_version to the running release before Slurm checks it. After an upgrade for which there is
 * no plugin yet the options still exist: jobs that give them run as Slurm places them.
 */
#include "common.h"

#include "base/text.h"
#include "option_table.h"
#include "release.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

const char plugin_name[] = "topomap";
const char plugin_type[] = "spank";
unsigned int plugin_version = SLURM_VERSION_NUMBER;
const unsigned int spank_plugin_version = 1;

/* Only the loader exports it. By its plugin_version alone a copy of the loader would seem to be the
 * plugin. */
const unsigned int topomap_loader = 1;

/* The bits of a version number that Slurm compares for SPANK plugins. */
#define RELEASE_BITS 0xffff00U

static struct release release;
static void *plugin;       /* the plugin for this release; NULL: there is none */
static char *plugin_path;  /* its path */
static bool is_loader;     /* the file with its name is the loader, or a copy of it */
static char *broken;       /* why the file with its name cannot be loaded; NULL: it can, or there
                            * is none */
static unsigned lines;     /* lines of plugstack.conf that name this file */
static unsigned ended;     /* lines for which slurm_spank_exit was called */
static bool wanted;        /* the user gave an option, but there is no plugin for it */

/* Runs while Slurm opens the file, before its checks. */
__attribute__((constructor)) static void adopt_release(void)
{
    if (release_of_api(slurm_api_version(), &release))
        plugin_version = SLURM_VERSION_NUM(release.major, release.minor, 0);
}

static char *find_path(void)
{
    struct text text = {0};
    const char *slash;
    Dl_info self;

    if (!dladdr(&plugin_version, &self) || !(slash = strrchr(self.dli_fname, '/')))
        return NULL;
    text_add(&text, self.dli_fname, (size_t)(slash + 1 - self.dli_fname));
    text_printf(&text, "topomap_slurm-%u.%02u.so", release.major, release.minor);
    return text_take(&text);
}

/* Whether a file ends before its section headers, which linkers put last: loading would crash. */
static bool is_cut_short(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ElfW(Ehdr) head;
    struct stat status;
    bool cut = file >= 0 && fstat(file, &status) == 0 &&
               read(file, &head, sizeof head) == (ssize_t)sizeof head &&
               memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
               head.e_shoff + (uint64_t)head.e_shnum * head.e_shentsize > (uint64_t)status.st_size;

    if (file >= 0)
        close(file);
    return cut;
}

/* The dynamic linker's reason, without the path that it begins with. */
static const char *linker_reason(void)
{
    const char *reason = dlerror();
    size_t length = strlen(plugin_path);

    if (reason && strncmp(reason, plugin_path, length) == 0 && reason[length] == ':')
        reason += length + 1 + strspn(reason + length + 1, " ");
    return reason ? reason : "";
}

/* Open the file at plugin_path, or keep the reason why not if it is there. */
static void *open_file(void)
{
    bool cut = is_cut_short(plugin_path);
    void *file = cut ? NULL : dlopen(plugin_path, RTLD_LAZY | RTLD_LOCAL);

    if (!file && access(plugin_path, F_OK) == 0)
        broken = strdup(cut ? "the file is incomplete" : linker_reason());
    return file;
}

/* A file's name proves neither that it is a plugin nor for which release it was built: check. The
 * loader would pass each call on to itself. */
static void open_plugin(void)
{
    const unsigned int *version;

    plugin_path = find_path();
    plugin = plugin_path ? open_file() : NULL;
    is_loader = plugin && dlsym(plugin, "topomap_loader");
    version = plugin ? dlsym(plugin, "plugin_version") : NULL;
    if (plugin && (is_loader || !version || ((*version ^ plugin_version) & RELEASE_BITS))) {
        dlclose(plugin);
        plugin = NULL;
    }
}

static int hand_on(const char *name, spank_t spank, int count, char *arguments[])
{
    int (*function)(spank_t, int, char *[]) = NULL;
    void *symbol = plugin ? dlsym(plugin, name) : NULL;

    memcpy(&function, &symbol, sizeof function);
    return function ? function(spank, count, arguments) : 0;
}

/* Slurm calls these functions once for each line of plugstack.conf; only the first call counts. */
static bool is_first(unsigned *calls)
{
    return (*calls)++ % lines == 0;
}

/* ---- without a plugin ----------------------------------------------------------------------- */

static int note_option(int which, const char *value, int remote)
{
    if (!remote && value && strcmp(value, "off") != 0)
        wanted = true;
    (void)which;
    return 0;
}

static struct spank_option stand_in[] = {OPTION_ROWS(note_option)};

static void explain(void)
{
    const char *variable = getenv("SLURM_TOPOMAP");

    if (!wanted && (!variable || !*variable || strcmp(variable, "off") == 0))
        return;
    if (broken)
        say("'%s', topomap for this release of Slurm, cannot be loaded: %s; Slurm's placement "
            "stays", plugin_path, broken);
    else
        say("'%s', topomap for this release of Slurm, is missing%s; Slurm's placement stays",
            plugin_path ? plugin_path : "topomap_slurm",
            is_loader ? ": the file is the loader, spank_topomap.so" : "");
}

/* ---- what Slurm calls ----------------------------------------------------------------------- */

int slurm_spank_init(spank_t spank, int count, char *arguments[])
{
    if (++lines == 1)
        open_plugin();
    /* The plugin sees each line, so that it can report superfluous ones. */
    if (!plugin && lines == 1)
        option_table_register(spank, stand_in);
    return hand_on("slurm_spank_init", spank, count, arguments);
}

int slurm_spank_init_post_opt(spank_t spank, int count, char *arguments[])
{
    static unsigned calls;

    return is_first(&calls) ? hand_on("slurm_spank_init_post_opt", spank, count, arguments) : 0;
}

int slurm_spank_local_user_init(spank_t spank, int count, char *arguments[])
{
    static unsigned calls;

    if (!is_first(&calls))
        return 0;
    if (!plugin)
        explain();
    return hand_on("slurm_spank_local_user_init", spank, count, arguments);
}

int slurm_spank_user_init(spank_t spank, int count, char *arguments[])
{
    static unsigned calls;

    return is_first(&calls) ? hand_on("slurm_spank_user_init", spank, count, arguments) : 0;
}

int slurm_spank_task_init(spank_t spank, int count, char *arguments[])
{
    static unsigned calls;

    return is_first(&calls) ? hand_on("slurm_spank_task_init", spank, count, arguments) : 0;
}

int slurm_spank_exit(spank_t spank, int count, char *arguments[])
{
    int result = ended == 0 ? hand_on("slurm_spank_exit", spank, count, arguments) : 0;

    if (++ended < lines)
        return result;
    if (plugin)
        dlclose(plugin);
    free(plugin_path);
    free(broken);
    plugin = NULL;
    plugin_path = broken = NULL;
    lines = ended = 0;
    wanted = false;
    return result;
}
