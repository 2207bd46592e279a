// The contest's protocol: bytes of the line on one side, orders for the player on the other.
//
//     0        ->  R00       a game begins, whatever was going on
//     A0000    ->  a line    we have the first move, or move again, or the opponent has passed
//     A1112    ->  a line    the opponent's line, and ours
//     A1112    ->  0000      that completed a box, so the opponent moves again; or it makes no sense
//
// A message is forgotten if its next byte takes a second or more, so half a message does not spoil the next game.

`timescale 1ns / 1ps

module dots_protocol #(parameter integer SECOND = 12000000) ( // in ticks
    input  wire       clock,
    input  wire       reset,
    input  wire [3:0] rows,
    input  wire [3:0] columns,
    // the line
    input  wire       heard,
    input  wire [7:0] byte_heard,
    output wire       send,
    output reg  [7:0] byte_sent,
    input  wire       sending,
    output wire       busy,      // an answer is due
    // the player
    output wire       clear,
    output reg        draw,
    output reg        think,
    output wire [9:0] line,
    output reg        passing,
    output wire       may_pass,
    input  wire       done,
    input  wire [9:0] chosen,
    input  wire       pass,
    input  wire       illegal,
    input  wire [1:0] boxes);

    // ---- Messages. A coordinate is 0 to 9, then a for 10; anything else becomes 15, which no grid has.
    localparam WAITED = $clog2(SECOND);
    localparam [WAITED - 1:0] LONG = SECOND - 1;
    reg  [2:0]  length; // of the message so far
    reg  [11:0] coordinates;
    reg  [WAITED - 1:0] waited;

    wire       digit = byte_heard >= "0" && byte_heard <= "9";
    wire [3:0] coordinate = digit ? byte_heard[3:0] : byte_heard == "a" || byte_heard == "A" ? 4'd10 : 4'd15;
    wire       greeted = heard && length == 0 && byte_heard == "0";
    wire       asked = heard && length == 4;
    assign     clear = greeted || reset;

    always @(posedge clock)
        if (reset) begin
            length <= 0;
            waited <= 0;
            coordinates <= 0;
        end else if (heard) begin
            waited <= 0;
            coordinates <= {coordinates[7:0], coordinate};
            if (length != 0 || byte_heard == "A") length <= asked ? 3'd0 : length + 3'd1;
        end else if (length != 0) begin
            waited <= waited + 1'b1;
            if (waited == LONG) length <= 0;
        end

    // ---- The line of a message: two dots, in either order.
    reg [15:0] asked_about; // x1 y1 x2 y2
    wire [3:0] x1 = asked_about[15:12], y1 = asked_about[11:8], x2 = asked_about[7:4], y2 = asked_about[3:0];
    wire [3:0] x = x1 < x2 ? x1 : x2, y = y1 < y2 ? y1 : y2;
    wire [3:0] across = (x1 < x2 ? x2 : x1) - x, up = (y1 < y2 ? y2 : y1) - y;
    wire       nothing = asked_about == 0;
    wire       horizontal = across == 1 && up == 0 && x <= columns && y <= rows + 4'd1;
    wire       vertical = across == 0 && up == 1 && x <= columns + 4'd1 && y <= rows;
    wire       exists = (horizontal || vertical) && x != 0 && y != 0;
    assign     line = {y, x, 1'b0, vertical};

    // ---- Turns. Only A0000 when it is not our turn is a pass.
    localparam IDLE = 3'd0, CLEARING = 3'd1, ASKED = 3'd2, DRAWING = 3'd3, THINKING = 3'd4, ANSWERING = 3'd5;
    reg [2:0] state;
    reg       playing, begun; // a game; its first message has come
    reg       ours;           // we have completed a box and move again
    reg       passed;         // the opponent, in this message
    reg [6:0] mine, theirs;
    reg       ready, quiet;   // the answer is R00, or 0000
    reg [1:0] index;          // of its byte to send next

    assign busy = state != IDLE || sending;
    assign send = state == ANSWERING && !sending;
    // Two passes in a row end the game: not if we would lose it.
    assign may_pass = passing && !(passed && mine < theirs);

    always @(posedge clock) begin
        draw <= 0;
        think <= 0;
        if (reset) begin
            state <= IDLE;
            playing <= 0;
        end else if (greeted) begin
            {playing, begun, ours, passed, passing, mine, theirs} <= {5'b10000, 7'd0, 7'd0};
            state <= CLEARING;
        end else case (state)
        IDLE: if (asked && playing) begin
            asked_about <= {coordinates, coordinate};
            state <= ASKED;
        end
        CLEARING: if (done) answer(1'b1, 1'b0);
        ASKED: begin
            begun <= 1;
            passed <= nothing && begun && !ours;
            if (nothing && begun && !ours) passing <= 1;
            draw <= !nothing && exists && !ours;
            think <= nothing;
            if (nothing) state <= THINKING;
            else if (exists && !ours) state <= DRAWING;
            else answer(1'b0, 1'b1);
        end
        DRAWING: if (done) begin
            theirs <= theirs + {5'd0, boxes};
            if (illegal || boxes != 0) answer(1'b0, 1'b1);
            else begin
                think <= 1;
                state <= THINKING;
            end
        end
        THINKING: if (done) begin
            ours <= boxes != 0;
            mine <= mine + {5'd0, boxes};
            answer(1'b0, pass);
        end
        ANSWERING: if (!sending) begin
            index <= index + 2'd1;
            if (index == (ready ? 2'd2 : 2'd3)) state <= IDLE;
        end
        default: state <= IDLE;
        endcase
    end

    task answer(input is_ready, input is_quiet);
        begin
            ready <= is_ready;
            quiet <= is_quiet;
            index <= 0;
            state <= ANSWERING;
        end
    endtask

    // ---- Answers: R00, 0000, or the two dots of our line.
    wire [3:0] shown = quiet || ready ? 4'd0
                     : index == 0 ? chosen[5:2]
                     : index == 1 ? chosen[9:6]
                     : index == 2 ? chosen[5:2] + {3'd0, !chosen[0]}
                     : chosen[9:6] + {3'd0, chosen[0]};
    always @*
        if (ready && index == 0) byte_sent = "R";
        else byte_sent = shown < 10 ? "0" + {4'd0, shown} : "a";
endmodule
