/* A connection without its socket, and what it is made of: heads, frames, addresses, the watchdog.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those first. */
#include <cmocka.h>

#include "base/clock.h"
#include "broken_log.h"
#include "server/lab.h"
#include "server/sha1.h"
#include "server/watchdog.h"
#include "store/accounts.h"
#include "wire_support.h"

/* Connections. */

#define HOST "Host: localhost\r\n"
#define POST(path, body, length)                                                                   \
    "POST " path " HTTP/1.1\r\n" HOST "Content-Type: application/json\r\nContent-Length: " length  \
    "\r\n\r\n" body

#define UPGRADE(path, subprotocol)                                                                 \
    "GET " path " HTTP/1.1\r\n" HOST "Connection: Upgrade\r\nUpgrade: websocket\r\n"               \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"                 \
    "Sec-WebSocket-Protocol: " subprotocol "\r\n\r\n"

static const struct {
    const char *name, *request;
    int status;
} kinds[] = {
    {"file", "GET / HTTP/1.1\r\n" HOST "\r\n", 200},
    {"api", "GET /api/games HTTP/1.1\r\n" HOST "\r\n", 200},
    {"head", "HEAD / HTTP/1.1\r\n" HOST "\r\n", 200},
    {"match", POST("/api/matches", "{}", "2"), 400},
    {"analysis",
     POST("/api/analyse", "{\"game\":\"dots\",\"rules\":\"size=1x1\",\"time\":1}", "43"), 200},
    {"missing", "GET /api/nothing HTTP/1.1\r\n" HOST "\r\n", 404},
    {"method", "DELETE / HTTP/1.1\r\n" HOST "\r\n", 405},
    {"oversized", POST("/api/matches", "", "16385"), 413},
    {"nonsense", "nonsense\r\n\r\n", 400},
    {"socket", UPGRADE("/api/socket", "damero"), 101},
};

enum { KINDS = sizeof kinds / sizeof *kinds, STATUSES = 8 };

/* The statuses of all answers, 0 at the end; frames of a WebSocket as the opcode of each. */
static void read_answers(const wire_answers *a, int statuses[STATUSES], bool first_is_head) {
    size_t at = 0, count = 0;
    bool upgraded = false;
    memset(statuses, 0, STATUSES * sizeof *statuses);
    while (at < a->length && count < STATUSES - 1) {
        if (upgraded) {
            assert_true(a->length - at >= 2);
            statuses[count++] = (unsigned char)a->bytes[at] & 15;
            at += 2 + ((unsigned char)a->bytes[at + 1] & 127);
            continue;
        }
        char top[2048] = "";
        size_t length = head_length(a->bytes + at, a->length - at, 0);
        assert_in_range(length, 1, sizeof top - 1);
        memcpy(top, a->bytes + at, length);
        assert_int_equal(strncmp(top, "HTTP/1.1 ", 9), 0);
        statuses[count] = atoi(top + 9);
        const char *body = strstr(top, "content-length: ");
        at += length;
        upgraded = statuses[count] == 101;
        if (body && !(first_is_head && count == 0)) at += strtoul(body + 16, NULL, 10);
        count++;
    }
}

/* Two requests, cut at a byte, answer alike wherever they are cut. */
static void check_cut(wire_house *h, size_t first, size_t second, size_t cut,
                      int wanted[STATUSES]) {
    char both[2048];
    int statuses[STATUSES];
    wire_answers a = {0};
    wire *w = wire_house_connect(h);
    assert_non_null(w);
    text t = text_over(both, sizeof both);
    text_addf(&t, "%s%s", kinds[first].request, kinds[second].request);
    const size_t parts[] = {cut, t.length - cut};
    for (size_t i = 0, at = 0; i < 2; i++) {
        size_t end = at + parts[i];
        while (at < end && w->stage != WIRE_CLOSING) {
            at += wire_house_send(h, w, both + at, end - at, &a);
            wire_house_wait(h, w, &a);
        }
    }
    read_answers(&a, statuses, strcmp(kinds[first].name, "head") == 0);
    assert_int_equal(statuses[0], kinds[first].status);
    if (cut == 0) memcpy(wanted, statuses, sizeof statuses);
    for (int i = 0; i < STATUSES; i++)
        if (statuses[i] != wanted[i])
            fail_msg("%s and %s, cut at %zu: answer %d is %d, not %d", kinds[first].name,
                     kinds[second].name, cut, i, statuses[i], wanted[i]);
    free(a.bytes);
    wire_free(w);
    h->service.now += SECOND / 10; /* so that the address does not use up its allowance */
}

