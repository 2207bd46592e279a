/* ports - the serial devices of this machine. */
#ifndef DAMERO_PORTS_H
#define DAMERO_PORTS_H

#include "base/error.h"

typedef struct link_port {
    char device[64];       /* /dev/ttyUSB0 */
    char driver[64];       /* ftdi_sio */
    char description[160]; /* the device's description of itself, or "" */
} link_port;

/* The devices with hardware behind them, at most `most`, sorted by name. Returns how many were
 * found. */
int link_ports(link_port *, int most);

#endif
