// A space and what lies up to two spaces away from it: its tile, or if it has none the tiles that fit. Rows are named by their distance
// from it: laid_1u is the one above.

`timescale 1ns / 1ps

module trax_around #(
    parameter SIZE = 16,
    parameter C = 4
) (
    input  wire [SIZE*SIZE-1:0]      laid, right,           // the planes of trax_fabric
    input  wire [SIZE-1:0]           outer_left,
    input  wire [SIZE*SIZE+SIZE-1:0] horizontal,
    input  wire [C-1:0]              row, column,
    output wire                      is_laid,
    output wire [3:0]                tile,
    output wire [5:0]                fits,      // 0011, 0101, 0110, 1001, 1010, 1100
    output wire [5:0]                forcing    // those that force another tile
);
    localparam N = SIZE * SIZE;
    wire [N-1:0] up = horizontal[N-1:0], down = horizontal[N+SIZE-1:SIZE];
    wire [4:0]   laid_2u, laid_1u, laid_0, laid_1d, laid_2d, up_1u, up_0, down_0, down_1d, right_1u, right_0, right_1d;
    trax_tile #(SIZE, C) here (.laid(laid), .right(right), .outer_left(outer_left), .horizontal(horizontal), .row(row), .column(column),
                               .is_laid(is_laid), .tile(tile), .laid_0(laid_0), .up_0(up_0), .right_0(right_0), .down_0(down_0));
    trax_near #(SIZE, C) of_laid_2u (laid << 2 * SIZE, row, column, laid_2u), of_laid_1u (laid << SIZE, row, column, laid_1u),
                        of_laid_1d (laid >> SIZE, row, column, laid_1d), of_laid_2d (laid >> 2 * SIZE, row, column, laid_2d),
                        of_up_1u (up << SIZE, row, column, up_1u), of_down_1d (down >> SIZE, row, column, down_1d),
                        of_right_1u (right << SIZE, row, column, right_1u), of_right_1d (right >> SIZE, row, column, right_1d);

    // A tile fits beside others if black meets black and white meets white.
    wire [3:0] beside = {laid_1u[2], laid_0[3], laid_1d[2], laid_0[1]};
    function meets(input [3:0] its_tile, input [3:0] others, input [3:0] edges);
        meets = ((its_tile ^ edges) & others) == 0;
    endfunction
    assign fits = {6{!is_laid && beside != 0}} &
        {meets(4'b1100, beside, tile), meets(4'b1010, beside, tile), meets(4'b1001, beside, tile), meets(4'b0110, beside, tile),
         meets(4'b0101, beside, tile), meets(4'b0011, beside, tile)};

    // It forces another if it sends a track into an empty space that one of that colour enters already, from its three other sides.
    wire [2:0] laid_u = {laid_2u[2], laid_1u[3], laid_1u[1]}, edge_u = {up_1u[2], right_1u[2], right_1u[1]};
    wire [2:0] laid_r = {laid_1u[3], laid_0[4], laid_1d[3]}, edge_r = {up_0[3], right_0[3], down_0[3]};
    wire [2:0] laid_d = {laid_2d[2], laid_1d[3], laid_1d[1]}, edge_d = {down_1d[2], right_1d[2], right_1d[1]};
    wire [2:0] laid_l = {laid_1u[1], laid_0[0], laid_1d[1]}, edge_l = {up_0[1], right_0[0], down_0[1]};
    wire [3:0] black = ~beside & {|(laid_u & edge_u), |(laid_r & edge_r), |(laid_d & edge_d), |(laid_l & edge_l)};
    wire [3:0] white = ~beside & {|(laid_u & ~edge_u), |(laid_r & ~edge_r), |(laid_d & ~edge_d), |(laid_l & ~edge_l)};
    function presses(input [3:0] its_tile, input [3:0] into_black, input [3:0] into_white);
        presses = ((its_tile & into_black) | (~its_tile & into_white)) != 0;
    endfunction
    assign forcing = fits &
        {presses(4'b1100, black, white), presses(4'b1010, black, white), presses(4'b1001, black, white),
         presses(4'b0110, black, white), presses(4'b0101, black, white), presses(4'b0011, black, white)};
endmodule
