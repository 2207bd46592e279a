/* system - what a computer without an operating system lacks, for main.c and the machines. */
#ifndef FIRMWARE_SYSTEM_H
#define FIRMWARE_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* For machines: clears memory, then runs main. */
_Noreturn void system_run(void);

/* For machines: logs a fault and halts. */
_Noreturn void system_fault(const char *what, uint32_t address);

/* Sets the ticks of the timer per second, if not machine_timer. */
void system_set_timer(uint32_t hertz);

/* Bytes of the program with its constants; bytes that malloc has taken so far, and all it could
 * take. */
size_t system_program_size(void);
size_t system_heap_used(void);
size_t system_heap_size(void);

#endif
