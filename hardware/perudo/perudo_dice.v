// The dice: a free-running 64-bit register, even during reset. A number takes three consecutive output bits; those
// outside least..most are rejected.

`timescale 1ns / 1ps

module perudo_dice #(parameter [63:0] SEED = 0) (
    input  wire       clock,
    input  wire       roll, // bits are taken at this edge
    input  wire [2:0] least,
    input  wire [2:0] most,
    output wire       drawn, // the bit of this edge completes a valid number
    output wire [2:0] number);

    localparam [63:0] TAPS = 64'h243f6a8885a30907;
    localparam [63:0] POWER_ON = (SEED + 64'd1) * 64'h9e3779b97f4a7c15;

    reg [63:0] word = POWER_ON;
    reg [1:0]  bits = 0; // the first two of a number
    reg [1:0]  count = 0;

    assign number = {bits, word[63]};
    assign drawn = roll && count == 2 && number >= least && number <= most;

    always @(posedge clock) begin
        word <= {word[62:0], 1'b0} ^ (word[63] ? TAPS : 64'd0);
        if (!roll) count <= 0;
        else begin
            count <= count == 2 ? 2'd0 : count + 2'd1;
            bits <= {bits[0], word[63]};
        end
    end
endmodule
