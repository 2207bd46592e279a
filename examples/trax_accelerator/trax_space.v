// One space of the board. From its own tile and its neighbours it determines, within the same cycle,
// which tiles fit here, which tile is forced here, and whether tracks collide.
//
// A tile is four bits, up-right-down-left from the most significant, 1 if a black track leaves on
// that side; 0000 is no tile.

`timescale 1ns / 1ps

module trax_space (
    input  wire [3:0] own,
    input  wire [3:0] up, right, down, left,
    output wire [5:0] fits,     // 1100, 1010, 1001, 0110, 0101, 0011 from the most significant
    output wire [3:0] forced,   // 0000 if none is
    output wire       conflict
);
    // Colours that enter by each side, in a tile's order of bits.
    wire [3:0] there = {|up, |right, |down, |left};
    wire [3:0] black = {up[1], right[0], down[3], left[2]} & there;
    wire [3:0] white = ~{up[1], right[0], down[3], left[2]} & there;

    wire empty = (own == 4'b0000);

    // A tile fits if black meets black and white meets white.
    function fit(input [3:0] tile, input [3:0] with_black, input [3:0] with_white);
        fit = ((tile & with_white) == 0) && ((~tile & with_black) == 0);
    endfunction

    assign fits = (empty && there != 0) ?
        {fit(4'b1100, black, white), fit(4'b1010, black, white), fit(4'b1001, black, white),
         fit(4'b0110, black, white), fit(4'b0101, black, white), fit(4'b0011, black, white)} : 6'b0;

    wire [2:0] blacks = black[0] + black[1] + black[2] + black[3];
    wire [2:0] whites = white[0] + white[1] + white[2] + white[3];

    // Two tracks of a colour into an empty space force the tile that joins them.
    assign forced = !empty      ? 4'b0000 :
                    blacks == 2 ? black   :
                    whites == 2 ? ~white  : 4'b0000;

    // Three of a colour cannot be joined. Two tiles that were filled in together must agree.
    assign conflict = empty ? (blacks > 2 || whites > 2)
                            : ((own & white) != 0 || (~own & black) != 0);
endmodule
