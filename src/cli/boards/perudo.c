/* damero board perudo: the Perudo board with a link to its view, by hand or by script. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "cli/boards/board.h"
#include "cli/boards/design.h"
#include "cli/boards/perudo_run.h"
#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/terminal.h"

enum { LINGER = 500 }; /* milliseconds for the other end to read the last bytes */

/* The state of one run. */
typedef struct work {
    perudo_run run;
    perudo_keys keys;
    char settings[DEVICE_SETTINGS];
    bool scripted, stay;
    game_rules *rules; /* of the view */
    board_session session;
} work;

static void play_script(work *w) {
    perudo_run *r = &w->run;
    perudo_keys_step step;
    while (!atomic_load(r->stop) &&
           (step = perudo_keys_next(&w->keys, r->device)).what != KEYS_DONE) {
        if (step.what == KEYS_SET) device_set(r->device, step.pin, step.value);
        else perudo_run_until(r, r->device->now + step.value);
    }
    while (!device_get(r->device, PERUDO_ENABLE) && !atomic_load(r->stop))
        perudo_run_until(r, r->device->now + UART_FRAME * (uint64_t)r->times.bit);
}

/* After a script with a link: waits while the other side reads the rest, or until it hangs up. */
static void linger(work *w) {
    perudo_run *r = &w->run;
    int64_t until = clock_now() + LINGER * MILLISECOND;
    while (!atomic_load(r->stop) && (w->stay ? r->there : clock_now() < until)) {
        if (link_waiting(r->link)) link_flush(r->link);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        perudo_run_look(r);
    }
}

static bool wait_for_view(perudo_run *r, int64_t patience, error *e) {
    int64_t deadline = clock_now() + patience;
    if (r->link->kind == LINK_PTY || r->link->kind == LINK_LISTEN)
        printf("The board is at %s\n", r->link->name);
    fflush(stdout);
    while (perudo_run_look(r), !r->there && !r->lost && clock_now() < deadline) {
        if (atomic_load(r->stop)) return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return r->there || link_explain_join(r->link, r->lost ? LINK_CLOSED : LINK_LATE, e);
}

static void play(board_session *session, void *context) {
    work *w = context;
    perudo_run *r = &w->run;
    r->session = session;
    r->start = clock_now();
    if (!w->scripted) {
        perudo_run_by_hand(r);
        return;
    }
    play_script(w);
    if (r->printing) putchar('\n');
    if (r->link) linger(w);
}

/* The rules are settings of the board. By hand it has the menu of rules; a design may not have it.
 * Our dice are new with every power-on, unless a seed is given. */
static void choose_settings(const cli_arguments *a, work *w) {
    const char *given = cli_value(a, "settings"), *rules = cli_value(a, "rules");
    text t = text_over(w->settings, sizeof w->settings);
    text_addf(&t, "%s%s%s", given ? given : "", given && rules ? "," : "", rules ? rules : "");
    if (!cli_value(a, "keys") && !cli_value(a, "design") && !(given && strstr(given, "menu=")))
        text_addf(&t, "%smenu=on", t.length ? "," : "");
    if (cli_value(a, "design") || (given && strstr(given, "seed="))) return;
    if (sodium_init() < 0) return;
    text_addf(&t, "%sseed=%u", t.length ? "," : "", (unsigned)randombytes_uniform(INT32_MAX));
}

static bool set_up(const cli_arguments *a, work *w, error *e) {
    perudo_run *r = &w->run;
    const char *keys = cli_value(a, "keys");
    int64_t pace = 0;
    choose_settings(a, w);
    r->spec = cli_value(a, "link");
    w->scripted = keys != NULL;
    w->stay = cli_value(a, "stay") != NULL;
    if (!keys && !terminal_there()) return error_set(e, "no terminal for the buttons: use --keys");
    if (!cli_read_duration(a, "pace", &pace, e)) return false;
    if (cli_value(a, "joystick") && keys)
        return error_set(e, "--joystick is for play by hand: it does not go with --keys");
    if (cli_value(a, "joystick") && !joystick_open(&r->stick, cli_value(a, "joystick"), e))
        return false;
    if (!perudo_board_times(w->settings, &r->times, e)) return error_in(e, "--settings");
    if (keys && !perudo_keys_begin(&w->keys, keys, r->times, (uint64_t)pace / 20, e))
        return error_in(e, "--keys");
    r->ours = !cli_value(a, "design");
    if (!(r->device = cli_board_device(a, &perudo_board_kind, w->settings, e))) return false;
    w->session =
        (board_session){.board = r->device, .settings = w->settings, .play = play, .context = w};
    if (!board_session_read(a, &w->session, e)) return false;
    r->ear = uart_receiver_create(r->times.bit);
    if (!(w->rules = perudo_board_rules(w->settings, e))) return false;
    r->view = perudo_view_create(perudo_rules_of(w->rules));
    perudo_view_hear(&r->view, PERUDO_SENDS_SYNC); /* the board is idle at this point */
    r->style = (scene_style){.ascii = cli_style(a).ascii,
                             .colour = cli_wants_colour(stdout),
                             .open = cli_value(a, "open") != NULL};
    if (!r->spec && !keys) r->spec = "pty";
    r->printing = !r->spec;
    r->pacing = keys && r->spec;
    return !r->spec || (r->link = link_open(r->spec, NULL, e));
}

int cli_board_perudo(const cli_arguments *a) {
    error e = {0};
    int64_t patience = 3600 * SECOND;
    work *w = calloc(1, sizeof *w);
    bool good = (w || error_set(&e, "no memory for the board")) &&
                cli_read_duration(a, "patience", &patience, &e);
    if (good) {
        w->run.stick.file = -1;
        good = set_up(a, w, &e);
        w->run.stop = w->run.printing ? cli_stop_with_output() : cli_stop_on_interrupt();
        if (good && w->scripted && w->run.link) good = wait_for_view(&w->run, patience, &e);
        if (good) good = board_session_run(&w->session, &e) && cli_design_holds(w->run.device, &e);
        link_close(w->run.link);
        joystick_close(&w->run.stick);
        device_destroy(w->run.device);
        game_destroy(w->rules);
    }
    free(w);
    return good ? CLI_OK : cli_fail_with(a, &e);
}
