// The Perudo board: the states, the game, and what is sent. Rules: the preset `seed`, the original's. BIT is at least 2, so
// that the machine has decided before its turn is announced.

`timescale 1ns / 1ps

module perudo_board #(
    parameter integer BIT = 5208,  // ticks per bit: 9600 baud at 50 MHz
    parameter [63:0]  SEED = 0,    // of the dice at power-on
    parameter integer DEBOUNCE = 0 // ticks that a button must be stable before it counts
) (
    input  wire       clock,
    input  wire       reset_n, // asynchronous
    input  wire       previous,
    input  wire       next,
    input  wire       enter,
    input  wire       doubt,
    output wire       tx,
    output wire       enable,  // a press would be accepted at the next edge
    output wire [2:0] state,
    output wire [1:0] step,
    output wire [7:0] data);

    // Where the board is: state and step.
    localparam [4:0] IDLE = {3'd0, 2'd0}, AVATAR = {3'd1, 2'd1}, PLAYERS = {3'd1, 2'd2}, ROLL = {3'd1, 2'd3},
                     FACE = {3'd2, 2'd1}, COUNT = {3'd2, 2'd2}, GO_ON = {3'd2, 2'd3}, DECISION = {3'd3, 2'd1},
                     MACHINE_GO_ON = {3'd3, 2'd2}, DOUBTED = {3'd4, 2'd1}, SHOWN = {3'd4, 2'd2}, END = {3'd5, 2'd0};
    reg [4:0] place = IDLE;
    assign {state, step} = place;

    // What comes after the byte being sent.
    localparam [3:0] NOTHING = 0, SEATS = 1, SEAT = 2, NUMBER = 3, DIE = 4, TURN = 5, WHO = 6, BID_FACE = 7, BID_COUNT = 8,
                     LOSER = 9;
    reg [3:0] tail = NOTHING;

    wire busy;
    assign enable = reset_n && !busy && place != ROLL;
    wire pressed_previous, pressed_next, pressed_enter, pressed_doubt;
    perudo_button #(.DEBOUNCE(DEBOUNCE)) b0 (.clock(clock), .button(previous), .pressed(pressed_previous));
    perudo_button #(.DEBOUNCE(DEBOUNCE)) b1 (.clock(clock), .button(next), .pressed(pressed_next));
    perudo_button #(.DEBOUNCE(DEBOUNCE)) b2 (.clock(clock), .button(enter), .pressed(pressed_enter));
    perudo_button #(.DEBOUNCE(DEBOUNCE)) b3 (.clock(clock), .button(doubt), .pressed(pressed_doubt));

    // The game.
    reg [3:0] players;    // who joined
    reg [3:0] seats;      // that have dice
    reg [5:0] total;      // dice in play
    reg [23:0] left;      // dice of each seat, seat 0 lowest
    reg [2:0] on_turn, bidder;
    reg [2:0] bid_face;   // 0: no bid
    reg [5:0] bid_count;
    reg [2:0] face;       // that the player is choosing
    reg [5:0] count;
    reg [2:0] loser;

    wire [7:0] with_dice = {|left[23:21], |left[20:18], |left[17:15], |left[14:12], |left[11:9], |left[8:6], |left[5:3], |left[2:0]};

    // A walk over the dice of all seats, for the roll and then for the message. `later` is the next seat with dice,
    // known two ticks after `seat` has changed.
    reg [2:0] seat, index, first_seat, later;
    reg       is_last;  // there is none
    reg [7:0] above;    // seats with dice above `seat`
    wire      seat_ends = index + 3'd1 == left[3 * seat +: 3];
    always @(posedge clock) begin
        above <= with_dice & 8'hfe << seat;
        is_last <= above == 0;
        later <= above[1] ? 3'd1 : above[2] ? 3'd2 : above[3] ? 3'd3 : above[4] ? 3'd4 : above[5] ? 3'd5 : above[6] ? 3'd6 : 3'd7;
    end

    // The roll: in the first round the seat that begins, then the dice.
    reg  draws_starter, rolled = 0;
    wire rolls = place == ROLL && !rolled;
    wire drawn;
    wire [2:0] number;
    reg  [2:0] highest;
    always @(posedge clock) highest <= players[2:0] - 3'd1;
    perudo_dice #(.SEED(SEED)) dice (
        .clock(clock), .roll(rolls && reset_n), .least(draws_starter ? 3'd0 : 3'd1), .most(draws_starter ? highest : 3'd6),
        .drawn(drawn), .number(number));
    wire die_drawn = drawn && !draws_starter;

    // The dice of the round, as rolled: one copy for the message, one for the machine.
    reg [2:0] die [0:63];
    reg [2:0] die_told, die_seen;
    wire [2:0] index_seen;
    always @(posedge clock) begin
        if (die_drawn) die[{seat, index}] <= number;
        die_told <= die[{seat, index}];
        die_seen <= die[{on_turn, index_seen}];
    end

    // How many show each face, and whether the last bid holds: a tick or two later than its inputs.
    reg [41:6] showing; // six bits for each face
    reg [5:0] matching;
    reg       holds;
    integer i;
    always @(posedge clock) begin
        for (i = 1; i <= 6; i = i + 1)
            if (place == SHOWN || place == PLAYERS) showing[6 * i +: 6] <= 0;
            else if (die_drawn && number == i) showing[6 * i +: 6] <= showing[6 * i +: 6] + 6'd1;
        matching <= showing[6 * bid_face +: 6] + (bid_face == 1 ? 6'd0 : showing[11:6]);
        holds <= matching >= bid_count;
    end

    // Whether the player may bid what it has chosen, likewise later.
    reg  legal, more, as_many, half, twice;
    always @(posedge clock) begin
        more <= count > bid_count;
        as_many <= count >= bid_count;
        half <= {count, 1'b0} >= {1'b0, bid_count};
        twice <= {1'b0, count} > {bid_count, 1'b0};
        legal <= count <= total && (bid_face == 0 || (face == bid_face ? more : face == 1 ? half : bid_face == 1 ? twice
                                                                     : face > bid_face && as_many));
    end

    wire       machine_doubts;
    wire [2:0] machine_face;
    wire [5:0] machine_count;
    perudo_machine machine (
        .clock(clock), .think(place == DECISION), .own(left[3 * on_turn +: 3]), .index(index_seen), .die(die_seen), .total(total),
        .last_face(bid_face), .last_count(bid_count), .doubts(machine_doubts), .face(machine_face), .count(machine_count));

    // What a press does now: of those at one edge the first that has an effect counts.
    reg [3:0] has_effect; // next, previous, enter, doubt
    always @* case (place)
        IDLE: has_effect = 4'b1111;
        AVATAR: has_effect = 4'b1110;
        PLAYERS: has_effect = {players != 8, players != 1, players != 1, 1'b0};
        FACE: has_effect = {face != 6, face != 1, 1'b1, bid_face != 0};
        COUNT: has_effect = {count != 40, count != 1, 1'b1, bid_face != 0};
        GO_ON, MACHINE_GO_ON: has_effect = 4'b1000;
        DECISION, DOUBTED: has_effect = 4'b0010;
        SHOWN: has_effect = 4'b0001;
        default: has_effect = 4'b0000;
    endcase
    wire [3:0] presses = {pressed_next, pressed_previous, pressed_enter, pressed_doubt} & has_effect & {4{enable}};
    wire up = presses[3], down = presses[3:2] == 1, takes = presses[3:1] == 1, doubts = presses == 1;

    reg       send;
    reg [7:0] letter;
    always @* begin
        send = presses != 0;
        letter = up ? "D" : down ? "S" : takes ? "O" : "X";
        case (place)
            IDLE: letter = doubts ? "U" : "I";
            PLAYERS: send = up || down;
            COUNT: if (takes && !legal) letter = "e";
            GO_ON, MACHINE_GO_ON: letter = "T";
            DECISION: letter = machine_doubts ? "X" : "B";
            DOUBTED: letter = "Z";
            SHOWN: begin
                letter = "Y";
                send = doubts && seats == 1;
            end
            ROLL: begin
                letter = "A";
                send = rolled;
            end
            default: ;
        endcase
    end

    // The rest of a message, byte by byte; a byte takes at least 20 ticks.
    wire      taken;
    reg [5:0] value;
    always @(posedge clock) case (tail)
        SEATS: value <= seats;
        SEAT: value <= seat;
        NUMBER: value <= left[3 * seat +: 3];
        DIE: value <= die_told;
        WHO: value <= on_turn;
        BID_FACE: value <= bid_face;
        BID_COUNT: value <= bid_count;
        default: value <= loser;
    endcase
    perudo_sender #(.BIT(BIT)) sender (
        .clock(clock), .reset_n(reset_n), .send(send), .first(letter), .more(tail != NOTHING),
        .following(tail == TURN ? "T" : 8'd48 + value), .taken(taken), .tx(tx), .busy(busy), .data(data));

    always @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            place <= IDLE;
            tail <= NOTHING;
            rolled <= 0;
        end else begin
            if (taken) case (tail)
                SEATS: tail <= SEAT;
                SEAT: tail <= NUMBER;
                NUMBER: tail <= DIE;
                DIE: if (seat_ends) tail <= is_last ? TURN : SEAT;
                TURN: tail <= WHO;
                BID_FACE: tail <= BID_COUNT;
                default: tail <= NOTHING;
            endcase
            case (place)
                IDLE: if (send && !doubts) place <= AVATAR;
                AVATAR: if (takes) place <= PLAYERS;
                PLAYERS: if (takes) place <= ROLL;
                ROLL: if (rolled) begin
                    rolled <= 0;
                    tail <= SEATS;
                    place <= on_turn == 0 ? FACE : DECISION;
                end else if (die_drawn && seat_ends && is_last) rolled <= 1;
                FACE: if (takes) place <= COUNT;
                else if (doubts) place <= DOUBTED;
                COUNT: if (takes) place <= legal ? GO_ON : FACE;
                else if (doubts) place <= DOUBTED;
                DECISION: if (takes) begin
                    place <= machine_doubts ? DOUBTED : MACHINE_GO_ON;
                    if (!machine_doubts) tail <= BID_FACE;
                end
                GO_ON, MACHINE_GO_ON: if (up) begin
                    tail <= WHO;
                    place <= on_turn == 0 ? FACE : DECISION;
                end
                DOUBTED: if (takes) begin
                    tail <= LOSER;
                    place <= SHOWN;
                end
                SHOWN: if (doubts) place <= seats == 1 ? END : ROLL;
                default: ;
            endcase
        end

    // What the states need not know after a reset: it is set before it is used. Seats without dice are skipped, one a
    // tick, in the time of a message.
    wire machine_bids = place == DECISION && takes && !machine_doubts;
    wire player_bids = place == COUNT && takes && legal;
    integer s;
    always @(posedge clock) begin
        if (player_bids || machine_bids) begin
            bidder <= on_turn;
            on_turn <= on_turn + 3'd1;
            bid_face <= player_bids ? face : machine_face;
            bid_count <= player_bids ? count : machine_count;
        end
        if ((place == GO_ON || place == MACHINE_GO_ON || place == SHOWN) && left[3 * on_turn +: 3] == 0) on_turn <= on_turn + 3'd1;

        case (place)
            AVATAR: begin
                players <= 4'd1;
                seats <= 4'd1;
                total <= 6'd5;
            end
            PLAYERS: begin
                for (s = 0; s < 8; s = s + 1) left[3 * s +: 3] <= s < players ? 3'd5 : 3'd0;
                if (up || down) begin
                    players <= up ? players + 4'd1 : players - 4'd1;
                    seats <= up ? players + 4'd1 : players - 4'd1;
                    total <= up ? total + 6'd5 : total - 6'd5;
                end
                draws_starter <= 1;
                seat <= 0;
                first_seat <= 0;
            end
            ROLL: begin
                face <= 3'd1;
                count <= 6'd1;
                bid_face <= 0;
                if (rolled) begin
                    seat <= first_seat;
                    index <= 0;
                end else if (drawn && draws_starter) begin
                    draws_starter <= 0;
                    on_turn <= number;
                end
            end
            FACE: if (up || down) face <= up ? face + 3'd1 : face - 3'd1;
            COUNT: if (up || down) count <= up ? count + 6'd1 : count - 6'd1;
            GO_ON, MACHINE_GO_ON: begin
                face <= 3'd1;
                count <= 6'd1;
            end
            DOUBTED: begin
                loser <= holds ? on_turn : bidder;
                if (takes) begin
                    for (s = 0; s < 8; s = s + 1) if (s == loser) left[3 * s +: 3] <= left[3 * s +: 3] - 3'd1;
                    total <= total - 6'd1;
                    if (left[3 * loser +: 3] == 1) seats <= seats - 4'd1;
                    on_turn <= loser;
                    seat <= 0;
                end
            end
            SHOWN: begin
                draws_starter <= 0;
                first_seat <= seat;
                if (left[3 * seat +: 3] == 0) seat <= seat + 3'd1;
            end
            default: ;
        endcase
        if (place == PLAYERS || place == SHOWN) index <= 0;
        if (die_drawn || (taken && tail == DIE)) begin
            index <= seat_ends ? 3'd0 : index + 3'd1;
            if (seat_ends && !is_last) seat <= later;
        end
    end
endmodule
