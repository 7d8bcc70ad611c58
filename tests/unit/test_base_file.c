/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "test_file.XXXXXX";
static char one[64], two[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(one, sizeof one, "%s/one", folder);
    snprintf(two, sizeof two, "%s/two", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/* Remove what a test made; fail if there are other files, or too few. */
static void clean(unsigned expected)
{
    DIR *list = opendir(folder);
    unsigned count = 0;

    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));)
        count += entry->d_name[0] != '.';
    closedir(list);
    assert_int_equal(count, expected);
    unlink(one);
    unlink(two);
}

static void holds(const char *path, const char *text)
{
    char read[64] = "";
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_int_equal(fread(read, 1, sizeof read - 1, file), strlen(text));
    assert_string_equal(read, text);
    fclose(file);
}

static mode_t mode_of(const char *path)
{
    struct stat status;

    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode;
}

static void new_files_are_like_others(void **state)
{
    mode_t before = umask(027);

    (void)state;
    assert_int_equal(file_write(one, "hello", 5, false), 0);
    umask(before);
    holds(one, "hello");
    assert_int_equal(mode_of(one) & 07777, 0640);
    assert_int_equal(file_write(two, "", 0, false), 0);
    holds(two, "");
    clean(2);
}

/* Longer and shorter texts take the place of the old one, which keeps its mode. */
static void old_files_keep_their_mode(void **state)
{
    static const char *const texts[] = {"a first text", "a", "", "and a much longer one"};

    (void)state;
    assert_int_equal(file_write(one, "x", 1, false), 0);
    assert_int_equal(chmod(one, 0604), 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(file_write(one, texts[i], strlen(texts[i]), false), 0);
        holds(one, texts[i]);
        assert_int_equal(mode_of(one) & 07777, 0604);
    }
    clean(1);
}

/* A process that has the old file open keeps reading the old text: the new one is another file. */
static void readers_keep_what_they_read(void **state)
{
    char text[8] = "";
    int reader;

    (void)state;
    assert_int_equal(file_write(one, "old", 3, false), 0);
    reader = open(one, O_RDONLY);
    assert_true(reader >= 0);
    assert_int_equal(file_write(one, "newer", 5, false), 0);
    assert_int_equal(read(reader, text, sizeof text - 1), 3);
    assert_string_equal(text, "old");
    close(reader);
    clean(1);
}

static void links_are_followed(void **state)
{
    (void)state;
    assert_int_equal(symlink("two", one), 0);
    assert_int_equal(file_write(one, "made", 4, false), 0);
    holds(two, "made");
    assert_int_equal(file_write(one, "changed", 7, false), 0);
    holds(two, "changed");
    assert_true(S_ISLNK(mode_of(one)));
    clean(2);
    assert_int_equal(symlink("none/two", one), 0);
    assert_int_equal(file_write(one, "x", 1, false), -1);
    assert_int_equal(errno, ENOENT);
    assert_true(S_ISLNK(mode_of(one)));
    clean(1);
}

static void all_names_of_a_file_show_the_text(void **state)
{
    (void)state;
    assert_int_equal(file_write(one, "a longer text", 13, false), 0);
    assert_int_equal(link(one, two), 0);
    assert_int_equal(file_write(one, "short", 5, false), 0);
    holds(one, "short");
    holds(two, "short");
    assert_int_equal(file_write(two, "long again, and longer", 22, false), 0);
    holds(one, "long again, and longer");
    clean(2);
}

static void pipes_are_not_waited_for(void **state)
{
    char none[64];

    (void)state;
    snprintf(none, sizeof none, "%s/none/file", folder);
    assert_int_equal(mkfifo(one, 0600), 0);
    assert_int_equal(file_write(one, "x", 1, false), -1);
    assert_true(S_ISFIFO(mode_of(one)));
    assert_int_equal(file_write("/dev/null", "x", 1, false), -1);
    assert_int_equal(file_write("/dev/null", "x", 1, true), 0);
    assert_int_equal(file_write(folder, "x", 1, true), -1);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(file_write(none, "x", 1, true), -1);
    assert_int_equal(errno, ENOENT);
    clean(1);
}

