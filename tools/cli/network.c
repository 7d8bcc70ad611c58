/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"
#include "cli/network_from_slurm.h"
#include "cli/network_import.h"

#include "base/error.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 520 /* size of a link's name: two names and an arrow */
#define MAX_COMPARED 4096 /* up to this many nodes all distances are compared */

static struct {
    const char *hosts, *format, *output, *partition;
    struct settings settings;
    bool json, slurm;
} args;

#define JSON {"json", 'j', NULL, "print JSON", NULL, &args.json}
#define OUTPUT {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL}

static const struct cli_option info_options[] = {
    JSON,
    OUTPUT,
    {"from-slurm", 0, NULL, "print the network that Slurm knows as topomap's YAML, ready to edit",
     NULL, &args.slurm},
    {"partition", 'p', "NAME", "with --from-slurm: the network of this partition",
     &args.partition, NULL},
    {0},
};
static const struct cli_option distance_options[] = {
    {"hosts", 'H', "HOSTLIST", "print the distances between these hosts, or those of @FILE, as CSV",
     &args.hosts, NULL},
    OUTPUT,
    {0},
};
static const struct cli_option route_options[] = {JSON, OUTPUT, {0}};
static const struct cli_option export_options[] = {
    {"format", 'f', "NAME", "format to write: see topomap list formats [simgrid]", &args.format,
     NULL},
    {"hosts", 'H', "HOSTLIST", "write these hosts only, or those of @FILE [all]", &args.hosts,
     NULL},
    OUTPUT,
    {0},
};

static const struct cli_command info = {
    "topomap network info", "[OPTION]... NETWORK | --from-slurm",
    "Describe a network: its size, and the links of each class with their speeds.",
    "Speeds that the description lacks are set to defaults, and marked as assumed.\n"
    "With --from-slurm it is what slurmctld knows, with a comment where it was found. Examples:\n"
    "  topomap network info torus:8x8x8\n"
    "  topomap network info --from-slurm -o network.yaml\n",
    info_options,
};
static const struct cli_command distance = {
    "topomap network distance", "[OPTION]... NETWORK NODE NODE | --hosts HOSTLIST NETWORK",
    "Print the hops between two nodes, or between all of a list.",
    "Example:\n  topomap network distance torus.yaml --hosts 'n[1-8]'\n", distance_options,
};
static const struct cli_command route = {
    "topomap network route", "[OPTION]... NETWORK NODE NODE",
    "Print the directed links from one node to another, in order, with class and speed.",
    "Where loads spread over several routes, it is one of them, and each link has the part of the\n"
    "traffic between the nodes that it carries.\n"
    "Example:\n  topomap network route torus.yaml n1 n64\n", route_options,
};
static const struct cli_command export = {
    "topomap network export", "[OPTION]... NETWORK", "Write a network for another program.",
    "A platform file of SimGrid runs an application on the network, under SMPI:\n"
    "  topomap network export torus.yaml --format simgrid -o torus.xml\n"
    "  smpirun -platform torus.xml -hostfile hosts.txt -np 64 ./app\n",
    export_options,
};

/* Check for `count` operands, of which the first is a network, `operand`; false with *code set. */
static bool operands(const struct cli_command *command, unsigned scope, int argc, char **argv,
                     int count, const char **operand, int *code)
{
    int first = cli_parse_settings(command, scope, &args.settings, argc, argv, code);

    if (first < 0)
        return false;
    if (args.hosts && command == &distance)
        count = 1;
    if (args.partition && !args.slurm) {
        *code = cli_usage(command, "--partition is for --from-slurm");
        return false;
    }
    if (args.json && args.slurm) {
        *code = cli_usage(command, "--from-slurm prints YAML, not JSON");
        return false;
    }
    if (args.slurm)
        count = 0;
    if (argc - first > count)
        *code = cli_usage(command, "unexpected argument '%s'", argv[first + count]);
    else if (argc == first && count > 0)
        *code = cli_usage(command, "a network is needed");
    else if (argc - first < count)
        *code = cli_usage(command, "two nodes are needed");
    if (argc - first != count)
        return false;
    for (int i = 0; i < count; i++)
        operand[i] = argv[first + i];
    return true;
}

static int node_index(const struct topomap_network *network, const char *name, uint32_t *node,
                      struct topomap_error *error)
{
    int64_t index = topomap_network_find(network, name);

