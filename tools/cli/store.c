/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap store: manages the profiles that --topomap=auto uses. */
#include "base/error.h"
#include "base/json.h"
#include "cli/commands.h"
#include "input/source.h"
#include "input/unpack.h"
#include "store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *folder, *program, *ranks, *label, *output, *keep, *size;
    bool json;
} args;

#define FOLDER_OPTION                                                                              \
    {"store", 0, "DIR", "the folder of the store [that of srun]", &args.folder, NULL}
#define CHOICE_OPTIONS                                                                             \
    {"program", 'p', "FILE", "entries of this executable", &args.program, NULL},                   \
    {"ranks", 'n', "N", "entries with this number of ranks", &args.ranks, NULL},                   \
    {"label", 'l', "LABEL", "entries with this label", &args.label, NULL}
#define JSON_OPTION {"json", 0, NULL, "print JSON", NULL, &args.json}

static const struct cli_option list_options[] = {FOLDER_OPTION, CHOICE_OPTIONS, JSON_OPTION, {0}};
static const struct cli_option remove_options[] = {FOLDER_OPTION, CHOICE_OPTIONS, {0}};
static const struct cli_option add_options[] = {
    FOLDER_OPTION,
    {"program", 'p', "FILE", "the executable that was recorded", &args.program, NULL},
    {"label", 'l', "LABEL", "a label, for --topomap=auto:LABEL", &args.label, NULL},
    {0},
};
static const struct cli_option prune_options[] = {
    FOLDER_OPTION,
    {"keep", 0, "N", "keep at most N entries of a program, number of ranks and label [8]",
     &args.keep, NULL},
    {"size", 0, "BYTES", "keep at most this many bytes in all entries [2147483648]",
     &args.size, NULL},
    {0},
};
static const struct cli_option export_options[] = {
    FOLDER_OPTION, CHOICE_OPTIONS,
    {"output", 'o', "FILE", "write the profile to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command list = {
    "topomap store list", "[OPTION]...", "List the profiles in the store, the newest first.",
    "Example:\n  topomap store list --program ./app --ranks 64\n", list_options,
};
static const struct cli_command show = {
    "topomap store show", "[OPTION]... [ENTRY]",
    "Describe an entry, or the newest one that the options select.",
    "ENTRY is what list prints, or its beginning. Example:\n"
    "  topomap store show --program ./app --ranks 64\n",
    list_options,
};
static const struct cli_command add = {
    "topomap store add", "[OPTION]... --program FILE PROFILE",
    "Add a profile, or any other graph file, to the store.",
    "Examples:\n"
    "  topomap profile -o comm.graph -- mpirun -np 64 ./app\n"
    "  topomap store add --program ./app comm.graph\n",
    add_options,
};
static const struct cli_command take_out = {
    "topomap store remove", "[OPTION]... [ENTRY]...",
    "Remove entries: those named, or all that the options select.",
    "Example:\n  topomap store remove --program ./app --label trial\n", remove_options,
};
static const struct cli_command prune = {
    "topomap store prune", "[OPTION]...",
    "Remove the oldest entries beyond the limits, and unfinished files older than a week.",
    "Each recording into the store does the same with the default limits. Example:\n"
    "  topomap store prune --keep 2\n",
    prune_options,
};
static const struct cli_command export = {
    "topomap store export", "[OPTION]... [ENTRY]",
    "Copy the profile of an entry, or of the newest one that the options select.",
    "Example:\n  topomap store export --program ./app --ranks 64 -o comm.graph\n", export_options,
};

/* ---- choosing entries -------------------------------------------------------------------- */

struct choice {
    char folder[4096];
    char identity[STORE_IDENTITY]; /* empty: all programs */
    uint32_t ranks;                /* 0: all numbers */
    struct store_list list;
};

static int name_folder(struct choice *choice, struct topomap_error *error)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;

    if (args.folder)
        length = snprintf(choice->folder, sizeof choice->folder, "%s", args.folder);
    else if (data && *data == '/')
        length = snprintf(choice->folder, sizeof choice->folder, "%s/topomap", data);
    else if (home && *home == '/')
        length = snprintf(choice->folder, sizeof choice->folder, "%s/.local/share/topomap", home);
    if (length <= 0 || (size_t)length >= sizeof choice->folder)
        return error_set(error, TOPOMAP_USAGE, "the store: %s",
                         args.folder ? "--store is empty or too long"
                                     : "HOME is not a folder; use --store");
    return 0;
}

