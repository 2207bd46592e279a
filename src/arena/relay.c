#include "arena/relay.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "referee/match.h"

enum {
    LOOK_MS = 500,    /* between two looks for matches of the dead, */
    LATE_MS = 2000,   /* a post that is older was missed, or waits for the referee */
    TIDY_LOOKS = 120, /* and of those, after how many rows of the dead are removed */
    CLAIMS_AT_ONCE = 16,
    READ_AT_ONCE = 64,
    LETTER = POST_NEWS + 1,
};

/* A match whose news is wanted. */
typedef struct followed {
    struct followed *next;
    store_fence fence; /* claim 0: another arena plays it */
    int64_t last;      /* its last event that was passed on */
    bool fresh;        /* not looked at yet */
} followed;

/* Something to send. */
typedef struct letter {
    struct letter *next;
    enum letter_kind { LETTER_NEWS, LETTER_PRESENT, LETTER_POST, LETTER_ANSWER } kind;
    store_post post;
    int present[1 + GAME_SEATS_MAX];
    char words[]; /* of news and answers */
} letter;

struct relay {
    store *store;
    news_inbox *inbox;
    pthread_t thread;
    int wake;
    atomic_bool quit;
    atomic_int room;
    int64_t tickets;      /* the arena's thread only */
    pthread_mutex_t lock; /* for everything below */
    followed *followed;
    letter *first, **last;
};

static void wake(relay *r) {
    int unused = eventfd_write(r->wake, 1);
    (void)unused;
}

/* The arena's side. */

static letter *letter_of(enum letter_kind kind, const char *words) {
    size_t length = words ? strlen(words) : 0;
    letter *l = calloc(1, sizeof *l + length + 1);
    if (!l) return NULL;
    l->kind = kind;
    if (words) memcpy(l->words, words, length + 1);
    return l;
}

static void send_letter(relay *r, letter *l) {
    if (!l) return; /* the store has it: others see it when they look again */
    pthread_mutex_lock(&r->lock);
    *r->last = l;
    r->last = &l->next;
    pthread_mutex_unlock(&r->lock);
    wake(r);
}

void relay_tell(relay *r, const char *what, int64_t id, int64_t number) {
    char words[80];
    text t = text_over(words, sizeof words);
    if (!r) return;
    text_addf(&t, "%s %lld %lld", what, (long long)id, (long long)number);
    send_letter(r, letter_of(LETTER_NEWS, words));
}

void relay_tell_present(relay *r, int64_t id, const int counts[1 + GAME_SEATS_MAX]) {
    letter *l = r ? letter_of(LETTER_PRESENT, NULL) : NULL;
    if (!l) return;
    l->post.match = id;
    memcpy(l->present, counts, sizeof l->present);
    send_letter(r, l);
}

int64_t relay_post(relay *r, int64_t id, const char *words) {
    letter *l = r ? letter_of(LETTER_POST, NULL) : NULL;
    if (!l) return 0;
    l->post.match = id;
    l->post.ticket = ++r->tickets;
    text t = text_over(l->post.words, sizeof l->post.words);
    text_add(&t, words);
    send_letter(r, l);
    return r->tickets;
}

void relay_answer(relay *r, const store_post *p, const char *code, const error *why) {
    char words[sizeof(error) + 160];
    text t = text_over(words, sizeof words);
    if (!r) return;
    text_addf(&t, "answer %lld %lld %s %s\n%s\n%s", (long long)p->ticket, (long long)p->match,
              code ? code : "-", code && *why->code ? why->code : "-", code ? why->message : "",
              code ? why->values : "");
    letter *l = letter_of(LETTER_ANSWER, words);
    if (!l) return;
    l->post = *p;
    send_letter(r, l);
}

void relay_set_room(relay *r, int room) {
    if (r) atomic_store(&r->room, room);
}

static followed **find(relay *r, int64_t id) {
    followed **at = &r->followed;
    while (*at && (*at)->fence.match != id) at = &(*at)->next;
    return at;
}