/* A file that this process writes to, as its output may be, is not replaced: what is in it stays. */
static void files_that_are_open_are_not_replaced(void **state)
{
    char name[32];
    int output;

    (void)state;
    assert_int_equal(file_write(one, "so far ", 7, false), 0);
    output = open(one, O_WRONLY | O_APPEND);
    assert_true(output >= 0);
    snprintf(name, sizeof name, "/dev/fd/%d", output);
    assert_false(file_is_replaceable(name));
    assert_int_equal(file_write(name, "x", 1, false), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(file_write(one, "x", 1, false), -1);
    holds(one, "so far ");
    assert_int_equal(file_write(name, "and more", 8, true), 0);
    holds(one, "so far and more");
    close(output);
    assert_true(file_is_replaceable(one));
    clean(1);
}

static void a_missing_folder_has_no_room(void **state)
{
    char none[64];

    (void)state;
    snprintf(none, sizeof none, "%s/none/file", folder);
    assert_true(file_has_room(one));
    assert_true(file_has_room("file"));
    assert_true(file_has_room("/file") == (access("/", W_OK) == 0));
    assert_false(file_has_room(none));
    assert_int_equal(errno, ENOENT);
}

/* Also if it is written in place. */
static void what_was_written_is_seen(void **state)
{
    struct file_state before = file_look(one);

    (void)state;
    assert_false(file_is_written(one, &before));
    for (int names = 1; names <= 2; names++) {
        assert_int_equal(file_write(one, "same", 4, false), 0);
        assert_true(file_is_written(one, &before));
        before = file_look(one);
        assert_false(file_is_written(one, &before));
        assert_true(names == 2 || link(one, two) == 0);
        usleep(20000);
    }
    assert_int_equal(unlink(one), 0);
    assert_false(file_is_written(one, &before));
    clean(1);
}

/* No signal ends the process, and the old text stays, for files with one name and with two. */
static void limits_leave_the_old_text(void **state)
{
    const struct rlimit small = {1000, 1000};
    static char large[5000];

    (void)state;
    for (int names = 1; names <= 2; names++) {
        int status;
        pid_t child;

        assert_int_equal(file_write(one, "old", 3, false), 0);
        assert_true(names == 1 || link(one, two) == 0);
        fflush(NULL);
        child = fork();
        if (child == 0) {
            bool as_it_should = setrlimit(RLIMIT_FSIZE, &small) == 0 &&
                                file_write(one, large, sizeof large, false) == -1 &&
                                errno == EFBIG;

            _exit(as_it_should ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        holds(one, "old");
        clean((unsigned)names);
    }
}

static int put_and_stop(int file, const void *data, size_t length)
{
    raise(SIGTERM);
    return file_write_all(file, data, length);
}

static int put_and_fail(int file, const void *data, size_t length)
{
    (void)file, (void)data, (void)length;
    raise(SIGTERM);
    errno = ENOSPC;
    return -1;
}

/* A process that is stopped while it writes a file ends when the file is there, or is not. */
static void signals_wait_for_the_file(void **state)
{
    static int (*const puts[])(int, const void *, size_t) = {put_and_stop, put_and_fail};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const struct file_content content = {4, puts[i], "text", .unbroken = true};
        pid_t child = fork();
        int status;

        if (child == 0)
            _exit(file_make(one, &content, false) == 0 ? 10 : 11);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
        if (i == 0)
            holds(one, "text");
        clean(i == 0);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_files_are_like_others),
        cmocka_unit_test(old_files_keep_their_mode),
        cmocka_unit_test(readers_keep_what_they_read),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(all_names_of_a_file_show_the_text),
        cmocka_unit_test(pipes_are_not_waited_for),
        cmocka_unit_test(files_that_are_open_are_not_replaced),
        cmocka_unit_test(a_missing_folder_has_no_room),
        cmocka_unit_test(what_was_written_is_seen),
        cmocka_unit_test(limits_leave_the_old_text),
        cmocka_unit_test(signals_wait_for_the_file),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
