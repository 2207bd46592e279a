#include "arena/survey.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"
#include "store/explorer.h"

enum {
    BATCH = 8, /* matches in one transaction: others wait for it only some milliseconds */
    LOOK_SECONDS = 1,
    FAILED_SECONDS = 30,
    GAMES_MAX = 16,
    PAUSES = 9,   /* times as long as rating took */
    NAMINGS = 20, /* attempts, if accounts change meanwhile */
};

typedef struct game_ratings {
    rated_player *players; /* NULL: not found yet */
    int count;
} game_ratings;

struct survey {
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stopped;
    bool stop;
    game_ratings ratings[GAMES_MAX]; /* in the order of games_all */
    uint64_t renamed;                /* how often an account got another name, or was deleted */
    /* The thread's own: the store's figures when people were rated, -1 if not yet; when it may rate
     * them again. */
    int64_t changes, rated, due;
};

/* Waits until the time is over or the survey is stopped; returns whether it was stopped. */
static bool wait_for(survey *s, int seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    pthread_mutex_lock(&s->lock);
    while (!s->stop && seconds && pthread_cond_timedwait(&s->stopped, &s->lock, &until) == 0)
        continue;
    bool stop = s->stop;
    pthread_mutex_unlock(&s->lock);
    return stop;
}

/* The ratings of a game: as they are, or found again. */
static bool find_ratings(survey *s, const game *of, const game_ratings *old, bool again,
                         game_ratings *found, error *e) {
    if (again) {
        found->count = people_rate(s->store, of, &found->players, e);
        return found->count >= 0;
    }
    size_t size = (size_t)old->count * sizeof *found->players;
    if (!old->players || !(found->players = malloc(size + 1)))
        return !old->players || error_set(e, "no memory for ratings");
    pthread_mutex_lock(&s->lock);
    memcpy(found->players, old->players, size);
    pthread_mutex_unlock(&s->lock);
    found->count = old->count;
    return true;
}

/* Shows them with the names of now. False if an account changed meanwhile. */
static bool show(survey *s, game_ratings found[GAMES_MAX]) {
    pthread_mutex_lock(&s->lock);
    uint64_t renamed = s->renamed;
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < GAMES_MAX; i++)
        if (found[i].players)
            found[i].count = people_name(s->store, found[i].players, found[i].count);
    pthread_mutex_lock(&s->lock);
    bool good = s->renamed == renamed;
    for (int i = 0; good && i < GAMES_MAX; i++) {
        game_ratings old = s->ratings[i];
        s->ratings[i] = found[i], found[i] = old;
    }
    pthread_mutex_unlock(&s->lock);
    return good;
}

/* Rates everybody if a match of an account has ended since the last time. Names may have changed in
 * any case, at another server. False with an error, or if the survey was stopped. */
static bool rate(survey *s, error *e) {
    int64_t changes = store_changes(s->store), start = clock_now();
    if (changes == s->changes || start < s->due) return true;
    int64_t rated = store_count_rated(s->store);
    game_ratings found[GAMES_MAX] = {0};
    bool good = true, shown = false;
    /* Only this thread changes which players there are. */
    for (int i = 0; good && i < GAMES_MAX && games_all[i]; i++)
        good = !wait_for(s, 0) &&
               find_ratings(s, games_all[i], &s->ratings[i], rated != s->rated, &found[i], e);
    for (int i = 0; good && !shown && i < NAMINGS; i++) shown = show(s, found);
    if (shown) s->changes = changes, s->rated = rated;
    for (int i = 0; i < GAMES_MAX; i++) free(found[i].players);
    s->due = clock_now() + PAUSES * (clock_now() - start);
    return good;
}

static void *count(void *context) {
    survey *s = context;
    error e;
    int wait = 0;
    while (!wait_for(s, wait)) {
        int counted = explorer_count(s->store, BATCH, &e);
        wait = counted > 0 ? 0 : counted == 0 ? LOOK_SECONDS : FAILED_SECONDS;
        if (counted == 0 && !rate(s, &e)) wait = FAILED_SECONDS;
    }
    return NULL;
}

bool survey_ratings(survey *s, const game *of, void (*with)(void *, const rated_player *),
                    void *context) {
    int at = 0;
    while (at < GAMES_MAX && games_all[at] && games_all[at] != of) at++;
    if (at == GAMES_MAX || !games_all[at]) return false;
    pthread_mutex_lock(&s->lock);
    const game_ratings *r = &s->ratings[at];
    bool found = r->players != NULL;
    for (int i = 0; found && i < r->count; i++)
        if (*r->players[i].name) with(context, &r->players[i]);
    pthread_mutex_unlock(&s->lock);
    return found;
}

void survey_rename(survey *s, int64_t account, const char *name) {
    pthread_mutex_lock(&s->lock);
    s->renamed++;
    for (int i = 0; i < GAMES_MAX; i++)
        for (int k = 0; k < s->ratings[i].count; k++) {
            rated_player *p = &s->ratings[i].players[k];
            if (p->account != account) continue;
            text t = text_over(p->name, sizeof p->name);
            text_add(&t, name ? name : "");
        }
    pthread_mutex_unlock(&s->lock);
}

survey *survey_start(store *first, error *e) {
    survey *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory to count matches");
        return NULL;
    }
    s->changes = s->rated = -1;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->stopped, NULL);
    s->store = store_open_again(first, e);
    if (s->store && pthread_create(&s->thread, NULL, count, s) == 0) return s;
    if (s->store) error_set(e, "no thread to count matches");
    store_close(s->store);
    pthread_cond_destroy(&s->stopped);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return NULL;
}

void survey_end(survey *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_signal(&s->stopped);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    for (int i = 0; i < GAMES_MAX; i++) free(s->ratings[i].players);
    store_close(s->store);
    pthread_cond_destroy(&s->stopped);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
