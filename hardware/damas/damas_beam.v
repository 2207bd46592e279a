// The beam: 800 positions on each of 521 lines, PIXEL ticks each, and both sync pulses, which are active low. The position is that
// of the pixel after the next: the picture passes through two registers, and so do the pulses. It also counts the cells of the
// board and the pixels in a cell, so that nothing has to be divided by 48.

`timescale 1ns / 1ps

module damas_beam #(
    parameter integer PIXEL = 2, // ticks
    parameter [9:0]   BOARD_X = 72, BOARD_Y = 36,
    parameter [5:0]   CELL = 48
) (
    input  wire       clock,
    input  wire       reset,
    output wire       step, // to the next pixel, at this edge
    output reg  [9:0] x = AHEAD,
    output reg  [9:0] y = 0,
    output reg  [2:0] column = 0, // of the board, and the pixel in its cell; they mean nothing beside it
    output reg  [5:0] across = 0,
    output reg  [2:0] row = 0,
    output reg  [5:0] down = 0,
    output reg        hsync = 1,
    output reg        vsync = 1);

    localparam [9:0] AHEAD = 2;

    generate
        if (PIXEL == 1) begin : at_once
            assign step = 1'b1;
        end else begin : later
            localparam integer WIDTH = $clog2(PIXEL);
            reg [WIDTH - 1:0] tick = 0;
            assign step = tick == PIXEL - 1;
            always @(posedge clock or posedge reset) if (reset) tick <= 0; else tick <= step ? 0 : tick + 1'b1;
        end
    endgenerate

    reg next_hsync = 1, next_vsync = 1;
    always @(posedge clock or posedge reset)
        if (reset) begin
            {x, y} <= {AHEAD, 10'd0};
            {column, across, row, down} <= 0;
            {hsync, vsync, next_hsync, next_vsync} <= 4'b1111;
        end else if (step) begin
            x <= x == 799 ? 10'd0 : x + 10'd1;
            across <= x == BOARD_X - 1 || across == CELL - 1 ? 6'd0 : across + 6'd1;
            column <= x == BOARD_X - 1 ? 3'd0 : column + (across == CELL - 1);
            if (x == 799) begin
                y <= y == 520 ? 10'd0 : y + 10'd1;
                down <= y == BOARD_Y - 1 || down == CELL - 1 ? 6'd0 : down + 6'd1;
                row <= y == BOARD_Y - 1 ? 3'd0 : row + (down == CELL - 1);
            end
            next_hsync <= !(x >= 654 && x < 752);
            next_vsync <= !(y >= 490 && y < 492);
            {hsync, vsync} <= {next_hsync, next_vsync};
        end
endmodule
