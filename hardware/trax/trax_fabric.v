// The board, all spaces at once. It is kept as planes: bit `row * SIZE + column` of each belongs to one space. Four planes hold the tiles
// (1 where a black track leaves on that side), one says where a tile lies, two the turn that laid it: 0 played, 1 being evaluated,
// 2 and 3 tried after it. A turn is taken back by clearing the tiles of its level, so there are no copies of the board.
//
// Everything else follows from the planes within the same cycle.

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

    output reg  [SIZE*SIZE-1:0] laid, up, right, down, left,
    output wire [SIZE*SIZE-1:0] fresh,      // laid on this level
    output wire [6*SIZE*SIZE-1:0] fits,     // six planes: where 0011, 0101, 0110, 1001, 1010, 1100 fit
    output wire [6*SIZE*SIZE-1:0] forcing,  // the same for those that force another tile
    output wire [SIZE*SIZE-1:0] legal,      // where some tile fits
    output wire [SIZE*SIZE-1:0] pressing,   // where one forces another
    output wire                 forced,     // a space must be filled
    output wire                 conflict,   // a space cannot be filled, or two tiles disagree
    output wire [SIZE*SIZE-1:0] closed_white, closed_black  // fresh tiles with a tile on both sides of that track
);
    localparam N = SIZE * SIZE;
    localparam [N-1:0] NOT_FIRST = {SIZE{{(SIZE-1){1'b1}}, 1'b0}};  // columns that have one to their left
    localparam [N-1:0] NOT_LAST = {SIZE{1'b0, {(SIZE-1){1'b1}}}};

    reg [N-1:0] level_1, level_0;

    // What lies beside each space, and which of it sends a black or a white track in.
    wire [N-1:0] lu = laid << SIZE, ld = laid >> SIZE, ll = (laid << 1) & NOT_FIRST, lr = (laid >> 1) & NOT_LAST;
    wire [N-1:0] bu = down << SIZE, bd = up >> SIZE, bl = (right << 1) & NOT_FIRST, br = (left >> 1) & NOT_LAST;
    wire [N-1:0] wu = lu & ~bu, wd = ld & ~bd, wl = ll & ~bl, wr = lr & ~br;

    // Two tracks of a colour into an empty space force the tile that joins them, three cannot be joined. Tiles that were filled in
    // together must agree.
    wire [N-1:0] two_black = (bu & br) | (bu & bd) | (bu & bl) | (br & bd) | (br & bl) | (bd & bl);
    wire [N-1:0] two_white = (wu & wr) | (wu & wd) | (wu & wl) | (wr & wd) | (wr & wl) | (wd & wl);
    wire [N-1:0] three = (bu & br & (bd | bl)) | (bd & bl & (bu | br)) | (wu & wr & (wd | wl)) | (wd & wl & (wu | wr));
    wire [N-1:0] filled = ~laid & (two_black | two_white);
    assign forced = |filled;
    assign conflict = |((~laid & three) | (laid & lu & (up ^ bu)) | (laid & ll & (left ^ bl)));

    // A tile fits beside another if black meets black and white meets white.
    wire [N-1:0] open = ~laid & (lu | ld | ll | lr);
    assign fits[0 * N +: N] = open & ~bu & ~br & ~wd & ~wl;
    assign fits[1 * N +: N] = open & ~bu & ~wr & ~bd & ~wl;
    assign fits[2 * N +: N] = open & ~bu & ~wr & ~wd & ~bl;
    assign fits[3 * N +: N] = open & ~wu & ~br & ~bd & ~wl;
    assign fits[4 * N +: N] = open & ~wu & ~br & ~wd & ~bl;
    assign fits[5 * N +: N] = open & ~wu & ~wr & ~bd & ~bl;
    assign legal = open;

    // It forces another if it sends a track into an empty space where one of that colour enters already.
    wire [N-1:0] black = ~laid & (bu | br | bd | bl), white = ~laid & (wu | wr | wd | wl);
    wire [N-1:0] bbu = black << SIZE, bbd = black >> SIZE, bbl = (black << 1) & NOT_FIRST, bbr = (black >> 1) & NOT_LAST;
    wire [N-1:0] wwu = white << SIZE, wwd = white >> SIZE, wwl = (white << 1) & NOT_FIRST, wwr = (white >> 1) & NOT_LAST;
    assign forcing[0 * N +: N] = fits[0 * N +: N] & (wwu | wwr | bbd | bbl);
    assign forcing[1 * N +: N] = fits[1 * N +: N] & (wwu | bbr | wwd | bbl);
    assign forcing[2 * N +: N] = fits[2 * N +: N] & (wwu | bbr | bbd | wwl);
    assign forcing[3 * N +: N] = fits[3 * N +: N] & (bbu | wwr | wwd | bbl);
    assign forcing[4 * N +: N] = fits[4 * N +: N] & (bbu | wwr | bbd | wwl);
    assign forcing[5 * N +: N] = fits[5 * N +: N] & (bbu | bbr | wwd | wwl);
    assign pressing = forcing[0 * N +: N] | forcing[1 * N +: N] | forcing[2 * N +: N] | forcing[3 * N +: N] | forcing[4 * N +: N] |
                      forcing[5 * N +: N];

    assign fresh = ~(level_1 ^ {N{level[1]}}) & ~(level_0 ^ {N{level[0]}}) & laid;
    assign closed_white = fresh & (up | lu) & (right | lr) & (down | ld) & (left | ll);
    assign closed_black = fresh & (~up | lu) & (~right | lr) & (~down | ld) & (~left | ll);

    // The space that is written.
    reg [SIZE-1:0] in_row, in_column;
    reg [N-1:0] here;
    integer i;
    always @* begin
        for (i = 0; i < SIZE; i = i + 1) in_row[i] = write && row == i;
        for (i = 0; i < SIZE; i = i + 1) in_column[i] = column == i;
        for (i = 0; i < SIZE; i = i + 1) here[i * SIZE +: SIZE] = in_column & {SIZE{in_row[i]}};
    end

    wire [N-1:0] fill = filled & {N{wave}}, added = fill | here;
    wire [N-1:0] gone = ({N{back && keep == 0}} & (level_1 | level_0)) | ({N{back && keep == 1}} & level_1) |
                        ({N{back && keep == 2}} & level_1 & level_0);

    always @(posedge clock) begin
        laid <= (laid & ~gone) | added;
        up <= (up & ~gone) | (fill & ((two_white & ~wu) | (~two_white & bu))) | (here & {N{tile[3]}});
        right <= (right & ~gone) | (fill & ((two_white & ~wr) | (~two_white & br))) | (here & {N{tile[2]}});
        down <= (down & ~gone) | (fill & ((two_white & ~wd) | (~two_white & bd))) | (here & {N{tile[1]}});
        left <= (left & ~gone) | (fill & ((two_white & ~wl) | (~two_white & bl))) | (here & {N{tile[0]}});
        level_1 <= play ? {N{1'b0}} : (level_1 & ~gone) | (added & {N{level[1]}});
        level_0 <= play ? {N{1'b0}} : (level_0 & ~gone) | (added & {N{level[0]}});
        if (empty) begin
            laid <= 0;
            up <= 0;
            right <= 0;
            down <= 0;
            left <= 0;
            level_1 <= 0;
            level_0 <= 0;
        end
    end
    initial begin
        laid = 0;
        up = 0;
        right = 0;
        down = 0;
        left = 0;
        level_1 = 0;
        level_0 = 0;
    end
endmodule
