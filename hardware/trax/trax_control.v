// Carries out one order about a turn: 01 places it and lists the legal moves, 11 evaluates it. The levels of an evaluation are the turn
// itself (1), one turn after it (2), and a second one (3). There is one board, one search for the next space of a list and one
// finder of tracks; all levels and both orders share them.
//
//   FIT    whether the turn may be placed                        1 cycle
//   WRITE  its tile                                              1
//   LOOK   fills the forced spaces of a wave, or ends            1 for each wave and 1
//   CHECK  what the turn completed, if it forced something       as long as trax_tracks takes
//   LIST   the set of spaces to go through                       1
//   FIND   the next of them, or none                             1
//   UNDO   takes a turn of order 01 back that cannot be completed 1
//   TILES  which tiles to try there, or the entry of the memory  1
//   RESULT                                                       1
//
// Levels 2 and 3 need only turns that force something: others complete nothing. Level 2 is gone through twice, first for threats
// (if lines may be completed with all turns), then, with all turns that completed nothing, for corners.

`timescale 1ns / 1ps

module trax_control #(
    parameter SIZE = 16,
    parameter C = 4,
    parameter A = 6,            // bits of the number of spaces in the memory
    parameter LINES = 1
) (
    input  wire         clock,
    input  wire         clear,          // the empty board, White's turn, nothing running
    input  wire         place, evaluate,    // starts the order, if nothing is running
    input  wire [C-1:0] row, column,
    input  wire [3:0]   tile,
    output wire         busy,
    output wire         placed,         // in the last cycle of 01
    output wire         evaluated,      // in the last cycle of 11
    output wire         store,          // writes the entry to the memory at `number`
    output reg  [A-1:0] number,
    output wire [6+2*C-1:0] entry,      // tiles that fit, row, column
    output wire [18:0]  verdict         // as in register 2
);
    localparam N = SIZE * SIZE, MOST = (1 << A) - 1;
    localparam IDLE = 0, FIT = 1, WRITE = 2, LOOK = 3, CHECK = 4, LIST = 5, FIND = 6, TILES = 7, UNDO = 8, RESULT = 9;
    reg [3:0] state;
    reg       evaluating;       // order 11, not 01
    reg       mover;            // 0 White
    reg [1:0] level;
    reg       corners;          // the second time through level 2
    reg       forced_some, seek;

    // The turn of each level: where, its tile, and the tiles still to be tried there.
    reg  [C-1:0] row_1, column_1, row_2, column_2, row_3, column_3;
    reg  [3:0]   tile_1;
    reg  [5:0]   tiles_2, tiles_3;
    reg  [N-1:0] pending_2, pending_3;      // the spaces still to be gone through

    wire [C-1:0] row_now = level == 3 ? row_3 : level == 2 ? row_2 : row_1;
    wire [C-1:0] column_now = level == 3 ? column_3 : level == 2 ? column_2 : column_1;
    wire [5:0]   tiles_now = level == 3 ? tiles_3 : tiles_2;
    wire [5:0]   one = tiles_now & (~tiles_now + 1'b1);         // the first of them
    reg  [5:0]   tried;                                         // the one on the board
    function [3:0] tile_of(input [5:0] bit_of);
        tile_of = {bit_of[5] | bit_of[4] | bit_of[3], bit_of[5] | bit_of[2] | bit_of[1], bit_of[4] | bit_of[2] | bit_of[0],
                   bit_of[3] | bit_of[1] | bit_of[0]};
    endfunction
    wire [3:0]   tile_now = level == 1 ? tile_1 : tile_of(state == WRITE ? one : tried);

    // The board. What lies at the space at hand is read by the same logic as what lies ahead of a walker of trax_tracks.
    wire [N-1:0]    listed, of_white, of_black, laid, right;
    wire [SIZE-1:0] outer_left;
    wire [N+SIZE-1:0] horizontal;
    wire [SIZE-1:0] rows, columns;
    wire            forced, conflict, back, play, laid_a, laid_b;
    wire [1:0]      keep;
    wire [C-1:0]    row_a, column_a, row_b, column_b;
    wire [3:0]      tile_a, tile_b;
    wire [5:0]      fits_here, forcing_here;
    wire            near, walking;
    assign walking = state == CHECK;
    trax_fabric #(.SIZE(SIZE), .C(C)) fabric (
        .clock(clock), .empty(clear), .play(play), .back(back), .keep(keep), .write(state == WRITE), .row(row_now), .column(column_now),
        .tile(tile_now), .wave(state == LOOK), .level(level), .forced(forced), .conflict(conflict), .rows(rows), .columns(columns),
        .every(level != 3 && (!evaluating || corners || near)), .listed(listed), .seek(seek && !corners), .of_white(of_white),
        .of_black(of_black), .laid(laid), .right(right), .outer_left(outer_left), .horizontal(horizontal));
    trax_around #(.SIZE(SIZE), .C(C)) around (
        .laid(laid), .right(right), .outer_left(outer_left), .horizontal(horizontal), .row(walking ? row_a : row_now),
        .column(walking ? column_a : column_now), .fits(fits_here), .forcing(forcing_here), .is_laid(laid_a), .tile(tile_a));
    trax_tile #(.SIZE(SIZE), .C(C)) at_b (
        .laid(laid), .right(right), .outer_left(outer_left), .horizontal(horizontal), .row(row_b), .column(column_b), .is_laid(laid_b),
        .tile(tile_b), .laid_0(), .up_0(), .right_0(), .down_0());

    reg  [5:0] ordered;
    always @* case (tile_1)
        4'b0011: ordered = 6'b000001;
        4'b0101: ordered = 6'b000010;
        4'b0110: ordered = 6'b000100;
        4'b1001: ordered = 6'b001000;
        4'b1010: ordered = 6'b010000;
        4'b1100: ordered = 6'b100000;
        default: ordered = 6'b000000;
    endcase
    wire inside = row_1 < SIZE && column_1 < SIZE;
    wire may = inside && |((|rows ? fits_here : 6'b111111) & ordered);

    // Lines need eight rows or columns, so turns matter once seven are in use. Tiles are connected.
    assign near = LINES != 0 && (|(rows & (rows >> 6)) || |(columns & (columns >> 6)));

    // What a turn completed.
    wire       checking = forced_some || (seek && !corners);
    wire       settled = state == LOOK && !conflict && !forced;
    wire       check_now = settled && evaluating && checking && !(level == 2 && corners);
    wire       checked;
    wire [1:0] completed, counted;
    trax_tracks #(.SIZE(SIZE), .C(C)) tracks (
        .clock(clock), .stop(clear), .forget(state == FIT), .ready(state == LOOK), .begin_now(check_now), .seek(seek && !corners), .record(level != 1),
        .row(row_now), .column(column_now), .tile(tile_now), .rows(rows), .columns(columns), .of_white(of_white), .of_black(of_black),
        .row_a(row_a), .column_a(column_a), .row_b(row_b), .column_b(column_b), .laid_a(laid_a), .laid_b(laid_b), .tile_a(tile_a),
        .tile_b(tile_b), .finished(checked), .completed(completed), .counted(counted));

    // The turns of level 2 that completed something or are illegal: by space, one bit for each tile.
    reg  [5:0] dropped [0:(1 << (2 * C)) - 1];
    reg  [5:0] dropped_here;
    wire [5:0] dropped_before = dropped[{row_2, column_2}];
    wire       drop = conflict || completed != 0;
    wire       known = level == 2 && !corners && ((state == LOOK && conflict) || (state == CHECK && checked));
    wire [5:0] dropped_now = dropped_here | (drop ? tried : 6'b0);
    always @(posedge clock) if (known) dropped[{row_2, column_2}] <= dropped_now;

    wire [5:0] all_tiles = fits_here & ~(dropped_before & (seek ? 6'b111111 : forcing_here));
    wire [5:0] tiles_here = level == 3 ? forcing_here : corners ? all_tiles : seek ? fits_here : forcing_here;

    // The next space of a list.
    wire            list_2, list_3;
    wire [SIZE-1:0] row_of_2, row_of_3, column_of;      // of the one that is taken, a bit for each row and column
    trax_cut #(3 * SIZE + 2) taking ({{{(SIZE-1){1'b0}}, state == TILES && level != 3} << row_now,
                                      {{(SIZE-1){1'b0}}, state == TILES && level == 3} << row_now, {{(SIZE-1){1'b0}}, 1'b1} << column_now,
                                      state == LIST && level != 3, state == LIST && level == 3},
                                     {row_of_2, row_of_3, column_of, list_2, list_3});
    integer i;
    always @(posedge clock) for (i = 0; i < SIZE; i = i + 1) begin
        pending_2[i*SIZE +: SIZE] <= ({SIZE{list_2}} & listed[i*SIZE +: SIZE]) |
                                     ({SIZE{!list_2}} & pending_2[i*SIZE +: SIZE] & ~({SIZE{row_of_2[i]}} & column_of));
        pending_3[i*SIZE +: SIZE] <= ({SIZE{list_3}} & listed[i*SIZE +: SIZE]) |
                                     ({SIZE{!list_3}} & pending_3[i*SIZE +: SIZE] & ~({SIZE{row_of_3[i]}} & column_of));
    end
    wire         any_2, any_3;
    wire [C-1:0] first_row_2, first_column_2, first_row_3, first_column_3;
    trax_first #(.SIZE(SIZE), .C(C)) first_2 (.set(pending_2), .any(any_2), .row(first_row_2), .column(first_column_2));
    trax_first #(.SIZE(SIZE), .C(C)) first_3 (.set(pending_3), .any(any_3), .row(first_row_3), .column(first_column_3));
    wire full = !evaluating && number == MOST;
    wire none = !(level == 3 ? any_3 : any_2) || full;

    // A turn of level 2 or 3 is over. Its tiles go when the next one is written or sought.
    wire over = level >= 2 && ((state == LOOK && conflict) || (state == CHECK && checked));
    wire loses = level == 2 && !corners && state == CHECK && checked && completed[!mover];
    assign play = state == LIST && !evaluating;
    assign back = state == WRITE || state == FIND || state == UNDO || state == RESULT;
    assign keep = state == UNDO || state == RESULT ? 2'd0 : level - 1'b1;

    // The result of 11.
    reg       invalid, lost_next;
    reg [1:0] won;
    reg [2:0] own_threats;
    reg [5:0] white_corners, black_corners;
    wire [5:0] own_corners = mover ? black_corners : white_corners, other_corners = mover ? white_corners : black_corners;
    assign verdict = lost_next ? 19'b100 : {own_corners, other_corners, own_threats, invalid, 1'b0, won[mover],
                                            won[!mover] && !won[mover]};

    assign busy = state != IDLE;
    assign placed = state == FIND && none && !evaluating;
    assign evaluated = state == RESULT;
    assign store = state == TILES && !evaluating;
    assign entry = {fits_here, row_now, column_now};

    always @(posedge clock) begin
        case (state)
        IDLE: if (place || evaluate) begin
            evaluating <= evaluate;
            row_1 <= row;
            column_1 <= column;
            tile_1 <= tile;
            level <= 1;
            corners <= 0;
            invalid <= 0;
            lost_next <= 0;
            won <= 0;
            own_threats <= 0;
            white_corners <= 0;
            black_corners <= 0;
            state <= FIT;
        end

        FIT: begin
            seek <= near;
            invalid <= !may;
            if (!may) level <= 2;
            state <= may ? WRITE : evaluating ? RESULT : LIST;
        end

        WRITE: begin
            forced_some <= 0;
            tried <= one;
            if (level == 3) tiles_3 <= tiles_3 & ~one;
            else tiles_2 <= tiles_2 & ~one;
            state <= LOOK;
        end

        LOOK: begin
            if (conflict) begin
                invalid <= level == 1;
                if (level == 1) state <= evaluating ? RESULT : UNDO;
            end else if (forced) forced_some <= 1;
            else if (check_now) state <= CHECK;
            else begin
                if (!evaluating) mover <= !mover;
                level <= level + 1'b1;
                state <= LIST;
            end
        end

        CHECK: if (checked && level == 1) begin
            won <= completed;
            level <= 2;
            state <= completed != 0 ? RESULT : LIST;
        end

        LIST: begin
            if (level == 2 && !corners) seek <= near;
            number <= 0;
            state <= FIND;
        end

        FIND: if (!none) begin
            if (level == 3) begin
                row_3 <= first_row_3;
                column_3 <= first_column_3;
            end else begin
                row_2 <= first_row_2;
                column_2 <= first_column_2;
            end
            state <= TILES;
        end else if (!evaluating) state <= IDLE;
        else if (level == 3) begin
            level <= 2;
            state <= tiles_2 != 0 ? WRITE : FIND;
        end else if (!corners) begin
            corners <= 1;
            state <= LIST;
        end else state <= RESULT;

        TILES: begin
            if (level == 3) tiles_3 <= tiles_here;
            else tiles_2 <= tiles_here;
            dropped_here <= 0;
            number <= number + 1'b1;
            state <= evaluating && tiles_here != 0 ? WRITE : FIND;
        end

        UNDO: begin
            level <= 2;
            state <= LIST;
        end

        RESULT: state <= IDLE;
        endcase

        if (over) state <= loses ? RESULT : tiles_now != 0 ? WRITE : FIND;
        if (known) dropped_here <= dropped_now;
        if (loses) lost_next <= 1;
        if (!corners && counted[mover] && !(&own_threats)) own_threats <= own_threats + 1'b1;
        if (corners && counted[0] && !(&white_corners)) white_corners <= white_corners + 1'b1;
        if (corners && counted[1] && !(&black_corners)) black_corners <= black_corners + 1'b1;
        if (clear) begin
            state <= IDLE;
            mover <= 0;
        end
    end
    initial begin
        state = IDLE;
        mover = 0;
        level = 1;
        number = 0;
        {row_1, column_1, row_2, column_2, row_3, column_3} = 0;
    end
endmodule
