// The beam: 800 positions on each of 521 lines, PIXEL ticks each, and both sync pulses, which are active low. It also counts
// the cells of the board and the pixels in a cell, so that nothing has to be divided by 48.

`timescale 1ns / 1ps

module damas_beam #(
    parameter integer PIXEL = 2, // ticks
    parameter [9:0]   BOARD_X = 72, BOARD_Y = 36,
    parameter [5:0]   CELL = 48
) (
    input  wire       clock,
    input  wire       reset,
    output reg  [9:0] x = 0,
    output reg  [9:0] y = 0,
    output reg  [2:0] column = 0, // of the board, and the pixel in its cell; they mean nothing beside it
    output reg  [5:0] across = 0,
    output reg  [2:0] row = 0,
    output reg  [5:0] down = 0,
    output wire       visible,
    output wire       hsync,
    output wire       vsync);

    assign visible = x < 640 && y < 480;
    assign hsync = !(x >= 654 && x < 752);
    assign vsync = !(y >= 490 && y < 492);

    wire ends;
    generate
        if (PIXEL == 1) begin : at_once
            assign ends = 1'b1;
        end else begin : later
            localparam integer WIDTH = $clog2(PIXEL);
            reg [WIDTH - 1:0] tick = 0;
            assign ends = tick == PIXEL - 1;
            always @(posedge clock or posedge reset) if (reset) tick <= 0; else tick <= ends ? 0 : tick + 1'b1;
        end
    endgenerate

    always @(posedge clock or posedge reset)
        if (reset) begin
            {x, y} <= 0;
            {column, across, row, down} <= 0;
        end else if (ends) begin
            x <= x == 799 ? 10'd0 : x + 10'd1;
            across <= x == BOARD_X - 1 || across == CELL - 1 ? 6'd0 : across + 6'd1;
            column <= x == BOARD_X - 1 ? 3'd0 : column + (across == CELL - 1);
            if (x == 799) begin
                y <= y == 520 ? 10'd0 : y + 10'd1;
                down <= y == BOARD_Y - 1 || down == CELL - 1 ? 6'd0 : down + 6'd1;
                row <= y == BOARD_Y - 1 ? 3'd0 : row + (down == CELL - 1);
            end
        end
endmodule
