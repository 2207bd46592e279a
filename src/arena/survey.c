#include "arena/survey.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "store/explorer.h"

enum {
    BATCH = 8, /* matches in one transaction: others wait for it only some milliseconds */
    LOOK_SECONDS = 1,
    FAILED_SECONDS = 30,
    GAMES_MAX = 16,
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
    int64_t changes, rated;          /* the store's when people were rated; -1: not yet */
    uint64_t again;                  /* how often the ratings were dropped */
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

static void forget_ratings(survey *s) {
    for (int i = 0; i < GAMES_MAX; i++) {
        free(s->ratings[i].players);
        s->ratings[i] = (game_ratings){0};
    }
    s->changes = s->rated = -1;
    s->again++;
}

/* Rates everybody if a match of an account has ended since the last time. */
static bool rate(survey *s, error *e) {
    int64_t changes = store_changes(s->store);
    pthread_mutex_lock(&s->lock);
    bool same = changes == s->changes;
    int64_t before = s->rated;
    uint64_t again = s->again;
    pthread_mutex_unlock(&s->lock);
    if (same) return true;
    int64_t rated = store_count_rated(s->store);
    game_ratings found[GAMES_MAX] = {0};
    bool good = true;
    for (int i = 0; good && rated != before && i < GAMES_MAX && games_all[i]; i++) {
        found[i].count = people_rate(s->store, games_all[i], &found[i].players, e);
        good = found[i].count >= 0;
    }
    pthread_mutex_lock(&s->lock);
    if (good && s->again == again) {
        s->changes = changes, s->rated = rated;
        for (int i = 0; rated != before && i < GAMES_MAX; i++) {
            game_ratings old = s->ratings[i];
            s->ratings[i] = found[i], found[i] = old;
        }
    }
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < GAMES_MAX; i++) free(found[i].players);
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
    for (int i = 0; i < r->count; i++) with(context, &r->players[i]);
    pthread_mutex_unlock(&s->lock);
    return found;
}

void survey_rate_again(survey *s) {
    pthread_mutex_lock(&s->lock);
    forget_ratings(s);
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
    forget_ratings(s);
    store_close(s->store);
    pthread_cond_destroy(&s->stopped);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
