// The circuit that reads the Damas board's keypad: pulls one row line low, gives it time to settle, reads the column
// lines. A row without a key sends it on to the next; a value counts from its second reading in a row on.
`timescale 1ns / 1ns
module damas_keypad #(
    parameter SETTLE = 250000  // ticks of 50 MHz in 5 ms
) (
    input  wire       clock,
    input  wire       reset,
    input  wire [3:0] columns,
    output reg  [3:0] rows = 4'b0111,
    output reg  [3:0] key = NONE  // 0 to 7, 8 for A, 15 for none
);
    localparam NONE = 4'd15;

    reg [3:0]  sampled = NONE, value;
    reg [17:0] waited = 0;

    // The table of the original: row lines, column lines.
    always @*
        case ({rows, columns})
            8'b11101011: value = 4'd0;
            8'b01110111: value = 4'd1;
            8'b01111011: value = 4'd2;
            8'b01111101: value = 4'd3;
            8'b10110111: value = 4'd4;
            8'b10111011: value = 4'd5;
            8'b10111101: value = 4'd6;
            8'b11010111: value = 4'd7;
            8'b11100111: value = 4'd8;
            default:     value = NONE;
        endcase

    always @(posedge clock or posedge reset)
        if (reset) begin
            rows    <= 4'b0111;
            sampled <= NONE;
            key     <= NONE;
            waited  <= 0;
        end else if (waited < SETTLE - 1) begin
            waited <= waited + 1'b1;
        end else begin
            waited  <= 0;
            key     <= value == sampled ? value : NONE;
            sampled <= value;
            if (value == NONE) rows <= {rows[0], rows[3:1]};
        end
endmodule
