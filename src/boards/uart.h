/* uart - a serial line at a device's pins: a sender inside a board, a receiver outside of it.
 *
 * 8N1: the line rests at 1; a byte is a start bit 0, eight bits lowest first, a stop bit 1, each of
 * `bit` ticks. A message is sent without gaps.
 */
#ifndef DAMERO_BOARDS_UART_H
#define DAMERO_BOARDS_UART_H

#include "boards/device.h"

enum { UART_MESSAGE = 64, UART_FRAME = 10 };

/* A message on the line, or the last that was. Plain memory: what the line shows is a function of
 * it and the tick, so that nothing is done in between. */
typedef struct uart_sender {
    uint64_t start; /* the tick of the first start bit */
    uint32_t bit;
    uint32_t count; /* bytes */
    char bytes[UART_MESSAGE];
} uart_sender;

/* Puts a message of up to UART_MESSAGE bytes on the line, from tick `now` on. */
void uart_send(uart_sender *, uint64_t now, const char *bytes, size_t count);

/* Cuts off what is being sent: the line rests. */
void uart_cut(uart_sender *);

/* The tick at which the last stop bit is over. */
uint64_t uart_end(const uart_sender *);

bool uart_level(const uart_sender *, uint64_t now);

/* The byte that is being sent, or was last; 0: none yet. */
uint8_t uart_byte(const uart_sender *, uint64_t now);

/* Ticks until the level (`bytes`: the byte, or the end) may change; DEVICE_NEVER at rest. */
uint64_t uart_next_change(const uart_sender *, uint64_t now, bool bytes);

/* Listens to a pin: waits for a falling edge and looks at the middle of each bit. */
typedef struct uart_receiver {
    uint32_t bit;
    uint32_t looks;  /* taken of this byte; 0 and not `hears`: waits for the edge */
    bool hears;      /* a byte has begun */
    bool rested;     /* the line was at 1 since the last byte */
    uint64_t next;   /* the tick of the next look */
    uint64_t broken; /* bytes without a stop bit, dropped */
    uint8_t byte;
} uart_receiver;

/* A receiver for bits of so many ticks, on a line at rest. */
uart_receiver uart_receiver_create(uint32_t bit);

/* How many ticks may pass before it must listen again (at least 1; DEVICE_NEVER where nothing is to
 * come), and listening: true where a byte has come in, at the middle of its stop bit. */
uint64_t uart_patience(const uart_receiver *, const device *, int pin);
bool uart_listen(uart_receiver *, const device *, int pin, uint8_t *byte);

/* Advances the device until a byte has come in on the pin (true) or tick `until` is reached. */
bool uart_receive(uart_receiver *, device *, int pin, uint64_t until, uint8_t *byte);

#endif