void relay_follow(relay *r, store_fence f, int64_t last) {
    if (!r) return;
    pthread_mutex_lock(&r->lock);
    followed **at = find(r, f.match);
    if (!*at) *at = calloc(1, sizeof **at);
    if (*at) (*at)->fence = f, (*at)->last = last, (*at)->fresh = true;
    pthread_mutex_unlock(&r->lock);
    wake(r);
}

void relay_unfollow(relay *r, int64_t id) {
    if (!r) return;
    pthread_mutex_lock(&r->lock);
    followed **at = find(r, id), *gone = *at;
    if (gone) *at = gone->next;
    pthread_mutex_unlock(&r->lock);
    free(gone);
}

/* The thread's side: in. */

/* Takes the mail. */
static void deliver(relay *r, enum arena_news_kind kind, int64_t id, relay_mail *m) {
    if (m) inbox_put(r->inbox, &(arena_news){.kind = kind, .match = id, .mail = m});
}

static bool look_up(relay *r, int64_t id, followed *found) {
    pthread_mutex_lock(&r->lock);
    followed **at = find(r, id);
    bool is = *at != NULL;
    if (is) *found = **at;
    pthread_mutex_unlock(&r->lock);
    return is;
}

/* A match, or all of them (0), must be looked at again. */
static void set_fresh(relay *r, int64_t id) {
    pthread_mutex_lock(&r->lock);
    for (followed *f = r->followed; f; f = f->next)
        if (!id || f->fence.match == id) f->fresh = true;
    pthread_mutex_unlock(&r->lock);
}

typedef struct reading {
    int64_t last, upto;
    relay_mail *mail[READ_AT_ONCE];
    int count;
} reading;

static bool read_event(void *context, const store_event *v) {
    reading *g = context;
    if (v->number > g->upto || g->count == READ_AT_ONCE) return false;
    relay_mail *m = calloc(1, sizeof *m);
    if (!m) return false;
    m->event = *v;
    g->mail[g->count++] = m;
    g->last = v->number;
    return true;
}

/* The result is in the store once the last event is. */
static bool read_verdict(relay *r, int64_t id, relay_mail *m) {
    error e;
    if (strcmp(m->event.kind, match_event_name(MATCH_END)) != 0) return true;
    m->over = calloc(1, sizeof *m->over);
    return m->over && store_find(r->store, id, m->over, &e);
}

/* Passes on the events of another's match up to `upto`; `known`: they are on disk. What could not
 * be read, or is too much for once, is left for the next look. */
static bool pass_on_events(relay *r, const followed *f, int64_t upto, bool known) {
    reading g = {.last = f->last, .upto = upto};
    error e;
    bool good = store_each_later(r->store, f->fence.match, f->last, read_event, &g, &e);
    bool all = g.count < READ_AT_ONCE;
    if (good && g.count > 0) good = read_verdict(r, f->fence.match, g.mail[g.count - 1]);
    if (good && g.count > 0 && !known) good = store_sync(r->store, &e);
    for (int i = 0; i < g.count; i++) {
        if (good) deliver(r, ARENA_STORED, f->fence.match, g.mail[i]);
        else relay_mail_free(g.mail[i]);
    }
    if (good) {
        pthread_mutex_lock(&r->lock);
        followed *now = *find(r, f->fence.match);
        if (now && now->last == f->last) now->last = g.last;
        pthread_mutex_unlock(&r->lock);
    }
    if (!good || !all) set_fresh(r, f->fence.match);
    return good;
}

static bool pass_on_seats(relay *r, int64_t id) {
    relay_mail *m = calloc(1, sizeof *m);
    error e;
    if (m) m->seat_count = store_seats(r->store, id, m->seats, GAME_SEATS_MAX, &e);
    bool good = m && m->seat_count >= 0;
    if (good) deliver(r, ARENA_SEATS, id, m);
    else free(m);
    return good;
}

static bool pass_on_present(relay *r, int64_t id) {
    relay_mail *m = calloc(1, sizeof *m);
    error e;
    bool good = m && store_find_present(r->store, id, m->present, 1 + GAME_SEATS_MAX, &e);
    if (good) deliver(r, ARENA_PRESENT, id, m);
    else free(m);
    return good;
}

typedef struct chatting {
    int64_t number;
    relay_mail *mail;
} chatting;

