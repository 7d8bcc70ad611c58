/* SPDX-License-Identifier: BSD-3-Clause */
#include "common/policy.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/trust.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct policy *refuse(const struct policy_listener *listener,
                             const struct topomap_error *error)
{
    if (listener)
        listener->tell(listener->context, error);
    return NULL;
}

struct policy *policy_take(const struct source *source, const struct policy_listener *listener,
                           struct topomap_error *error)
{
    return source_check(source, error) == 0 ? policy_parse(source, listener, error)
                                            : refuse(listener, error);
}

struct policy *policy_read(const char *path, const struct policy_listener *listener,
                           struct topomap_error *error)
{
    struct policy *policy;
    struct source source;

    if (source_read(&source, path, POLICY_MAX_BYTES, error) < 0)
        return refuse(listener, error);
    policy = policy_take(&source, listener, error);
    free((char *)(uintptr_t)source.text);
    return policy;
}

/* Without facts only the settings for all steps count. */
static int decide(const struct policy *policy, const struct wire_facts *facts,
                  struct ruling *ruling, struct topomap_error *error)
{
    if (facts)
        return policy_decide(policy, facts, ruling, error);
    if (ruling_init(ruling) < 0)
        return error_memory(error);
    ruling->enabled = policy->enabled;
    ruling->enabled_line = policy->enabled_line;
    return 0;
}

/* Return an empty ruling with the reason in one of its fields. */
static int give_up(struct ruling *ruling, const struct topomap_error *why, bool ignored,
                   struct topomap_error *error)
{
    char *text = strdup(why->text);

    if (!text || ruling_init(ruling) < 0) {
        free(text);
        return error_memory(error);
    }
    *(ignored ? &ruling->ignored : &ruling->failed) = text;
    ruling->unknown = why->code == TOPOMAP_IMPOSSIBLE;
    return 0;
}

static int rule(const char *path, const struct wire_facts *facts, struct ruling *ruling,
                struct topomap_error *error)
{
    struct topomap_error why;
    struct policy *policy;
    int result;

    if (trust_check(path, &why) < 0)
        return give_up(ruling, &why, why.code == TOPOMAP_INPUT, error);
    policy = policy_read(path, NULL, &why);
    result = policy ? decide(policy, facts, ruling, &why) : -1;
    policy_destroy(policy);
    return result < 0 ? give_up(ruling, &why, false, error) : 0;
}

char *policy_answer(const char *path, const struct wire_facts *facts, struct topomap_error *error)
{
    struct ruling ruling;
    size_t length;
    char *text;

    if (rule(path, facts, &ruling, error) < 0)
        return NULL;
    text = wire_ruling_print(&ruling, &length);
    ruling_free(&ruling);
    if (!text)
        error_memory(error);
    return text;
}

/* The names of groups, or numbers for those without a name. */
static char *name_groups(const gid_t *groups, int count)
{
    struct text text = {0};

    for (int i = 0; i < count; i++) {
        const struct group *group = getgrgid(groups[i]);

        text_puts(&text, i ? "," : "");
        if (group)
            text_puts(&text, group->gr_name);
        else
            text_number(&text, groups[i]);
    }
    return text_take(&text);
}

char *user_groups(const char *name)
{
    const struct passwd *user = getpwnam(name);
    gid_t *groups, primary;
    char *names = NULL;
    int count = 0;

    if (!user)
        return NULL;
    primary = user->pw_gid;
    getgrouplist(name, primary, NULL, &count);
    groups = array_raw(count > 0 ? (size_t)count : 1, sizeof *groups);
    if (groups && getgrouplist(name, primary, groups, &count) >= 0)
        names = name_groups(groups, count);
    free(groups);
    return names;
}

static char *own_groups(void)
{
    int count = getgroups(0, NULL);
    gid_t *groups = array_raw((size_t)(count > 0 ? count : 0) + 1, sizeof *groups);
    char *names = NULL;

    if (groups && count >= 0 && (count = getgroups(count, groups)) >= 0) {
        /* getgroups need not include this group. */
        groups[count] = getgid();
        names = name_groups(groups, count + 1);
    }
    free(groups);
    return names;
}

void user_self(struct wire_facts *facts)
{
    const struct passwd *user = getpwuid(getuid());
    struct text number = {0};

    free(facts->user);
    if (!user)
        text_number(&number, getuid());
    facts->user = user ? strdup(user->pw_name) : text_take(&number);
    free(facts->group);
    facts->group = own_groups();
}