    if (index < 0) {
        *error = (struct topomap_error){TOPOMAP_IMPOSSIBLE, ""};
        snprintf(error->text, sizeof error->text, "node '%.200s' is not in the network", name);
        return -1;
    }
    *node = (uint32_t)index;
    return 0;
}

struct class_row {
    char name[MAX_NAME];
    uint32_t links;
    double links_wide;           /* the number of parallel links in all trunks */
    struct topomap_link_speed speed; /* of a single link */
};

static struct class_row *class_rows(const struct topomap_network *network)
{
    uint32_t classes = topomap_network_classes(network);
    struct class_row *rows = calloc(classes + 1, sizeof *rows);

    for (uint32_t c = 0; rows && c < classes; c++) {
        topomap_network_class_name(network, c, rows[c].name, sizeof rows[c].name);
        rows[c].speed = topomap_network_class_speed(network, c);
    }
    for (uint32_t link = 0; rows && link < topomap_network_links(network); link++) {
        struct class_row *row = &rows[topomap_network_link_class(network, link)];

        row->links++;
        row->links_wide += topomap_network_link_width(network, link);
    }
    return rows;
}

/* Compute the longest and the mean distance of two different nodes. */
static void measure(const struct topomap_network *network, uint32_t *longest, double *mean)
{
    uint32_t nodes = topomap_network_nodes(network);
    double sum = 0;

    *longest = 0;
    for (uint32_t a = 0; a < nodes; a++) {
        for (uint32_t b = 0; b < nodes; b++) {
            uint32_t hops = topomap_network_distance(network, a, b);

            sum += hops;
            if (hops > *longest)
                *longest = hops;
        }
    }
    *mean = nodes > 1 ? sum / ((double)nodes * (nodes - 1)) : 0;
}

static bool has_trunks(const struct topomap_network *network, const struct class_row *rows)
{
    for (uint32_t c = 0; c < topomap_network_classes(network); c++) {
        if (rows[c].links_wide > rows[c].links)
            return true;
    }
    return false;
}

/* Which of a speed's two numbers are defaults. */
static const char *name_assumed(const struct topomap_link_speed *speed)
{
    static const char *const names[2][2] = {{"", " (latency assumed)"},
                                            {" (bandwidth assumed)", " (assumed)"}};

    return names[speed->bandwidth_assumed][speed->latency_assumed];
}

static void info_text(struct text *out, const struct topomap_network *network,
                      const struct class_row *rows)
{
    uint32_t nodes = topomap_network_nodes(network), longest;
    double mean;

    text_printf(out, "%-26s %s\n%-26s %s\n%-26s %u\n", "kind", topomap_network_kind(network),
                "summary", topomap_network_summary(network), "nodes", nodes);
    if (topomap_network_dims(network)) {
        text_printf(out, "%-26s ", "coordinates");
        for (uint32_t d = 0; d < topomap_network_dims(network); d++)
            text_printf(out, "%s%u", d ? " x " : "", topomap_network_dim(network, d));
        text_puts(out, "\n");
    }
    text_printf(out, "%-26s %u%s\n", "directed links", topomap_network_links(network),
                has_trunks(network, rows) ? ", trunks counted once" : "");
    if (nodes <= MAX_COMPARED) {
        measure(network, &longest, &mean);
        text_printf(out, "%-26s %u\n%-26s %.10g\n", "diameter, hops", longest,
                    "mean distance, hops", mean);
    } else {
        text_printf(out, "%-26s more than %d nodes: not measured\n", "diameter, hops",
                    MAX_COMPARED);
    }
    for (uint32_t c = 0; c < topomap_network_classes(network); c++) {
        text_printf(out, "links of class %-11s %u", rows[c].name, rows[c].links);
        if (rows[c].links_wide > rows[c].links)
            text_printf(out, " trunks, %.0f links in all", rows[c].links_wide);
        text_printf(out, ", %.6g B/s and %.6g s each%s\n", rows[c].speed.bandwidth,
                    rows[c].speed.latency, name_assumed(&rows[c].speed));
    }
}

static void add_speed(struct json *json, const struct topomap_link_speed *speed)
{
    json_number(json, "bandwidth", speed->bandwidth);
    json_number(json, "latency", speed->latency);
    json_bool(json, "assumed", speed->bandwidth_assumed || speed->latency_assumed);
}

