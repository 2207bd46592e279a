// The line: 8N1, BIT ticks per bit. A message begins at the edge at which `send` is 1, with the byte `first`. While `more`
// is 1 the byte `following` comes after the present one without a gap; `taken` is 1 at the edge at which it begins.

`timescale 1ns / 1ps

module perudo_sender #(parameter integer BIT = 5208) (
    input  wire       clock,
    input  wire       reset_n,
    input  wire       send,
    input  wire [7:0] first,
    input  wire       more,
    input  wire [7:0] following,
    output wire       taken,
    output wire       tx,
    output reg        busy = 0,
    output reg  [7:0] data = 0); // the byte being sent, or the last one sent

    localparam WIDTH = $clog2(BIT + 1);
    localparam [WIDTH - 1:0] WHOLE = BIT - 1;

    reg [WIDTH - 1:0] ticks = 0; // left of this bit
    reg [3:0]         place = 0; // 0 the start bit, 1 to 8 the byte, 9 the stop bit
    reg [9:0]         shift = 10'h3ff; // from the present bit on
    wire bit_ends = ticks == 0;
    wire byte_ends = busy && bit_ends && place == 9;
    wire [7:0] byte_begun = send ? first : following;
    assign taken = byte_ends && more;
    assign tx = shift[0];

    always @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            busy <= 0;
            data <= 0;
            ticks <= 0;
            place <= 0;
            shift <= 10'h3ff;
        end else if (send || taken) begin
            busy <= 1;
            data <= byte_begun;
            ticks <= WHOLE;
            place <= 0;
            shift <= {1'b1, byte_begun, 1'b0};
        end else if (byte_ends) busy <= 0;
        else if (busy) begin
            ticks <= bit_ends ? WHOLE : ticks - 1'b1;
            if (bit_ends) begin
                place <= place + 4'd1;
                shift <= {1'b1, shift[9:1]};
            end
        end
endmodule