static bool read_chat(void *context, const chat_line *l) {
    chatting *c = context;
    if (l->number != c->number) return true;
    c->mail = calloc(1, sizeof *c->mail);
    if (c->mail) c->mail->line = *l;
    return false;
}

static void pass_on_chat(relay *r, int64_t id, int64_t number) {
    chatting c = {.number = number};
    error e;
    store_each_chat(r->store, id, CHAT_KEPT, read_chat, &c, &e);
    deliver(r, ARENA_CHAT, id, c.mail);
}

static bool pass_on_post(void *context, const store_post *p) {
    relay_mail *m = calloc(1, sizeof *m);
    if (m) m->post = *p;
    deliver(context, ARENA_POSTED, p->match, m);
    return true;
}

static void tell_taken(relay *r, store_fence f) {
    relay_mail *m = calloc(1, sizeof *m);
    if (m) m->fence = f;
    deliver(r, ARENA_TAKEN, f.match, m);
}

/* "TICKET MATCH CODE CODE\nMESSAGE\nVALUES" */
static void take_answer(relay *r, const char *words) {
    scan s = scan_string(words);
    uint64_t ticket, id;
    const char *code, *why;
    size_t length, why_length;
    if (!scan_number(&s, 0, INT64_MAX, &ticket) || !scan_char(&s, ' ') ||
        !scan_number(&s, 0, INT64_MAX, &id) || !scan_char(&s, ' ') ||
        !scan_word(&s, " ", &code, &length) || !scan_char(&s, ' ') ||
        !scan_word(&s, "\n", &why, &why_length))
        return;
    relay_mail *m = calloc(1, sizeof *m);
    if (!m) return;
    arena_news n = {.kind = ARENA_ANSWERED, .match = (int64_t)id, .mail = m};
    text t = text_over(m->code, sizeof m->code);
    m->ticket = (int64_t)ticket;
    if (!text_same(code, length, "-")) text_add_part(&t, code, length);
    t = text_over(n.why.code, sizeof n.why.code);
    if (!text_same(why, why_length, "-")) text_add_part(&t, why, why_length);
    const char *message = why + why_length + 1, *values = strchr(message, '\n');
    t = text_over(n.why.message, sizeof n.why.message);
    text_add_part(&t, message, values ? (size_t)(values - message) : strlen(message));
    t = text_over(n.why.values, sizeof n.why.values);
    if (values) text_add(&t, values + 1);
    inbox_put(r->inbox, &n);
}

/* One line of news: a word and up to two numbers. */
static void take_line(relay *r, const char *line, size_t length) {
    char words[100];
    text t = text_over(words, sizeof words);
    text_add_part(&t, line, length);
    scan s = scan_string(words);
    const char *what;
    size_t size;
    uint64_t first = 0, second = 0;
    followed f;
    error e;
    store_post p;
    if (!scan_word(&s, " ", &what, &size) || !scan_char(&s, ' ') ||
        !scan_number(&s, 0, INT64_MAX, &first))
        return;
    if (scan_char(&s, ' ') && !scan_number(&s, 0, INT64_MAX, &second)) return;
    int64_t id = (int64_t)first, number = (int64_t)second;
    if (text_same(what, size, "post")) {
        if (store_find_post(r->store, id, &p, &e)) pass_on_post(r, &p);
        return;
    }
    if (!look_up(r, id, &f)) return;
    if (text_same(what, size, "taken") && f.fence.claim && f.fence.claim < number)
        tell_taken(r, (store_fence){id, number});
    if (text_same(what, size, "event") && !f.fence.claim && f.last < number)
        pass_on_events(r, &f, number, true);
    if (text_same(what, size, "seats")) pass_on_seats(r, id);
    if (text_same(what, size, "chat")) pass_on_chat(r, id, number);
    if (text_same(what, size, "here")) pass_on_present(r, id);
}

static void take_news(void *context, const char *words) {
    relay *r = context;
    if (strncmp(words, "answer ", 7) == 0) {
        take_answer(r, words + 7);
        return;
    }
    for (;;) {
        size_t length = strcspn(words, "\n");
        take_line(r, words, length);
        if (!words[length]) return;
        words += length + 1;
    }
}