/* Read the folder and the options that choose entries. */
static int choose(struct choice *choice, struct topomap_error *error)
{
    uint64_t ranks = 0;

    if (name_folder(choice, error) < 0)
        return -1;
    if (args.ranks && (cli_whole(args.ranks, TOPOMAP_MAX_RANKS, &ranks) < 0 || ranks == 0))
        return error_set(error, TOPOMAP_USAGE, "%.300s: --ranks needs a whole number", args.ranks);
    choice->ranks = (uint32_t)ranks;
    if (args.label && !store_is_label(args.label))
        return error_set(error, TOPOMAP_USAGE,
                         "%.300s: a label is 1 to 64 letters, digits, '.', '_', '+' or '-'",
                         args.label);
    return args.program ? store_identify(args.program, choice->identity, error) : 0;
}

static bool is_chosen(const struct choice *choice, const struct store_entry *entry)
{
    return (!*choice->identity || strcmp(choice->identity, entry->program) == 0) &&
           (!choice->ranks || choice->ranks == entry->ranks) &&
           (!args.label || strcmp(args.label, entry->label) == 0);
}

/* Read the store, and drop the entries that are not chosen. */
static int load(struct choice *choice, struct topomap_error *error)
{
    struct store_list *all = &choice->list;
    size_t kept = 0;

    if (choose(choice, error) < 0 || store_list(choice->folder, all, error) < 0)
        return -1;
    for (size_t i = 0; i < all->count; i++) {
        if (is_chosen(choice, &all->entry[i]))
            all->entry[kept++] = all->entry[i];
        else
            free(all->entry[i].path);
    }
    all->count = kept;
    return 0;
}

/* The entry with this id, or the only one whose id begins with it. */
static const struct store_entry *find(const struct choice *choice, const char *id,
                                      struct topomap_error *error)
{
    const struct store_entry *found = NULL;

    for (size_t i = 0; i < choice->list.count; i++) {
        const struct store_entry *entry = &choice->list.entry[i];

        if (strcmp(entry->id, id) == 0)
            return entry;
        if (strncmp(entry->id, id, strlen(id)) != 0)
            continue;
        if (found) {
            error_set(error, TOPOMAP_INPUT, "%.300s: several entries begin with that", id);
            return NULL;
        }
        found = entry;
    }
    if (!found)
        error_set(error, TOPOMAP_INPUT, "%.300s: no such entry", id);
    return found;
}

/* The entry that is named, or else the newest one. */
static const struct store_entry *pick(const struct choice *choice, const char *id,
                                      struct topomap_error *error)
{
    const struct store_entry *newest = NULL;

    if (id)
        return find(choice, id, error);
    for (size_t i = 0; i < choice->list.count; i++) {
        if (!newest || strcmp(choice->list.entry[i].id, newest->id) > 0)
            newest = &choice->list.entry[i];
    }
    if (!newest)
        error_set(error, TOPOMAP_INPUT, "%.300s: no such entry", choice->folder);
    return newest;
}

/* ---- printing ---------------------------------------------------------------------------- */

static void print_entry(struct json *json, const char *key, const struct store_entry *entry)
{
    json_open(json, key, '{');
    json_string(json, "entry", entry->id);
    json_string(json, "program", entry->name);
    json_string(json, "identity", entry->program);
    json_whole(json, "ranks", entry->ranks);
    json_string(json, "label", *entry->label ? entry->label : NULL);
    json_whole(json, "bytes", entry->bytes);
    json_string(json, "path", entry->path);
    json_close(json, '}');
}

static int put_json(struct json *json, struct topomap_error *error)
{
    char *text;
    int result;

    json_close(json, '}');
    text_puts(&json->text, "\n");
    text = text_take(&json->text);
    result = text ? cli_write(NULL, text, error) : error_memory(error);
    free(text);
    return result;
}

