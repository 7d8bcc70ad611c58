/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fabrics in topomap's YAML. InfiniBand: cables as ibnetdiscover prints them, routes as ibroute and
 * dump_lfts do, and as opensm dumps them. Omni-Path: cables as opaextractsellinks prints them.
 */
#include "base/error.h"
#include "base/memory.h"
#include "input/scan.h"
#include "io/ib_import.h"
#include "io/network_format.h"
#include "network/fabric.h"
#include "topomap_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._"

static void import_free(struct ib_import *import)
{
    for (uint32_t s = 0; s < import->switches && import->name; s++)
        free(import->name[s]);
    ib_fabric_free(&import->fabric);
    names_free(&import->hosts);
    names_free(&import->adapters);
    free(import->adapter);
    free(import->link);
    free(import->first_host);
    free(import->switch_of);
    free(import->id_of);
    free(import->name);
    free(import->first);
    free(import->port);
    free(import->host_at);
    free(import->table);
}

/* ---- hosts ------------------------------------------------------------------------------- */

/* What switches describe themselves as that compute for collectives: they are no hosts. */
static bool is_aggregation(const char *name)
{
    return strstr(name, "Aggregation Node") != NULL;
}

/* Whether a word is the name of a chip, such as MT4129. */
static bool is_chip(const char *word, size_t length)
{
    return length > 2 && strncmp(word, "MT", 2) == 0 &&
           strspn(word + 2, "0123456789") >= length - 2;
}

/* Find the host, the first word of an adapter's description, as "n1 mlx5_0". The description that
 * an adapter is made with, as "MT4129 ConnectX7", does not tell it. */
static bool find_host_name(const struct ib_node *node, char *name, size_t size)
{
    size_t length = strcspn(node->name, " \t'");

    if (length == 0 || length >= size || strspn(node->name, NAME_CHARACTERS) < length ||
        is_chip(node->name, length) || strncmp(node->name, "Mellanox", 8) == 0 ||
        strncmp(node->name, "InfiniHost", 10) == 0)
        return false;
    snprintf(name, size, "%.*s", (int)length, node->name);
    return true;
}

static void note_rate(struct ib_import *import, int class, double rate)
{
    if (rate > 0 && (import->rate[class] == 0 || rate < import->rate[class]))
        import->rate[class] = rate;
}

/* Whether an adapter of a host comes before another one: by descriptions, of which mlx5_2 is before
 * mlx5_10. */
static bool precedes(const struct ib_fabric *f, uint32_t a, uint32_t b)
{
    const char *one = f->node[a].name, *other = f->node[b].name;
    size_t length = strlen(one), other_length = strlen(other);

    return length != other_length ? length < other_length : strcmp(one, other) < 0;
}

/* Each adapter has a description of its own: its host's name, and its name there. */
static int check_adapter(struct ib_import *import, uint32_t adapter, struct topomap_error *error)
{
    const struct ib_fabric *f = &import->fabric;
    const struct ib_node *node = &f->node[adapter];
    uint32_t known = import->adapters.count, first;
    int64_t index = names_add(&import->adapters, node->name);

    if (index < 0 || array_grow(&import->adapter, &import->adapter_room, import->adapters.count,
                                sizeof *import->adapter) < 0)
        return error_memory(error);
    if ((uint32_t)index == known)
        import->adapter[index] = adapter;
    first = import->adapter[index];
    return first == adapter ? 0 :
           error_set(error, TOPOMAP_INPUT, "%s:%u: '%.100s' describes both %s and, on line %u, %s: "
                     "two hosts have the same name, or two adapters of one the same description",
                     import->source->name, node->line, node->name, f->ids.name[adapter],
                     f->node[first].line, f->ids.name[first]);
}

/* The first port with a cable to a switch of the first adapter is the link of a host, so that hosts
 * which are alike have the same rail. Ports come in the order of their numbers. */
static int add_host(struct ib_import *import, const struct ib_port *port,
                    struct topomap_error *error)
{
    const struct ib_node *node = &import->fabric.node[port->node];
    uint32_t known = import->hosts.count;
    char name[256];
    int64_t host;

    if (is_aggregation(node->name))
        return 0;
    if (!find_host_name(node, name, sizeof name)) {
        if (import->unnamed++ == 0)
            import->first_unnamed = port->node;
        return 0;
    }
    if (check_adapter(import, port->node, error) < 0)
        return -1;
    host = names_add(&import->hosts, name);
    if (host < 0 || array_grow(&import->link, &import->link_room, import->hosts.count,
                               sizeof *import->link) < 0)
        return error_memory(error);
    if ((uint32_t)host < known)
        import->rails++;
    if ((uint32_t)host == known ||
        precedes(&import->fabric, port->node, import->link[host]->node))
        import->link[host] = port;
    return 0;
}

