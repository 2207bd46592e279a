// The board, all spaces at once. It is kept as planes: bit `row * SIZE + column` of each belongs to one space. One plane says where a
// tile lies, two the turn that laid it: 0 played, 1 being evaluated, 2 and 3 tried after it. A turn is taken back by clearing the
// tiles of its level, so there are no copies of the board. Tiles side by side agree on the colour of the edge between them, so it is
// the edges that are stored, 1 for black: each space has that to its right and the one below, and the board those above and to the
// left of it. What an edge holds between two empty spaces has no meaning.

`timescale 1ns / 1ps

module trax_fabric #(
    parameter SIZE = 16,
    parameter C = 4
) (
    input  wire                 clock,
    input  wire                 empty,      // clears the board
    input  wire                 play,       // what lies is played: level 0
    input  wire                 back,       // clears the tiles above the level `keep`, before anything is written
    input  wire [1:0]           keep,
    input  wire                 write,      // writes a tile
    input  wire [C-1:0]         row, column,
    input  wire [3:0]           tile,
    input  wire                 wave,       // fills all spaces in which a tile is forced
    input  wire [1:0]           level,      // of the tiles written and filled

    output wire                 forced,     // a space must be filled
    output wire                 conflict,   // a space cannot be filled
    output wire [SIZE-1:0]      rows,       // that have tiles
    output reg  [SIZE-1:0]      columns,
    input  wire                 every,
    output wire [SIZE*SIZE-1:0] listed,     // where a tile forces another, or with `every` where one fits; if nothing is forced now
    input  wire                 seek,
    output wire [SIZE*SIZE-1:0] of_white, of_black, // tiles of this level with a tile on both sides of that track, or with `seek` all

    // The board, for trax_around and trax_tile.
    output reg  [SIZE*SIZE-1:0] laid, right,
    output reg  [SIZE-1:0]      outer_left,
    output reg  [SIZE*SIZE+SIZE-1:0] horizontal    // the edges above the board, then those below each row
);
    localparam N = SIZE * SIZE;

    reg [N-1:0] level_1, level_0;
    initial begin
        laid = 0;
        level_1 = 0;
        level_0 = 0;
        right = 0;
        outer_left = 0;
        horizontal = 0;
    end

    // Planes moved by a space: what a space has at its sides.
    function [N-1:0] from_left(input [N-1:0] plane);
        from_left = (plane << 1) & {SIZE{{(SIZE-1){1'b1}}, 1'b0}};
    endfunction
    function [N-1:0] from_right(input [N-1:0] plane);
        from_right = (plane >> 1) & {SIZE{1'b0, {(SIZE-1){1'b1}}}};
    endfunction
    wire [N-1:0] up = horizontal[N-1:0], down = horizontal[N+SIZE-1:SIZE];
    wire [N-1:0] lu = laid << SIZE, ld = laid >> SIZE, ll = from_left(laid), lr = from_right(laid);
    wire [N-1:0] left, here;

    // Where tiles are forced. No track is seen in a cycle that writes a tile, for the sake of the edges.
    // Of the tracks that enter an empty space by two of its sides, up and right (1) or the others (2): whether there is a white one, a black
    // one, and whether both sides have one. Two of a colour force the tile that joins them, three cannot be joined.
    wire [N-1:0] white_1, black_1, both_1, white_2, black_2, both_2, filled, two_white, three;
    wire [N-1:0] free = ~laid & {N{!write}};
    trax_cut #(6 * N) entering ({free & ((lu & ~up) | (lr & ~right)), free & ((lu & up) | (lr & right)), free & lu & lr,
                                 free & ((ld & ~down) | (ll & ~left)), free & ((ld & down) | (ll & left)), free & ld & ll},
                                {white_1, black_1, both_1, white_2, black_2, both_2});
    wire [N-1:0] whites_1 = white_1 & ~black_1 & both_1, whites_2 = white_2 & ~black_2 & both_2;
    wire [N-1:0] blacks_1 = black_1 & ~white_1 & both_1, blacks_2 = black_2 & ~white_2 & both_2;
    wire [N-1:0] whites = whites_1 | whites_2 | (white_1 & white_2), blacks = blacks_1 | blacks_2 | (black_1 & black_2);
    trax_cut #(3 * N) forcing ({whites | blacks, whites, (whites_1 & white_2) | (whites_2 & white_1) | (blacks_1 & black_2) | (blacks_2 & black_1)},
                               {filled, two_white, three});

    // Spaces that are filled in together never touch, so their tiles cannot disagree: each lies beside a tile of the wave before, so if the
    // board were chequered, a wave's spaces would be of one colour, and the next wave's of the other.
    assign forced = |filled;
    assign conflict = |three;

    // If nothing is forced, at most one track of each colour enters a space, so a tile can have either colour on each free side: it forces
    // another if a free side leads to a space that has a track already.
    wire [N-1:0] legal;
    trax_cut #(N) fitting (~laid & (lu | ld | ll | lr), legal);
    trax_cut #(N) listing (legal & ({N{every}} | (legal << SIZE) | (legal >> SIZE) | from_left(legal) | from_right(legal)), listed);

    wire [N-1:0] fresh, three_white, three_black;      // on this level; tiles or the other colour at three sides
    trax_cut #(3 * N) closing ({~(level_1 ^ {N{level[1]}}) & ~(level_0 ^ {N{level[0]}}) & laid, (up | lu) & (right | lr) & (down | ld),
                                (~up | lu) & (~right | lr) & (~down | ld)}, {fresh, three_white, three_black});
    trax_cut #(2 * N) closed ({fresh & ({N{seek}} | (three_white & (left | ll))), fresh & ({N{seek}} | (three_black & (~left | ll)))},
                              {of_white, of_black});

    wire [2:0]      goes = {back, back && keep <= 1, back && keep == 0};    // the tiles of levels 3, 2 and 1
    wire [SIZE-1:0] in_row = {{(SIZE-1){1'b0}}, write} << row, in_column = {{(SIZE-1){1'b0}}, write} << column;
    wire [N-1:0]    added = (filled & {N{wave}}) | here;
    wire [N-1:0]    kept;
    trax_cut #(N) keeping (laid & ~((level_1 & level_0 & {N{goes[2]}}) | (level_1 & ~level_0 & {N{goes[1]}}) |
                                    (~level_1 & level_0 & {N{goes[0]}})), kept);

    // An edge is set while neither of its spaces has a tile, in case one of them gets one: to the side of the tile that is written, or to the
    // colour that a forced tile has there, black if it joins white tracks.
    wire [SIZE-1:0]   write_right = (in_column & {SIZE{tile[2]}}) | (~in_column & {SIZE{write && tile[0]}});
    wire [SIZE:0]     write_down = {(in_row & {SIZE{tile[1]}}) | (~in_row & {SIZE{write && tile[3]}}), write && tile[3]};
    wire [N-1:0]      kept_right = kept | from_right(kept), black_right = {SIZE{write_right}} | two_white | from_right(two_white);
    wire [N+SIZE-1:0] kept_down = {kept, {SIZE{1'b0}}} | {{SIZE{1'b0}}, kept};
    wire [N+SIZE-1:0] black_down;
    integer k;
    always @* begin
        columns = 0;
        for (k = 0; k < SIZE; k = k + 1) columns = columns | laid[k*SIZE +: SIZE];
    end
    genvar i;
    generate
        for (i = 0; i < SIZE; i = i + 1) begin : each_row
            assign here[i*SIZE +: SIZE] = {SIZE{in_row[i]}} & in_column;
            assign left[i*SIZE +: SIZE] = {right[i*SIZE +: SIZE-1], outer_left[i]};
            assign rows[i] = |laid[i*SIZE +: SIZE];
            always @(posedge clock) if (!kept[i*SIZE]) outer_left[i] <= two_white[i*SIZE] || (write && tile[0]);
        end
        for (i = 0; i <= SIZE; i = i + 1) begin : each_horizontal
            assign black_down[i*SIZE +: SIZE] = {SIZE{write_down[i]}};
        end
    endgenerate

    always @(posedge clock) begin
        laid <= kept | added;
        right <= (kept_right & right) | (~kept_right & black_right);
        horizontal <= (kept_down & horizontal) |
                      (~kept_down & (black_down | {two_white, {SIZE{1'b0}}} | {{SIZE{1'b0}}, two_white}));
        level_1 <= (level_1 & ~added) | (added & {N{level[1]}});
        level_0 <= (level_0 & ~added) | (added & {N{level[0]}});
        if (empty) laid <= 0;
        if (play) begin
            level_1 <= 0;
            level_0 <= 0;
        end
    end
endmodule
