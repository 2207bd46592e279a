// The square next to another in one of four ways: 0 up right, 1 up left, 2 down left, 3 down right, as White sees the board.
// Rows and columns count from the lower right corner.

`timescale 1ns / 1ps

module damas_step (
    input  wire [5:0] at, // row, column
    input  wire [1:0] way,
    output wire [5:0] next,
    output wire       off); // there is none

    wire lower = way[1], left = way[0] ^ way[1];
    assign next = {lower ? at[5:3] - 3'd1 : at[5:3] + 3'd1, left ? at[2:0] + 3'd1 : at[2:0] - 3'd1};
    assign off = at[5:3] == (lower ? 3'd0 : 3'd7) || at[2:0] == (left ? 3'd7 : 3'd0);
endmodule
