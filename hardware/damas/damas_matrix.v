// The passive 4x4 keypad that is plugged in: the levels of its column lines. Held keys connect their row and column in both
// directions, so three corners of a rectangle close the fourth. On an FPGA `keys` is 0 and a real keypad takes its place.

`timescale 1ns / 1ps

module damas_matrix (
    input  wire [15:0] keys, // bit k: the key labelled with the hexadecimal digit k
    input  wire [3:0]  rows, // low: driven; the first line is the highest bit
    output wire [3:0]  columns);

    // The keys at the crossings, row by row: 1 2 3 F, 4 5 6 E, 7 8 9 D, A 0 B C.
    wire [15:0] held = {keys[1], keys[2], keys[3], keys[15], keys[4], keys[5], keys[6], keys[14],
                        keys[7], keys[8], keys[9], keys[13], keys[10], keys[0], keys[11], keys[12]};

    // What is low spreads from rows to columns and back. A path over all eight lines has four steps to a column.
    reg [3:0] low_rows, low_columns;
    integer step, line;
    always @* begin
        low_rows = ~rows;
        low_columns = 0;
        for (step = 0; step < 4; step = step + 1) begin
            for (line = 0; line < 4; line = line + 1)
                if (low_rows[line]) low_columns = low_columns | held[4 * line +: 4];
            for (line = 0; line < 4; line = line + 1)
                if (|(low_columns & held[4 * line +: 4])) low_rows[line] = 1;
        end
    end
    assign columns = ~low_columns;
endmodule
