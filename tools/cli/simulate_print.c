/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/simulate.h"

#include "cli/quote.h"

#include <string.h>

#define SHOWN 3 /* busy links of each mapping in the text */

/* Seconds to those of the first row; 1 if both are 0, infinite if only those are. */
static double ratio(const struct forecast *forecast, double seconds)
{
    double base = forecast->row[0].seconds;

    return seconds <= 0 && base <= 0 ? 1 : seconds / base;
}

int forecast_print_text(FILE *out, const struct forecast *forecast)
{
    bool assumed = false;

    fprintf(out, "%s on %s\n%u phase%s, model %s", forecast->graph, forecast->network,
            forecast->phases, forecast->phases == 1 ? "" : "s", forecast->model);
    if (forecast->reason)
        fprintf(out, " (%s)", forecast->reason);
    fprintf(out, "\n\n%-20s %12s %8s %14s %16s\n", "mapping", "seconds", "ratio", "analytic, s",
            "hop-bytes");
    for (size_t i = 0; i < forecast->count; i++) {
        const struct prediction *row = &forecast->row[i];

        if (row->failure)
            fprintf(out, "%-20s -  %s\n", row->mapping, row->failure);
        else
            fprintf(out, "%-20s %12.6g %8.3f %14.6g %16.12g\n", row->mapping, row->seconds,
                    ratio(forecast, row->seconds), row->analytic, row->hop_bytes);
    }
    fprintf(out, "\n%-20s %-32s %14s %12s\n", "mapping", "busiest links", "bytes", "seconds");
    for (size_t i = 0; i < forecast->count; i++) {
        const struct topomap_time *time = &forecast->row[i].time;

        assumed = assumed || time->assumed;
        for (uint32_t b = 0; b < time->busy && b < SHOWN; b++)
            fprintf(out, "%-20s %-32s %14.12g %12.6g\n", b ? "" : forecast->row[i].mapping,
                    time->busiest[b].name, time->busiest[b].bytes, time->busiest[b].seconds);
        if (!time->busy && !forecast->row[i].failure)
            fprintf(out, "%-20s nothing leaves a node\n", forecast->row[i].mapping);
    }
    if (assumed)
        fprintf(out, "\nThe network's description gives no speed of links: they are taken to have "
                "%g bytes/s\nand %g s.\n", TOPOMAP_DEFAULT_BANDWIDTH, TOPOMAP_DEFAULT_LATENCY);
    return 0;
}

int forecast_print_csv(FILE *out, const struct forecast *forecast)
{
    fputs("mapping,model,phases,seconds,ratio,analytic_seconds,hop_bytes,max_link_bytes,"
          "busiest_link,failure\n", out);
    for (size_t i = 0; i < forecast->count; i++) {
        const struct prediction *row = &forecast->row[i];

        quote_csv(out, row->mapping);
        fprintf(out, ",%s,%u,", forecast->model, forecast->phases);
        if (row->failure)
            fputs(",,,,,,", out);
        else
            fprintf(out, "%.15g,%.15g,%.15g,%.15g,%.15g,", row->seconds,
                    ratio(forecast, row->seconds), row->analytic, row->hop_bytes,
                    row->max_link_bytes);
        if (!row->failure) {
            quote_csv(out, row->time.busiest[0].name);
            putc(',', out);
        }
        quote_csv(out, row->failure ? row->failure : "");
        putc('\n', out);
    }
    return 0;
}

static void add_row(struct json *json, const struct forecast *forecast,
                    const struct prediction *row)
{
    json_open(json, NULL, '{');
    json_string(json, "mapping", row->mapping);
    if (row->failure) {
        json_string(json, "failure", row->failure);
        json_close(json, '}');
        return;
    }
    json_number(json, "seconds", row->seconds);
    json_number(json, "ratio", ratio(forecast, row->seconds));
    json_number(json, "analytic_seconds", row->analytic);
    json_number(json, "hop_bytes", row->hop_bytes);
    json_number(json, "max_link_bytes", row->max_link_bytes);
    json_bool(json, "assumed_speeds", row->time.assumed);
    json_open(json, "busiest_links", '[');
    for (uint32_t b = 0; b < row->time.busy; b++) {
        json_open(json, NULL, '{');
        json_string(json, "link", row->time.busiest[b].name);
        json_number(json, "bytes", row->time.busiest[b].bytes);
        json_number(json, "seconds", row->time.busiest[b].seconds);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

int forecast_print_json(FILE *out, const struct forecast *forecast)
{
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "graph", forecast->graph);
    json_string(&json, "network", forecast->network);
    json_string(&json, "model", forecast->model);
    json_whole(&json, "phases", forecast->phases);
    json_open(&json, "mappings", '[');
    for (size_t i = 0; i < forecast->count; i++)
        add_row(&json, forecast, &forecast->row[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    return json_print(out, &json);
}
