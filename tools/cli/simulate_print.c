/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/simulate.h"

#include "cli/quote.h"

#include <math.h>
#include <string.h>

#define SHOWN 3 /* busy links of each mapping in the text */

/* Seconds to those of the first row; 1 if both are 0, infinite if only those are. */
static double ratio(const struct forecast *forecast, double seconds)
{
    double base = forecast->row[0].seconds;

    return seconds <= 0 && base <= 0 ? 1 : seconds / base;
}

static void print_text(FILE *out, const struct forecast *forecast)
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
}

static void print_csv(FILE *out, const struct forecast *forecast)
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
}

static void print_json_row(FILE *out, const struct forecast *forecast,
                           const struct prediction *row)
{
    fputs("    {", out);
    quote_json_member(out, "mapping", row->mapping);
    if (row->failure) {
        fputs(", ", out);
        quote_json_member(out, "failure", row->failure);
        putc('}', out);
        return;
    }
    fprintf(out, ", \"seconds\": %.15g, \"ratio\": ", row->seconds);
    if (isfinite(ratio(forecast, row->seconds)))
        fprintf(out, "%.15g", ratio(forecast, row->seconds));
    else
        fputs("null", out);
    fprintf(out, ", \"analytic_seconds\": %.15g,\n     "
            "\"hop_bytes\": %.15g, \"max_link_bytes\": %.15g, \"assumed_speeds\": %s,\n     "
            "\"busiest_links\": [", row->analytic, row->hop_bytes, row->max_link_bytes,
            row->time.assumed ? "true" : "false");
    for (uint32_t b = 0; b < row->time.busy; b++) {
        fprintf(out, "%s\n      {", b ? "," : "");
        quote_json_member(out, "link", row->time.busiest[b].name);
        fprintf(out, ", \"bytes\": %.15g, \"seconds\": %.15g}", row->time.busiest[b].bytes,
                row->time.busiest[b].seconds);
    }
    fputs("]}", out);
}

static void print_json(FILE *out, const struct forecast *forecast)
{
    fputs("{\n  \"schema_version\": 1,\n  ", out);
    quote_json_member(out, "graph", forecast->graph);
    fputs(",\n  ", out);
    quote_json_member(out, "network", forecast->network);
    fprintf(out, ",\n  \"model\": \"%s\",\n  \"phases\": %u,\n  \"mappings\": [\n",
            forecast->model, forecast->phases);
    for (size_t i = 0; i < forecast->count; i++) {
        print_json_row(out, forecast, &forecast->row[i]);
        fputs(i + 1 < forecast->count ? ",\n" : "\n", out);
    }
    fputs("  ]\n}\n", out);
}

void forecast_print(FILE *out, const char *format, const struct forecast *forecast)
{
    if (strcmp(format, "json") == 0)
        print_json(out, forecast);
    else if (strcmp(format, "csv") == 0)
        print_csv(out, forecast);
    else
        print_text(out, forecast);
}
