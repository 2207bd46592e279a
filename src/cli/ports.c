/* damero ports - the serial devices of this machine. */
#include "links/ports.h"
#include "cli/command.h"

enum { PORTS_MAX = 64 };

static int run_ports(const cli_arguments *a) {
    (void)a;
    link_port ports[PORTS_MAX];
    int count = link_ports(ports, PORTS_MAX);
    for (int i = 0; i < count; i++)
        printf("%-16s %-12s %s\n", ports[i].device, ports[i].driver, ports[i].description);
    if (count == 0)
        fprintf(stderr,
                "No serial device here. Without one, 'pty' makes a line on this machine.\n");
    return CLI_OK;
}

const cli_command cli_ports = {
    .name = "ports",
    .operands = "",
    .summary = "List the serial devices of this machine.",
    .about =
        "One line each: the device, its driver, and what a USB adapter says of itself. A device "
        "is used as a seat or link by serial:DEVICE@BAUD.",
    .options = (const cli_option[]){{0}},
    .examples = (const cli_example[]){{"damero ports", "where the boards are"}, {0}},
    .run = run_ports,
};
