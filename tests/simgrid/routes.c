/* SPDX-License-Identifier: BSD-3-Clause */
/* routes PLATFORM: what SimGrid makes of a platform file: a line `src dst latency link link ...`
 * for each pair of hosts. */
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <xbt/dynar.h>

#include <stdio.h>
#include <stdlib.h>

static void print_route(sg_host_t from, sg_host_t to)
{
    xbt_dynar_t links = xbt_dynar_new(sizeof(sg_link_t), NULL);

    sg_host_get_route(from, to, links);
    printf("%s %s %.15g", sg_host_get_name(from), sg_host_get_name(to),
           sg_host_get_route_latency(from, to));
    for (unsigned long i = 0; i < xbt_dynar_length(links); i++)
        printf(" %s", sg_link_get_name(xbt_dynar_get_as(links, i, sg_link_t)));
    putchar('\n');
    xbt_dynar_free(&links);
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
