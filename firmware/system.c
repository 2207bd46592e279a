/* The C library's needs (memory, errno, the end of the program) and base/clock.h. */
#include "system.h"

#include <picotls.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "machine.h"

/* From memory.ld. */
extern char program_start[], bss_start[], bss_end[], heap_start[], heap_end[], __tls_base[];

int main(void);

_Noreturn void system_run(void) {
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    _set_tls(__tls_base);
    main();
    machine_halt();
}

_Noreturn void system_fault(const char *what, uint32_t address) {
    char line[80];
    text t = text_over(line, sizeof line);
    text_addf(&t, "%s at %08x\n", what, (unsigned)address);
    machine_log(line);
    machine_halt();
}

_Noreturn void abort(void) {
    machine_log("aborted\n");
    machine_halt();
}

static uint32_t timer;

void system_set_timer(uint32_t hertz) { timer = hertz; }

int64_t clock_now(void) {
    uint64_t ticks = machine_ticks(), hertz = timer ? timer : machine_timer;
    return (int64_t)(ticks / hertz * SECOND + ticks % hertz * SECOND / hertz);
}

static size_t used;

/* Called by malloc to get more memory. */
void *sbrk(ptrdiff_t);
void *sbrk(ptrdiff_t bytes) {
    size_t now = used + (size_t)bytes;
    if (now > system_heap_size()) return (void *)-1;
    char *before = heap_start + used;
    used = now;
    return before;
}

size_t system_program_size(void) { return (size_t)(bss_start - program_start); }
size_t system_heap_used(void) { return used; }
size_t system_heap_size(void) { return (size_t)(heap_end - heap_start); }
