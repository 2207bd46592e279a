// A pixel of a piece: a disc with a lit rim, a groove, a dark edge, and its shadow on what is behind it.

`timescale 1ns / 1ps

module damas_piece (
    input  wire               white,
    input  wire               odd,     // of the chequered pixels that mix two colours
    input  wire signed [6:0]  across,  // from the centre, in half pixels
    input  wire signed [6:0]  down,
    input  wire [2:0]         behind,
    output reg  [2:0]         colour); // red, green, blue

    localparam [2:0] BLACK = 0, BLUE = 1, GREEN = 2, CYAN = 3, WHITE = 7;
    wire [2:0] body = white ? GREEN : BLUE, light = white ? WHITE : CYAN;

    function [12:0] square(input signed [6:0] length);
        square = length * length;
    endfunction
    wire [12:0] distance = square(across) + square(down), to_shadow = square(across - 7'sd6) + square(down - 7'sd6);
    wire        lit = across + down < 0;

    always @* begin
        colour = body;
        if (distance > 38 * 38) colour = to_shadow <= 38 * 38 && odd ? BLACK : behind;
        else if (distance > 35 * 35) colour = BLACK;
        else if (distance > 31 * 31) colour = lit && odd ? light : body;
        else if (distance > 25 * 25 && distance <= 28 * 28) colour = !odd ? body : lit ? BLACK : light;
    end
endmodule
