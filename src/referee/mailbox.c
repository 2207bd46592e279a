#include "referee/mailbox.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"

bool mailbox_create(mailbox *m, error *e) {
    m->first = m->count = 0;
    m->relayed = m->relayed_at = 0;
    m->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (m->event < 0) return error_set(e, "no event for a mailbox: %s", strerror(errno));
    pthread_mutex_init(&m->lock, NULL);
    return true;
}

void mailbox_destroy(mailbox *m) {
    if (m->event < 0) return;
    close(m->event);
    pthread_mutex_destroy(&m->lock);
}

bool mailbox_post(mailbox *m, const match_command *command) {
    pthread_mutex_lock(&m->lock);
    bool room = m->count < MAILBOX_LETTERS;
    if (room) {
        mailbox_letter *l = &m->letter[(m->first + m->count++) % MAILBOX_LETTERS];
        l->command = *command;
        l->time = command->arrived ? command->arrived : clock_now();
    }
    pthread_mutex_unlock(&m->lock);
    /* If the counter is full, its reader wakes anyway. */
    if (room && eventfd_write(m->event, 1) != 0) return true;
    return room;
}

void mailbox_note(mailbox *m, int64_t event, int64_t when) {
    pthread_mutex_lock(&m->lock);
    m->relayed = event;
    m->relayed_at = when;
    pthread_mutex_unlock(&m->lock);
    int unused = eventfd_write(m->event, 1);
    (void)unused;
}

bool mailbox_noted(mailbox *m, int64_t event, int64_t *when) {
    pthread_mutex_lock(&m->lock);
    bool noted = m->relayed >= event;
    *when = m->relayed_at;
    pthread_mutex_unlock(&m->lock);
    return noted;
}

bool mailbox_take(mailbox *m, mailbox_letter *out) {
    pthread_mutex_lock(&m->lock);
    bool there = m->count > 0;
    if (there) {
        *out = m->letter[m->first];
        m->first = (m->first + 1) % MAILBOX_LETTERS;
        m->count--;
    }
    if (m->count == 0) {
        eventfd_t unused;
        eventfd_read(m->event, &unused);
    }
    pthread_mutex_unlock(&m->lock);
    return there;
}
