// The arbiter: reads moves from the keypad, decides whether they are legal, and alone writes the memory. A check takes CHECK ticks;
// whatever it needs is found before, while the last key is pressed (damas_walk, damas_search).
//
// RULES 0: the laboratory's. Capture is optional, a king captures all on its straight way, and with the switch keeps the turn if
// it can capture to either side. 1: official. Capture is compulsory, by quantity and quality; with the switch the squares on the way
// are entered one by one.

`timescale 1ns / 1ps

module damas_arbiter #(parameter integer RULES = 0) (
    input  wire        clock,
    input  wire        reset,
    input  wire [3:0]  key, // 0 to 7, 8 for A, others for none
    input  wire        run,
    input  wire        multiple,
    input  wire        draw1,
    input  wire        draw2,
    output reg  [3:0]  state = 0,
    output reg         white = 1, // on turn; at the end the winner
    output reg  [5:0]  origin = 0, // row, column
    output reg  [5:0]  destination = 0,
    output reg         victory = 0,
    output reg         draw = 0,
    output wire [31:0] occupied,
    output wire [31:0] whites,
    output wire [31:0] kings);

    localparam [3:0] REST = 0, ORIGIN_ROW = 1, ORIGIN_COLUMN_ENTER = 4, DESTINATION_ROW = 5, DESTINATION_COLUMN_ENTER = 8, OVER = 9,
                     FILL = 10, CHECK_ORIGIN = 11, CHECK_DESTINATION = 12, WRITE = 13, TURN = 14;
    localparam [5:0] CHECK = 16;
    localparam [3:0] ENTER = 8;

    reg [5:0]  count = 0;    // ticks into the state
    reg        several = 0;  // the switch when A was pressed
    reg [5:0]  from = 0;     // where the move begins; rows and columns from the lower right corner, as in the children
    reg        leg = 0;      // laboratory: the king must capture again
    reg        keeps = 0;    // this move keeps the turn
    reg        is_king = 0;  // the piece that moves
    reg        progress = 0; // it is a capture or a man's move
    reg [31:0] captured = 0; // pieces that are still to be cleared
    reg [3:0]  white_pieces = 0, black_pieces = 0;

    wire [5:0] to = ~destination, chosen = ~origin;
    wire       on_light = destination[3] == destination[0], chosen_light = origin[3] == origin[0];
    wire [4:0] from_square = {from[5:3], from[2:1]}, to_square = {to[5:3], to[2:1]}, chosen_square = {chosen[5:3], chosen[2:1]};
    wire       king = kings[from_square];

    // What is legal.
    wire look = (state == DESTINATION_COLUMN_ENTER || state == CHECK_DESTINATION) && on_light;
    wire fresh = state == REST || state == FILL || state == TURN;
    wire [31:0] can_step, can_jump, movers, on_way, found_pieces;
    wire walked, arrives, steps, further, surveyed, searched, found, goes_on;
    wire [3:0] most;
    wire drawn;
    damas_mobility mobility (.white(white ^ (state == TURN)), .occupied(occupied), .whites(whites), .kings(kings),
                             .can_step(can_step), .can_jump(can_jump));
    damas_walk walk (.clock(clock), .look(look), .white(white), .occupied(occupied), .whites(whites), .from(from), .to(to),
                     .done(walked), .arrives(arrives), .steps(steps), .captured(on_way), .further(further));
    wire takes_leg, plays;
    damas_search #(.RANKED(RULES)) search (
        .clock(clock), .fresh(fresh), .look(look && (RULES != 0 || !king)), .leg(takes_leg), .white(white), .occupied(occupied),
        .whites(whites), .kings(kings), .from(from), .to(to), .surveyed(surveyed), .most(most), .movers(movers), .done(searched),
        .found(found), .captured(found_pieces), .goes_on(goes_on));
    wire blocked = (can_step | can_jump) == 0;

    wire destination_known;
    wire late = count >= CHECK - 1;
    wire checked = state == CHECK_DESTINATION && late && (destination_known || !on_light);
    wire origin_known, may_start, quiet, captures;
    generate
        if (RULES == 0) begin : laboratory
            assign origin_known = 1'b1;
            assign may_start = can_step[chosen_square] || can_jump[chosen_square];
            assign destination_known = walked && (king || searched);
            assign quiet = arrives && on_way == 0 && (king ? !leg : steps);
            assign captures = king ? arrives && on_way != 0 : found;
            assign takes_leg = 1'b0;
            assign drawn = 1'b0;
        end else begin : official
            assign origin_known = surveyed;
            assign may_start = most == 0 ? can_step[chosen_square] : movers[chosen_square];
            assign destination_known = walked && searched && repetition_known;
            assign quiet = most == 0 && arrives && on_way == 0 && (king || steps);
            assign captures = most != 0 && found;
            assign takes_leg = checked && on_light && most != 0 && several && goes_on;
            wire repetition_known;
            damas_draws draws (
                .clock(clock), .fresh(state == REST || state == FILL), .look(look), .plays(plays), .turn(state == TURN),
                .progress(progress), .white(white), .occupied(occupied), .whites(whites), .kings(kings), .from(from_square), .to(to_square),
                .three_white(white_pieces == 3 && black_pieces == 1), .three_black(white_pieces == 1 && black_pieces == 3),
                .done(repetition_known), .drawn(drawn));
        end
    endgenerate
    assign plays = checked && on_light && !takes_leg && (quiet || captures);

    // The memory: the starting position cell by cell; then the origin is cleared, the destination written, and the captured pieces
    // cleared in the order of their squares.
    wire [31:0] next_captured = captured & (~captured + 32'd1);
    wire [4:0]  filled = {~count[5:3], ~count[2:1]};
    wire        crowns = to[5:3] == (white ? 3'd7 : 3'd0);
    reg  [31:0] write;
    reg  [2:0]  content;
    always @* begin
        write = 0;
        content = 0;
        if (state == FILL && count[3] == count[0]) begin
            write = 32'd1 << filled;
            content = count[5:3] < 3 ? 3'd1 : count[5:3] > 4 ? 3'd3 : 3'd0;
        end
        if (state == WRITE) case (count)
            6'd0: write = 32'd1 << from_square;
            6'd1: {write, content} = {32'd1 << to_square, is_king || crowns, white, 1'b1};
            default: write = next_captured;
        endcase
    end
    damas_memory memory (.clock(clock), .write(write), .content(content), .occupied(occupied), .whites(whites), .kings(kings));
    wire awaits_digit = state >= ORIGIN_ROW && state <= DESTINATION_COLUMN_ENTER && state[0];
    wire awaits_enter = state >= ORIGIN_ROW && state <= DESTINATION_COLUMN_ENTER && !state[0];
    wire both = draw1 && draw2;
    wire gives_up = RULES == 0 && state == ORIGIN_ROW && blocked && both;
    wire wins = (white ? black_pieces == 0 : white_pieces == 0) || (RULES != 0 && blocked);

    always @(posedge clock or posedge reset)
        if (reset) begin
            state <= REST;
            {count, origin, destination, from, several, leg, keeps, victory, draw, is_king, progress} <= 0;
            captured <= 0;
            {white_pieces, black_pieces} <= 0;
            white <= 1;
        end else begin
            count <= count + 6'd1;
            case (state)
                REST: if (run) {state, count} <= {FILL, 6'd0};
                FILL: begin
                    {white_pieces, black_pieces} <= {4'd12, 4'd12};
                    if (count == 63) state <= ORIGIN_ROW;
                end
                CHECK_ORIGIN:
                    if (!late || !origin_known) begin
                        if (late) count <= count;
                    end else if (chosen_light && may_start) begin
                        from <= chosen;
                        state <= DESTINATION_ROW;
                    end else begin
                        origin <= 0;
                        state <= ORIGIN_ROW;
                    end
                CHECK_DESTINATION:
                    if (!checked) begin
                        if (late) count <= count;
                    end else if (plays) begin
                        captured <= !captures ? 32'd0 : RULES == 0 && king ? on_way : found_pieces;
                        is_king <= king;
                        progress <= captures || !king;
                        keeps <= RULES == 0 && king && captures && several && further;
                        {state, count} <= {WRITE, 6'd0};
                    end else begin
                        if (takes_leg) origin <= destination;
                        destination <= 0;
                        state <= DESTINATION_ROW;
                    end
                WRITE: begin
                    if (count >= 2) begin
                        captured <= captured & ~next_captured;
                        if (white) black_pieces <= black_pieces - 4'd1;
                        else white_pieces <= white_pieces - 4'd1;
                    end
                    if (count != 0 && (count == 1 ? captured == 0 : (captured & ~next_captured) == 0)) state <= TURN;
                end
                TURN: begin
                    leg <= keeps;
                    destination <= 0;
                    if (keeps) begin
                        from <= to;
                        origin <= destination;
                        state <= DESTINATION_ROW;
                    end else if (wins || drawn || both) begin
                        victory <= wins;
                        draw <= !wins;
                        destination <= destination;
                        state <= OVER;
                    end else begin
                        white <= !white;
                        origin <= 0;
                        state <= ORIGIN_ROW;
                    end
                end
                default:
                    if (gives_up) {draw, state} <= {1'b1, OVER};
                    else if (awaits_digit && key < 8) begin
                        case (state)
                            ORIGIN_ROW: origin[5:3] <= key[2:0];
                            ORIGIN_ROW + 4'd2: origin[2:0] <= key[2:0];
                            DESTINATION_ROW: destination[5:3] <= key[2:0];
                            default: destination[2:0] <= key[2:0];
                        endcase
                        state <= state + 4'd1;
                    end else if (awaits_enter && key == ENTER) begin
                        several <= multiple;
                        count <= 0;
                        state <= state == ORIGIN_COLUMN_ENTER ? CHECK_ORIGIN :
                                 state == DESTINATION_COLUMN_ENTER ? CHECK_DESTINATION : state + 4'd1;
                    end
            endcase
        end

`ifdef FORMAL
    // The memory changes in two states only.
    always @* begin
        assert (state <= TURN);
        assert (write == 0 || state == FILL || state == WRITE);
    end
`endif
endmodule
