/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that only root can have written, and files that everyone can reach. */
#include "unit/unit.h"

#include "base/trust.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX];

static int begin(void **state)
{
    const char *temporary = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof folder - 64, "%s/topomap-trust-XXXXXX",
             temporary && *temporary == '/' ? temporary : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static const char *in_folder(const char *name)
{
    static char paths[4][PATH_MAX + 64];
    static unsigned next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, mode_t mode)
{
    int file = open(in_folder(name), O_WRONLY | O_CREAT, 0600);

    assert_true(file >= 0);
    assert_int_equal(fchmod(file, mode), 0);
    close(file);
}

static int finish(void **state)
{
    static const char *const names[] = {"good", "group", "all", "link", "far", "sticky/good",
                                        "open/good", "user/good", "sticky", "open", "user",
                                        "round", "read", "run", "owned", "closed/read", "closed",
                                        "way"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(in_folder(names[i]));
    return rmdir(folder);
}

/* Check that the file is not trusted, and that `wrong` is part of the reason. */
static void check(const char *path, enum topomap_code code, const char *wrong)
{
    struct topomap_error error = {.text = ""};
    int result = trust_check(path, &error);

    if ((result == 0) != !wrong || (wrong && (error.code != code || !strstr(error.text, wrong))))
        fail_msg("%s: '%s', not '%s'", path, result ? error.text : "trusted",
                 wrong ? wrong : "trusted");
}

static void files_of_root_are_trusted(void **state)
{
    (void)state;
    write_file("good", 0644);
    if (geteuid() != 0) {
        check(in_folder("good"), TOPOMAP_INPUT, "is not owned by root");
        return;
    }
    check(in_folder("good"), TOPOMAP_OK, NULL);
    check(in_folder("./good"), TOPOMAP_OK, NULL);
    check(in_folder("nowhere"), TOPOMAP_IMPOSSIBLE, "nowhere: No such file");
    check(folder, TOPOMAP_INPUT, "is not a file");
    check("relative", TOPOMAP_INPUT, "is not an absolute path");
}

static void who_can_write_is_not_trusted(void **state)
{
    (void)state;
    if (geteuid() != 0)
        return;
    write_file("group", 0664);
    check(in_folder("group"), TOPOMAP_INPUT, "group is writable by others than root");
    write_file("all", 0646);
    check(in_folder("all"), TOPOMAP_INPUT, "all is writable by others than root");
    write_file("far", 0644);
    assert_int_equal(chown(in_folder("far"), 1, 0), 0);
    check(in_folder("far"), TOPOMAP_INPUT, "far is not owned by root");
}

static void folders_count_too(void **state)
{
    (void)state;
    if (geteuid() != 0)
        return;
    assert_int_equal(mkdir(in_folder("open"), 0777), 0);
    assert_int_equal(chmod(in_folder("open"), 0777), 0);
    write_file("open/good", 0644);
    check(in_folder("open/good"), TOPOMAP_INPUT, "open is writable by others");
    check(in_folder("open/../good"), TOPOMAP_INPUT, "open is writable by others");
    assert_int_equal(mkdir(in_folder("sticky"), 0777), 0);
    assert_int_equal(chmod(in_folder("sticky"), 01777), 0);
    write_file("sticky/good", 0644);
    check(in_folder("sticky/good"), TOPOMAP_OK, NULL);
    assert_int_equal(mkdir(in_folder("user"), 0755), 0);
    write_file("user/good", 0644);
    assert_int_equal(chown(in_folder("user"), 1, 0), 0);
    check(in_folder("user/good"), TOPOMAP_INPUT, "user is not owned by root");
}

static void links_are_followed_one_by_one(void **state)
{
    (void)state;
    if (geteuid() != 0)
        return;
    assert_int_equal(symlink("good", in_folder("link")), 0);
    check(in_folder("link"), TOPOMAP_OK, NULL);
    assert_int_equal(unlink(in_folder("link")), 0);
    assert_int_equal(symlink(in_folder("user/good"), in_folder("link")), 0);
    check(in_folder("link"), TOPOMAP_INPUT, "user is not owned by root");
    assert_int_equal(unlink(in_folder("link")), 0);
    assert_int_equal(symlink("open/../good", in_folder("link")), 0);
    check(in_folder("link"), TOPOMAP_INPUT, "open is writable by others");
    assert_int_equal(lchown(in_folder("link"), 1, 0), 0);
    check(in_folder("link"), TOPOMAP_INPUT, "link is not owned by root");
    assert_int_equal(symlink("round", in_folder("round")), 0);
    check(in_folder("round"), TOPOMAP_IMPOSSIBLE, "Too many levels");
}

static void reaches(const char *name, mode_t needed, const char *wrong)
{
    struct topomap_error error = {.text = ""};
    int result = reach_check(in_folder(name), needed, &error);

    if ((result == 0) != !wrong || (wrong && !strstr(error.text, wrong)))
        fail_msg("%s: '%s', not '%s'", name, result ? error.text : "reached",
                 wrong ? wrong : "reached");
}

static void who_is_shut_out_cannot_reach_a_file(void **state)
{
    (void)state;
    assert_int_equal(chmod(folder, 0711), 0);
    write_file("read", 0644);
    write_file("run", 0711);
    write_file("owned", 0750);
    assert_int_equal(mkdir(in_folder("closed"), 0700), 0);
    write_file("closed/read", 0644);
    assert_int_equal(symlink("closed/read", in_folder("way")), 0);
    reaches("read", S_IROTH, NULL);
    reaches("read", S_IXOTH, "/read cannot be run by all users");
    reaches("run", S_IXOTH, NULL);
    reaches("run", S_IROTH, "/run cannot be read by all users");
    reaches("owned", S_IROTH, "/owned cannot be read by all users");
    reaches("closed", S_IROTH, "/closed cannot be searched by all users");
    reaches("closed/read", S_IROTH, "/closed cannot be searched by all users");
    reaches("way", S_IROTH, "/closed cannot be searched by all users");
    reaches("nowhere", S_IROTH, "/nowhere: No such file");
    assert_int_equal(chmod(folder, 0710), 0);
    reaches("read", S_IROTH, "cannot be searched by all users");
    assert_int_equal(chmod(folder, 0700), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_root_are_trusted),
        cmocka_unit_test(who_can_write_is_not_trusted),
        cmocka_unit_test(folders_count_too),
        cmocka_unit_test(links_are_followed_one_by_one),
        cmocka_unit_test(who_is_shut_out_cannot_reach_a_file),
    };

    return cmocka_run_group_tests(tests, begin, finish);
}