static int find_hosts(struct ib_import *import, struct topomap_error *error)
{
    const struct ib_fabric *f = &import->fabric;

    for (size_t p = 0; p < f->ports; p++) {
        if (f->node[f->port[p].node].kind == 'H' && f->node[f->port[p].peer].kind == 'S' &&
            add_host(import, &f->port[p], error) < 0)
            return -1;
    }
    for (uint32_t i = 0; i < import->hosts.count; i++)
        note_rate(import, 0, import->link[i]->rate);
    if (import->hosts.count == 0 && import->unnamed)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: the description '%.100s' does not begin "
                         "with the host's name, nor does that of any other adapter",
                         import->source->name, f->node[import->first_unnamed].line,
                         f->node[import->first_unnamed].name);
    return import->hosts.count ? 0 :
           error_set(error, TOPOMAP_INPUT, "%s: no channel adapters with a cable to a switch",
                     import->source->name);
}

/* ---- switches ---------------------------------------------------------------------------- */

/* A name out of a description: what host lists and YAML would misread becomes '_'. */
static char *switch_name(const struct ib_node *node, const char *id)
{
    size_t length = strlen(node->name) < 128 ? strlen(node->name) : 128;
    char *name = length ? strndup(node->name, length) : strdup(id);

    for (char *c = name; c && *c; c++) {
        if (!strchr(NAME_CHARACTERS ":;/", *c))
            *c = '_';
    }
    return name;
}

/* Switches that share a name get their identifiers behind it. */
static int name_switches(struct ib_import *import, struct topomap_error *error)
{
    struct names names = {0};
    int result = 0;

    import->name = array_new(import->switches, sizeof *import->name);
    for (uint32_t s = 0; s < import->switches && import->name && result == 0; s++) {
        const char *id = import->fabric.ids.name[import->id_of[s]];
        char *name = switch_name(&import->fabric.node[import->id_of[s]], id);
        int64_t index = name ? names_add(&names, name) : -1;

        if (index >= 0 && (uint32_t)index < s) {
            struct text longer = {0};

            text_printf(&longer, "%s.%s", name, id);
            free(name);
            name = text_take(&longer);
            index = name ? names_add(&names, name) : -1;
        }
        import->name[s] = name;
        result = index < 0 ? -1 : 0;
    }
    names_free(&names);
    return import->name && result == 0 ? 0 : error_memory(error);
}

static int find_switches(struct ib_import *import, struct topomap_error *error)
{
    const struct ib_fabric *f = &import->fabric;

    import->switch_of = array_raw(f->ids.count, sizeof *import->switch_of);
    import->id_of = array_raw(f->ids.count, sizeof *import->id_of);
    if (!import->switch_of || !import->id_of)
        return error_memory(error);
    for (uint32_t i = 0; i < f->ids.count; i++) {
        import->switch_of[i] = f->node[i].kind == 'S' ? import->switches : IB_NONE;
        if (f->node[i].kind == 'S')
            import->id_of[import->switches++] = i;
    }
    if (import->switches > FABRIC_MAX_SWITCHES)
        return error_set(error, TOPOMAP_INPUT, "%s: a fabric has at most %u switches",
                         import->source->name, FABRIC_MAX_SWITCHES);
    return name_switches(import, error);
}

/* Ports from switch to switch. No traffic passes a cable from a switch to itself. */
static int find_cables(struct ib_import *import, struct topomap_error *error)
{
    const struct ib_fabric *f = &import->fabric;
    uint32_t count = 0, s = 0;

    import->first = array_raw((size_t)import->switches + 1, sizeof *import->first);
    import->port = array_raw(f->ports, sizeof *import->port);
    if (!import->first || !import->port)
        return error_memory(error);
    for (size_t p = 0; p < f->ports; p++) {
        if (import->switch_of[f->port[p].node] == IB_NONE ||
            import->switch_of[f->port[p].peer] == IB_NONE ||
            f->port[p].node == f->port[p].peer)
            continue;
        import->port[count] = f->port[p];
        import->port[count].node = import->switch_of[f->port[p].node];
        import->port[count].peer = import->switch_of[f->port[p].peer];
        note_rate(import, 1, f->port[p].rate);
        count++;
    }
    for (uint32_t p = 0; p < count; p++) {
        for (; s <= import->port[p].node; s++)
            import->first[s] = p;
    }
    for (; s <= import->switches; s++)
        import->first[s] = count;
    return 0;
}

