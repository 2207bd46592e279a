// A plane as it is. Most cells go to the logic of a space, which is written in pieces of at most six inputs, the size of a LUT. Synthesis would
// look through them and cut them in ways that take twice as many; it does not look through a module whose hierarchy is kept.

`timescale 1ns / 1ps

(* keep_hierarchy *)
module trax_cut #(
    parameter N = 256
) (
    input  wire [N-1:0] in,
    output wire [N-1:0] out
);
    assign out = in;
endmodule
