// The picture: the colour of the pixel under the beam. What depends on its position alone passes through two registers
// (damas_layout, and those here), so that the beam must be two pixels ahead; what the memory and the arbiter say is added last.

`timescale 1ns / 1ps

module damas_scene #(parameter integer KINGS = 0) ( // drawn with a crown, or 1: as two men stacked
    input  wire       clock,
    input  wire       reset,
    input  wire       step, // to the next pixel, at this edge
    input  wire [9:0] x,    // of the beam, two pixels ahead
    input  wire [9:0] y,
    input  wire [2:0] column, // cell of the board, and the pixel in it
    input  wire [5:0] across,
    input  wire [2:0] row,
    input  wire [5:0] down,
    output reg  [4:0] square = 0, // under the beam now
    input  wire [2:0] content,    // of that square
    input  wire [5:0] origin,
    input  wire [5:0] destination,
    input  wire [2:0] cursor, // the digit that is expected, from 1; 0: none
    input  wire       white,
    input  wire       victory,
    input  wire       draw,
    output reg  [2:0] colour); // red, green, blue

    localparam [2:0] BLACK = 0, BLUE = 1, GREEN = 2, CYAN = 3, RED = 4, YELLOW = 6, WHITE = 7;
    localparam [4:0] R = 10, W = 14, I = 15, N = 16, S = 17, D = 18, A = 19;

    // The next pixel.
    wire        next_odd, next_board, next_playing, next_gold, next_rim, next_end, next_second, next_cup, next_bar, next_turn;
    wire        next_cursor, next_written, next_digit, next_label;
    wire [4:0]  next_square, next_shape;
    wire [2:0]  next_paint;
    wire [1:0]  next_place, next_a_letter, next_b_letter, scale;
    wire [5:0]  glyph_x, glyph_y, b_glyph_x;
    wire signed [6:0] disc_x, disc_y, b_disc_x;
    damas_layout layout (
        .clock(clock), .reset(reset), .step(step), .x(x), .y(y), .column(column), .across(across), .row(row), .down(down),
        .odd(next_odd), .on_board(next_board), .playing(next_playing), .square(next_square), .crown_gold(next_gold),
        .crown_rim(next_rim), .on_end(next_end), .second(next_second), .cup(next_cup), .bar(next_bar), .paint(next_paint),
        .on_turn(next_turn), .on_cursor(next_cursor), .place(next_place), .written(next_written), .digit(next_digit),
        .label(next_label), .shape(next_shape), .scale(scale), .glyph_x(glyph_x), .glyph_y(glyph_y), .a_letter(next_a_letter),
        .b_letter(next_b_letter), .b_glyph_x(b_glyph_x), .disc_x(disc_x), .disc_y(disc_y), .b_disc_x(b_disc_x));

    // The dot of a letter. At the end it is that of a draw's word (a) or of a victory's (b), which begins at another place.
    wire [2:0] next_column, next_row, next_b_column, aside, apart, b_aside;
    wire       next_left, next_upper, next_b_left;
    damas_dot dot_across (.scale(scale), .pixel(glyph_x), .dot(next_column), .before(next_left), .aside(aside));
    damas_dot dot_down (.scale(scale), .pixel(glyph_y), .dot(next_row), .before(next_upper), .aside(apart));
    damas_dot b_dot_across (.scale(2'd2), .pixel(b_glyph_x), .dot(next_b_column), .before(next_b_left), .aside(b_aside));
    wire [3:0] from_middle = aside + apart, b_from_middle = b_aside + apart;

    // The piece on a square, and at the end the two of a draw or the winner's.
    wire [1:0] next_tone, next_b_tone;
    damas_disc disc (.odd(next_odd), .across(disc_x), .down(disc_y), .inside(), .tone(next_tone));
    damas_disc b_disc (.odd(next_odd), .across(b_disc_x), .down(disc_y), .inside(), .tone(next_b_tone));
    reg        odd = 0, on_board = 0, playing = 0, gold = 0, rim = 0, on_end = 0, second = 0, cup = 0, bar = 0, on_turn = 0;
    reg        on_cursor = 0, written = 0, digit = 0, label = 0, smooth = 0, left = 0, upper = 0, corner = 0, b_left = 0, b_corner = 0;
    reg  [2:0] paint = 0, dot_column = 0, dot_row = 0, b_column = 0;
    reg  [1:0] place = 0, a_letter = 0, b_letter = 0, tone = 0, b_tone = 0;
    reg  [4:0] shape = 0;
    always @(posedge clock or posedge reset)
        if (reset) begin
            {odd, on_board, playing, square, gold, rim, on_end, second, cup, bar, paint, on_turn, on_cursor} <= 0;
            {place, written, digit, label, shape, a_letter, b_letter, tone, b_tone} <= 0;
            {smooth, dot_column, dot_row, b_column, left, upper, b_left, corner, b_corner} <= 0;
        end else if (step) begin
            {odd, on_board, playing, square, gold, rim, on_end, second} <=
                {next_odd, next_board, next_playing, next_square, next_gold, next_rim, next_end, next_second};
            {cup, bar, paint, on_turn, on_cursor} <= {next_cup, next_bar, next_paint, next_turn, next_cursor};
            {place, written, digit, label, shape, a_letter, b_letter} <=
                {next_place, next_written, next_digit, next_label, next_shape, next_a_letter, next_b_letter};
            {tone, b_tone} <= {next_tone, next_b_tone};
            {dot_column, dot_row, left, upper} <= {next_column, next_row, next_left, next_upper};
            {b_column, b_left} <= {next_b_column, next_b_left};
            smooth <= scale != 1;
            corner <= from_middle > (scale == 3 ? 4'd6 : scale == 2 ? 4'd4 : 4'd0);
            b_corner <= b_from_middle > 4;
        end

    // A king as two men: its pixel belongs to the upper one if that covers it.
    wire [1:0] king_tone;
    generate
        if (KINGS == 0) begin : crowned
            assign king_tone = tone;
        end else begin : stacked
            wire [1:0] upper_tone, lower_tone;
            wire       covers;
            reg  [1:0] stack_tone = 0;
            damas_disc upper_man (.odd(next_odd), .across(disc_x), .down(disc_y + 7'sd9), .inside(covers), .tone(upper_tone));
            damas_disc lower_man (.odd(next_odd), .across(disc_x), .down(disc_y - 7'sd9), .inside(), .tone(lower_tone));
            always @(posedge clock) if (step) stack_tone <= covers ? upper_tone : lower_tone;
            assign king_tone = stack_tone;
        end
    endgenerate

    // What the game adds.
    wire [5:0] number = place[1] ? destination : origin;
    reg  [4:0] word;
    always @* case ({victory, victory ? b_letter : a_letter})
        3'd4: word = W;
        3'd5: word = I;
        3'd6: word = N;
        3'd7: word = S;
        3'd0: word = D;
        3'd1: word = R;
        3'd2: word = A;
        default: word = W;
    endcase
    wire won = on_end && victory;
    wire glyph_on;
    damas_glyph glyph (.shape(on_end ? word : digit ? {2'b0, place[0] ? number[2:0] : number[5:3]} : shape),
                       .column(won ? b_column : dot_column), .row(dot_row), .left(won ? b_left : left), .upper(upper),
                       .corner(won ? b_corner : corner), .smooth(smooth), .on(glyph_on));
    wire inked = written && glyph_on, king = on_board && content[2];
    wire [1:0] shown = won ? b_tone : king ? king_tone : tone;
    wire       is_white = on_board ? content[1] : victory ? white : !second;
    wire [2:0] behind = !on_board ? BLACK : playing ? (odd ? WHITE : YELLOW) : odd ? RED : BLACK;
    reg  [2:0] piece;
    always @* case (shown)
        2'd0: piece = behind;
        2'd1: piece = BLACK;
        2'd2: piece = is_white ? GREEN : BLUE;
        default: piece = is_white ? WHITE : CYAN;
    endcase

    always @* begin
        colour = paint;
        if (on_board) colour = !playing || !content[0] ? behind : KINGS == 0 && king && gold ? YELLOW :
                               KINGS == 0 && king && rim ? BLACK : piece;
        else if (on_end) begin
            if (victory) colour = cup ? YELLOW : inked ? (odd ? WHITE : YELLOW) : piece;
            else if (draw) colour = inked ? WHITE : bar ? YELLOW : piece;
        end else if (inked) colour = label ? CYAN : WHITE;
        else if (on_turn) colour = white ? GREEN : BLUE;
        else if (on_cursor && cursor == {1'b0, place} + 3'd1) colour = YELLOW;
    end
endmodule