/* ---- YAML -------------------------------------------------------------------------------- */

static void print_row(const struct ib_import *import, uint32_t s, struct text *text)
{
    const uint16_t *row = import->table + (size_t)s * import->hosts.count;
    const char *separator = "";

    text_puts(text, "      routes: \"");
    for (uint32_t i = 0, next; i < import->hosts.count; i = next) {
        for (next = i + 1; next < import->hosts.count && row[next] == row[i];)
            next++;
        text_printf(text, "%s%u", separator, row[i] == FABRIC_HERE ? 0 : row[i]);
        if (next - i > 1)
            text_printf(text, "x%u", next - i);
        separator = " ";
    }
    text_puts(text, "\"\n");
}

static void print_switch(const struct ib_import *import, uint32_t s, struct text *text)
{
    const char *separator = "";
    uint32_t first = import->first_host[s], end = import->first_host[s + 1];

    text_printf(text, "    - name: \"%s\"\n", import->name[s]);
    for (uint32_t i = first; i < end; i++)
        text_printf(text, "%s%s", i > first ? "," : "      nodes: \"", import->hosts.name[i]);
    if (first < end)
        text_puts(text, "\"\n");
    if (import->first[s] < import->first[s + 1])
        text_puts(text, "      ports: [");
    for (uint32_t p = import->first[s]; p < import->first[s + 1]; p++) {
        text_printf(text, "%s\"%s\"", separator, import->name[import->port[p].peer]);
        separator = ", ";
    }
    if (*separator)
        text_puts(text, "]\n");
    if (import->table)
        print_row(import, s, text);
}

static void print_speeds(const struct ib_import *import, struct text *text)
{
    if (import->rate[0] == 0 && import->rate[1] == 0)
        return;
    text_puts(text, "  links:                   # of nodes, of switches: the slowest of each\n");
    for (int class = 0; class < 2; class++) {
        if (import->rate[class] > 0)
            text_printf(text, "    - {bandwidth: %.15g}\n", import->rate[class]);
        else
            text_puts(text, "    - {}\n");
    }
}

/* What the hosts are after they were sorted. */
struct sorted {
    struct names hosts;
    const struct ib_port **link;
    uint32_t *from; /* [hosts]: the host that comes there */
};

/* Count hosts by switch, and find the place of each. */
static void place_hosts(struct ib_import *import, uint32_t *from)
{
    uint32_t *first = import->first_host;

    for (uint32_t i = 0; i < import->hosts.count; i++)
        first[import->switch_of[import->link[i]->peer] + 1]++;
    for (uint32_t s = 0; s < import->switches; s++)
        first[s + 1] += first[s];
    for (uint32_t i = 0; i < import->hosts.count; i++)
        from[first[import->switch_of[import->link[i]->peer]]++] = i;
    memmove(first + 1, first, import->switches * sizeof *first);
    first[0] = 0;
}

static int copy_hosts(const struct ib_import *import, struct sorted *sorted)
{
    for (uint32_t i = 0; i < import->hosts.count; i++) {
        if (names_add(&sorted->hosts, import->hosts.name[sorted->from[i]]) < 0)
            return -1;
        sorted->link[i] = import->link[sorted->from[i]];
    }
    return 0;
}

/* Bring hosts into the order of their switches, in which a description numbers nodes. */
static int sort_hosts(struct ib_import *import, struct topomap_error *error)
{
    struct sorted sorted = {
        .link = array_raw(import->hosts.count, sizeof *sorted.link),
        .from = array_raw(import->hosts.count, sizeof *sorted.from),
    };
    int result = -1;

    import->first_host = array_new((size_t)import->switches + 1, sizeof *import->first_host);
    if (sorted.link && sorted.from && import->first_host) {
        place_hosts(import, sorted.from);
        result = copy_hosts(import, &sorted);
    }
    free(sorted.from);
    if (result < 0) {
        free(sorted.link);
        names_free(&sorted.hosts);
        return error_memory(error);
    }
    free(import->link);
    names_free(&import->hosts);
    import->link = sorted.link;
    import->hosts = sorted.hosts;
    return 0;
}