static void two_requests_cut_at_every_byte(void **state) {
    (void)state;
    wire_house h;
    assert_true(wire_house_open(&h));
    for (size_t first = 0; first < KINDS; first++)
        for (size_t second = 0; second < KINDS; second++) {
            int wanted[STATUSES];
            size_t length = strlen(kinds[first].request) + strlen(kinds[second].request);
            /* An engine is waited for: not at every byte. */
            bool asks =
                strstr(kinds[first].request, "analyse") || strstr(kinds[second].request, "analyse");
            for (size_t cut = 0; cut < length; cut += asks ? 41 : 1)
                check_cut(&h, first, second, cut, wanted);
            bool ends = kinds[first].status == 413 || kinds[first].name[0] == 'n' ||
                        kinds[first].status == 101;
            if (!ends && wanted[1] != kinds[second].status)
                fail_msg("%s and %s: %d", kinds[first].name, kinds[second].name, wanted[1]);
            if (kinds[first].status == 101) assert_int_equal(wanted[1], 8); /* a close */
        }
    wire_house_close(&h);
}

/* A connection gets one request per turn, however many it sends at once. */
static void each_connection_gets_one_request_per_turn(void **state) {
    (void)state;
    wire_house h;
    assert_true(wire_house_open(&h));
    wire *busy = wire_house_connect(&h), *other = wire_house_connect(&h);
    for (int i = 0; i < 20; i++) wire_take(busy, kinds[5].request, strlen(kinds[5].request));
    wire_take(other, kinds[5].request, strlen(kinds[5].request));
    assert_ptr_equal(wire_next_ready(&h.service), busy);
    wire_step(busy);
    wire_sent(busy, busy->waiting - 1); /* all but the last byte of the answer */
    assert_int_equal(wire_room(busy), 0);
    assert_ptr_equal(wire_next_ready(&h.service), other);
    wire_step(other);
    assert_true(other->out_count > 0);
    wire_house_close(&h);
}

static bool answers(const wire_answers *a, const char *start) {
    return a->length >= strlen(start) && memcmp(a->bytes, start, strlen(start)) == 0;
}

/* Sends bytes and reads the answer; false if there is none. */
static bool ask(wire_house *h, wire *w, const char *bytes, size_t length, char *answer,
                size_t size) {
    wire_answers a = {0};
    text t = text_over(answer, size);
    wire_house_send(h, w, bytes, length, &a);
    wire_house_wait(h, w, &a);
    if (a.length) text_add_part(&t, a.bytes, a.length);
    free(a.bytes);
    return t.length > 0;
}

static bool upgrade_at(wire_house *h, wire *w, const char *path, const char *subprotocol) {
    char request[1000], answer[1000];
    text t = text_over(request, sizeof request);
    text_addf(&t, UPGRADE("%s", "%s"), path, subprotocol);
    return ask(h, w, request, t.length, answer, sizeof answer) && strstr(answer, " 101 ");
}

static bool upgrade(wire_house *h, wire *w) { return upgrade_at(h, w, "/api/socket", "damero"); }

