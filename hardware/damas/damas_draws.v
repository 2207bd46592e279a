// Draws by the official rules: a position for the third time, twenty moves of each side without a capture or a man's move, and
// three kings that hold the long diagonal and do not beat one in twelve moves.
//
// While `look` is 1 the position after a king's move from `from` to `to` is compared with those since the last progress, one per
// tick. Men do not move in between, so the pieces of each colour are enough.

`timescale 1ns / 1ps

module damas_draws (
    input  wire        clock,
    input  wire        fresh, // a new game
    input  wire        look,
    input  wire        plays, // the move is made, at this edge
    input  wire        turn,  // its end, at this edge; the memory has the new position
    input  wire        progress, // it was a capture or a man's move
    input  wire        white, // who moves
    input  wire [31:0] occupied,
    input  wire [31:0] whites,
    input  wire [31:0] kings,
    input  wire [4:0]  from,
    input  wire [4:0]  to,
    input  wire        three_white, // three pieces of White against one
    input  wire        three_black,
    output wire        done,
    output wire        drawn); // by this move, at `turn`

    localparam [5:0] QUIET = 40; // moves of both sides
    localparam [3:0] RIVER = 12;

    // The positions before the last moves.
    reg [63:0] positions [0:63];
    reg [63:0] earlier = 0;
    reg [5:0]  now = 0;              // where the current one goes
    reg [5:0]  calm = 0;             // moves without progress
    reg [5:0]  place = 0;            // of the next one to compare
    reg [5:0]  back = 0;             // how far it is behind the new one; 0: not begun
    reg        reads = 0;            // `earlier` has been read
    reg [1:0]  equal = 0;
    wire [31:0] moved = 32'd1 << from | 32'd1 << to, own = white ? whites & occupied : occupied & ~whites;
    wire [31:0] other = occupied & ~own, own_then = own ^ moved;
    wire [63:0] new_position = white ? {own_then, other} : {other, own_then};
    assign done = look && back > calm + 6'd1 && !reads;
    always @(posedge clock) begin
        earlier <= positions[place];
        if (plays) positions[now] <= {whites & occupied, occupied & ~whites};
        reads <= look && back != 0 && back <= calm + 6'd1;
        if (!look) begin
            back <= 0;
            equal <= 0;
        end else if (back == 0) begin
            back <= 2;
            place <= now - 6'd1;
        end else if (back <= calm + 6'd1) begin
            back <= back + 6'd2;
            place <= place - 6'd2;
        end
        if (look && reads && earlier == new_position && equal != 2) equal <= equal + 2'd1;
    end

    // What the move does to the counts.
    reg repeated = 0; // the position was there twice before
    reg [3:0] river = 0; // 1 + moves of the three kings since they held the long diagonal; 0: they do not
    wire [31:0] diagonal = 32'h88442211;
    wire no_men = (occupied & ~kings) == 0, three = no_men && (three_white || three_black);
    wire holds = |(occupied & diagonal & (three_white ? whites : ~whites));
    wire [3:0] river_then = !three ? 4'd0 : river == 0 ? {3'd0, holds} : river + (three_white == white);
    wire [5:0] calm_then = progress ? 6'd0 : calm + 6'd1;
    assign drawn = calm_then >= QUIET || river_then > RIVER || (!progress && repeated);
    always @(posedge clock) begin
        if (plays) repeated <= equal == 2;
        if (fresh) {now, calm, river, repeated} <= 0;
        else if (turn) begin
            now <= now + 6'd1;
            calm <= calm_then;
            river <= river_then;
        end
    end
endmodule
