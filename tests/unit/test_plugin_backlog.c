/* SPDX-License-Identifier: BSD-3-Clause */
/* A waiting connection is detected without accepting it. */
#include "unit/unit.h"

#include "srun_backlog.h"
#include "base/clock.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;

static int listening(void)
{
    int server = socket(AF_INET, SOCK_STREAM, 0);
    socklen_t size = sizeof address;

    address = (struct sockaddr_in){.sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_true(server >= 0);
    assert_int_equal(bind(server, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(server, 8), 0);
    assert_int_equal(getsockname(server, (struct sockaddr *)&address, &size), 0);
    return server;
}

static int call(void)
{
    int client = socket(AF_INET, SOCK_STREAM, 0);

    assert_true(client >= 0);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    return client;
}

/* Look as child.c does, for this many seconds. */
static bool grows(struct backlog *backlog, double seconds)
{
    double end = clock_seconds() + seconds;

    while (clock_seconds() < end) {
        if (backlog_grew(backlog))
            return true;
        usleep(50000);
    }
    return false;
}

static void a_call_that_waits_is_seen(void **state)
{
    int server = listening(), first = call(), second, third;
    struct backlog backlog;

    (void)state;
    backlog_start(&backlog);
    assert_false(grows(&backlog, 2));
    second = call();
    assert_true(grows(&backlog, 20));
    assert_int_equal(backlog.more, 1);
    backlog_forget(&backlog);
    assert_int_equal(backlog.more, 0);
    assert_false(grows(&backlog, 2));
    third = call();
    assert_true(grows(&backlog, 20));
    close(first);
    close(second);
    close(third);
    close(server);
}

static void a_call_that_is_taken_is_none(void **state)
{
    int server = listening(), client;
    struct backlog backlog;

    (void)state;
    backlog_start(&backlog);
    client = call();
    assert_false(backlog_grew(&backlog));
    close(accept(server, NULL, NULL));
    assert_false(grows(&backlog, 2));
    close(client);
    close(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_that_waits_is_seen),
        cmocka_unit_test(a_call_that_is_taken_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
