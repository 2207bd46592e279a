// The Dots contest board on the iCE40-HX8K breakout board: 12 MHz, the serial line of its USB socket, LED D9 on while it
// thinks. The breakout board has no switches, so the grid is fixed here; set it to what the referee plays.

`timescale 1ns / 1ps

module dots_hx8k #(
    parameter [3:0] ROWS = 5, // boxes
    parameter [3:0] COLUMNS = 5
) (
    input  wire clock,
    input  wire rx,
    output wire tx,
    output wire busy);

    // Flip-flops are 0 after configuration: a reset of eight ticks.
    reg [3:0] awake = 0;
    always @(posedge clock) if (!awake[3]) awake <= awake + 4'd1;

    dots_board #(.CLOCK(12000000), .BAUD(9600)) board (
        .clock(clock), .reset(!awake[3]), .rows(ROWS), .columns(COLUMNS), .rx(rx), .tx(tx), .busy(busy));
endmodule
