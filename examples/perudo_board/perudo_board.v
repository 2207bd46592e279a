// The Perudo board up to the first turn: idle, avatar, players, the first roll and its message. The
// buttons in a turn, the machine and the check are left to you: add them to `press`.

`timescale 1ns / 1ps

module perudo_board #(parameter integer BIT = 5208, parameter [63:0] SEED = 0) (
    input        clock,
    input        reset_n,
    input        previous,
    input        next,
    input        enter,
    input        doubt,
    output       tx,
    output       enable,
    output reg [2:0] state,
    output reg [1:0] step,
    output [7:0] data);

    localparam IDLE = 0, INIT = 1, PLAYER = 2, MACHINE = 3; // state
    localparam AVATAR = 1, PLAYERS = 2, ROLL = 3;           // step of INIT
    localparam [7:0] ZERO = 48;

    // One press, one action: the edge at which a button reads as down after reading as up.
    reg was_previous = 0, was_next = 0, was_enter = 0, was_doubt = 0;
    always @(posedge clock) begin
        was_previous <= previous;
        was_next <= next;
        was_enter <= enter;
        was_doubt <= doubt;
    end
    wire busy;
    assign enable = reset_n && !busy && !(state == INIT && step == ROLL);
    wire hit_previous = enable && previous && !was_previous;
    wire hit_next = enable && next && !was_next;
    wire hit_enter = enable && enter && !was_enter;
    wire hit_doubt = enable && doubt && !was_doubt;

    // The dice of the round, in the order rolled.
    reg [3:0] players;
    reg [2:0] starter;
    reg [2:0] die [0:39];
    reg [5:0] rolled; // numbers drawn: the starter, then the dice
    reg       told;   // all are drawn, the message begins at the next edge
    wire      rolling = state == INIT && step == ROLL && !told;
    wire      drawn;
    wire [2:0] number;
    perudo_dice #(.SEED(SEED)) dice (
        .clock(clock), .roll(rolling && reset_n), .least(rolled == 0 ? 3'd0 : 3'd1),
        .most(rolled == 0 ? players[2:0] - 3'd1 : 3'd6), .drawn(drawn), .number(number));
    wire [5:0] numbers = 6'd1 + 6'd5 * players;
    integer i;

    // The effect of a press: at most one byte, and the next place.
    reg       send;
    reg [7:0] letter;
    always @* begin
        send = 0;
        letter = 0;
        if (state == IDLE && (hit_next || hit_previous || hit_enter)) {send, letter} = {1'b1, "I"};
        else if (state == IDLE && hit_doubt) {send, letter} = {1'b1, "U"};
        else if (state == INIT && step == AVATAR && hit_next) {send, letter} = {1'b1, "D"};
        else if (state == INIT && step == AVATAR && hit_previous) {send, letter} = {1'b1, "S"};
        else if (state == INIT && step == AVATAR && hit_enter) {send, letter} = {1'b1, "O"};
        else if (state == INIT && step == PLAYERS && hit_next && players < 8)
            {send, letter} = {1'b1, "D"};
        else if (state == INIT && step == PLAYERS && hit_previous && players > 1)
            {send, letter} = {1'b1, "S"};
        else if (told) {send, letter} = {1'b1, "A"};
    end

    // The message of a round: A n, for each player its seat, 5 and the dice, T starter.
    wire [5:0] index;
    wire [5:0] length = 6'd4 + 6'd7 * players;
    wire [5:0] body = index - 6'd2, seat = body / 6'd7, column = body % 6'd7;
    wire [7:0] byte_at = index == 1 ? ZERO + players
                       : index == length - 2 ? "T"
                       : index == length - 1 ? ZERO + starter
                       : column == 0 ? ZERO + seat
                       : column == 1 ? ZERO + 8'd5
                       : ZERO + die[seat * 5 + column - 2];
    perudo_sender #(.BIT(BIT)) sender (
        .clock(clock), .reset_n(reset_n), .send(send), .count(told ? length : 6'd1), .first(letter),
        .byte_at(byte_at), .index(index), .tx(tx), .busy(busy), .data(data));

    always @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            state <= IDLE;
            step <= 0;
            players <= 0;
            starter <= 0;
            rolled <= 0;
            told <= 0;
            for (i = 0; i < 40; i = i + 1) die[i] <= 0;
        end else if (told) begin
            told <= 0;
            state <= starter == 0 ? PLAYER : MACHINE;
            step <= 1;
        end else if (rolling) begin
            if (drawn) begin
                if (rolled == 0) starter <= number;
                else die[rolled - 1] <= number;
                rolled <= rolled + 6'd1;
                if (rolled == numbers - 1) told <= 1;
            end
        end else if (state == IDLE && send && letter == "I") begin
            state <= INIT;
            step <= AVATAR;
        end else if (state == INIT && step == AVATAR && send && letter == "O") begin
            step <= PLAYERS;
            players <= 1;
        end else if (state == INIT && step == PLAYERS) begin
            if (send && letter == "D") players <= players + 4'd1;
            else if (send && letter == "S") players <= players - 4'd1;
            else if (hit_enter && players > 1) begin
                step <= ROLL;
                rolled <= 0;
            end
        end
endmodule