/* Everything about a match that may have been missed. */
static bool look_at(relay *r, const followed *f) {
    if (f->fence.claim && !store_is_claimed(r->store, f->fence)) {
        tell_taken(r, (store_fence){f->fence.match, f->fence.claim + 1});
        return true;
    }
    return pass_on_present(r, f->fence.match) &&
           (f->fence.claim ||
            (pass_on_seats(r, f->fence.match) && pass_on_events(r, f, INT64_MAX, false)));
}

static bool next_fresh(relay *r, followed *f) {
    pthread_mutex_lock(&r->lock);
    followed *at = r->followed;
    while (at && !at->fresh) at = at->next;
    if (at) *f = *at;
    if (at) at->fresh = false;
    pthread_mutex_unlock(&r->lock);
    return at;
}

/* False if something has to be looked at again. */
static bool look_at_fresh(relay *r) {
    followed f;
    while (next_fresh(r, &f))
        if (!look_at(r, &f)) {
            set_fresh(r, f.fence.match);
            return false;
        }
    return true;
}

/* Out. */

static letter *front(relay *r) {
    pthread_mutex_lock(&r->lock);
    letter *l = r->first;
    pthread_mutex_unlock(&r->lock);
    return l;
}

static void drop_front(relay *r) {
    pthread_mutex_lock(&r->lock);
    letter *l = r->first;
    r->first = l->next;
    if (!r->first) r->last = &r->first;
    pthread_mutex_unlock(&r->lock);
    free(l);
}

/* Sends as much news as fits into one message; it stays in front until it was sent. */
static bool send_news(relay *r, error *e) {
    char words[LETTER];
    text t = text_over(words, sizeof words);
    int count = 0;
    pthread_mutex_lock(&r->lock);
    for (const letter *l = r->first; l && l->kind == LETTER_NEWS; l = l->next) {
        if (t.length + strlen(l->words) + 2 > POST_NEWS) break;
        text_addf(&t, "%s%s", count++ ? "\n" : "", l->words);
    }
    pthread_mutex_unlock(&r->lock);
    if (!store_notify(r->store, NULL, words, e)) return false;
    while (count-- > 0) drop_front(r);
    return true;
}

static bool send_present(relay *r, const letter *l, error *e) {
    char words[60];
    text t = text_over(words, sizeof words);
    text_addf(&t, "here %lld", (long long)l->post.match);
    return store_set_present(r->store, l->post.match, l->present, 1 + GAME_SEATS_MAX, e) &&
           store_notify(r->store, NULL, words, e);
}

/* A post that the store refuses is answered here. */
static bool send_post(relay *r, const letter *l, error *e) {
    if (store_add_post(r->store, &l->post, e)) return true;
    if (strcmp(e->code, "match-over") != 0) return false;
    relay_mail *m = calloc(1, sizeof *m);
    if (!m) return true;
    m->ticket = l->post.ticket;
    text t = text_over(m->code, sizeof m->code);
    text_add(&t, "over");
    inbox_put(r->inbox,
              &(arena_news){.kind = ARENA_ANSWERED, .match = l->post.match, .mail = m, .why = *e});
    return true;
}

/* Sends everything, in order. What cannot be sent waits. */
static bool send_all(relay *r) {
    error e;
    for (letter *l; !atomic_load(&r->quit) && (l = front(r));) {
        switch (l->kind) {
        case LETTER_NEWS:
            if (!send_news(r, &e)) return false;
            continue;
        case LETTER_PRESENT:
            if (!send_present(r, l, &e)) return false;
            break;
        case LETTER_POST:
            if (!send_post(r, l, &e)) return false;
            break;
        case LETTER_ANSWER:
            if (!store_answer_post(r->store, &l->post, l->words, &e)) return false;
            break;
        }
        drop_front(r);
    }
    return true;
}

/* Matches of the dead. */

typedef struct orphans {
    struct {
        int64_t id;
        store_owner owner;
    } match[CLAIMS_AT_ONCE];
    int count;
} orphans;

static bool note_orphan(void *context, int64_t id, const store_owner *o) {
    orphans *all = context;
    all->match[all->count].id = id;
    all->match[all->count++].owner = *o;
    return all->count < CLAIMS_AT_ONCE;
}

