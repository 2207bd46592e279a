// Sends bytes: 8N1, least significant bit first. `send` at a tick at which `busy` is 0 takes `data`; at others it is
// ignored.

`timescale 1ns / 1ps

module uart_tx #(parameter integer BIT = 1250) ( // ticks per bit
    input  wire       clock,
    input  wire       reset,
    input  wire       send,
    input  wire [7:0] data,
    output wire       tx,
    output wire       busy);

    localparam WIDTH = $clog2(BIT);
    localparam [WIDTH - 1:0] WHOLE = BIT - 1;

    reg [WIDTH - 1:0] ticks;
    reg [3:0]         count; // of bits that are not over, start and stop bit included
    reg [8:0]         shift; // from the present bit on
    assign tx = shift[0];
    assign busy = count != 0;

    always @(posedge clock)
        if (reset) begin
            ticks <= 0;
            count <= 0;
            shift <= 9'h1ff;
        end else if (!busy) begin
            if (send) begin
                ticks <= WHOLE;
                count <= 4'd10;
                shift <= {data, 1'b0};
            end
        end else if (ticks == 0) begin
            ticks <= WHOLE;
            count <= count - 4'd1;
            shift <= {1'b1, shift[8:1]};
        end else ticks <= ticks - 1'b1;

`ifdef FORMAL
    // Proved by induction (hardware/prove.py): a byte that was taken is on the line for ten bits of exactly BIT ticks, the
    // start bit, the byte and the stop bit; otherwise the line is idle.
    reg  [9:0]       frame;
    reg  [WIDTH+3:0] age = 10 * BIT; // in ticks since the byte was taken
    wire [3:0]       place = age / BIT;
    initial assume (reset);
    always @(posedge clock) begin
        if (reset) age <= 10 * BIT;
        else if (send && !busy) begin
            frame <= {1'b1, data, 1'b0};
            age <= 0;
        end else if (age < 10 * BIT) age <= age + 1'b1;
    end
    always @* if (!reset && !$initstate) begin
        assert (busy == (age < 10 * BIT));
        assert (tx == (busy ? frame[place] : 1'b1));
        // What ties the counters to the age, for the induction.
        assert (age <= 10 * BIT);
        if (busy) assert (frame[9] && !frame[0]);
        if (busy) assert (ticks == BIT - 1 - age % BIT && count == 4'd10 - place);
        assert (shift == (busy ? {9'h1ff, frame} >> place & 19'h1ff : 9'h1ff));
    end
`endif
endmodule