/* A text frame, masked with zeros. */
static size_t frame_of(const char *said, char *frame) {
    size_t length = strlen(said);
    assert_in_range(length, 1, 125);
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | length);
    memset(frame + 2, 0, 4);
    memcpy(frame + 6, said, length);
    return 6 + length;
}

/* Begins a match that waits for a second person, and sits down in its first seat. */
static void sit_down(wire_house *h, wire *w) {
    static const char wish[] =
        "{\"game\":\"dots\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"open\"}]}";
    char request[1000], answer[8000], said[126], frame[140];
    text t = text_over(request, sizeof request), s = text_over(said, sizeof said);
    text_addf(&t, POST("/api/matches", "%s", "%zu"), sizeof wish - 1, wish);
    assert_true(ask(h, w, request, t.length, answer, sizeof answer));
    const char *number = strstr(answer, "\"match\":"), *token = strstr(answer, "\"token\":\"");
    assert_true(number && token);
    assert_true(upgrade(h, w));
    text_addf(&s, "{\"do\":\"watch\",\"match\":%d,%.*s\"}", atoi(number + 8),
              (int)(9 + strcspn(token + 9, "\"")), token);
    assert_true(ask(h, w, frame, frame_of(said, frame), answer, sizeof answer));
    assert_true(socket_plays(w));
}

/* Players come first, then the address that has kept us least busy, then the oldest connection. */
static void players_are_served_first(void **state) {
    (void)state;
    wire_house h;
    char ping[40];
    size_t length = frame_of("{\"do\":\"ping\"}", ping);
    const char *request = kinds[5].request;
    assert_true(wire_house_open(&h));
    wire *player = wire_house_connect_from(&h, "192.0.2.1");
    wire *early = wire_house_connect_from(&h, "192.0.2.2");
    wire *late = wire_house_connect_from(&h, "192.0.2.2");
    wire *fresh = wire_house_connect_from(&h, "192.0.2.3");
    sit_down(&h, player);
    address_occupy(player->address, SECOND, h.service.now);
    address_occupy(early->address, SECOND / 1000, h.service.now);
    wire *const order[] = {player, fresh, early, late};
    wire_take(early, request, strlen(request));
    wire_take(late, request, strlen(request));
    wire_take(fresh, request, strlen(request));
    wire_take(player, ping, length);
    for (size_t i = 0; i < 4; i++) assert_ptr_equal(wire_next_ready(&h.service), order[i]);
    assert_null(wire_next_ready(&h.service));
    wire_house_close(&h);
}

/* A client that keeps asking without reading gets no more answers: memory is bounded. */
static void a_client_that_reads_nothing_gets_nothing_more(void **state) {
    (void)state;
    wire_house h;
    char answer[1000];
    const char *request = kinds[5].request;
    assert_true(wire_house_open(&h));
    wire *mute = wire_house_connect(&h), *same = wire_house_connect(&h);
    wire *other = wire_house_connect_from(&h, "192.0.2.1");
    char *much = calloc(1, ADDRESS_WAITING + 1);
    message *m = message_of_bytes(much, ADDRESS_WAITING + 1, false);
    free(much);
    assert_true(wire_push(mute, m, false));
    message_release(m);
    assert_ptr_equal(wire_next_ready(&h.service), mute); /* and takes nothing */
    assert_false(ask(&h, same, request, strlen(request), answer, sizeof answer));
    assert_true(ask(&h, other, request, strlen(request), answer, sizeof answer));
    wire_sent(mute, 1);
    assert_false(wire_is_late(same)); /* it is looked at again */
    wire_answers a = {0};
    wire_house_run(&h, same, &a);
    assert_true(answers(&a, "HTTP/1.1 404 "));
    free(a.bytes);
    wire_free(mute);
    assert_int_equal(same->address->waiting, 0);
    wire_house_close(&h);
}

