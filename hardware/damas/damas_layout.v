// What the picture has under the beam, as far as the position alone says it, and one pixel later. Four zones: the board with its
// numbers; the letter J and the colour of the side to move; origin and destination; how the game ended. Where the last depends
// on the end, `a` is that of a draw and `b` that of a victory.

`timescale 1ns / 1ps

module damas_layout #(
    parameter [9:0] BOARD_X = 72, BOARD_Y = 36,
    parameter [9:0] BOARD_WIDTH = 384
) (
    input  wire              clock,
    input  wire              reset,
    input  wire              step, // to the next pixel, at this edge
    input  wire [9:0]        x,
    input  wire [9:0]        y,
    input  wire [2:0]        column, // cell of the board, and the pixel in it
    input  wire [5:0]        across,
    input  wire [2:0]        row,
    input  wire [5:0]        down,
    output reg               odd = 0, // of the chequered pixels that mix two colours
    output reg               on_board = 0,
    output reg               playing = 0, // it is a playing square
    output reg  [4:0]        square = 0,
    output reg               crown_gold = 0,
    output reg               crown_rim = 0,
    output reg               on_end = 0,
    output reg               second = 0, // near the second piece of a draw
    output reg               cup = 0,
    output reg               bar = 0,
    output reg  [2:0]        paint = 0, // a colour that never changes
    output reg               on_turn = 0, // it has the colour of the side to move
    output reg               on_cursor = 0,
    output reg  [1:0]        place = 0, // of the digit: in origin or destination, row or column
    output reg               written = 0, // a letter or digit may be here
    output reg               digit = 0, // it is that of `place`, otherwise `shape`
    output reg               label = 0, // it is one of the panel's words
    output reg  [4:0]        shape = 0,
    output reg  [1:0]        scale = 0, // half of that of the letter
    output reg  [5:0]        glyph_x = 0, // from its upper left corner
    output reg  [5:0]        glyph_y = 0,
    output reg  [1:0]        a_letter = 0, // of the word at the end
    output reg  [1:0]        b_letter = 0,
    output reg  [5:0]        b_glyph_x = 0,
    output reg signed [6:0]  disc_x = 0, // from the centre of a piece, in half pixels
    output reg signed [6:0]  disc_y = 0,
    output reg signed [6:0]  b_disc_x = 0);

    localparam [2:0] BLACK = 0, CYAN = 3, WHITE = 7;
    localparam [4:0] J = 8, F = 9, R = 10, O = 11, M = 12, T = 13;
    localparam [9:0] BOARD_END_X = BOARD_X + BOARD_WIDTH, BOARD_END_Y = BOARD_Y + BOARD_WIDTH, FRAME = 4, GAP = 6;
    localparam [9:0] TURN_X = BOARD_X, TURN_Y = 447, TURN_HEIGHT = 28, TURN_BOX_X = TURN_X + 32, TURN_END_X = TURN_BOX_X + 96;
    localparam [9:0] PANEL_X = 504, PANEL_END_X = 624, PANEL_Y = 48, PANEL_END_Y = 290, FIELD = 120;
    localparam [9:0] DIGIT_X = PANEL_X + 20, DIGIT_STEP = 50, LABEL_Y = PANEL_Y + 16, DIGIT_Y = LABEL_Y + 28, CURSOR_Y = DIGIT_Y + 49;
    localparam [9:0] END_X = 264, END_Y = 445, END_END_X = 472, END_END_Y = 480, END_MIDDLE = END_Y + 16, WORD_Y = END_Y + 3;
    localparam [9:0] NUMBER_LEFT = BOARD_X - FRAME - GAP - 10, NUMBER_RIGHT = BOARD_END_X + FRAME + GAP;
    localparam [9:0] NUMBER_TOP = BOARD_Y - FRAME - GAP - 14, NUMBER_BOTTOM = BOARD_END_Y + FRAME + GAP - 2;

    wire beside = y >= BOARD_Y && y < BOARD_END_Y, above = x >= BOARD_X && x < BOARD_END_X; // the board's rows, its columns
    wire in_frame = x >= BOARD_X - FRAME && x < BOARD_END_X + FRAME && y >= BOARD_Y - FRAME && y < BOARD_END_Y + FRAME;
    wire in_turn = x >= TURN_X && x < TURN_END_X && y >= TURN_Y && y < TURN_Y + TURN_HEIGHT;
    wire in_panel = x >= PANEL_X && x < PANEL_END_X && y >= PANEL_Y && y < PANEL_END_Y;
    wire in_end = x >= END_X && x < END_END_X && y >= END_Y && y < END_END_Y;

    // The panel: two fields one below the other, each with a word and two digits.
    wire       field = y >= PANEL_Y + FIELD, right = x >= DIGIT_X + DIGIT_STEP;
    wire [9:0] field_y = field ? y - FIELD : y, digit_x = x - DIGIT_X - (right ? DIGIT_STEP : 10'd0);
    wire       in_label = field_y >= LABEL_Y && field_y < LABEL_Y + 14;
    wire       panel_line = x < PANEL_X + 2 || x >= PANEL_END_X - 2 || y < PANEL_Y + 2 || y >= PANEL_END_Y - 2 ||
                            (field && y < PANEL_Y + FIELD + 2);
    wire       in_box = in_turn && x >= TURN_BOX_X;
    wire       turn_edge = x < TURN_BOX_X + 2 || x >= TURN_END_X - 2 || y < TURN_Y + 2 || y >= TURN_Y + TURN_HEIGHT - 2;

    // Words: a letter every twelve; the letter and the place in it.
    function [11:0] in_word(input [9:0] from_start);
        in_word = from_start < 12 ? {2'd0, from_start} : from_start < 24 ? {2'd1, from_start - 10'd12} :
                  from_start < 36 ? {2'd2, from_start - 10'd24} : {2'd3, from_start - 10'd36};
    endfunction
    wire [9:0] a_word_x = x - (END_X + 108), b_word_x = x - (END_X + 100), label_x = x - DIGIT_X;
    wire [1:0] letter, next_a_letter, next_b_letter;
    wire [9:0] letter_x, a_letter_x, b_letter_x;
    assign {letter, letter_x} = in_word(label_x);
    assign {next_a_letter, a_letter_x} = in_word(a_word_x >> 1);
    assign {next_b_letter, b_letter_x} = in_word(b_word_x >> 1);
    function [5:0] at_most_63(input [9:0] length);
        at_most_63 = length > 63 ? 6'd63 : length[5:0];
    endfunction
    reg  [4:0] next_shape;
    reg  [9:0] next_x, next_y;
    always @* begin
        next_shape = {2'b0, beside ? row : column};
        next_x = !beside ? {4'b0, across} - 10'd19 : x - (x < NUMBER_RIGHT ? NUMBER_LEFT : NUMBER_RIGHT);
        next_y = beside ? {4'b0, down} - 10'd17 : y - (y < NUMBER_BOTTOM ? NUMBER_TOP : NUMBER_BOTTOM);
        if (in_turn) begin
            next_shape = J;
            {next_x, next_y} = {x - TURN_X, y - TURN_Y};
        end else if (in_panel && in_label) begin
            case ({field, letter})
                3'd0: next_shape = F;
                3'd1: next_shape = R;
                3'd2: next_shape = O;
                3'd3: next_shape = M;
                3'd4: next_shape = T;
                default: next_shape = O;
            endcase
            next_x = field && label_x >= 24 ? 10'd63 : letter_x;
            next_y = field_y - LABEL_Y;
        end else if (in_panel) {next_x, next_y} = {digit_x, field_y - DIGIT_Y};
        else if (in_end) {next_x, next_y} = {a_letter_x[8:0], a_word_x[0], y - WORD_Y};
    end

    // Pieces at the end are smaller than those on the board: distances are enlarged by five quarters, towards zero.
    function signed [6:0] enlarged(input [9:0] length);
        reg signed [10:0] half;
        reg [12:0] size;
        begin
            half = {length, 1'b0} - 11'sd1;
            size = 5 * (half < 0 ? -half : half);
            enlarged = size[12:2] > 60 ? 7'sd60 : half < 0 ? -$signed(size[8:2]) : $signed(size[8:2]);
        end
    endfunction
    wire       next_second = x >= END_X + 44;
    wire signed [6:0] end_x = enlarged(x - (next_second ? END_X + 71 : END_X + 17)), end_y = enlarged(y - END_MIDDLE);
    wire signed [6:0] cell_x = {across, 1'b0} - 7'd47, cell_y = {down, 1'b0} - 7'd47;

    // Symbols.
    wire is_gold, is_rim, is_cup;
    wire [5:0] crown_x = across - 6'd12, crown_y = down - 6'd14;
    wire crown_here = crown_x < 24 && crown_y < 20;
    damas_crown crown (.across(crown_x[4:0]), .down(crown_y[4:0]), .is_gold(is_gold), .is_rim(is_rim));
    wire [9:0] cup_x = x - END_X, cup_y = y - END_Y - 10'd1;
    damas_cup the_cup (.across(cup_x[4:0]), .down(cup_y[4:0]), .is_on(is_cup));
    wire [9:0] bar_x = x - (END_X + 44 - 8), bar_y = y - (END_MIDDLE - 7);

    always @(posedge clock or posedge reset)
        if (reset) begin
            {odd, on_board, playing, square, crown_gold, crown_rim, on_end, second, cup, bar, paint, on_turn} <= 0;
            {on_cursor, place, written, digit, label, shape, scale, glyph_x, glyph_y, a_letter, b_letter, b_glyph_x} <= 0;
            {disc_x, disc_y, b_disc_x} <= 0;
        end else if (step) begin
            odd <= x[0] ^ y[0];
            on_board <= beside && above;
            playing <= row[0] == column[0];
            square <= {~row, ~column[2:1]};
            crown_gold <= crown_here && is_gold;
            crown_rim <= crown_here && is_rim;
            on_end <= in_end;
            second <= next_second;
            cup <= in_end && cup_x < 30 && cup_y < 32 && is_cup;
            bar <= in_end && bar_x < 16 && (bar_y < 4 || (bar_y >= 10 && bar_y < 14));
            paint <= in_box && turn_edge ? WHITE : in_frame || (in_panel && panel_line) ? CYAN : BLACK;
            on_turn <= in_box && !turn_edge;
            on_cursor <= in_panel && digit_x < 30 && field_y >= CURSOR_Y && field_y < CURSOR_Y + 4;
            place <= {field, right};
            written <= in_turn || in_panel || in_end || beside != above;
            digit <= in_panel && !in_label;
            label <= in_panel && in_label;
            shape <= next_shape;
            scale <= in_turn || in_end ? 2'd2 : in_panel && !in_label ? 2'd3 : 2'd1;
            glyph_x <= at_most_63(next_x);
            glyph_y <= at_most_63(next_y);
            {a_letter, b_letter} <= {next_a_letter, next_b_letter};
            b_glyph_x <= at_most_63({b_letter_x[8:0], b_word_x[0]});
            {disc_x, disc_y} <= beside ? {cell_x, cell_y} : {end_x, end_y};
            b_disc_x <= enlarged(x - (END_X + 62));
        end
endmodule
