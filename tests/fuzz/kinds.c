/* SPDX-License-Identifier: BSD-3-Clause */
/* Usage: kinds FILE PREFIX. Writes the YAML document FILE many times, each time with one of its items
 * replaced by one of another kind, or by itself in a list, as PREFIX1, PREFIX2, ... A file that is no
 * such document gives none. */
#include "base/text.h"
#include "input/item.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const others[] = {"", "\"\"", "x", "7", "-1", "[]", "{}", "[x]", "[[7]]", "{a: 7}",
                                     "[{a: 7}]"};

struct change {
    const struct item *item;
    const char *other;  /* what stands there instead; NULL: the item itself, in a list */
    const char *prefix;
    unsigned count;     /* of files */
};

static void print_quoted(struct text *text, const char *string)
{
    text_puts(text, "\"");
    for (; *string; string++) {
        if (*string == '"' || *string == '\\')
            text_puts(text, "\\");
        text_add(text, string, 1);
    }
    text_puts(text, "\"");
}

static void print_item(struct text *text, const struct item *item, const struct change *change)
{
    static const char *const begin[] = {[ITEM_LIST] = "[", [ITEM_MAP] = "{"};
    static const char *const end[] = {[ITEM_LIST] = "]", [ITEM_MAP] = "}"};
    struct change none = {.item = NULL};

    if (item == change->item && change->other) {
        text_puts(text, change->other);
    } else if (item == change->item) {
        text_puts(text, "[");
        print_item(text, item, &none);
        text_puts(text, "]");
    } else if (item->kind == ITEM_SCALAR) {
        print_quoted(text, item->text);
    } else {
        text_puts(text, begin[item->kind]);
        for (const struct item *child = item->child; child; child = child->next) {
            if (child->key) {
                print_quoted(text, child->key);
                text_puts(text, ": ");
            }
            print_item(text, child, change);
            text_puts(text, child->next ? ", " : "");
        }
        text_puts(text, end[item->kind]);
    }
}

static int write_one(const struct item *root, struct change *change)
{
    struct text text = {0};
    char name[4096], *document;
    FILE *file;
    int result;

    print_item(&text, root, change);
    document = text_take(&text);
    snprintf(name, sizeof name, "%s%u", change->prefix, ++change->count);
    file = document ? fopen(name, "w") : NULL;
    result = file ? fprintf(file, "%s\n", document) : -1;
    if (file && fclose(file) != 0)
        result = -1;
    free(document);
    return result < 0 ? -1 : 0;
}

/* All changes of `item` and of what is in it. */
static int write_changes(const struct item *root, const struct item *item, struct change *change)
{
    change->item = item;
    for (size_t i = 0; i <= sizeof others / sizeof *others; i++) {
        change->other = i < sizeof others / sizeof *others ? others[i] : NULL;
        if (write_one(root, change) < 0)
            return -1;
    }
    for (const struct item *child = item->child; child; child = child->next) {
        if (write_changes(root, child, change) < 0)
            return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct change change = {.count = 0};
    struct source source;
    struct item *root;
    int result = 0;

    if (argc != 3)
        return 2;
    if (source_read(&source, argv[1], SOURCE_MAX_NETWORK, NULL) < 0)
        return 1;
    change.prefix = argv[2];
    root = source_check(&source, NULL) == 0 ? item_load(&source, NULL) : NULL;
    if (root)
        result = write_changes(root, root, &change);
    item_free(root);
    free((char *)source.text);
    return result < 0;
}
