// A bus master in front of the accelerator, as a library: carries each register access out as a transfer on the AXI4-Lite bus of
// trax_axi. Made by hardware/bus.py.
//
//     void bus_open(void);                                 once, before the first access
//     void bus_write(uint32_t offset, uint32_t word);
//     uint32_t bus_read(uint32_t offset);

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vtrax_axi.h"
#include "verilated.h"

static Vtrax_axi bus;
static uint64_t ticks;
enum { ACCESS = 16 }; // ticks: our assumption for a load or store of the processor

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

// Waits until the time of an access is over.
struct timed {
    uint64_t end = ticks + ACCESS;
    ~timed() {
        while (ticks < end) tick();
    }
};

extern "C" void bus_open() {
    bus.aresetn = 0;
    tick();
    tick();
    bus.aresetn = 1;
}

extern "C" void bus_write(uint32_t offset, uint32_t word) {
    timed access;
    write_word(offset, word);
}

extern "C" uint32_t bus_read(uint32_t offset) {
    timed access;
    return read_word(offset);
}
