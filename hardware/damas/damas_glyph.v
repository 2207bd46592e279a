// The letters and digits of the picture, enlarged two, four or six times. If dots touch only at a corner the corner is filled,
// and if a stroke turns its outer corner is cut, so that diagonals come out smooth.

`timescale 1ns / 1ps

// In one direction: the dot that a pixel belongs to, and where in it the pixel is.
module damas_dot (
    input  wire [1:0] scale, // half of it: 1, 2 or 3
    input  wire [5:0] pixel, // from the edge of the shape; it may be beside it
    output wire [2:0] dot,   // 7: beyond the last one
    output wire       before, // in the first half of the dot
    output wire [2:0] aside); // from its middle, as the next odd number of half pixels

    reg [5:0] number, inside;
    always @* case (scale)
        2'd1: {number, inside} = {pixel >> 1, pixel & 6'd1};
        2'd2: {number, inside} = {pixel >> 2, pixel & 6'd3};
        default: begin
            number = sixth(pixel);
            inside = pixel - 6 * number;
        end
    endcase
    function [5:0] sixth(input [5:0] pixels);
        integer i;
        begin
            sixth = 0;
            for (i = 6; i < 60; i = i + 6) if (pixels >= i) sixth = sixth + 6'd1;
        end
    endfunction
    assign dot = number > 7 ? 3'd7 : number[2:0];
    assign before = inside < scale;
    assign aside = before ? 2 * scale - 1 - 2 * inside : 2 * inside + 1 - 2 * scale;
endmodule

module damas_glyph (
    input  wire [4:0] shape,  // a digit from 0 to 7, or a letter of J F R O M T W I N S D A from 8 on
    input  wire [2:0] column, // the dot
    input  wire [2:0] row,
    input  wire       left,   // half of the dot
    input  wire       upper,
    input  wire       corner, // of the dot
    input  wire       smooth, // corners are filled
    output reg        on);

    reg [34:0] dots; // row by row, the upper left one highest
    always @* case (shape)
            5'd0: dots = 35'b01110_10001_10001_10001_10001_10001_01110; // 0
            5'd1: dots = 35'b00100_01100_00100_00100_00100_00100_01110; // 1
            5'd2: dots = 35'b01110_10001_00001_00010_00100_01000_11111; // 2
            5'd3: dots = 35'b01110_10001_00001_00110_00001_10001_01110; // 3
            5'd4: dots = 35'b00010_00110_01010_10010_11111_00010_00010; // 4
            5'd5: dots = 35'b11111_10000_11110_00001_00001_10001_01110; // 5
            5'd6: dots = 35'b00110_01000_10000_11110_10001_10001_01110; // 6
            5'd7: dots = 35'b11111_00001_00010_00010_00100_00100_00100; // 7
            5'd8: dots = 35'b00111_00010_00010_00010_00010_10010_01100; // J
            5'd9: dots = 35'b11111_10000_10000_11110_10000_10000_10000; // F
            5'd10: dots = 35'b11110_10001_10001_11110_10100_10010_10001; // R
            5'd11: dots = 35'b01110_10001_10001_10001_10001_10001_01110; // O
            5'd12: dots = 35'b10001_11011_10101_10101_10001_10001_10001; // M
            5'd13: dots = 35'b11111_00100_00100_00100_00100_00100_00100; // T
            5'd14: dots = 35'b10001_10001_10001_10101_10101_11011_10001; // W
            5'd15: dots = 35'b01110_00100_00100_00100_00100_00100_01110; // I
            5'd16: dots = 35'b10001_11001_10101_10101_10011_10001_10001; // N
            5'd17: dots = 35'b01111_10000_10000_01110_00001_00001_11110; // S
            5'd18: dots = 35'b11110_10001_10001_10001_10001_10001_11110; // D
            5'd19: dots = 35'b00100_01010_10001_10001_11111_10001_10001; // A
            default: dots = 35'b0;
    endcase

    // The rows above and below the drawing are empty, and so are the columns beside it.
    wire [6:0] here = {1'b0, row_of(dots, row), 1'b0}, there = {1'b0, row_of(dots, upper ? row - 3'd1 : row + 3'd1), 1'b0};
    function [4:0] row_of(input [34:0] drawing, input [2:0] number);
        row_of = number < 7 ? drawing[34 - 5 * number -: 5] : 5'b0;
    endfunction
    wire [2:0] place = 3'd5 - column, beside = left ? place + 3'd1 : place - 3'd1;
    wire next_to = here[beside], over = there[place], diagonal = there[beside];
    always @* begin
        if (here[place]) on = next_to || over || diagonal || !corner;
        else on = next_to && over && !diagonal && corner && smooth;
        if (column > 4 || row > 6) on = 0;
    end
endmodule
