// The position memory: for each box its four sides, 1 if drawn: bit 0 bottom, 1 left, 2 right, 3 top. A line between two
// boxes is kept with both, so one look at a box tells how many of its sides are open. Address: bank, row, column, where
// the boxes of the grid are rows and columns 1 to 9. The boxes around the grid have words as well: no more than one of
// their sides is ever drawn, so everything that asks for open sides takes them for boxes that nobody can complete.
//
// Bank 0 is the game, bank 1 a copy to try lines on. What is at `address` can be read one tick later.

`timescale 1ns / 1ps

module dots_lines (
    input  wire       clock,
    input  wire [8:0] address,
    input  wire       write,
    input  wire [3:0] sides,
    output reg  [3:0] found);

    reg [3:0] box [0:511];

    always @(posedge clock) begin
        if (write) box[address] <= sides;
        found <= box[address];
    end
endmodule
