#include "arena/news.h"

#include <stdlib.h>

#include "arena/relay.h"

void inbox_create(news_inbox *b, void (*wake)(void *), void *context) {
    *b = (news_inbox){.wake = wake, .context = context};
    pthread_mutex_init(&b->lock, NULL);
    b->last = &b->first;
}

arena_news *inbox_take(news_inbox *b) {
    pthread_mutex_lock(&b->lock);
    arena_news *all = b->first;
    b->first = NULL;
    b->last = &b->first;
    pthread_mutex_unlock(&b->lock);
    return all;
}

void relay_mail_free(relay_mail *m) {
    if (m) free(m->over);
    free(m);
}

void news_free(arena_news *n) {
    relay_mail_free(n->mail);
    free(n);
}

void inbox_destroy(news_inbox *b) {
    for (arena_news *n = inbox_take(b), *next; n; n = next) {
        next = n->next;
        news_free(n);
    }
    pthread_mutex_destroy(&b->lock);
}

void inbox_put(news_inbox *b, const arena_news *n) {
    arena_news *copy = malloc(sizeof *copy);
    if (!copy) relay_mail_free(n->mail);
    if (!copy) return; /* the journal has it: it shows when the match is loaded again */
    *copy = *n;
    copy->next = NULL;
    pthread_mutex_lock(&b->lock);
    *b->last = copy;
    b->last = &copy->next;
    pthread_mutex_unlock(&b->lock);
    b->wake(b->context);
}
