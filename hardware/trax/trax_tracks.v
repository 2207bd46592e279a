// Finds what the tiles of a turn have completed: loops, and lines if `seek`. One colour after the other it follows the tracks of the
// turn's tiles, first from the tile that was placed, then from those that no walk has visited yet. Two walkers leave a tile by its two
// sides at the same time, a tile a cycle. If one comes to an open end the track is no loop, and the walk ends; only when seeking
// lines does the other go on to its own end. If they meet, they have been around a loop.
//
// A tile with an open side is not walked from unless lines are sought: its track is open.
//
// Loops are counted once: each found one is compared with those in the memory, one a cycle, and added if it is new.

`timescale 1ns / 1ps

module trax_tracks #(
    parameter SIZE = 16,
    parameter C = 4,
    parameter LOOPS = 9         // address bits of the memory of loops
) (
    input  wire                 clock,
    input  wire                 stop,           // at once
    input  wire                 forget,         // empties the memory of loops
    input  wire                 ready,          // the turn may be complete: prepares the first step
    input  wire                 begin_now,      // it is: the first step is next; only when ready
    input  wire                 seek,           // lines
    input  wire                 record,         // loops in the memory
    input  wire [C-1:0]         row, column,    // where the tile was placed
    input  wire [3:0]           tile,
    input  wire [SIZE-1:0]      rows, columns,  // that have tiles
    input  wire [SIZE*SIZE-1:0] of_white, of_black, // tiles to walk from
    output reg  [C-1:0]         row_a, column_a, row_b, column_b,   // where the walkers look
    input  wire                 laid_a, laid_b, // and what lies there
    input  wire [3:0]           tile_a, tile_b,
    output wire                 finished,       // in the last cycle
    output wire [1:0]           completed,      // by colour, white first; valid when finished
    output wire [1:0]           counted         // a new loop of that colour
);
    localparam N = SIZE * SIZE;
    localparam UP = 8, RIGHT = 4, DOWN = 2, LEFT = 1;
    localparam REST = 0, STEP = 1, FIND = 2, LOAD = 3, SCAN = 4;
    reg [2:0] state;
    initial begin
        state = REST;
        {row_a, column_a, row_b, column_b} = 0;
    end

    reg          colour;            // 0 white
    reg  [N-1:0] todo, way;         // tiles to walk from; visited by this walk
    reg  [1:0]   so_far;            // completed before this cycle

    wire         any_white = |of_white, any_black = |of_black;

    // Both walkers: the space that they look at, the side by which they enter it, whether it is outside the board; where they come from.
    reg  [C-1:0] was_row_a, was_column_a, was_row_b, was_column_b;
    reg  [3:0]   from_a, from_b;
    reg          out_a, out_b;
    wire         end_a = out_a || !laid_a, end_b = out_b || !laid_b;

    // The track of a colour through a tile: its two sides.
    function [3:0] track(input [3:0] its_tile, input its_colour);
        track = its_colour ? its_tile : ~its_tile;
    endfunction
    function [3:0] highest(input [3:0] sides);
        highest = sides[3] ? UP : sides[2] ? RIGHT : sides[1] ? DOWN : LEFT;
    endfunction

    // A line joins opposite edges of the tiles and is eight long. Tiles are connected, so an end is outermost if there is none in
    // the row or column beyond.
    wire over_a = out_a || !(from_a[3] || from_a[1] ? rows[row_a] : columns[column_a]);
    wire over_b = out_b || !(from_b[3] || from_b[1] ? rows[row_b] : columns[column_b]);
    wire long = from_a[3] || from_a[1] ? |(rows & (rows >> 7)) : |(columns & (columns >> 7));
    wire line = seek && over_a && over_b && from_a == {from_b[1:0], from_b[3:2]} && long;

    wire met = !end_a && !end_b && ((row_a == row_b && column_a == column_b) || (row_a == was_row_b && column_a == was_column_b));
    wire loop = state == STEP && met;
    wire open = state == STEP && (seek ? end_a && end_b : end_a || end_b);

    // What both have visited after this step.
    function [SIZE-1:0] one(input [C-1:0] at, input enable);
        one = {{(SIZE-1){1'b0}}, enable} << at;
    endfunction
    wire            stepped_a = state == STEP && !end_a, stepped_b = state == STEP && !end_b;
    wire            fill, next_colour, starting, filling, beginning, to_black;
    wire [C-1:0]    leave_row_a, leave_column_a;
    wire [SIZE-1:0] at_row_a, at_column_a, at_row_b, at_column_b, on_row, on_column;    // a bit for each row and column
    trax_cut #(4 * SIZE) stepping ({one(row_a, stepped_a), one(column_a, 1'b1), one(row_b, stepped_b), one(column_b, 1'b1)},
                                   {at_row_a, at_column_a, at_row_b, at_column_b});
    trax_cut #(2 * SIZE + 3) starts ({one(leave_row_a, starting || stepped_a), one(leave_column_a, 1'b1), fill, starting, next_colour},
                                     {on_row, on_column, filling, beginning, to_black});
    function [N-1:0] mark(input [SIZE-1:0] in_row, input [SIZE-1:0] in_column);
        integer k;
        for (k = 0; k < SIZE; k = k + 1) mark[k*SIZE +: SIZE] = {SIZE{in_row[k]}} & in_column;
    endfunction
    wire [N-1:0] left_over;
    wire [N-1:0] step_b = mark(at_row_b, at_column_b);
    trax_cut #(N) leaving (todo & ~(way | mark(at_row_a, at_column_a) | step_b), left_over);
    always @(posedge clock) begin
        todo <= ({N{filling && to_black}} & of_black) | ({N{filling && !to_black}} & of_white) | ({N{!filling}} & left_over);
        way <= ({N{!beginning}} & (way | step_b)) | mark(on_row, on_column);
    end

    // The memory of loops. `found` is the entry at `entry`.
    reg  [N:0]     memory [0:(1<<LOOPS)-1];
    reg  [N:0]     found;
    reg  [LOOPS:0] number;
    reg  [LOOPS:0] entry;
    wire           scanned = entry == number;
    wire           new_loop = state == SCAN && scanned && !number[LOOPS];
    wire           seen = state == SCAN && (scanned || found == {colour, way});
    assign counted = {new_loop && colour, new_loop && !colour};
    wire [LOOPS-1:0] look_at = state == SCAN ? entry + 1'b1 : {LOOPS{1'b0}};
    always @(posedge clock) begin
        found <= memory[look_at];
        if (new_loop) memory[number[LOOPS-1:0]] <= {colour, way};
    end

    wire done_here = open || (loop && !record) || seen;             // with this track
    wire other = done_here && !(|left_over) && !colour && any_black;
    assign finished = done_here && !(|left_over) && !other;
    assign completed = so_far | {2{loop || (open && line)}} & {colour, !colour};

    // Where a walker goes next: on by the other side of the track; or from a tile by one of its sides, at the beginning of a walk.
    wire         at_tile = state == LOAD;   // the walk starts where walker a looks, not where the turn was placed
    assign       next_colour = ready ? !any_white : state == LOAD ? colour : 1'b1;
    wire [3:0]   sides = track(at_tile ? tile_a : tile, next_colour);
    assign       fill = ready || other, starting = fill || state == LOAD;
    wire [3:0]   exit_a = starting ? highest(sides) : track(tile_a, colour) & ~from_a;
    wire [3:0]   exit_b = starting ? sides & ~highest(sides) : track(tile_b, colour) & ~from_b;
    assign       leave_row_a = starting && !at_tile ? row : row_a, leave_column_a = starting && !at_tile ? column : column_a;
    wire [C-1:0] leave_row_b = starting ? leave_row_a : row_b, leave_column_b = starting ? leave_column_a : column_b;

    function [C-1:0] moved(input [C-1:0] from, input less, input more);
        moved = from - less + more;
    endfunction
    function outside(input [C-1:0] from_row, input [C-1:0] from_column, input [3:0] side);
        outside = (side[3] && from_row == 0) || (side[2] && from_column == SIZE - 1) || (side[1] && from_row == SIZE - 1) ||
                  (side[0] && from_column == 0);
    endfunction

    wire [C-1:0] found_row, found_column;
    trax_first #(.SIZE(SIZE), .C(C)) first_todo (.set(todo), .any(), .row(found_row), .column(found_column));

    always @(posedge clock) begin
        if (state == STEP || state == LOAD || ready || other) begin
            if (!(state == STEP && end_a) || other) begin
                from_a <= {exit_a[1:0], exit_a[3:2]};
                row_a <= moved(leave_row_a, exit_a[3], exit_a[1]);
                column_a <= moved(leave_column_a, exit_a[0], exit_a[2]);
                out_a <= outside(leave_row_a, leave_column_a, exit_a);
                was_row_a <= leave_row_a;
                was_column_a <= leave_column_a;
            end
            if (!(state == STEP && end_b) || other) begin
                from_b <= {exit_b[1:0], exit_b[3:2]};
                row_b <= moved(leave_row_b, exit_b[3], exit_b[1]);
                column_b <= moved(leave_column_b, exit_b[0], exit_b[2]);
                out_b <= outside(leave_row_b, leave_column_b, exit_b);
                was_row_b <= leave_row_b;
                was_column_b <= leave_column_b;
            end
        end
        so_far <= completed;

        case (state)
        STEP: begin
            entry <= 0;
            if (loop && record) state <= SCAN;
        end
        FIND: begin
            row_a <= found_row;
            column_a <= found_column;
            out_a <= 0;
            state <= LOAD;
        end
        LOAD: state <= STEP;
        SCAN: entry <= entry + 1'b1;
        endcase

        if (done_here) state <= |left_over ? FIND : REST;
        if (fill) colour <= next_colour;
        if (ready) so_far <= 0;
        if (begin_now || other) state <= STEP;
        if (new_loop) number <= number + 1'b1;
        if (forget) number <= 0;
        if (stop) state <= REST;
    end
endmodule
