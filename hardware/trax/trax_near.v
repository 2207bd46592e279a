// Five spaces of a plane side by side: bit 2 is the space named, bits 1 and 0 lie to its left, 3 and 4 to its right. Outside there is 0.

`timescale 1ns / 1ps

module trax_near #(
    parameter SIZE = 16,
    parameter C = 4
) (
    input  wire [SIZE*SIZE-1:0] plane,
    input  wire [C-1:0]         row, column,
    output wire [4:0]           spaces
);
    wire [SIZE-1:0] chosen;
    trax_row #(SIZE, C) of_plane (plane, row, chosen);
    wire [SIZE+3:0] wider = {2'b00, chosen, 2'b00};
    genvar i;
    generate
        for (i = 0; i < 5; i = i + 1) begin : each_space
            wire [SIZE-1:0] moved = wider[i +: SIZE];
            assign spaces[i] = moved[column];
        end
    endgenerate
endmodule
