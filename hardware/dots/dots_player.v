// Keeps the position and chooses lines (README.md says how). Orders, one at a time:
//
//     clear    a new grid; at any time, whatever the player is doing
//     draw     the opponent's line; `boxes` tells what it completed, `illegal` that it was drawn already
//     think    chooses a line and draws it, or passes; `boxes` tells what it completed
//
// `done` is 1 for one tick when an order has been carried out. A line is a box (column x, row y) and one of its sides.

`timescale 1ns / 1ps

module dots_player (
    input  wire       clock,
    input  wire [3:0] rows,     // boxes, 1 to 9
    input  wire [3:0] columns,
    input  wire       clear,
    input  wire       draw,
    input  wire       think,
    input  wire [9:0] line,     // to draw: y, x, side
    input  wire       passing,  // the opponent has passed in this game
    input  wire       may_pass, // rather than open a chain
    output reg        done,
    output reg  [9:0] chosen,   // y, x, side; a bottom or left side
    output reg        pass,
    output reg        illegal,
    output reg  [1:0] boxes);

    localparam BOTTOM = 2'd0, LEFT = 2'd1, RIGHT = 2'd2, TOP = 2'd3;

    // The box beyond a side: row, column.
    function [7:0] beyond(input [7:0] box, input [1:0] side);
        case (side)
        BOTTOM:  beyond = {box[7:4] - 4'd1, box[3:0]};
        LEFT:    beyond = {box[7:4], box[3:0] - 4'd1};
        RIGHT:   beyond = {box[7:4], box[3:0] + 4'd1};
        default: beyond = {box[7:4] + 4'd1, box[3:0]};
        endcase
    endfunction

    // Sides as four bits; the first one that is 1.
    function [3:0] mask(input [1:0] side);
        mask = 4'b0001 << side;
    endfunction
    function [1:0] first(input [3:0] sides);
        first = sides[0] ? BOTTOM : sides[1] ? LEFT : sides[2] ? RIGHT : TOP;
    endfunction

    // ---- The memory: `box` is the address, and `sides` are those of the box that was the address one tick ago.
    reg  [7:0] box;
    reg        bank; // 1: the copy
    reg        write;
    reg  [3:0] written;
    wire [3:0] sides;
    dots_lines lines (.clock(clock), .address({bank, box}), .write(write), .sides(written), .found(sides));

    wire [3:0] open = ~sides;
    wire [2:0] number = {2'b0, open[0]} + {2'b0, open[1]} + {2'b0, open[2]} + {2'b0, open[3]};

    // ---- States. Those named LOOK_x see the sides of `box`.
    localparam CLEAR = 0, IDLE = 1, WAIT = 2,
               LOOK_DRAW = 3, LOOK_DRAW_BEYOND = 4, DRAWN = 5,
               LOOK_CAPTURE = 6, LOOK_STRING = 7, STRING = 8, DEAL = 9,
               LOOK_LINE = 10, LOOK_LINE_BEYOND = 11, LINE_NEXT = 12, LINES_OVER = 13,
               COPY = 14, COPY_WRITE = 15,
               LOOK_FIRST = 16, LOOK_CHAIN = 17, CHAIN = 18, CHAINS_OVER = 19, VALUE = 20,
               CHOSEN = 21;
    reg [4:0] state;
    reg [4:0] look;     // the state after WAIT
    reg [4:0] drawn_to; // the state after a line has been drawn

    // ---- A scan goes through the boxes of the grid, or with `wide` also through those above and to the right of it.
    reg  [7:0] at;
    wire       wide = state == LINE_NEXT || state == COPY_WRITE;
    wire [3:0] last_column = columns + {3'b0, wide}, last_row = rows + {3'b0, wide};
    wire       row_over = at[3:0] == last_column;
    wire       over = row_over && at[7:4] == last_row;
    wire [7:0] following = row_over ? {at[7:4] + 4'd1, 4'd1} : at + 8'd1;
    localparam [7:0] FIRST_BOX = 8'h11;

    // ---- A walk leaves boxes by their open side that it did not enter by.
    reg  [1:0] way;                                  // the side by which it left the box before `box`
    wire [1:0] onward = first(open & ~mask(~way));   // ~way is the opposite side
    reg  [6:0] length;                               // boxes so far
    reg  [3:0] home;                                 // open sides of the box where the walk began
    reg        back;                                 // the walk has gone one way and now goes the other
    reg        loop, closed, joined;                 // `joined`: the first side of that box leads to another one
    wire [1:0] home_first = first(home), home_second = first(home & ~mask(home_first));

    reg  [9:0] middle;                               // the line by which a walk left its second box
    reg        held;                                 // a string that could be dealt: how it is captured,
    reg  [9:0] capture, deal;                        // dealt, and where it ends
    reg        held_closed;
    reg  [7:0] held_end;
    wire [6:0] kept = held_closed ? 7'd4 : 7'd2;

    reg  [9:0] trial;                                // the line tried on the copy
    reg        dealing;                              // it is a deal
    reg        some, odd;                            // safe lines drawn there: more than none, an odd number
    reg        side;                                 // scans of lines: 0 bottom, 1 left
    reg        found;
    reg  signed [8:0] best;                          // what the best safe line so far gains
    reg  [9:0] best_line;
    reg  [7:0] best_rank;
    wire [7:0] rank = {!loop && length > 3, length};

    // ---- The ending.
    wire              clearing = state == CLEAR;
    wire              ending_busy, ending_done;
    wire signed [8:0] value;
    dots_ending ending (
        .clock(clock), .clear(clearing), .add(state == CHAIN && bank), .rank(clearing ? box : rank),
        .start(state == CHAINS_OVER && bank), .busy(ending_busy), .done(ending_done), .value(value));
    wire signed [8:0] gain = odd ? -value : value;

    // ---- Drawing `chosen`: first in its own box, then in the one beyond.
    wire [3:0] with_line = sides | mask(state == LOOK_DRAW ? chosen[1:0] : ~chosen[1:0]);
    wire       drawn_before = with_line == sides;
    wire       completes = !drawn_before && with_line == 4'b1111;

    always @* begin
        write = 0;
        written = sides;
        case (state)
        CLEAR: {write, written} = 5'b1_0000;
        LOOK_DRAW, LOOK_DRAW_BEYOND: {write, written} = {1'b1, with_line};
        COPY_WRITE: write = 1;
        default: ;
        endcase
    end

    task look_at(input [7:0] which, input [4:0] then);
        begin
            box <= which;
            look <= then;
            state <= WAIT;
        end
    endtask

    // Draws `its_line` in the present bank.
    task draw_line(input [9:0] its_line, input [4:0] then);
        begin
            chosen <= its_line;
            boxes <= 0;
            drawn_to <= then;
            look_at(its_line[9:2], LOOK_DRAW);
        end
    endtask

    task try_line(input [9:0] its_line, input is_deal);
        begin
            trial <= its_line;
            dealing <= is_deal;
            {some, odd} <= 2'b00;
            at <= FIRST_BOX;
            box <= FIRST_BOX;
            bank <= 0;
            state <= COPY;
        end
    endtask

    task scan_lines;
        begin
            at <= FIRST_BOX;
            side <= 0;
            look_at(FIRST_BOX, LOOK_LINE);
        end
    endtask

    task next_box(input [4:0] again, input [4:0] then);
        if (over) state <= then;
        else begin
            at <= following;
            look_at(following, again);
        end
    endtask

    always @(posedge clock) begin
        done <= 0;
        case (state)
        CLEAR: begin
            {bank, box} <= {bank, box} + 9'd1;
            if ({bank, box} == 9'h1ff) begin
                done <= 1;
                state <= IDLE;
            end
        end
        IDLE: begin
            bank <= 0;
            if (draw) draw_line(line, CHOSEN);
            else if (think) begin
                held <= 0;
                found <= 0;
                pass <= 0;
                illegal <= 0;
                at <= FIRST_BOX;
                look_at(FIRST_BOX, LOOK_CAPTURE);
            end
        end
        WAIT: state <= look;

        LOOK_DRAW: begin
            illegal <= drawn_before;
            boxes <= {1'b0, completes};
            if (drawn_before) state <= drawn_to;
            else look_at(beyond(box, chosen[1:0]), LOOK_DRAW_BEYOND);
        end
        LOOK_DRAW_BEYOND: begin
            boxes <= boxes + {1'b0, completes};
            state <= drawn_to;
        end

        // ---- Captures: strings that begin at a box with one open side.
        LOOK_CAPTURE: if (number == 1) begin
            home <= open;
            length <= 1;
            way <= first(open);
            look_at(beyond(at, first(open)), LOOK_STRING);
        end else next_box(LOOK_CAPTURE, DEAL);
        LOOK_STRING: begin
            closed <= number == 1;
            if (number < 3) length <= length + 7'd1;
            if (number == 2) begin
                if (length == 1) middle <= {box, onward};
                way <= onward;
                look_at(beyond(box, onward), LOOK_STRING);
            end else state <= STRING;
        end
        STRING: if (length != (closed ? 7'd4 : 7'd2)) draw_line({at, home_first}, CHOSEN);
        else if (!held) begin
            held <= 1;
            capture <= {at, home_first};
            deal <= middle;
            held_closed <= closed;
            held_end <= box;
            next_box(LOOK_CAPTURE, DEAL);
        end else if (held_closed && at == held_end) next_box(LOOK_CAPTURE, DEAL);
        else draw_line({at, home_first}, CHOSEN);
        DEAL: if (!held) scan_lines;
        else if (passing) draw_line(capture, CHOSEN);
        else try_line(deal, 1'b1);

        // ---- Safe lines: in the game each is tried; on the copy each is drawn.
        LOOK_LINE:
            if (number < 3 || sides[side] || (side ? at[7:4] > rows : at[3:0] > columns)) state <= LINE_NEXT;
            else look_at(beyond(at, {1'b0, side}), LOOK_LINE_BEYOND);
        LOOK_LINE_BEYOND:
            if (number < 3) state <= LINE_NEXT;
            else if (!bank) try_line({at, 1'b0, side}, 1'b0);
            else begin
                some <= 1;
                odd <= !odd;
                draw_line({at, 1'b0, side}, LINE_NEXT);
            end
        LINE_NEXT: if (!side) begin
            side <= 1;
            look_at(at, LOOK_LINE);
        end else begin
            side <= 0;
            next_box(LOOK_LINE, LINES_OVER);
        end
        LINES_OVER: if (!bank && found) draw_line(best_line, CHOSEN);
        else if (!bank && may_pass) begin
            pass <= 1;
            boxes <= 0;
            state <= CHOSEN;
        end else begin
            at <= FIRST_BOX;
            look_at(FIRST_BOX, LOOK_FIRST);
        end

        // ---- The copy.
        COPY: begin
            bank <= 1;
            state <= COPY_WRITE;
        end
        COPY_WRITE: if (over) draw_line(trial, DRAWN);
        else begin
            at <= following;
            box <= following;
            bank <= 0;
            state <= COPY;
        end
        DRAWN: scan_lines;

        // ---- Chains and loops: on the copy they are counted, in the game the first in rank is opened. Each is found at
        // its first box alone: a walk that meets an earlier one ends.
        LOOK_FIRST: if (number == 2) begin
            home <= open;
            length <= 1;
            loop <= 0;
            back <= 0;
            joined <= 0;
            way <= first(open);
            look_at(beyond(at, first(open)), LOOK_CHAIN);
        end else next_box(LOOK_FIRST, CHAINS_OVER);
        LOOK_CHAIN: if (number == 2 && box == at) begin
            loop <= 1;
            state <= CHAIN;
        end else if (number == 2 && box < at) next_box(LOOK_FIRST, CHAINS_OVER);
        else if (number == 2) begin
            length <= length + 7'd1;
            if (!back) joined <= 1;
            way <= onward;
            look_at(beyond(box, onward), LOOK_CHAIN);
        end else if (!back) begin
            back <= 1;
            way <= home_second;
            look_at(beyond(at, home_second), LOOK_CHAIN);
        end else state <= CHAIN;
        CHAIN: begin
            if (!bank && (!found || rank < best_rank)) begin
                found <= 1;
                best_rank <= rank;
                trial <= {at, !loop && length == 2 && !joined ? home_second : home_first};
            end
            next_box(LOOK_FIRST, CHAINS_OVER);
        end
        CHAINS_OVER: if (bank) begin
            if (!ending_busy) state <= VALUE;
        end else if (found) draw_line(trial, CHOSEN);
        else begin // nothing is left to draw
            pass <= 1;
            boxes <= 0;
            state <= CHOSEN;
        end

        VALUE: if (ending_done) begin
            bank <= 0;
            if (dealing) draw_line(!some && value > $signed({2'b00, kept}) ? trial : capture, CHOSEN);
            else begin
                if (!found || gain > best) begin
                    found <= 1;
                    best <= gain;
                    best_line <= trial;
                end
                at <= trial[9:2];
                side <= trial[0];
                state <= LINE_NEXT;
            end
        end

        // A line is named by the box whose bottom or left side it is.
        CHOSEN: begin
            if (chosen[1]) chosen <= {beyond(chosen[9:2], chosen[1:0]), ~chosen[1:0]};
            done <= 1;
            state <= IDLE;
        end
        default: state <= IDLE;
        endcase
        if (clear) begin
            {bank, box} <= 0;
            state <= CLEAR;
        end
    end
endmodule
