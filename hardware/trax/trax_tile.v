// The tile in a space, with what lies beside it in its row (as in trax_near).

`timescale 1ns / 1ps

module trax_tile #(
    parameter SIZE = 16,
    parameter C = 4
) (
    input  wire [SIZE*SIZE-1:0]      laid, right,           // the planes of trax_fabric
    input  wire [SIZE-1:0]           outer_left,
    input  wire [SIZE*SIZE+SIZE-1:0] horizontal,
    input  wire [C-1:0]              row, column,
    output wire                      is_laid,
    output wire [3:0]                tile,
    output wire [4:0]                laid_0, up_0, right_0, down_0
);
    localparam N = SIZE * SIZE;
    trax_near #(SIZE, C) of_laid (laid, row, column, laid_0), of_up (horizontal[N-1:0], row, column, up_0),
                        of_right (right, row, column, right_0), of_down (horizontal[N+SIZE-1:SIZE], row, column, down_0);
    assign is_laid = laid_0[2];
    assign tile = {up_0[2], right_0[2], down_0[2], column == 0 ? outer_left[row] : right_0[1]};
endmodule
