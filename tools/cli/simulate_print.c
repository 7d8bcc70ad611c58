/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/forecast.h"

#include "base/json.h"
#include "base/memory.h"
#include "cli/quote.h"
#include "draw/chart.h"
#include "plan/summary.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 3 /* busiest links shown of each mapping in the text */

/* Seconds relative to those of the first row; 1 if both are 0, infinite if only the latter are. */
static double ratio(const struct forecast *forecast, double seconds)
{
    double base = forecast->row[0].seconds;

    return seconds <= 0 && base <= 0 ? 1 : seconds / base;
}

void forecast_print_text(struct text *out, const struct forecast *forecast)
{
    bool assumed = false;

    text_printf(out, "%s on %s\n%u exchange%s", forecast->graph, forecast->network,
                forecast->phases, forecast->phases == 1 ? "" : "s");
    if (forecast->parts > 1)
        text_printf(out, " in %zu successive parts", forecast->parts);
    text_printf(out, ", model %s", forecast->model);
    if (forecast->reason)
        text_printf(out, " (%s)", forecast->reason);
    text_printf(out, "\n\n%-20s %12s %8s %14s %16s\n", "mapping", "seconds", "ratio", "analytic, s",
                "hop-bytes");
    for (size_t i = 0; i < forecast->count; i++) {
        const struct prediction *row = &forecast->row[i];

        if (row->failure)
            text_printf(out, "%-20s -  %s\n", row->mapping, row->failure);
        else
            text_printf(out, "%-20s %12.6g %8.3f %14.6g %16.12g\n", row->mapping, row->seconds,
                        ratio(forecast, row->seconds), row->analytic, row->hop_bytes);
    }
    text_printf(out, "\n%-20s %-32s %14s %12s\n", "mapping", "busiest links", "bytes", "seconds");
    for (size_t i = 0; i < forecast->count; i++) {
        const struct topomap_time *time = &forecast->row[i].time;

        assumed = assumed || time->assumed;
        for (uint32_t b = 0; b < time->busy && b < SHOWN; b++)
            text_printf(out, "%-20s %-32s %14.12g %12.6g\n", b ? "" : forecast->row[i].mapping,
                        time->busiest[b].name, time->busiest[b].bytes, time->busiest[b].seconds);
        if (!time->busy && !forecast->row[i].failure)
            text_printf(out, "%-20s %s\n", forecast->row[i].mapping,
                        forecast->row[i].leaves ? "only messages without bytes leave nodes"
                                                : "nothing leaves a node");
    }
    if (assumed)
        text_puts(out, "\n");
    summary_speeds_line(out, assumed);
    if (!forecast->counted)
        text_puts(out, "\nThe graph does not count messages, and its bytes may be relative "
                  "numbers: plan and eval leave latencies out.\n");
}

void forecast_print_csv(struct text *out, const struct forecast *forecast)
{
    text_puts(out, "mapping,model,phases,seconds,ratio,analytic_seconds,hop_bytes,max_link_bytes,"
          "busiest_link,failure\n");
    for (size_t i = 0; i < forecast->count; i++) {
        const struct prediction *row = &forecast->row[i];

        quote_csv(out, row->mapping);
        text_printf(out, ",%s,%u,", forecast->model, forecast->phases);
        if (row->failure)
            text_puts(out, ",,,,,,");
        else
            text_printf(out, "%.15g,%.15g,%.15g,%.15g,%.15g,", row->seconds,
                        ratio(forecast, row->seconds), row->analytic, row->hop_bytes,
                        row->max_link_bytes);
        if (!row->failure) {
            quote_csv(out, row->time.busiest[0].name);
            text_puts(out, ",");
        }
        quote_csv(out, row->failure ? row->failure : "");
        text_puts(out, "\n");
    }
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

void forecast_print_json(struct text *out, const struct forecast *forecast)
{
    struct json json = {.text = *out};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "graph", forecast->graph);
    json_string(&json, "network", forecast->network);
    json_string(&json, "model", forecast->model);
    json_whole(&json, "phases", forecast->phases);
    json_whole(&json, "parts", forecast->parts);
    json_bool(&json, "messages_counted", forecast->counted);
    json_open(&json, "mappings", '[');
    for (size_t i = 0; i < forecast->count; i++)
        add_row(&json, forecast, &forecast->row[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    *out = json.text;
}

#define MEASURES 2 /* that are drawn */

void forecast_print_svg(struct text *out, const struct forecast *forecast)
{
    static const char *const measures[MEASURES] = {"seconds", "hop-bytes"};
    struct chart chart = {.columns = MEASURES, .column = measures};
    struct chart_row *rows = array_new(forecast->count, sizeof *rows);
    double(*values)[MEASURES] = array_new(forecast->count, sizeof *values);
    char *svg = NULL;

    for (size_t i = 0; rows && values && i < forecast->count; i++) {
        const struct prediction *row = &forecast->row[i];

        values[i][0] = row->seconds;
        values[i][1] = row->hop_bytes;
        rows[i] = (struct chart_row){row->mapping, values[i], row->failure};
    }
    if (rows && values) {
        chart_panel(&chart, forecast->graph, rows, forecast->count);
        svg = chart_take(&chart, "Predicted times");
    }
    if (svg)
        text_puts(out, svg);
    else
        out->failed = true;
    free(svg);
    free(rows);
    free(values);
}
