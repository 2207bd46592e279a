// The straight way from origin to destination, a cell per tick: what stands on it, and whether a king that arrives could capture
// again to either side. An own piece or two enemies in a row stop the walk. It begins when `look` rises and ends before `done`.

`timescale 1ns / 1ps

module damas_walk (
    input  wire        clock,
    input  wire        look,
    input  wire        white,
    input  wire [31:0] occupied,
    input  wire [31:0] whites,
    input  wire [5:0]  from,
    input  wire [5:0]  to,
    output wire        done,
    output reg         arrives = 0,
    output reg         steps = 0,    // it is one step forward for a man
    output reg  [31:0] captured = 0,
    output reg         further = 0);

    localparam [2:0] BEGIN = 0, WALK = 1, FIRST = 2, SECOND = 3, DONE = 4;
    reg [2:0] state = BEGIN;
    reg [5:0] at = 0;
    reg       met = 0; // the last cell had an enemy; to the side: any had
    assign done = state == DONE;

    wire lower = to[5:3] < from[5:3], left = to[2:0] > from[2:0];
    wire down = lower ^ (state == FIRST), leftward = left ^ (state == SECOND);
    wire [5:0] next;
    wire       off;
    damas_step step (.at(at), .way({down, down ^ leftward}), .next(next), .off(off));
    wire [4:0] square = {next[5:3], next[2:1]};
    wire empty = !occupied[square], enemy = !empty && whites[square] != white;
    wire ends = off || (!empty && (!enemy || met));

    always @(posedge clock)
        if (!look) begin
            state <= BEGIN;
            arrives <= 0;
            captured <= 0;
            further <= 0;
        end else case (state)
            BEGIN: begin
                at <= from;
                met <= 0;
                steps <= 0;
                state <= WALK;
            end
            WALK: begin
                at <= next;
                met <= enemy;
                if (ends) state <= DONE;
                else if (enemy) captured[square] <= 1;
                else if (next == to) begin
                    arrives <= 1;
                    steps <= at == from && lower != white;
                    state <= captured != 0 ? FIRST : DONE;
                end
            end
            FIRST, SECOND: begin
                at <= next;
                met <= met || enemy;
                if (ends || (empty && met)) begin
                    if (!ends) further <= 1;
                    at <= to;
                    met <= 0;
                    state <= state == FIRST ? SECOND : DONE;
                end
            end
            default: ;
        endcase
endmodule
