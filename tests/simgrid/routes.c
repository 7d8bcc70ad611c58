/* SPDX-License-Identifier: BSD-3-Clause */
/* routes PLATFORM: prints SimGrid's view of a platform file: a line `src dst latency link link ...`
 * for each pair of hosts. */
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <simgrid/version.h>
#if SIMGRID_VERSION < 40000
#include <xbt/dynar.h>
#endif

#include <stdio.h>
#include <stdlib.h>

/* SimGrid 4 returns arrays; older releases have their own array type. */
static void print_links(sg_host_t from, sg_host_t to)
{
#if SIMGRID_VERSION >= 40000
    int count;
    const_sg_link_t *links = sg_host_get_route_links(from, to, &count);

    for (int i = 0; i < count; i++)
        printf(" %s", sg_link_get_name(links[i]));
    free(links);
#else
    xbt_dynar_t links = xbt_dynar_new(sizeof(sg_link_t), NULL);

    sg_host_get_route(from, to, links);
    for (unsigned long i = 0; i < xbt_dynar_length(links); i++)
        printf(" %s", sg_link_get_name(xbt_dynar_get_as(links, i, sg_link_t)));
    xbt_dynar_free(&links);
#endif
}

static void print_route(sg_host_t from, sg_host_t to)
{
    printf("%s %s %.15g", sg_host_get_name(from), sg_host_get_name(to),
           sg_host_get_route_latency(from, to));
    print_links(from, to);
    putchar('\n');
}

int main(int argc, char **argv)
{
    sg_host_t *host;

    simgrid_init(&argc, argv);
    if (argc != 2)
        return 2;
    simgrid_load_platform(argv[1]);
    simgrid_run(); /* routes are ready when a simulation has begun */
    host = sg_host_list();
    for (size_t a = 0; a < sg_host_count(); a++) {
        for (size_t b = 0; b < sg_host_count(); b++) {
            if (a != b)
                print_route(host[a], host[b]);
        }
    }
    free(host);
    return 0;
}
