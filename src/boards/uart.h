/* uart - a serial line at a device's pins: a sender inside a board, a receiver outside of it.
 *
 * 8N1: the line idles at 1; a byte is a start bit 0, eight bits lowest first, and a stop bit 1,
 * each of `bit` ticks. A message is sent without gaps.
 */
#ifndef DAMERO_BOARDS_UART_H
#define DAMERO_BOARDS_UART_H

#include "boards/device.h"

enum { UART_MESSAGE = 64, UART_FRAME = 10 };

/* The current or last message on the line. Plain memory: the level is a function of it and the
 * tick, so no work is needed between ticks. */
typedef struct uart_sender {
    uint64_t start; /* the tick of the first start bit */
    uint32_t bit;
    uint32_t count; /* bytes */
    char bytes[UART_MESSAGE];
} uart_sender;

/* Puts a message of up to UART_MESSAGE bytes on the line, starting at tick `now`. */
void uart_send(uart_sender *, uint64_t now, const char *bytes, size_t count);

/* Cuts off the message: the line goes idle. */
void uart_cut(uart_sender *);

/* The tick at which the last stop bit ends. */
uint64_t uart_end(const uart_sender *);

bool uart_level(const uart_sender *, uint64_t now);

/* The byte being sent, or the last one; 0: none yet. */
uint8_t uart_byte(const uart_sender *, uint64_t now);

/* Ticks until the level (`bytes`: the byte, or the end) may change; DEVICE_NEVER if idle. */
uint64_t uart_next_change(const uart_sender *, uint64_t now, bool bytes);

/* Listens to a pin: waits for a falling edge and samples the middle of each bit. */
typedef struct uart_receiver {
    uint32_t bit;
    uint32_t looks;  /* samples of this byte; 0 and not `hears`: waiting for the edge */
    bool hears;      /* a byte is being received */
    bool rested;     /* the line has been at 1 since the last byte */
    uint64_t next;   /* the tick of the next sample */
    uint64_t broken; /* bytes without a stop bit, dropped */
    uint8_t byte;
} uart_receiver;

/* A receiver for bits of `bit` ticks, on an idle line. */
uart_receiver uart_receiver_create(uint32_t bit);

/* Ticks until it looks at the line for the next bit of a byte; 0: it waits for a byte to begin. */
uint64_t uart_next_look(const uart_receiver *, uint64_t now);

/* Listens: true if a byte has been received, at the middle of its stop bit. */
bool uart_listen(uart_receiver *, const device *, int pin, uint8_t *byte);

/* Advances the device until a byte is received on the pin (true) or tick `until` is reached. */
bool uart_receive(uart_receiver *, device *, int pin, uint64_t until, uint8_t *byte);

#endif
