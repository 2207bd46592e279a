// The first space of a set, in reading order: the first row that has one, then the first column in it. Two short searches in place of one
// over all spaces.

`timescale 1ns / 1ps

module trax_first #(
    parameter SIZE = 16,
    parameter C = 4             // bits of a row or column
) (
    input  wire [SIZE*SIZE-1:0] set,
    output wire                 any,
    output reg  [C-1:0]         row,
    output reg  [C-1:0]         column
);
    reg  [SIZE-1:0] rows;
    wire [SIZE-1:0] chosen;
    trax_row #(SIZE, C) of_set (set, row, chosen);
    integer i, j;

    always @* begin
        for (i = 0; i < SIZE; i = i + 1) rows[i] = |set[i * SIZE +: SIZE];
        row = 0;
        for (i = SIZE - 1; i >= 0; i = i - 1) if (rows[i]) row = i;
    end
    always @* begin
        column = 0;
        for (j = SIZE - 1; j >= 0; j = j - 1) if (chosen[j]) column = j;
    end
    assign any = |rows;
endmodule