static int newer(const void *a, const void *b)
{
    return strcmp(((const struct store_entry *)b)->id, ((const struct store_entry *)a)->id);
}

static int run_list(struct choice *choice, char **operand, struct topomap_error *error)
{
    const struct store_list *all = &choice->list;
    struct json json = {0};

    (void)operand;
    if (all->count)
        qsort(all->entry, all->count, sizeof *all->entry, newer);
    if (args.json) {
        json_open(&json, NULL, '{');
        json_whole(&json, "schema_version", 1);
        json_string(&json, "store", choice->folder);
        json_open(&json, "entries", '[');
        for (size_t i = 0; i < all->count; i++)
            print_entry(&json, NULL, &all->entry[i]);
        json_close(&json, ']');
        return put_json(&json, error);
    }
    for (size_t i = 0; i < all->count; i++) {
        const struct store_entry *entry = &all->entry[i];

        if (i == 0)
            printf("%-32s %8s %10s  %-12s %s\n", "entry", "ranks", "bytes", "label", "program");
        printf("%-32s %8" PRIu32 " %10" PRIu64 "  %-12s %s\n", entry->id, entry->ranks,
               entry->bytes, *entry->label ? entry->label : "-", entry->name);
    }
    return cli_flush(error);
}

static int run_show(struct choice *choice, char **operand, struct topomap_error *error)
{
    const struct store_entry *entry = pick(choice, operand[0], error);
    struct json json = {0};

    if (!entry)
        return -1;
    if (args.json) {
        json_open(&json, NULL, '{');
        json_whole(&json, "schema_version", 1);
        print_entry(&json, "entry", entry);
        return put_json(&json, error);
    }
    printf("%-24s %s\n%-24s %s\n%-24s %s\n%-24s %s\n%-24s %" PRIu32 "\n%-24s %" PRIu64 "\n",
           "entry", entry->id, "file", entry->path, "identity", entry->program, "label",
           *entry->label ? entry->label : "-", "ranks", entry->ranks, "bytes", entry->bytes);
    return cli_flush(error);
}

/* ---- changing ---------------------------------------------------------------------------- */

/* The ranks of the graph that a file's bytes hold, packed or not; 0 if they hold none. */
static uint32_t count_ranks(const char *name, const char *bytes, size_t length,
                            struct topomap_error *error)
{
    struct topomap_graph *graph = NULL;
    char *text = NULL;
    int packed = unpack(name, bytes, length, SOURCE_MAX_GRAPH, &text, &length, error);
    uint32_t ranks;

    if (packed >= 0)
        graph = topomap_graph_parse(name, packed ? text : bytes, length, NULL, error);
    free(text);
    ranks = graph ? topomap_graph_ranks(graph) : 0;
    topomap_graph_destroy(graph);
    return ranks;
}

/* Add a file, which must be a graph, as an entry. It is read once, as it may be a pipe. */
static int run_add(struct choice *choice, char **operand, struct topomap_error *error)
{
    const char *name = strcmp(operand[0], "-") == 0 ? "(standard input)" : operand[0];
    struct store_key key = {.program = choice->identity, .label = args.label};
    size_t length;
    char *bytes = cli_read(operand[0], (size_t)store_limits_default.entry_bytes, &length, error);
    char *path = NULL, origin[32];
    int result = -1;

    if (!bytes)
        return -1;
    snprintf(origin, sizeof origin, "p%ld", (long)getpid());
    key.ranks = count_ranks(name, bytes, length, error);
    if (key.ranks)
        path = store_name(choice->folder, &key, args.program, origin, error);
    if (path)
        result = cli_write_bytes(path, bytes, length, error);
    if (result == 0)
        result = store_share(choice->folder, path, error);
    if (result == 0)
        result = store_prune(choice->folder, NULL, NULL, error);
    if (result == 0)
        printf("%s\n", path);
    free(path);
    free(bytes);
    return result < 0 ? -1 : cli_flush(error);
}

