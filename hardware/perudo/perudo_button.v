// A button, which counts once it has been stable for DEBOUNCE ticks. `pressed` is 1 at the one edge at which it goes down.

`timescale 1ns / 1ps

module perudo_button #(parameter integer DEBOUNCE = 0) (
    input  wire clock,
    input  wire button,
    output wire pressed);

    reg  down = 0;
    wire stable;
    assign pressed = button && !down && stable;
    always @(posedge clock) if (stable) down <= button;

    generate
        if (DEBOUNCE == 0) begin : at_once
            assign stable = 1'b1;
        end else begin : later
            reg [$clog2(DEBOUNCE + 1) - 1:0] ticks = 0; // for which the button has differed
            assign stable = ticks == DEBOUNCE;
            always @(posedge clock) ticks <= button == down || stable ? 0 : ticks + 1'b1;
        end
    endgenerate
endmodule
