// The accelerator at 8x8 on the iCE40-HX8K breakout board: its registers on the pins of the headers (trax_hx8k.pcf), for a processor that
// works with the board's clock of 12 MHz. LED D9 shows that an order is running.

`timescale 1ns / 1ps

module trax_hx8k #(
    parameter SIZE = 8
) (
    input  wire        clock,
    input  wire        reset,
    input  wire [1:0]  address,
    input  wire        write,
    input  wire [31:0] writedata,
    output wire [31:0] readdata,
    output wire        busy
);
    trax_board #(.SIZE(SIZE)) board (
        .clock(clock), .reset(reset), .address(address), .write(write), .writedata(writedata), .readdata(readdata), .busy(busy));
endmodule