static void info_json(struct text *out, const struct topomap_network *network,
                     const struct class_row *rows)
{
    uint32_t nodes = topomap_network_nodes(network), longest;
    struct json json = {.text = *out};
    double mean;

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "kind", topomap_network_kind(network));
    json_string(&json, "summary", topomap_network_summary(network));
    json_whole(&json, "nodes", nodes);
    json_open(&json, "dims", '[');
    for (uint32_t d = 0; d < topomap_network_dims(network); d++)
        json_whole(&json, NULL, topomap_network_dim(network, d));
    json_close(&json, ']');
    json_whole(&json, "links", topomap_network_links(network));
    if (nodes <= MAX_COMPARED) {
        measure(network, &longest, &mean);
        json_whole(&json, "diameter", longest);
        json_number(&json, "mean_distance", mean);
    }
    json_open(&json, "classes", '[');
    for (uint32_t c = 0; c < topomap_network_classes(network); c++) {
        json_open(&json, NULL, '{');
        json_string(&json, "name", rows[c].name);
        json_whole(&json, "links", rows[c].links);
        json_number(&json, "parallel_links", rows[c].links_wide);
        add_speed(&json, &rows[c].speed);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    *out = json.text;
}

static int print_info(struct text *out, const struct topomap_network *network,
                      const char *const *operand, struct topomap_error *error)
{
    struct class_row *rows = class_rows(network);

    (void)operand;
    if (!rows)
        return error_memory(error);
    (args.json ? info_json : info_text)(out, network, rows);
    free(rows);
    return 0;
}

/* Host names contain neither commas nor quotes. */
static void print_matrix(struct text *out, const struct topomap_network *network,
                         const struct topomap_allocation *hosts)
{
    uint32_t nodes = topomap_allocation_nodes(hosts);

    (void)network;
    for (uint32_t a = 0; a < nodes; a++)
        text_printf(out, ",%s", topomap_allocation_host(hosts, a));
    text_puts(out, "\n");
    for (uint32_t a = 0; a < nodes; a++) {
        text_puts(out, topomap_allocation_host(hosts, a));
        for (uint32_t b = 0; b < nodes; b++)
            text_printf(out, ",%u", topomap_allocation_distance(hosts, a, b));
        text_puts(out, "\n");
    }
}

static int print_distance(struct text *out, const struct topomap_network *network,
                          const char *const *operand, struct topomap_error *error)
{
    struct topomap_allocation *allocation;
    uint32_t a, b;
    char *hosts;

    if (!args.hosts) {
        if (node_index(network, operand[1], &a, error) < 0 ||
            node_index(network, operand[2], &b, error) < 0)
            return -1;
        text_printf(out, "%u\n", topomap_network_distance(network, a, b));
        return 0;
    }
    hosts = hosts_read(args.hosts, error);
    allocation = hosts ? topomap_allocation_create(network, hosts, "1", error) : NULL;
    if (allocation)
        print_matrix(out, network, allocation);
    free(hosts);
    topomap_allocation_destroy(allocation);
    return allocation ? 0 : -1;
}

/* Print a link of a route, which carries a share of the traffic, in JSON if there is a writer. */
static void print_link(struct text *out, struct json *json, const struct topomap_network *network,
                       uint32_t link, double share)
{
    struct topomap_link_speed speed = topomap_network_link_speed(network, link);
    char name[MAX_NAME], class[MAX_NAME];

    topomap_network_link_name(network, link, name, sizeof name);
    topomap_network_class_name(network, topomap_network_link_class(network, link), class,
                               sizeof class);
    if (!json) {
        text_printf(out, "%-32s %-12s %12.6g B/s %12.6g s%s", name, class, speed.bandwidth,
                    speed.latency, name_assumed(&speed));
        if (share < 1)
            text_printf(out, ", %.3g of the traffic", share);
        text_puts(out, "\n");
        return;
    }
    json_open(json, NULL, '{');
    json_string(json, "link", name);
    json_string(json, "class", class);
    json_number(json, "share", share);
    add_speed(json, &speed);
    json_close(json, '}');
}

