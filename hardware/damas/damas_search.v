// Captures jump by jump, depth first, a cell per tick. A captured piece stays on the board until the end: it blocks, and cannot be
// jumped twice. The piece's own origin counts as empty. Ways are tried in the order of damas_step, and the squares behind a piece in
// the order of their numbers.
//
// By the official rules (RANKED) it first surveys all pieces, while `fresh` is 0: `most` is the number of pieces that must be
// captured, and `movers` are the pieces that can capture that many, with most kings. Then, while `look` is 1, it searches the
// captures of the piece at `from` that visit the squares entered before (`via`): the first that ends on `to`, and whether one goes
// on from there. Without ranks it only looks, for any capture of a man that ends on `to`, first to the side of `to`.

`timescale 1ns / 1ps

module damas_search #(parameter integer RANKED = 1) (
    input  wire        clock,
    input  wire        fresh, // another position: start again
    input  wire        look,
    input  wire        leg,   // `to` is the next square of `via`, at this edge
    input  wire        white,
    input  wire [31:0] occupied,
    input  wire [31:0] whites,
    input  wire [31:0] kings,
    input  wire [5:0]  from, // row, column
    input  wire [5:0]  to,
    output reg         surveyed = 0,
    output reg  [3:0]  most = 0,
    output reg  [31:0] movers = 0,
    output reg         done = 0,
    output reg         found = 0,
    output reg  [31:0] captured = 0,
    output reg         goes_on = 0);

    localparam [2:0] IDLE = 0, PIECE = 1, SEEK = 2, LAND = 3, FAR = 4, BACK = 5, SKIP = 6, POP = 7;
    reg [2:0]  state = IDLE;
    reg [4:0]  start = 0;            // the square of the piece
    reg        king = 0;             // it is one
    reg [5:0]  at = 0, walk = 0;     // where it stands; the cell that the walk has come to
    reg [1:0]  way = 0;
    reg [4:0]  over = 0;             // the piece it jumps
    reg        over_king = 0;
    reg [3:0]  depth = 0;            // jumps so far
    reg [3:0]  royal = 0, most_royal = 0; // kings captured
    reg [31:0] taken = 0;
    reg [12:0] stack [0:15];         // at, way and over of each jump
    reg [12:0] top = 0;
    always @(posedge clock) top <= stack[depth - 4'd1];

    // The squares entered on the way.
    reg [5:0] via [0:15];
    reg [3:0] legs = 0;
    reg       by_leg = 0;            // the path goes on from `to` as the next of them

    wire [1:0] side = RANKED != 0 ? 2'd0 : {1'b0, white ~^ (to[2:0] >= from[2:0])}; // columns grow to the left
    wire [1:0] first_way = king ? 2'd0 : {!white, side[0]};
    wire       last_way = king ? way == 3 : way[0] != side[0];

    wire [5:0] next;
    wire       off;
    damas_step step (.at(walk), .way(state == BACK ? way ^ 2'd2 : way), .next(next), .off(off));
    wire [4:0] square = {next[5:3], next[2:1]};
    wire empty = !off && (!occupied[square] || square == start);
    wire enemy = !off && occupied[square] && whites[square] != white && !taken[square];
    wire [4:0] walked = {walk[5:3], walk[2:1]};

    // A square to land on.
    wire       lands = (state == LAND && empty) || (state == FAR && !empty && walked != over) || (state == BACK && square != over);
    wire [5:0] landing = state == FAR ? walk : next;
    wire       wanted = !surveyed || depth >= legs || via[depth] == landing;
    wire [3:0] count = depth + 4'd1, count_royal = royal + over_king;
    wire       better = count > most || (count == most && count_royal > most_royal);
    wire       equal = RANKED == 0 || (count == most && count_royal == most_royal);
    wire       is_leg = depth == legs ? landing == to : by_leg;
    // This way is over.
    wire       blocked = (state == SEEK && !enemy && !(empty && king)) || (state == LAND && !empty) ||
                         (state == FAR && !empty && walked == over) || (state == BACK && square == over) ||
                         (lands && !wanted && !king);

    wire [4:0] next_start = start + 5'd1;
    always @(posedge clock) begin
        if (lands && wanted) stack[depth] <= {at, way, over};
        if (leg) via[legs] <= to;
        if (fresh) begin
            state <= IDLE;
            {surveyed, done, found, goes_on} <= 0;
            {most, most_royal, depth, royal, legs} <= 0;
            movers <= 0;
            taken <= 0;
            start <= 31;
        end else if (RANKED != 0 && !surveyed && state == IDLE) begin
            state <= PIECE;
        end else if ((surveyed || RANKED == 0) && !look) begin
            state <= IDLE;
            {done, found, goes_on} <= 0;
            {depth, royal} <= 0;
            taken <= 0;
        end else case (state)
            IDLE: if (!done) begin
                start <= {from[5:3], from[2:1]};
                king <= kings[{from[5:3], from[2:1]}];
                at <= from;
                walk <= from;
                way <= kings[{from[5:3], from[2:1]}] ? 2'd0 : {!white, side[0]};
                state <= SEEK;
            end
            PIECE: begin // of the survey: the next one; 31 becomes 0
                start <= next_start;
                king <= kings[next_start];
                at <= {next_start[4:2], next_start[1:0], next_start[2]};
                walk <= {next_start[4:2], next_start[1:0], next_start[2]};
                way <= kings[next_start] ? 2'd0 : {!white, 1'b0};
                if (occupied[next_start] && whites[next_start] == white) state <= SEEK;
                else if (next_start == 31) {surveyed, state} <= {1'b1, IDLE};
            end
            POP: if (depth == 0) begin
                if (surveyed || RANKED == 0) {done, state} <= {1'b1, IDLE};
                else if (start == 31) {surveyed, state} <= {1'b1, IDLE};
                else state <= PIECE;
            end else begin
                {at, way, over} <= top;
                taken[top[4:0]] <= 0;
                royal <= royal - kings[top[4:0]];
                over_king <= kings[top[4:0]];
                depth <= depth - 4'd1;
                walk <= at;
                state <= !king ? SKIP : top[6] ? BACK : LAND;
            end
            default: begin
                if (state == SEEK) begin
                    walk <= next;
                    over <= square;
                    over_king <= kings[square];
                    if (enemy) state <= king && way[1] ? FAR : LAND;
                end
                if (state == FAR && empty) walk <= next;
                if (lands && !wanted) begin
                    walk <= landing;
                    state <= way[1] ? BACK : LAND;
                end
                if (lands && wanted) begin
                    at <= landing;
                    walk <= landing;
                    way <= first_way;
                    depth <= count;
                    royal <= count_royal;
                    taken[over] <= 1;
                    by_leg <= is_leg;
                    state <= SEEK;
                    if (RANKED != 0 && !surveyed) begin
                        if (better) {most, most_royal} <= {count, count_royal};
                        if (better) movers <= 32'd1 << start;
                        else if (equal) movers[start] <= 1;
                    end else if (equal) begin
                        if (landing == to && !found) {found, captured} <= {1'b1, taken | 32'd1 << over};
                        if (is_leg && depth > legs) goes_on <= 1;
                    end
                end
                if (blocked || state == SKIP) begin
                    walk <= at;
                    way <= king ? way + 2'd1 : way ^ 2'd1;
                    state <= last_way ? POP : SEEK;
                end
            end
        endcase
        if (leg && !fresh) legs <= legs + 4'd1;
    end
endmodule
