// Counts chains and loops, and tells what the ending is worth: how many boxes more than the opponent the player gets who
// need not open the first of them.
//
// They are opened in the order of their rank: chains of one, two and three boxes, loops from short to long, longer chains.
// The player who answers an opening either takes all and opens the next, or takes all but the last two boxes of a chain (four of
// a loop), which the opener must take, and then has to open the next. Chains of one or two boxes leave no choice. So from
// the last to the first, with `value` for the rest:
//
//     chain of 1 or 2     n - value
//     longer chain        max(n - value, n - 4 + value)  =  n - 2 + |value - 2|
//     loop                max(n - value, n - 8 + value)  =  n - 4 + |value - 4|

`timescale 1ns / 1ps

module dots_ending (
    input  wire              clock,
    input  wire              clear, // while it is 1, the count of `rank` becomes 0
    input  wire              add,   // one more of this rank
    input  wire        [7:0] rank,  // the length; 128 more for chains of more than three boxes
    input  wire              start, // the evaluation
    output wire              busy,  // `add` and `start` are ignored
    output reg               done,  // for one tick: `value` is valid, and all counts are 0 again
    output reg  signed [8:0] value);

    localparam [7:0] LONG = 8'd128;

    localparam IDLE = 3'd0, FETCH = 3'd1, INCREMENT = 3'd2, READ = 3'd3, TAKE = 3'd4, APPLY = 3'd5;
    reg [2:0] state;
    assign busy = state != IDLE;

    reg [6:0] counts [0:255];
    reg [7:0] at;
    reg [6:0] found;
    always @(posedge clock) begin
        if (clear || state == INCREMENT || state == TAKE)
            counts[at] <= !clear && state == INCREMENT ? found + 7'd1 : 7'd0;
        found <= counts[at];
    end

    // One component of rank `at` more.
    wire signed [8:0] length = {2'b00, at[6:0]};
    wire              short = at < 3, loop = at > 3 && !at[7];
    wire signed [8:0] kept = loop ? 9'sd4 : 9'sd2;
    wire signed [8:0] off = value - kept;
    wire signed [8:0] next = short ? length - value : length - kept + (off < 0 ? -off : off);

    reg [6:0] left;    // of rank `at`, to be applied
    reg [6:0] longest; // of all that were added

    always @(posedge clock) begin
        done <= 0;
        case (state)
        IDLE: if (add) begin
            at <= rank;
            if (rank[6:0] > longest) longest <= rank[6:0];
            state <= FETCH;
        end else if (start) begin
            at <= LONG | longest;
            value <= 0;
            state <= READ;
        end
        FETCH: state <= INCREMENT;
        INCREMENT: state <= IDLE;

        READ: state <= TAKE;
        TAKE: begin
            left <= found;
            state <= APPLY;
        end
        APPLY: if (left != 0) begin
            left <= left - 7'd1;
            value <= next;
        end else if (at == 1) begin
            done <= 1;
            longest <= 1;
            state <= IDLE;
        end else begin
            at <= at[7] && at[6:0] <= 4 ? {1'b0, longest} : at - 8'd1;
            state <= READ;
        end
        default: state <= IDLE;
        endcase
        if (clear) begin
            at <= rank;
            longest <= 1;
            state <= IDLE;
        end
    end
endmodule