static void print_links(struct text *out, const struct topomap_network *network,
                        const uint32_t *links, const double *shares, size_t length)
{
    struct json json = {.text = *out};

    for (size_t i = 0; !args.json && i < length; i++)
        print_link(out, NULL, network, links[i], shares[i]);
    if (!args.json)
        return;
    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_open(&json, "links", '[');
    for (size_t i = 0; i < length; i++)
        print_link(out, &json, network, links[i], shares[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    *out = json.text;
}

static int print_route(struct text *out, const struct topomap_network *network,
                       const char *const *operand, struct topomap_error *error)
{
    uint32_t a, b, *links;
    double *shares;
    size_t length;
    int result;

    if (node_index(network, operand[1], &a, error) < 0 ||
        node_index(network, operand[2], &b, error) < 0)
        return -1;
    length = topomap_network_route(network, a, b, NULL, 0);
    links = calloc(length + 1, sizeof *links);
    shares = calloc(length + 1, sizeof *shares);
    if (links && shares) {
        topomap_network_route(network, a, b, links, length);
        result = topomap_network_route_shares(network, a, b, links, length, shares, error);
    } else {
        result = error_memory(error);
    }
    if (result == 0)
        print_links(out, network, links, shares, length);
    free(links);
    free(shares);
    return result;
}

static int print_export(struct text *out, const struct topomap_network *network,
                        const char *const *operand, struct topomap_error *error)
{
    char *hosts = args.hosts ? hosts_read(args.hosts, error) : NULL;
    char *text = NULL;

    (void)operand;
    if (hosts || !args.hosts)
        text = topomap_network_export(network, args.format ? args.format : "simgrid", hosts,
                                      error);
    if (text)
        text_puts(out, text);
    free(hosts);
    free(text);
    return text ? 0 : -1;
}

static const struct action {
    const char *name;
    const struct cli_command *command;
    unsigned scope; /* its options in the schema */
    int operands;
    /* NULL: it is no network that the command is about */
    int (*print)(struct text *out, const struct topomap_network *network,
                 const char *const *operand, struct topomap_error *error);
} actions[] = {
    {"info", &info, SCOPE_NETWORK, 1, print_info},
    {"distance", &distance, SCOPE_NETWORK, 3, print_distance},
    {"route", &route, 0, 3, print_route},
    {"import", &network_import_command, 0, 1, NULL},
    {"export", &export, 0, 1, print_export},
};

#define ACTIONS (sizeof actions / sizeof *actions)

/* What Slurm knows, as YAML. */
static int print_slurm(const struct cli_command *command)
{
    struct topomap_error error;
    char *yaml = network_from_slurm(args.partition, &error);
    int code = TOPOMAP_OK;

    if (!yaml || cli_write(args.output, yaml, &error) < 0)
        code = cli_fail(command, &error);
    free(yaml);
    return code;
}

static int run(const struct action *action, int argc, char **argv)
{
    struct topomap_error error;
    struct topomap_network *network;
    const char *operand[3] = {NULL};
    int code = TOPOMAP_OK;
    struct text out = {0};
    char *text = NULL;

    if (!operands(action->command, action->scope, argc, argv, action->operands, operand, &code))
        return code;
    if (args.slurm) {
        settings_free(&args.settings);
        return print_slurm(action->command);
    }
    network = network_open(operand[0], NULL, args.settings.link_weights, NULL, NULL, &error);
    if (network && action->print(&out, network, operand, &error) == 0) {
        text = text_take(&out);
        if (!text)
            error_memory(&error);
    }
    if (!text || cli_write(args.output, text, &error) < 0)
        code = cli_fail(action->command, &error);
    text_free(&out);
    free(text);
    topomap_network_destroy(network);
    settings_free(&args.settings);
    return code;
}

int command_network(int argc, char **argv)
{
    static const struct cli_option none[] = {{0}};
    static const struct cli_command command = {
        "topomap network", "info|distance|route|import|export [OPTION]... NETWORK [NODE NODE]",
        "Describe networks, look up distances and routes, import and export networks.",
        "'topomap network info --help' and so on show more. Example:\n"
        "  topomap network info dragonfly.yaml\n",
        none,
    };
    int code = TOPOMAP_OK, action;

    /* The short form of export: topomap network --format simgrid NETWORK. */
    if (argc > 1 && (strncmp(argv[1], "--format", 8) == 0 || strncmp(argv[1], "-f", 2) == 0))
        return run(&actions[ACTIONS - 1], argc, argv);
    action = cli_action(&command, actions, ACTIONS, sizeof *actions, argc, argv, &code);
    if (action < 0)
        return code;
    return actions[action].print ? run(&actions[action], argc - 1, argv + 1)
                                 : network_import(argc - 1, argv + 1);
}
