// Which pieces of a side can move at all: step to an empty square next to them, or jump an enemy next to them. A king that can
// capture from a distance can also step.

`timescale 1ns / 1ps

module damas_mobility (
    input  wire        white,
    input  wire [31:0] occupied,
    input  wire [31:0] whites,
    input  wire [31:0] kings,
    output reg  [31:0] can_step,
    output reg  [31:0] can_jump);

    wire [31:0] own = occupied & (white ? whites : ~whites), enemy = occupied & ~own;
    integer square, way, row, column, next_row, next_column, next, behind;
    always @* begin
        can_step = 0;
        can_jump = 0;
        for (square = 0; square < 32; square = square + 1)
            for (way = 0; way < 4; way = way + 1) begin // up (from the lower edge) right, up left, down left, down right
                row = square / 4;
                column = 2 * (square % 4) + row % 2;
                next_row = way < 2 ? row + 1 : row - 1;
                next_column = way == 1 || way == 2 ? column + 1 : column - 1;
                next = 4 * next_row + next_column / 2;
                behind = 4 * (2 * next_row - row) + (2 * next_column - column) / 2;
                if (own[square] && (kings[square] || (way < 2) == white)) begin
                    if (next_row >= 0 && next_row < 8 && next_column >= 0 && next_column < 8)
                        if (!occupied[next]) can_step[square] = 1;
                    if (next_row > 0 && next_row < 7 && next_column > 0 && next_column < 7)
                        if (enemy[next] && !occupied[behind]) can_jump[square] = 1;
                end
            end
    end
endmodule
