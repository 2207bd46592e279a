// The machine's decision, by the heuristic of the original (src/engines/perudo/seed.h has it in words). While `think` is 1
// it reads its own dice, one a tick, then weighs one candidate a tick; the answer is there after 16 ticks and stays until
// `think` is 0. All other inputs must hold meanwhile.

`timescale 1ns / 1ps

module perudo_machine (
    input  wire       clock,
    input  wire       think,
    input  wire [2:0] own,        // dice that it has
    output wire [2:0] index,      // of the die that it looks at;
    input  wire [2:0] die,        // its face, one tick later
    input  wire [5:0] total,      // dice in play
    input  wire [2:0] last_face,  // of the last bid; 0: it opens
    input  wire [5:0] last_count,
    output wire       doubts,
    output reg  [2:0] face,       // its bid otherwise
    output reg  [5:0] count);

    // Ticks 0 to 4: the address of a die. 1 to 5: its face is counted. From 6 on a candidate's face is in `trial`: 2 to 6,
    // then 1. It is weighed at the next tick and compared at the one after.
    reg [3:0] tick = 0;
    always @(posedge clock) tick <= !think ? 4'd0 : tick == 15 ? tick : tick + 4'd1;
    assign index = tick[2:0];

    // How many of its dice show a face.
    reg [20:3] has; // three bits for each face
    integer i;
    always @(posedge clock)
        for (i = 1; i <= 6; i = i + 1)
            if (tick == 0) has[3 * i +: 3] <= 0;
            else if (tick <= own && die == i) has[3 * i +: 3] <= has[3 * i +: 3] + 3'd1;

    wire [2:0] trial = tick == 11 ? 3'd1 : tick[2:0] - 3'd4;
    wire lama = trial == 1, opens = last_face == 0, on_lamas = last_face == 1;
    wire trying = tick >= 6 && tick <= 11;

    // The candidate: its count, and whether the figures of the original have it.
    reg [6:0] bid;
    reg       proper;
    always @* begin
        proper = 1;
        if (opens) begin
            bid = 7'd1;
            proper = trial != 6;
        end else if (on_lamas) bid = lama ? last_count + 7'd1 : {last_count, 1'b1};
        else if (lama) bid = (last_count + 7'd1) >> 1;
        else begin
            bid = trial == last_face ? last_count + 7'd1 : {1'b0, last_count};
            proper = trial == last_face || (trial > last_face && trial != 6);
        end
    end

    // A tick later: lamas in the hand count for every face.
    reg       valid = 0;
    reg [2:0] tried;
    reg [6:0] bid_tried;
    reg [2:0] held;
    wire [2:0] score_held = {1'b0, bid_tried} <= {5'd0, held} ? 3'd6 : held != 0 ? held : tried == 1 ? 3'd5 : 3'd0;
    always @(posedge clock) begin
        valid <= trying && proper;
        tried <= trial;
        bid_tried <= bid;
        held <= has[3 * trial +: 3] + (lama ? 3'd0 : has[5:3]);
    end

    // The score in tens, 6 for the 90 of a bid that the own dice cover; the first of the highest is bid.
    reg       some = 0;
    reg [2:0] best;
    always @(posedge clock)
        if (!think) some <= 0;
        else if (valid && bid_tried <= {1'b0, total} && (!some || score_held > best)) begin
            some <= 1;
            best <= score_held;
            face <= tried;
            count <= bid_tried[5:0];
        end

    // It doubts if the dice that are neither its own nor needed are few, by the dice in play. The constants of seed.c,
    // factors of 9, 3 and 1 and a threshold of 8, come to these limits.
    reg [2:0] held_of_last;
    reg [6:0] spare; // signed
    reg       too_few;
    wire [6:0] limit = total <= 7 ? 7'd0 : total <= 15 ? 7'd2 : 7'd8;
    always @(posedge clock) begin
        held_of_last <= has[3 * last_face +: 3] + (on_lamas ? 3'd0 : has[5:3]);
        spare <= {1'b0, total} + {4'd0, held_of_last} - {4'd0, own} - {1'b0, last_count};
        too_few <= !opens && $signed(spare) <= $signed(limit);
    end
    assign doubts = too_few || !some;
endmodule