static int run_remove(struct choice *choice, char **operand, struct topomap_error *error)
{
    size_t count = 0;

    /* Remove nothing if one of the entries does not exist. */
    for (; operand[count]; count++) {
        if (!find(choice, operand[count], error))
            return -1;
    }
    for (size_t i = 0; i < (count ? count : choice->list.count); i++) {
        const struct store_entry *entry =
            count ? find(choice, operand[i], error) : &choice->list.entry[i];

        if (entry && unlink(entry->path) < 0 && errno != ENOENT)
            return error_set(error, TOPOMAP_INPUT, "%.300s: %s", entry->path, strerror(errno));
    }
    return 0;
}

static int run_prune(struct choice *choice, char **operand, struct topomap_error *error)
{
    struct store_limits limits = store_limits_default;
    uint64_t keep;
    size_t removed;

    (void)operand;
    if (args.keep) {
        if (cli_whole(args.keep, UINT32_MAX, &keep) < 0)
            return error_set(error, TOPOMAP_USAGE, "%.300s: --keep needs a whole number",
                             args.keep);
        limits.entries = (uint32_t)keep;
    }
    if (args.size && cli_whole(args.size, UINT64_MAX, &limits.bytes) < 0)
        return error_set(error, TOPOMAP_USAGE, "%.300s: --size needs a whole number", args.size);
    if (store_prune(choice->folder, &limits, &removed, error) < 0)
        return -1;
    printf("%zu removed\n", removed);
    return cli_flush(error);
}

static int run_export(struct choice *choice, char **operand, struct topomap_error *error)
{
    const struct store_entry *entry = pick(choice, operand[0], error);
    size_t length;
    char *bytes;
    int result;

    if (!entry)
        return -1;
    bytes = cli_read(entry->path, (size_t)store_limits_default.entry_bytes, &length, error);
    if (!bytes)
        return -1;
    result = cli_write_bytes(args.output, bytes, length, error);
    free(bytes);
    return result;
}

/* ---- all of them ------------------------------------------------------------------------- */

static const struct action {
    const char *name;
    const struct cli_command *command;
    int (*run)(struct choice *choice, char **operand, struct topomap_error *error);
    int least, most; /* number of operands */
    bool load;       /* the action needs the list of entries */
} actions[] = {
    {"list", &list, run_list, 0, 0, true},
    {"show", &show, run_show, 0, 1, true},
    {"add", &add, run_add, 1, 1, false},
    {"remove", &take_out, run_remove, 0, 1000, true},
    {"prune", &prune, run_prune, 0, 0, false},
    {"export", &export, run_export, 0, 1, true},
};

#define ACTIONS (sizeof actions / sizeof *actions)

/* Check that everything that is required was given. */
static int check(const struct action *action, int operands, char **operand)
{
    bool chosen = args.program || args.ranks || args.label;

    if (operands < action->least)
        return cli_usage(action->command, "a profile is needed");
    if (operands > action->most)
        return cli_usage(action->command, "unexpected argument '%s'", operand[action->most]);
    if (action->command == &add && !args.program)
        return cli_usage(action->command, "--program is needed");
    if (action->command == &take_out && !operands && !chosen)
        return cli_usage(action->command, "an entry is needed, or --program, --ranks or --label");
    return TOPOMAP_OK;
}

static int run(const struct action *action, int argc, char **argv)
{
    struct topomap_error error;
    struct choice choice = {.ranks = 0};
    int code = TOPOMAP_OK, first = cli_parse(action->command, argc, argv, &code);

    if (first < 0)
        return code;
    code = check(action, argc - first, argv + first);
    if (code != TOPOMAP_OK)
        return code;
    if ((action->load ? load : choose)(&choice, &error) < 0 ||
        action->run(&choice, argv + first, &error) < 0)
        code = cli_fail(action->command, &error);
    store_list_free(&choice.list);
    return code;
}

int command_store(int argc, char **argv)
{
    static const struct cli_option none[] = {{0}};
    static const struct cli_command command = {
        "topomap store", "list|show|add|remove|prune|export [OPTION]...",
        "Manage the profiles that --topomap=auto uses.",
        "'topomap store list --help' and so on show more. Example:\n"
        "  topomap store list\n",
        none,
    };
    int code = TOPOMAP_OK, action;

    action = cli_action(&command, actions, ACTIONS, sizeof *actions, argc, argv, &code);
    return action < 0 ? code : run(&actions[action], argc - 1, argv + 1);
}