/* Nor all boards of the laboratory: the one that has most gives one up. */
static void one_address_does_not_take_all_boards(void **state) {
    (void)state;
    wire_house h;
    static const char *const others[] = {"192.0.2.1", "192.0.2.2", "192.0.2.1"};
    assert_true(wire_house_open(&h));
    for (int i = 0; i < LABS_MAX; i++)
        assert_true(upgrade_at(&h, wire_house_connect(&h), "/api/lab/damas", "damero-lab"));
    assert_false(upgrade_at(&h, wire_house_connect(&h), "/api/lab/damas", "damero-lab"));
    for (int i = 0; i < 3; i++)
        assert_true(
            upgrade_at(&h, wire_house_connect_from(&h, others[i]), "/api/lab/damas", "damero-lab"));
    int closed = 0;
    for (wire *w = h.service.wires; w; w = w->next) closed += w->stage == WIRE_CLOSING;
    assert_int_equal(closed, 3);
    wire_house_close(&h);
}

/* If all places are taken, an address that has many of them makes room for others. */
static void one_address_does_not_take_all_sockets(void **state) {
    (void)state;
    wire_house h;
    assert_true(wire_house_open(&h));
    wire *greedy[ADDRESS_FAIR + 1], *modest = wire_house_connect_from(&h, "192.0.2.1");
    wire *player = wire_house_connect(&h), *more = NULL;
    sit_down(&h, player);
    for (int i = 0; i < ADDRESS_FAIR; i++) {
        greedy[i] = wire_house_connect(&h);
        assert_true(upgrade(&h, greedy[i]));
    }
    h.service.clients = SERVER_CLIENTS_MAX;
    assert_false(upgrade(&h, more = wire_house_connect(&h))); /* not for one of its own */
    assert_true(upgrade(&h, modest));
    int closed = 0;
    for (int i = 0; i < ADDRESS_FAIR; i++) closed += greedy[i]->stage == WIRE_CLOSING;
    assert_int_equal(closed, 1);
    assert_int_equal(player->stage, WIRE_SOCKET);
    assert_int_equal(more->stage, WIRE_IDLE);
    wire_house_close(&h);
}

static void time_runs_out(void **state) {
    (void)state;
    static const struct {
        const char *sent;
        int seconds;
        const char *answer; /* NULL: it is dropped without one */
    } cases[] = {
        {"", WIRE_IDLE_SECONDS, NULL},
        {"GET / HT", WIRE_REQUEST_SECONDS, "HTTP/1.1 408 "},
        {POST("/api/matches", "{", "2"), WIRE_REQUEST_SECONDS, "HTTP/1.1 408 "},
    };
    wire_house h;
    assert_true(wire_house_open(&h));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wire_answers a = {0};
        wire *w = wire_house_connect(&h);
        wire_house_send(&h, w, cases[i].sent, strlen(cases[i].sent), &a);
        h.service.now += cases[i].seconds * SECOND;
        assert_false(wire_is_late(w));
        wire_house_run(&h, w, &a);
        assert_int_equal(a.length, 0);
        h.service.now += 1;
        assert_int_equal(wire_is_late(w), cases[i].answer == NULL);
        wire_house_run(&h, w, &a);
        if (cases[i].answer) assert_true(answers(&a, cases[i].answer));
        if (cases[i].answer) assert_int_equal(w->stage, WIRE_CLOSING);
        free(a.bytes);
        wire_free(w);
    }
    /* A silent WebSocket is pinged, and then given up. */
    wire_answers a = {0};
    wire *w = wire_house_connect(&h);
    wire_house_send(&h, w, kinds[KINDS - 1].request, strlen(kinds[KINDS - 1].request), &a);
    assert_int_equal(w->stage, WIRE_SOCKET);
    a.length = 0;
    h.service.now += WIRE_PING_SECONDS * SECOND + 1;
    assert_false(wire_is_late(w));
    wire_house_run(&h, w, &a);
    assert_true(a.length == 2 && memcmp(a.bytes, "\x89\0", 2) == 0);
    h.service.now += (WIRE_SILENT_SECONDS - WIRE_PING_SECONDS) * SECOND;
    assert_true(wire_is_late(w));
    free(a.bytes);
    wire_house_close(&h);
}

