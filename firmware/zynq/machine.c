/* Zynq-7000: the second UART is the line (on a ZedBoard it is the USB socket "UART"), the first one
 * the log. Registers: Zynq-7000 Technical Reference Manual (UG585), chapters 8 and 19. */
#include "machine.h"

#include "system.h"

const char machine_name[] = "Zynq-7000";
/* The global timer counts at half the processor's clock: 666.67 MHz on a ZedBoard. */
const uint32_t machine_timer = 333333343;

/* The boot loader's usual clock for both UARTs. */
#define UART_CLOCK 50000000

typedef volatile struct uart {
    uint32_t control, mode, interrupt_enable, interrupt_disable, interrupt_mask, interrupt_status;
    uint32_t baud_generator, receive_timeout, receive_trigger, modem_control, modem_status;
    uint32_t status, fifo, baud_divider;
} uart;

enum {
    UART_RESET = 1 << 0 | 1 << 1, /* receiver and transmitter; they clear themselves */
    UART_ENABLE = 1 << 2 | 1 << 4,
    UART_DISABLE = 1 << 3 | 1 << 5,
    UART_8N1 = 4 << 3,
    UART_NOTHING_RECEIVED = 1 << 1,
    UART_TRANSMIT_FULL = 1 << 4,
};

#define LOG  ((uart *)0xE0000000)
#define LINE ((uart *)0xE0001000)

/* speed = UART_CLOCK / (generator * (divider + 1)): uses the pair that comes closest. */
static int open_uart(uart *u, uint32_t speed) {
    uint32_t best_error = UINT32_MAX, generator = 0, divider = 0;
    for (uint32_t d = 4; d <= 255; d++) {
        uint32_t g = (UART_CLOCK + speed * (d + 1) / 2) / (speed * (d + 1));
        if (g < 1 || g > 65535) continue;
        uint32_t reached = UART_CLOCK / (g * (d + 1));
        uint32_t off = reached > speed ? reached - speed : speed - reached;
        if (off < best_error) best_error = off, generator = g, divider = d;
    }
    if (best_error > speed / 50) return 0; /* a receiver tolerates 2 % */
    u->control = UART_DISABLE;
    u->mode = UART_8N1;
    u->baud_generator = generator;
    u->baud_divider = divider;
    u->control = UART_RESET;
    while (u->control & UART_RESET) continue;
    u->control = UART_ENABLE;
    return 1;
}

static void put(uart *u, char c) {
    while (u->status & UART_TRANSMIT_FULL) continue;
    u->fifo = (unsigned char)c;
}

int machine_open(uint32_t speed) { return open_uart(LINE, speed); }

int machine_read(void) {
    return LINE->status & UART_NOTHING_RECEIVED ? -1 : (int)(LINE->fifo & 0xff);
}

void machine_write(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) put(LINE, bytes[i]);
}

void machine_log(const char *s) {
    for (; *s; s++) {
        if (*s == '\n') put(LOG, '\r');
        put(LOG, *s);
    }
}

/* The global timer: 64 bits in two registers, read until the upper half is stable. */
#define TIMER ((volatile uint32_t *)0xF8F00200)

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

/* Memory as the processor sees it, in sections of 1 MB: every address maps to itself; DDR memory is
 * cached (write-back, write-allocate), everything else is device memory, not executable. */
static uint32_t sections[4096] __attribute__((aligned(16384), section(".stack")));

static void start_caches(void) {
    enum { SECTION = 2, NO_EXECUTE = 1 << 4, FULL_ACCESS = 3 << 10 };
    enum { CACHED = 1 << 12 | 1 << 3 | 1 << 2, DEVICE = 1 << 2 };
    for (uint32_t i = 0; i < 4096; i++)
        sections[i] = i << 20 | SECTION | FULL_ACCESS | (i < 512 ? CACHED : DEVICE | NO_EXECUTE);
    uint32_t control, smp;
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 0" ::"r"(sections)); /* translation table */
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 2" ::"r"(0));
    __asm__ volatile("mcr p15, 0, %0, c3, c0, 0" ::"r"(1)); /* domain 0: check permissions */
    __asm__ volatile("mrc p15, 0, %0, c1, c0, 1" : "=r"(smp));
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 1" ::"r"(smp | 1 << 6)); /* cached exclusives */
    __asm__ volatile("dsb; isb");
    __asm__ volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(control));
    control |= 1 << 0 | 1 << 2 | 1 << 11 | 1 << 12; /* MMU, data, branches, instructions */
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 0" ::"r"(control));
    __asm__ volatile("dsb; isb");
}

_Noreturn void machine_start(void) {
    start_caches();
    TIMER[2] = 1; /* counts */
    (void)open_uart(LOG, 115200);
    system_run();
}