/* Claims matches of the dead. What they have written may not be on disk yet: it is synced before
 * anybody sees it. */
static void claim_some(relay *r) {
    orphans all = {.count = 0};
    store_fence claimed[CLAIMS_AT_ONCE];
    int room = atomic_load(&r->room), count = 0;
    error e;
    if (room <= 0) return;
    if (room > CLAIMS_AT_ONCE) room = CLAIMS_AT_ONCE;
    if (!store_each_orphan(r->store, room, note_orphan, &all, &e)) return;
    for (int i = 0; i < all.count; i++)
        if (store_claim(r->store, all.match[i].id, &all.match[i].owner, &claimed[count], &e) ==
            STORE_KEPT)
            count++;
    if (count == 0) return;
    while (!store_sync(r->store, &e) && !atomic_load(&r->quit)) poll(NULL, 0, LOOK_MS);
    for (int i = 0; i < count; i++) {
        relay_mail *m = calloc(1, sizeof *m);
        if (m) m->fence = claimed[i];
        deliver(r, ARENA_CLAIMED, claimed[i].match, m);
        relay_tell(r, "taken", claimed[i].match, claimed[i].claim);
    }
    /* Commands that their former owners have not answered. */
    store_each_post(r->store, pass_on_post, r, &e);
}

/* A post may have been on its way to the former owner of a match when we claimed it. */
static bool pass_on_late_post(void *context, const store_post *p) {
    return p->age < LATE_MS || pass_on_post(context, p);
}

static void look_around(relay *r, int looks) {
    error e;
    claim_some(r);
    store_each_post(r->store, pass_on_late_post, r, &e);
    if (store_has_orphaned_tournament(r->store))
        inbox_put(r->inbox, &(arena_news){.kind = ARENA_ORPHANED});
    if (looks % TIDY_LOOKS == 0) store_tidy_posts(r->store);
}

static void *run(void *context) {
    relay *r = context;
    uint64_t known = 0, now = 0;
    int64_t next = clock_now() + LOOK_MS * MILLISECOND;
    error e;
    for (int looks = 0; !atomic_load(&r->quit);) {
        bool good = send_all(r), missed = now != known && now;
        if (missed) {
            known = now;
            set_fresh(r, 0);
            store_each_post(r->store, pass_on_post, r, &e);
        }
        good = look_at_fresh(r) && good;
        if (clock_now() >= next) {
            look_around(r, ++looks);
            next = clock_now() + LOOK_MS * MILLISECOND;
        }
        int64_t left = (next - clock_now()) / MILLISECOND + 1;
        if (front(r) && good) left = 0;
        store_await(r->store, r->wake, left < 0 ? 0 : (int)left, take_news, r, &now);
        eventfd_t count;
        int unused = eventfd_read(r->wake, &count);
        (void)unused;
    }
    return NULL;
}

bool relay_start(relay **into, store *s, news_inbox *inbox, error *e) {
    *into = NULL;
    if (store_is_file(s)) return true;
    relay *r = calloc(1, sizeof *r);
    if (!r) return error_set(e, "no memory for a relay");
    *r = (relay){.inbox = inbox, .last = &r->first};
    pthread_mutex_init(&r->lock, NULL);
    r->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    r->store = store_open_again(s, e);
    bool good = r->store && store_listen(r->store, e);
    if (good && (r->wake < 0 || pthread_create(&r->thread, NULL, run, r) != 0))
        good = error_set(e, "no thread for a relay");
    if (good) {
        *into = r;
        return true;
    }
    store_close(r->store);
    if (r->wake >= 0) close(r->wake);
    pthread_mutex_destroy(&r->lock);
    free(r);
    return false;
}

void relay_stop(relay *r) {
    if (!r) return;
    atomic_store(&r->quit, true);
    wake(r);
    pthread_join(r->thread, NULL);
    while (r->followed) relay_unfollow(r, r->followed->fence.match);
    while (r->first) drop_front(r);
    store_close(r->store);
    close(r->wake);
    pthread_mutex_destroy(&r->lock);
    free(r);
}
