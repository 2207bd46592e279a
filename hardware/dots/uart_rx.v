// Receives bytes: 8N1, least significant bit first. `valid` is 1 for one tick when the stop bit has been seen; a byte
// whose stop bit is 0 is dropped, and the next one is looked for after the line has been idle (1) again.

`timescale 1ns / 1ps

module uart_rx #(parameter integer BIT = 1250) ( // ticks per bit, at least 4
    input  wire       clock,
    input  wire       reset,
    input  wire       rx,
    output reg        valid,
    output wire [7:0] data);

    localparam WIDTH = $clog2(BIT);
    localparam [WIDTH - 1:0] WHOLE = BIT - 1, HALF = BIT / 2 - 1;

    // The line may change at any time: two flip-flops until it can be trusted.
    reg [1:0] line;
    always @(posedge clock)
        if (reset) line <= 2'b11;
        else line <= {line[0], rx};
    wire level = line[1];

    localparam IDLE = 2'd0, START = 2'd1, BITS = 2'd2, BREAK = 2'd3;
    reg [1:0]         state;
    reg [WIDTH - 1:0] ticks;
    reg [3:0]         count; // of bits still to come, the stop bit included
    reg [7:0]         shift;
    assign data = shift;

    always @(posedge clock)
        if (reset) begin
            state <= IDLE;
            valid <= 0;
            ticks <= 0;
            count <= 0;
            shift <= 0;
        end else begin
            valid <= 0;
            ticks <= ticks - 1'b1;
            case (state)
            IDLE: if (!level) begin
                state <= START;
                ticks <= HALF;
            end
            START: if (ticks == 0) begin // the middle of the start bit, unless it was a spike
                state <= level ? IDLE : BITS;
                ticks <= WHOLE;
                count <= 4'd9;
            end
            BITS: if (ticks == 0) begin
                ticks <= WHOLE;
                count <= count - 4'd1;
                if (count != 1) shift <= {level, shift[7:1]};
                else begin
                    valid <= level;
                    state <= level ? IDLE : BREAK;
                end
            end
            BREAK: if (level) state <= IDLE;
            endcase
        end

`ifdef FORMAL
    // Proved by induction (hardware/prove.py) for a line that is idle, or has frames whose bits last exactly BIT ticks and
    // that begin at any tick: each byte arrives once, as it was sent, before its stop bit is over.
    (* anyseq *) reg       begins;
    (* anyseq *) reg [7:0] its_byte;
    reg  [9:0]       frame = 10'h3ff;
    reg  [WIDTH+3:0] age = 10 * BIT; // in ticks since the frame began
    wire             idle = age == 10 * BIT;
    wire [3:0]       place = age / BIT;
    initial assume (reset);
    always @* assume (rx == (idle ? 1'b1 : frame[place]));
    always @(posedge clock)
        if (reset) age <= 10 * BIT;
        else if ((idle || age == 10 * BIT - 1) && begins) begin
            frame <= {1'b1, its_byte, 1'b0};
            age <= 0;
        end else if (!idle) age <= age + 1'b1;

    // Bits are sampled in their middle, two ticks late because of the flip-flops, and `valid` comes one tick later.
    localparam LATE = BIT / 2 + 3, ARRIVES = 9 * BIT + LATE;
    always @* if (!reset && !$initstate) begin
        assert (valid == (age == ARRIVES));
        if (valid) assert (data == frame[8:1]);
    end
    // What ties the states to the age, for the induction.
    wire [WIDTH+3:0] seen = age - 2; // of the tick whose level is in line[1]
    wire [3:0]       sampled = (age - LATE) / BIT; // bits after the start bit
    always @* if (!reset && !$initstate) begin
        assert (age <= 10 * BIT);
        assert (line[0] == (age == 0 || idle ? 1'b1 : frame[(age - 1) / BIT]));
        assert (line[1] == (age < 2 || idle ? 1'b1 : frame[seen / BIT]));
        if (!idle) assert (frame[9] && !frame[0]);
        if (age < 3 || age >= ARRIVES) assert (state == IDLE);
        else if (age < LATE) assert (state == START && ticks == LATE - 1 - age);
        else begin
            assert (state == BITS && count == 4'd9 - sampled && ticks == BIT - 1 - (age - LATE) % BIT);
            assert (sampled == 0 || shift >> (4'd8 - sampled) == (frame[8:1] & (8'hff >> (4'd8 - sampled))));
        end
        if (age == ARRIVES) assert (shift == frame[8:1]);
    end
`endif
endmodule
