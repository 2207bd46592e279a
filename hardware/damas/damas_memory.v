// The board memory: three bits for each of the 32 playing squares; the other cells are always empty. Square {R, C/2} counts rows R
// and columns C from the lower right corner, as the official numbering does. Everybody reads all of it; only the arbiter writes.

`timescale 1ns / 1ps

module damas_memory (
    input  wire        clock,
    input  wire [31:0] write, // the squares that get this content
    input  wire [2:0]  content, // 0 empty, 1 and 5 Black's man and king, 3 and 7 White's
    output reg  [31:0] occupied = 0,
    output reg  [31:0] whites = 0,
    output reg  [31:0] kings = 0);

    always @(posedge clock) begin
        occupied <= content[0] ? occupied | write : occupied & ~write;
        whites <= content[1] ? whites | write : whites & ~write;
        kings <= content[2] ? kings | write : kings & ~write;
    end
endmodule
