// The picture: the colour of the pixel under the beam, from the memory and a few registers. Four zones: the board with its
// numbers; the letter J and the colour of the side to move; origin and destination; how the game ended.

`timescale 1ns / 1ps

module damas_scene #(
    parameter integer KINGS = 0, // drawn with a crown, or 1: as two men stacked
    parameter [9:0]   BOARD_X = 72, BOARD_Y = 36,
    parameter [9:0]   BOARD_WIDTH = 384
) (
    input  wire [9:0] x,
    input  wire [9:0] y,
    input  wire [2:0] column, // cell of the board, and the pixel in it
    input  wire [5:0] across,
    input  wire [2:0] row,
    input  wire [5:0] down,
    input  wire [2:0] content, // of that cell
    input  wire [5:0] origin,
    input  wire [5:0] destination,
    input  wire [2:0] cursor, // the digit that is expected, from 1; 0: none
    input  wire       white,
    input  wire       victory,
    input  wire       draw,
    output reg  [2:0] colour); // red, green, blue

    localparam [2:0] BLACK = 0, BLUE = 1, GREEN = 2, CYAN = 3, RED = 4, YELLOW = 6, WHITE = 7;
    localparam [4:0] J = 8, F = 9, R = 10, O = 11, M = 12, T = 13, W = 14, I = 15, N = 16, S = 17, D = 18, A = 19;
    localparam [9:0] BOARD_END_X = BOARD_X + BOARD_WIDTH, BOARD_END_Y = BOARD_Y + BOARD_WIDTH, FRAME = 4, GAP = 6;
    localparam [9:0] TURN_X = BOARD_X, TURN_Y = 447, TURN_HEIGHT = 28, TURN_BOX_X = TURN_X + 32, TURN_END_X = TURN_BOX_X + 96;
    localparam [9:0] PANEL_X = 504, PANEL_END_X = 624, PANEL_Y = 48, PANEL_END_Y = 290, FIELD = 120;
    localparam [9:0] DIGIT_X = PANEL_X + 20, DIGIT_STEP = 50, LABEL_Y = PANEL_Y + 16, DIGIT_Y = LABEL_Y + 28, CURSOR_Y = DIGIT_Y + 49;
    localparam [9:0] END_X = 264, END_Y = 445, END_END_X = 472, END_MIDDLE = END_Y + 16, WORD_Y = END_Y + 3;
    localparam [9:0] NUMBER_LEFT = BOARD_X - FRAME - GAP - 10, NUMBER_RIGHT = BOARD_END_X + FRAME + GAP;
    localparam [9:0] NUMBER_TOP = BOARD_Y - FRAME - GAP - 14, NUMBER_BOTTOM = BOARD_END_Y + FRAME + GAP - 2;

    wire beside = y >= BOARD_Y && y < BOARD_END_Y, above = x >= BOARD_X && x < BOARD_END_X; // the board's rows, its columns
    wire on_board = beside && above;
    wire in_frame = x >= BOARD_X - FRAME && x < BOARD_END_X + FRAME && y >= BOARD_Y - FRAME && y < BOARD_END_Y + FRAME;
    wire in_turn = x >= TURN_X && x < TURN_END_X && y >= TURN_Y && y < TURN_Y + TURN_HEIGHT;
    wire in_panel = x >= PANEL_X && x < PANEL_END_X && y >= PANEL_Y && y < PANEL_END_Y;
    wire in_end = x >= END_X && x < END_END_X && y >= END_Y;
    wire odd = x[0] ^ y[0];

    // The panel: two fields one below the other, each with a word and two digits.
    wire       field = y >= PANEL_Y + FIELD, place = x >= DIGIT_X + DIGIT_STEP;
    wire [9:0] field_y = field ? y - FIELD : y, digit_x = x - DIGIT_X - (place ? DIGIT_STEP : 10'd0);
    wire       in_label = field_y >= LABEL_Y && field_y < LABEL_Y + 14;
    wire [5:0] square = field ? destination : origin;
    wire       panel_line = x < PANEL_X + 2 || x >= PANEL_END_X - 2 || y < PANEL_Y + 2 || y >= PANEL_END_Y - 2 ||
                            (field && y < PANEL_Y + FIELD + 2);
    wire       under = digit_x < 30 && field_y >= CURSOR_Y && field_y < CURSOR_Y + 4 && cursor == {1'b0, field, place} + 3'd1;

    // One character generator for all words and digits: no two are under the beam at once.
    wire [9:0] word_x = in_panel ? x - DIGIT_X : (x - END_X - (victory ? 10'd100 : 10'd108)) >> 1; // at a letter every 12
    wire [9:0] letter = word_x < 12 ? 10'd0 : word_x < 24 ? 10'd1 : word_x < 36 ? 10'd2 : 10'd3;
    wire [9:0] letter_x = word_x - (word_x < 12 ? 10'd0 : word_x < 24 ? 10'd12 : word_x < 36 ? 10'd24 : 10'd36);
    reg  [4:0] shape;
    reg  [1:0] scale;
    reg  [9:0] glyph_x, glyph_y;
    wire       glyph_on;
    always @* begin
        scale = 1;
        if (in_turn) begin
            {shape, scale} = {J, 2'd2};
            {glyph_x, glyph_y} = {x - TURN_X, y - TURN_Y};
        end else if (in_panel && in_label) begin
            case ({field, letter[1:0]})
                3'd0: shape = F;
                3'd1: shape = R;
                3'd2: shape = O;
                3'd3: shape = M;
                3'd4: shape = T;
                default: shape = O;
            endcase
            glyph_x = field && word_x >= 24 ? 10'd63 : letter_x;
            glyph_y = field_y - LABEL_Y;
        end else if (in_panel) begin
            {shape, scale} = {2'b0, place ? square[2:0] : square[5:3], 2'd3};
            {glyph_x, glyph_y} = {digit_x, field_y - DIGIT_Y};
        end else if (in_end) begin
            case ({victory, letter[1:0]})
                3'd4: shape = W;
                3'd5: shape = I;
                3'd6: shape = N;
                3'd7: shape = S;
                3'd0: shape = D;
                3'd1: shape = R;
                3'd2: shape = A;
                default: shape = W;
            endcase
            scale = 2;
            {glyph_x, glyph_y} = {letter_x[8:0], x[0], y - WORD_Y};
        end else begin
            shape = {2'b0, beside ? row : column};
            glyph_x = !beside ? {4'b0, across} - 10'd19 : x - (x < NUMBER_RIGHT ? NUMBER_LEFT : NUMBER_RIGHT);
            glyph_y = beside ? {4'b0, down} - 10'd17 : y - (y < NUMBER_BOTTOM ? NUMBER_TOP : NUMBER_BOTTOM);
        end
    end
    damas_glyph glyph (.shape(shape), .scale(scale), .across(glyph_x > 63 ? 6'd63 : glyph_x[5:0]),
                       .down(glyph_y > 63 ? 6'd63 : glyph_y[5:0]), .on(glyph_on));

    // A piece: on the board, or a smaller one where the result is shown: White's and Black's if it is a draw.
    wire [2:0] playing = row[0] ^ column[0] ? (odd ? RED : BLACK) : odd ? WHITE : YELLOW;
    wire       second = x >= END_X + 44;
    wire [9:0] centre_x = victory ? END_X + 62 : second ? END_X + 71 : END_X + 17;
    wire signed [10:0] from_x = {x - centre_x, 1'b0} - 11'sd1;
    wire signed [10:0] from_y = {y - END_MIDDLE, 1'b0} - 11'sd1;
    function signed [6:0] enlarged(input signed [10:0] length); // by five quarters, towards zero
        reg [12:0] size;
        begin
            size = 5 * (length < 0 ? -length : length);
            enlarged = size[12:2] > 60 ? 7'sd60 : length < 0 ? -$signed(size[8:2]) : $signed(size[8:2]);
        end
    endfunction
    wire signed [6:0] cell_x = {across, 1'b0} - 7'd47, cell_y = {down, 1'b0} - 7'd47;
    wire signed [6:0] raised;
    generate
        if (KINGS == 0) begin : crowned
            assign raised = 0;
        end else begin : stacked
            wire signed [7:0] upper_y = cell_y + 8'sd9;
            wire upper = cell_x * cell_x + upper_y * upper_y <= 38 * 38;
            assign raised = !content[2] ? 7'sd0 : upper ? 7'sd9 : -7'sd9;
        end
    endgenerate
    wire [2:0] piece_colour;
    damas_piece piece (.white(on_board ? content[1] : victory ? white : !second), .odd(odd), .behind(on_board ? playing : BLACK),
                       .across(on_board ? cell_x : enlarged(from_x)), .down(on_board ? cell_y + raised : enlarged(from_y)),
                       .colour(piece_colour));

    wire crown_gold, crown_rim, cup_on;
    wire [5:0] crown_x = across - 6'd12, crown_y = down - 6'd14;
    wire crown_here = KINGS == 0 && content[2] && crown_x < 24 && crown_y < 20;
    damas_crown crown (.across(crown_x[4:0]), .down(crown_y[4:0]), .is_gold(crown_gold), .is_rim(crown_rim));
    wire [9:0] cup_x = x - END_X, cup_y = y - END_Y - 10'd1;
    damas_cup cup (.across(cup_x[4:0]), .down(cup_y[4:0]), .is_on(cup_on));
    wire [9:0] bar_x = x - (END_X + 44 - 8), bar_y = y - (END_MIDDLE - 7);
    wire turn_edge = x < TURN_BOX_X + 2 || x >= TURN_END_X - 2 || y < TURN_Y + 2 || y >= TURN_Y + TURN_HEIGHT - 2;

    always @* begin
        colour = BLACK;
        if (on_board) begin
            if (!content[0]) colour = playing;
            else if (crown_here && crown_gold) colour = YELLOW;
            else if (crown_here && crown_rim) colour = BLACK;
            else colour = piece_colour;
        end else if (in_frame) colour = CYAN;
        else if (in_turn) begin
            if (glyph_on) colour = WHITE;
            else if (x >= TURN_BOX_X) colour = turn_edge ? WHITE : white ? GREEN : BLUE;
        end else if (in_panel) begin
            if (panel_line) colour = CYAN;
            else if (glyph_on) colour = in_label ? CYAN : WHITE;
            else if (under) colour = YELLOW;
        end else if (in_end && victory) begin
            if (cup_x < 30 && cup_y < 32 && cup_on) colour = YELLOW;
            else if (glyph_on) colour = odd ? WHITE : YELLOW;
            else colour = piece_colour;
        end else if (in_end && draw) begin
            if (glyph_on) colour = WHITE;
            else if (bar_x < 16 && (bar_y < 4 || (bar_y >= 10 && bar_y < 14))) colour = YELLOW;
            else colour = piece_colour;
        end else if (!in_end && glyph_on && beside != above) colour = WHITE;
    end
endmodule
