// A bus master in front of the accelerator: takes register accesses as lines on its standard input and carries each out as a transfer on
// the AXI4-Lite bus of trax_axi. Made by hardware/bus.py.
//
//     write OFFSET WORD   answered by an empty line
//     read OFFSET         answered by the word
//
// Numbers are hexadecimal. An access takes 16 ticks in all, our assumption for a load or store of the processor.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vtrax_axi.h"
#include "verilated.h"

static Vtrax_axi bus;
static uint64_t ticks;
enum { ACCESS = 16 };

static void tick() {
    bus.aclk = 1;
    bus.eval();
    bus.aclk = 0;
    bus.eval();
    ticks++;
}

// Ticks until a signal of the slave is high; its handshake is with the edge after that.
static void until(const CData &ready) {
    for (int patience = 0; !ready; patience++) {
        if (patience == 1000) {
            fprintf(stderr, "axi_bridge: the slave does not answer\n");
            exit(1);
        }
        tick();
    }
}

static void write_word(unsigned offset, uint32_t word) {
    bus.s_axi_awaddr = offset;
    bus.s_axi_wdata = word;
    bus.s_axi_wstrb = 15;
    bus.s_axi_awvalid = bus.s_axi_wvalid = 1;
    bus.eval();
    until(bus.s_axi_awready);
    tick();
    bus.s_axi_awvalid = bus.s_axi_wvalid = 0;
    bus.s_axi_bready = 1;
    bus.eval();
    until(bus.s_axi_bvalid);
    tick();
    bus.s_axi_bready = 0;
    bus.eval();
}

static uint32_t read_word(unsigned offset) {
    bus.s_axi_araddr = offset;
    bus.s_axi_arvalid = 1;
    bus.eval();
    until(bus.s_axi_arready);
    tick();
    bus.s_axi_arvalid = 0;
    bus.s_axi_rready = 1;
    bus.eval();
    until(bus.s_axi_rvalid);
    uint32_t word = bus.s_axi_rdata;
    tick();
    bus.s_axi_rready = 0;
    bus.eval();
    return word;
}

int main() {
    char line[100];
    unsigned offset;
    uint32_t word;
    bus.aresetn = 0;
    tick();
    tick();
    bus.aresetn = 1;
    while (fgets(line, sizeof line, stdin)) {
        uint64_t end = ticks + ACCESS;
        if (sscanf(line, "write %x %" SCNx32, &offset, &word) == 2) {
            write_word(offset, word);
            printf("\n");
        } else if (sscanf(line, "read %x", &offset) == 1) {
            printf("%" PRIx32 "\n", read_word(offset));
        } else {
            fprintf(stderr, "axi_bridge: not an access: %s", line);
            return 1;
        }
        while (ticks < end) tick();
        fflush(stdout);
    }
}
