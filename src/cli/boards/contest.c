/* damero board dots, damero board trax: a software contest board on a real line. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "cli/boards/board.h"
#include "cli/stop.h"
#include "links/link.h"
#include "referee/board.h"
#include "referee/board_player.h"

typedef struct contestant {
    board board;
    link_end *link;
    board_player player;
    engine_limits limits;
    bool quiet, stay;
    int64_t patience; /* for the other side to connect */
    const atomic_bool *stop;
} contestant;

/* Waits in small steps, so that Ctrl-C ends it. */
static void wait_for(const contestant *d, int64_t delay) {
    for (int64_t until = clock_now() + delay; clock_now() < until && !atomic_load(d->stop);)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static void send(void *context, const char *bytes, size_t count, int64_t delay) {
    contestant *d = context;
    if (delay) wait_for(d, delay);
    if (link_write(d->link, bytes, count, clock_now() + 10 * SECOND) != LINK_OK)
        d->board.hung_up = !d->stay;
}

static game_move choose(void *context, const history *h) {
    contestant *d = context;
    engine_result result = {0};
    engine_watch watch = {.stop = d->stop};
    board_player_choose(&d->player, h, &d->limits, &watch, &result);
    return result.move;
}

static void started(void *context, int seat) {
    contestant *d = context;
    if (seat >= 0 && !d->quiet)
        printf("A game begins; we are %s.\n", game_seat_name(d->player.rules, seat));
    fflush(stdout);
}

static void moved(void *context, const history *h, bool own) {
    contestant *d = context;
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    if (d->quiet) return;
    game_write_move(h->rules, h->start, h->moves[h->count - 1], &t);
    printf("%s %s\n", own ? "we:  " : "they:", word);
    fflush(stdout);
}

/* Whether there is another opponent after the other side has hung up. */
static bool find_another(contestant *d) {
    if (!d->quiet && !atomic_load(d->stop)) puts("The other side has hung up.");
    fflush(stdout);
    return d->stay && cli_join_again(&d->link, clock_now() + d->patience, d->stop) == LINK_OK;
}

/* Plays until the other side hangs up (with --stay, then with the next one), or Ctrl-C. */
static void serve(contestant *d) {
    char bytes[256];
    size_t count;
    while (!d->board.hung_up && !atomic_load(d->stop)) {
        link_status status =
            link_read(d->link, bytes, sizeof bytes, clock_now() + SECOND / 4, &count);
        if (status != LINK_CLOSED) board_receive(&d->board, bytes, count);
        else if (!find_another(d)) break;
    }
}

static bool set_up(const cli_arguments *a, contestant *d, error *e) {
    const char *name = a->operand[0], *given = cli_value(a, "rules"),
               *level = cli_value(a, "level");
    const char *link = cli_value(a, "link"), *misbehave = cli_value(a, "misbehave");
    board_manners manners = {.lateness = 11 * SECOND};
    uint64_t seed = 1;
    d->limits.move_time = SECOND / 4;
    if (!cli_read_duration(a, "lateness", &manners.lateness, e) ||
        !cli_read_duration(a, "time", &d->limits.move_time, e) ||
        !cli_read_number(a, "nodes", 1, UINT64_MAX, &d->limits.nodes, e) ||
        !cli_read_number(a, "seed", 0, UINT64_MAX, &seed, e) ||
        (misbehave && !board_read_manners(misbehave, &manners, e)))
        return false;
    const game *g = game_find(name, e);
    const engine_kind *kind = g ? boards_find_engine(g, cli_value(a, "engine"), e) : NULL;
    if (!kind) return false;
    engine_options options = {.seed = seed};
    options.level = level ? engine_find_level(kind, level, e) : engine_full_level(kind);
    board_owner owner = {
        .context = d, .send = send, .choose = choose, .started = started, .moved = moved};
    if (options.level < 0 || !board_player_create(&d->player, kind, given, &options, e) ||
        !board_create(&d->board, d->player.rules, &manners, owner, e))
        return false;
    return (d->link = link_open(link ? link : "pty", NULL, e));
}

int cli_board_contest(const cli_arguments *a) {
    error e;
    contestant d = {.quiet = cli_value(a, "quiet") != NULL,
                    .stay = cli_value(a, "stay") != NULL,
                    .patience = 3600 * SECOND};
    d.stop = d.quiet ? cli_stop_on_interrupt() : cli_stop_with_output();
    bool good = cli_read_duration(a, "patience", &d.patience, &e) && set_up(a, &d, &e);
    if (good) {
        printf("The board is at %s\n", d.link->name);
        fflush(stdout);
        link_status status = cli_join(d.link, clock_now() + d.patience, d.stop);
        good = status == LINK_OK || atomic_load(d.stop) || link_explain_join(d.link, status, &e);
    }
    if (good) serve(&d);
    link_close(d.link);
    board_destroy(&d.board);
    board_player_destroy(&d.player);
    return good ? CLI_OK : cli_fail_with(a, &e);
}
