/* firmware/ - Damero's contest boards on bare metal: the Dots contest board and the Trax
 * competition player, with the same rules, engines and protocol as `damero board`.
 *
 *   machine.h   what the program needs from the computer it runs on (this file)
 *   zynq/       Zynq-7000, Cortex-A9: ZedBoard, `qemu-system-arm -M xilinx-zynq-a9`
 *   virt/       RISC-V rv32im: `qemu-system-riscv32 -M virt`
 *   main.c      the program
 *   system.c    the parts of the C library and of POSIX threads for one core without an operating
 * system
 *
 * docs/firmware.md says how to build, run and load it.
 *
 * A machine starts at `_start` (start.S) with interrupts off, sets up its memory and calls main. It
 * has one line, to the referee, and a log for people.
 */
#ifndef FIRMWARE_MACHINE_H
#define FIRMWARE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* The machine's name, its usual timer frequency in Hz, and where settings are loaded to: a text,
 * see main.c. If nothing was loaded, that memory holds arbitrary bytes. */
extern const char machine_name[];
extern const uint32_t machine_timer;
extern const char machine_settings[];
enum { MACHINE_SETTINGS = 1024 };

/* What `_start` calls. */
_Noreturn void machine_start(void);

/* Opens the line: bits per second, 8N1. False if the machine cannot send at that speed. */
int machine_open(uint32_t speed);

/* The next byte from the line, or -1. The receiver holds at least 16 bytes. */
int machine_read(void);

/* Waits until all bytes are on their way. */
void machine_write(const char *bytes, size_t count);

/* Writes to the log. */
void machine_log(const char *);

/* Ticks of the timer since the start. */
uint64_t machine_ticks(void);

/* Ends everything: stops the core, or the simulator. */
_Noreturn void machine_halt(void);

#endif
