// The Perudo board on the iCE40-HX8K breakout board: 12 MHz, the serial line of its USB socket, LEDs D9 to D2 with enable, step
// and state. Buttons connect their pin to ground; the pins' own resistors pull them up. The header says which pin is which (perudo_hx8k.pcf).

`timescale 1ns / 1ps

module perudo_hx8k (
    input  wire       clock,
    input  wire [4:0] buttons, // low while pressed: reset, doubt, enter, next, previous
    output wire       tx,
    output wire [5:0] leds);

    // Flip-flops are 0 after configuration: all buttons read as up, and there is a reset of eight ticks.
    reg [4:0] seen = 0, held = 0;
    reg [3:0] awake = 0;
    reg       reset_n = 0;
    always @(posedge clock) begin
        seen <= ~buttons;
        held <= seen;
        if (!awake[3]) awake <= awake + 4'd1;
        reset_n <= awake[3] && !held[4];
    end

    wire [7:0] data; // is on the line
    perudo_board #(.BIT(1250), .DEBOUNCE(60000)) board ( // 9600 baud, 5 ms
        .clock(clock), .reset_n(reset_n), .previous(held[0]), .next(held[1]), .enter(held[2]), .doubt(held[3]),
        .tx(tx), .enable(leds[5]), .step(leds[4:3]), .state(leds[2:0]), .data(data));
endmodule
