// A pixel of a piece, whatever its colour: a disc with a lit rim, a groove, a dark edge, and its shadow on what is behind it.

`timescale 1ns / 1ps

module damas_disc (
    input  wire              odd,    // of the chequered pixels that mix two colours
    input  wire signed [6:0] across, // from the centre, in half pixels
    input  wire signed [6:0] down,
    output wire              inside,
    output reg  [1:0]        tone);  // 0 what is behind it, 1 black, 2 the piece's colour, 3 its light

    localparam [1:0] BEHIND = 0, DARK = 1, BODY = 2, LIGHT = 3;

    function [12:0] square(input signed [6:0] length);
        square = length * length;
    endfunction
    wire [12:0] distance = square(across) + square(down), to_shadow = square(across - 7'sd6) + square(down - 7'sd6);
    wire        lit = across + down < 0;
    assign inside = distance <= 38 * 38;

    always @* begin
        tone = BODY;
        if (!inside) tone = to_shadow <= 38 * 38 && odd ? DARK : BEHIND;
        else if (distance > 35 * 35) tone = DARK;
        else if (distance > 31 * 31) tone = lit && odd ? LIGHT : BODY;
        else if (distance > 25 * 25 && distance <= 28 * 28) tone = !odd ? BODY : lit ? DARK : LIGHT;
    end
endmodule
