// The scanner of the keypad: pulls one row line low, lets it settle for SETTLE ticks and reads the column lines. If a key is
// down it reads the same row again; a key counts from its second consecutive reading. Only 0 to 7 and A count.

`timescale 1ns / 1ps

module damas_keypad #(parameter integer SETTLE = 250000) (
    input  wire       clock,
    input  wire       reset,
    input  wire [3:0] column_lines, // low: a key of the row is down
    output reg  [3:0] rows = 4'b0111,
    output reg  [3:0] key = 4'd15); // 0 to 7, 8 for A, 15 for none

    localparam [3:0] NONE = 15, ENTER = 8;
    localparam integer WIDTH = $clog2(SETTLE + 1);
    localparam [WIDTH - 1:0] LAST = SETTLE - 1;

    reg [WIDTH - 1:0] ticks = 0;
    reg [3:0] sampled = NONE;
    reg [3:0] value; // of the reading

    always @* case ({rows, column_lines})
        8'b1110_1011: value = 0;
        8'b0111_0111: value = 1;
        8'b0111_1011: value = 2;
        8'b0111_1101: value = 3;
        8'b1011_0111: value = 4;
        8'b1011_1011: value = 5;
        8'b1011_1101: value = 6;
        8'b1101_0111: value = 7;
        8'b1110_0111: value = ENTER;
        default: value = NONE;
    endcase

    always @(posedge clock or posedge reset)
        if (reset) begin
            ticks <= 0;
            rows <= 4'b0111;
            sampled <= NONE;
            key <= NONE;
        end else if (ticks != LAST) ticks <= ticks + 1'b1;
        else begin
            ticks <= 0;
            sampled <= value;
            key <= value == sampled ? value : NONE;
            if (value == NONE) rows <= {rows[0], rows[3:1]};
        end
endmodule
