// A row of a plane. The hierarchy is kept for the reason given in trax_cut.

`timescale 1ns / 1ps

(* keep_hierarchy *)
module trax_row #(
    parameter SIZE = 16,
    parameter C = 4
) (
    input  wire [SIZE*SIZE-1:0] plane,
    input  wire [C-1:0]         row,
    output wire [SIZE-1:0]      spaces
);
    genvar i, k;
    generate
        for (i = 0; i < SIZE; i = i + 1) begin : each_column
            wire [SIZE-1:0] its;
            for (k = 0; k < SIZE; k = k + 1) begin : each_row
                assign its[k] = plane[k*SIZE + i];
            end
            assign spaces[i] = its[row];
        end
    endgenerate
endmodule
