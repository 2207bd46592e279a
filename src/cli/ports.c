/* damero ports - the serial devices of this machine. */
#include "links/ports.h"
#include "cli/think.h"

enum { PORTS_MAX = 64 };

static int run_ports(const cli_arguments *a) {
    link_port ports[PORTS_MAX];
    int count = link_ports(ports, PORTS_MAX);
    json_t *all = cli_value(a, "json") ? json_array() : NULL;
    for (int i = 0; all && i < count; i++)
        json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "device", ports[i].device, "driver",
                                             ports[i].driver, "description", ports[i].description));
    if (all) {
        cli_print_json(json_pack("{s:o}", "ports", all));
        return CLI_OK;
    }
    for (int i = 0; i < count; i++)
        printf("%-16s %-12s %s\n", ports[i].device, ports[i].driver, ports[i].description);
    if (count == 0)
        fprintf(stderr,
                "No serial devices found. 'pty' creates a line on this machine without one.\n");
    return CLI_OK;
}

const cli_command cli_ports = {
    .name = "ports",
    .operands = "",
    .summary = "List the serial devices of this machine.",
    .about =
        "One line each: the device, its driver, and the description of a USB adapter. Use a device "
        "as a seat or link with serial:DEVICE@BAUD.",
    .options = (const cli_option[]){{"json", NULL, "one JSON object"}, {0}},
    .examples = (const cli_example[]){{"damero ports", "find the boards"}, {0}},
    .run = run_ports,
};
