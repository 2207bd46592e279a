/* The machine "virt" of QEMU, RISC-V: its only UART (16550) is the line, its timer the CLINT's. The
 * log goes to the simulator itself by semihosting (RISC-V Semihosting, version 0.4). */
#include "machine.h"

#include "system.h"

const char machine_name[] = "RISC-V virt";
const uint32_t machine_timer = 10000000;

enum { UART_CLOCK = 3686400 };
#define UART ((volatile uint8_t *)0x10000000)
enum {
    UART_DATA = 0, /* and, while the latch is open, the divisor's lower half */
    UART_UPPER = 1,
    UART_FIFO = 2,
    UART_FORMAT = 3,
    UART_STATUS = 5,
    FIFO_ON = 1,
    FORMAT_8N1 = 3,
    FORMAT_LATCH = 0x80,
    STATUS_RECEIVED = 1,
    STATUS_CAN_SEND = 0x20,
};

int machine_open(uint32_t speed) {
    uint32_t divisor = (UART_CLOCK + 8 * speed) / (16 * speed);
    if (divisor < 1 || divisor > 65535) return 0;
    UART[UART_FORMAT] = FORMAT_LATCH;
    UART[UART_DATA] = (uint8_t)divisor;
    UART[UART_UPPER] = (uint8_t)(divisor >> 8);
    UART[UART_FORMAT] = FORMAT_8N1;
    UART[UART_FIFO] = FIFO_ON;
    return 1;
}

int machine_read(void) { return UART[UART_STATUS] & STATUS_RECEIVED ? UART[UART_DATA] : -1; }

void machine_write(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        while (!(UART[UART_STATUS] & STATUS_CAN_SEND)) continue;
        UART[UART_DATA] = (uint8_t)bytes[i];
    }
}

/* The debugger recognises the call by the instructions around ebreak, which must not be
 * compressed. */
static void semihost(int operation, const void *argument) {
    register int a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;
    __asm__ volatile(".option push; .option norvc\n"
                     "slli zero, zero, 0x1f\n ebreak\n srai zero, zero, 7\n"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
}

void machine_log(const char *s) {
    enum { SYS_WRITE0 = 4 };
    semihost(SYS_WRITE0, s);
}

#define TIMER ((volatile uint32_t *)0x0200BFF8)

uint64_t machine_ticks(void) {
    uint32_t upper, lower;
    do {
        upper = TIMER[1];
        lower = TIMER[0];
    } while (TIMER[1] != upper);
    return (uint64_t)upper << 32 | lower;
}

_Noreturn void machine_halt(void) {
    for (;;) __asm__ volatile("wfi");
}

/* What start.S calls. */
_Noreturn void machine_trap(uint32_t cause, uint32_t address);

_Noreturn void machine_trap(uint32_t cause, uint32_t address) {
    system_fault(cause == 2 ? "undefined instruction" : "fault", address);
}

_Noreturn void machine_start(void) { system_run(); }