static char *print(const struct ib_import *import, const char *routes, struct topomap_error *error)
{
    struct text text = {0};
    char *result;

    text_printf(&text, "# By topomap network import, from %s%s%s.\n", import->source->name,
                routes ? " and " : "", routes ? routes : "");
    if (import->rails)
        text_printf(&text, "# %u further port%s of hosts left out: a node has one link.\n",
                    import->rails, import->rails == 1 ? "" : "s");
    if (import->unnamed)
        text_printf(&text, "# %u port%s left out: the description of the adapter, as on line %u, "
                    "does not begin with the host's name.\n", import->unnamed,
                    import->unnamed == 1 ? "" : "s",
                    import->fabric.node[import->first_unnamed].line);
    if (!import->table && import->switches > 1)
        text_puts(&text, "# No routes are given: traffic spreads evenly over all shortest ones.\n");
    text_puts(&text, "network:\n  kind: fabric\n");
    print_speeds(import, &text);
    text_puts(&text, "  switches:\n");
    for (uint32_t s = 0; s < import->switches; s++)
        print_switch(import, s, &text);
    result = text_take(&text);
    if (!result)
        error_memory(error);
    return result;
}

/* Whether the text is Slurm's, whose first key is of a switch or of a block. */
static bool is_slurm(const struct source *source, struct topomap_error *error)
{
    struct scan scan;

    scan_init(&scan, source);
    if (scan_next_filled(&scan, '#', error) <= 0)
        return false;
    scan_blanks(&scan);
    return (size_t)(scan.end - scan.at) > 10 && (strncasecmp(scan.at, "switchname", 10) == 0 ||
                                                 strncasecmp(scan.at, "block", 5) == 0) &&
           ib_find(&scan, "=");
}

static char *import_slurm(const struct source *source, struct topomap_error *error)
{
    struct network_wanted wanted = {0};
    struct topomap_network *network = network_slurm_parse(source, &wanted, error);
    char *text = network ? network_tree_print(network, source->name) : wanted.yaml;

    if (network && !text)
        error_memory(error);
    topomap_network_destroy(network);
    return text;
}

static int read_fabric(struct ib_fabric *fabric, const struct source *source,
                       struct topomap_error *error)
{
    *fabric = (struct ib_fabric){0};
    return opa_links_are(source) ? opa_links_read(fabric, source, error)
                                 : ib_fabric_read(fabric, source, error);
}

/* Whether the description can be read. If not, the files that it came from are at fault: ":7: " or
 * ": " in front of the reason, for the description, becomes their names. */
static int check(const char *text, const char *name, const char *routes,
                 struct topomap_error *error)
{
    struct topomap_error why;
    struct topomap_network *network = topomap_network_parse("", text, strlen(text), &why);

    if (network) {
        topomap_network_destroy(network);
        return 0;
    }
    return why.text[0] != ':' ? error_set(error, why.code, "%s", why.text) :
           error_set(error, why.code, "%s%s%s:%s", name, routes ? " and " : "",
                     routes ? routes : "", strchr(why.text, ' '));
}

static char *import_fabric(const struct source *source, const struct source *routes,
                           struct topomap_error *error)
{
    struct ib_import import = {.source = source};
    char *text = NULL;

    if (read_fabric(&import.fabric, source, error) == 0 &&
        find_hosts(&import, error) == 0 && find_switches(&import, error) == 0 &&
        sort_hosts(&import, error) == 0 && find_cables(&import, error) == 0 &&
        (!routes->text || ib_routes_add(&import, routes, error) == 0))
        text = print(&import, routes->text ? routes->name : NULL, error);
    import_free(&import);
    return text;
}

char *topomap_fabric_import(const char *name, const char *topology, size_t length,
                            const char *routes_name, const char *routes, size_t routes_length,
                            struct topomap_error *error)
{
    struct source source = {.name = name, .text = topology, .length = length};
    struct source tables = {.name = routes_name, .text = routes, .length = routes_length};
    bool slurm;
    char *text;

    if (source_check(&source, error) < 0 || (routes && source_check(&tables, error) < 0))
        return NULL;
    slurm = is_slurm(&source, error);
    if (routes && (slurm || opa_links_are(&source))) {
        error_set(error, TOPOMAP_INPUT, "%s: routes are read for InfiniBand only", name);
        return NULL;
    }
    text = slurm ? import_slurm(&source, error) : import_fabric(&source, &tables, error);
    if (text && check(text, name, routes ? routes_name : NULL, error) < 0) {
        free(text);
        return NULL;
    }
    return text;
}