/* The example of RFC 6455, 1.3. */
static void a_socket_is_opened(void **state) {
    (void)state;
    wire_house h;
    wire_answers a = {0};
    assert_true(wire_house_open(&h));
    wire *w = wire_house_connect(&h);
    wire_house_send(&h, w, kinds[KINDS - 1].request, strlen(kinds[KINDS - 1].request), &a);
    assert_true(answers(&a, "HTTP/1.1 101 "));
    assert_int_equal(memcmp(a.bytes + a.length - 4, "\r\n\r\n", 4), 0);
    a.bytes[a.length - 1] = '\0';
    assert_non_null(strstr(a.bytes, "sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    free(a.bytes);
    wire_house_close(&h);
}

/* Hashes of FIPS 180-4's examples, with lengths around the end of a block. */
static void hashes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t times;
        const char *hash;
    } cases[] = {
        {"", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
        {"abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
         "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
        {"a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = strlen(cases[i].text), whole = length * cases[i].times;
        char *bytes = malloc(whole + 1), hex[2 * SHA1_BYTES + 1];
        unsigned char hash[SHA1_BYTES];
        for (size_t n = 0; n < cases[i].times; n++)
            memcpy(bytes + n * length, cases[i].text, length);
        sha1(bytes, whole, hash);
        for (int n = 0; n < SHA1_BYTES; n++) snprintf(hex + 2 * n, 3, "%02x", hash[n]);
        assert_string_equal(hex, cases[i].hash);
        free(bytes);
    }
}

/* Heads. */

static void arguments_are_decoded(void **state) {
    (void)state;
    static const char request[] =
        "GET /a%20b?x=1&name=a+b%2Bc&long=123456789&bad=%00&x=2 HTTP/1.1\r\n"
        "Accept: text/html , Gzip\r\n\r\n";
    head h;
    head_error e;
    char value[8];
    assert_true(head_read(&h, request, sizeof request - 1, &e));
    assert_string_equal(h.path, "/a b");
    assert_string_equal(head_argument(&h, "x", value, sizeof value), "1");
    assert_string_equal(head_argument(&h, "name", value, sizeof value), "a b+c");
    assert_string_equal(head_argument(&h, "long", value, sizeof value), "");
    assert_string_equal(head_argument(&h, "bad", value, sizeof value), "");
    assert_null(head_argument(&h, "nam", value, sizeof value));
    assert_true(head_field_has(&h, "accept", "gzip") && !head_field_has(&h, "accept", "zip"));
}

/* Accounts. */

/* Sends one request; what it is answered. The caller frees it. */
static char *exchange(wire_house *h, const char *request, bool *later) {
    wire_answers a = {0};
    wire *w = wire_house_connect(h);
    assert_int_equal(wire_house_send(h, w, request, strlen(request), &a), strlen(request));
    *later = w->asked;
    wire_house_wait(h, w, &a);
    wire_free(w);
    char *answer = realloc(a.bytes, a.length + 1);
    assert_non_null(answer);
    answer[a.length] = '\0';
    return answer;
}

/* The thread of the server does not wait for the disk. */
static void an_account_is_answered_when_the_disk_has_it(void **state) {
    (void)state;
    wire_house h;
    bool later;
    assert_true(wire_house_open(&h));
    char *answer = exchange(&h, POST("/api/account", "{\"name\":\"Ana\"}", "14"), &later);
    assert_true(later);
    assert_non_null(strstr(answer, " 201 "));
    free(answer);
    wire_house_close(&h);
}

static void a_secret_that_the_disk_does_not_take_does_not_count(void **state) {
    (void)state;
    wire_house h;
    char secret[TOKEN_TEXT], request[512];
    unsigned char hash[TOKEN_BYTES];
    bool later;
    error e;
    assert_true(wire_house_open(&h));
    token_make(secret);
    token_hash(secret, hash);
    store_account ana = {.name = "Ana"};
    assert_true(store_add_account(arena_store(h.service.arena), &ana, hash, &e));
    snprintf(request, sizeof request,
             "POST /api/account/change HTTP/1.1\r\n" HOST "Authorization: Bearer %s\r\n"
             "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"renew\":true}",
             secret);
    broken_log log = break_log();
    char *answer = exchange(&h, request, &later);
    mend_log(log);
    assert_true(later);
    assert_non_null(strstr(answer, " 500 "));
    assert_null(strstr(answer, "secret"));
    free(answer);
    snprintf(request, sizeof request,
             "GET /api/account HTTP/1.1\r\n" HOST "Authorization: Bearer %s\r\n\r\n", secret);
    answer = exchange(&h, request, &later);
    assert_non_null(strstr(answer, " 200 "));
    assert_non_null(strstr(answer, "Ana"));
    free(answer);
    wire_house_close(&h);
}

/* Addresses. */

static ip address_read(const char *word) {
    ip i;
    assert_true(ip_read(word, strlen(word), &i));
    return i;
}

static void addresses_have_limits_of_their_own(void **state) {
    (void)state;
    addresses *all = addresses_create(2, NULL, 0);
    ip one = address_read("192.0.2.1"), other = address_read("192.0.2.2"),
       same = address_read("::ffff:192.0.2.1");
    address *a = addresses_enter(all, &one, 0);
    assert_string_equal(a->name, "192.0.2.1");
    assert_ptr_equal(addresses_enter(all, &same, 0), a);
    assert_null(addresses_enter(all, &one, 0));
    assert_non_null(addresses_enter(all, &other, 0));
    for (int i = 0; i < ADDRESS_HALVES; i++) assert_true(address_begin_half(a));
    assert_false(address_begin_half(a));
    address_end_half(a);
    assert_true(address_begin_half(a));
    assert_false(address_use(a, ADDRESS_BURST, 0));
    assert_true(address_use(a, 0, SECOND / 10));
    assert_false(address_use(a, ADDRESS_SECOND, SECOND / 2));
    /* An address that connects again gets no new allowance; it is forgotten once that is full. */
    addresses_leave(a);
    addresses_leave(a);
    addresses_tidy(all, SECOND / 2);
    assert_ptr_equal(addresses_enter(all, &one, SECOND / 2), a);
    addresses_leave(a);
    addresses_tidy(all, 100 * SECOND);
    assert_true(addresses_enter(all, &one, 100 * SECOND)->allowance == ADDRESS_BURST);
    addresses_destroy(all);
}

static void a_network_of_ipv6_is_one_address(void **state) {
    (void)state;
    addresses *all = addresses_create(5, NULL, 0);
    ip one = address_read("2001:db8:1:2::3"), same = address_read("2001:db8:1:2:ffff::"),
       other = address_read("2001:db8:1:3::3");
    address *a = addresses_enter(all, &one, 0);
    assert_string_equal(a->name, "2001:db8:1:2::/64");
    assert_ptr_equal(addresses_enter(all, &same, 0), a);
    assert_ptr_not_equal(addresses_enter(all, &other, 0), a);
    addresses_destroy(all);
}

static void only_trusted_proxies_speak_for_others(void **state) {
    (void)state;
    ip proxies[] = {address_read("10.0.0.1"), address_read("2001:db8::1")}, client,
       wanted = address_read("192.0.2.7");
    addresses *all = addresses_create(1, proxies, 2);
    static const char *const good[] = {"192.0.2.7",
                                       "1.2.3.4, 192.0.2.7",
                                       "nonsense,192.0.2.7",
                                       "192.0.2.7, 10.0.0.1,2001:db8::1",
                                       " 192.0.2.7 ",
                                       "192.0.2.7:80",
                                       "192.0.2.7:80, [2001:db8::1]:80",
                                       "[::ffff:192.0.2.7]:80",
                                       "[::ffff:192.0.2.7]"};
    static const char *const bad[] = {"",           "10.0.0.1", "192.0.2.7, nonsense",
                                      "192.0.2.7,", "unknown",  "[192.0.2.7",
                                      "[]:1",       ":",        ":80"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(addresses_forwarded(all, good[i], &client));
        assert_memory_equal(&client, &wanted, sizeof client);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(addresses_forwarded(all, bad[i], &client));
    address *proxy = addresses_enter(all, &proxies[0], 0);
    assert_true(proxy->trusted && addresses_enter(all, &proxies[0], 0) == proxy);
    assert_true(address_use(proxy, 100 * ADDRESS_BURST, 0));
    addresses_destroy(all);
}

/* The watchdog. */

typedef struct kennel {
    atomic_bool stop;
    atomic_int barked;
    char why[200];
} kennel;

static void bark(void *context, const char *why) {
    kennel *k = context;
    snprintf(k->why, sizeof k->why, "%s", why);
    atomic_fetch_add(&k->barked, 1);
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); }

static watchdog *watch(kennel *k, int life, int stop) {
    watchdog *w = watchdog_start(&(watchdog_setup){
        .life_beats = life, .stop_beats = stop, .stop = &k->stop, .stuck = bark, .context = k});
    assert_non_null(w);
    return w;
}

/* A thread that blocks: this one. */
static void a_thread_that_blocks_is_noticed(void **state) {
    (void)state;
    kennel k = {0};
    watchdog *w = watch(&k, 3, 3);
    watchdog_pat(w);
    while (!atomic_load(&k.barked)) nap();
    watchdog_end(w);
    assert_int_equal(atomic_load(&k.barked), 1);
    assert_non_null(strstr(k.why, "no progress for"));
}

static void a_thread_that_does_not_stop_is_ended(void **state) {
    (void)state;
    kennel k = {0};
    watchdog *w = watch(&k, 1000, 3);
    atomic_store(&k.stop, true);
    while (!atomic_load(&k.barked)) {
        watchdog_pat(w); /* at work, but not at its end */
        nap();
    }
    watchdog_end(w);
    assert_non_null(strstr(k.why, "asked to stop"));
}

/* Before its first sign of life a server is starting, which may take any time. */
static void a_start_is_not_watched(void **state) {
    (void)state;
    kennel k = {0};
    watchdog *w = watch(&k, 1, 1000);
    for (int64_t end = clock_now() + 5 * WATCHDOG_BEAT_MS * SECOND / 1000; clock_now() < end;)
        nap();
    assert_int_equal(atomic_load(&k.barked), 0);
    watchdog_end(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_requests_cut_at_every_byte),
        cmocka_unit_test(each_connection_gets_one_request_per_turn),
        cmocka_unit_test(players_are_served_first),
        cmocka_unit_test(a_client_that_reads_nothing_gets_nothing_more),
        cmocka_unit_test(one_address_does_not_take_all_sockets),
        cmocka_unit_test(one_address_does_not_take_all_boards),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(a_socket_is_opened),
        cmocka_unit_test(hashes),
        cmocka_unit_test(arguments_are_decoded),
        cmocka_unit_test(an_account_is_answered_when_the_disk_has_it),
        cmocka_unit_test(a_secret_that_the_disk_does_not_take_does_not_count),
        cmocka_unit_test(addresses_have_limits_of_their_own),
        cmocka_unit_test(a_network_of_ipv6_is_one_address),
        cmocka_unit_test(only_trusted_proxies_speak_for_others),
        cmocka_unit_test(a_thread_that_blocks_is_noticed),
        cmocka_unit_test(a_thread_that_does_not_stop_is_ended),
        cmocka_unit_test(a_start_is_not_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
