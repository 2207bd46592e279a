// The Damas board on the iCE40-HX8K breakout board: its 12 MHz make a pixel clock of 25.125 MHz. Keypad, switches, a button for reset
// and a VGA socket are connected to the pins in damas_hx8k.pcf; switches and button connect their pin to ground, and the pins' own
// resistors pull them and the column lines up. A colour goes to the socket over a resistor of 270 ohms.

`timescale 1ns / 1ps

module damas_hx8k #(parameter integer RULES = 1) (
    input  wire       clock,
    input  wire [4:0] switches, // low: reset, run, multiple, draw1, draw2
    input  wire [3:0] columns,
    output wire [3:0] rows,
    output wire       red,
    output wire       green,
    output wire       blue,
    output wire       hsync,
    output wire       vsync,
    output wire [7:0] leds);

    wire pixel, locked;
    SB_PLL40_CORE #(.FEEDBACK_PATH("SIMPLE"), .DIVR(4'd0), .DIVF(7'd66), .DIVQ(3'd5), .FILTER_RANGE(3'd1)) pll (
        .REFERENCECLK(clock), .PLLOUTCORE(pixel), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0));

    // Flip-flops are 0 after configuration: there is a reset of eight ticks once the clock is stable.
    reg [4:0] seen = 0, held = 0;
    reg [3:0] column_seen = 0, column_lines = 0, awake = 0;
    reg       reset_n = 0;
    always @(posedge pixel) begin
        seen <= ~switches;
        held <= seen;
        column_seen <= columns;
        column_lines <= column_seen;
        if (!locked) awake <= 0;
        else if (!awake[3]) awake <= awake + 4'd1;
        reset_n <= awake[3] && !held[4];
    end

    // The picture's pins come from flip-flops, so that they do not glitch.
    wire [4:0] picture;
    reg  [4:0] shown = 0;
    assign {red, green, blue, hsync, vsync} = shown;
    always @(posedge pixel) shown <= picture;

    damas_board #(.RULES(RULES), .SETTLE(125625), .PIXEL(1)) board ( // 5 ms
        .clock(pixel), .reset(!reset_n), .run(held[3]), .multiple(held[2]), .draw1(held[1]), .draw2(held[0]), .keys(16'd0),
        .columns(column_lines), .rows(rows), .red(picture[4]), .green(picture[3]), .blue(picture[2]), .hsync(picture[1]),
        .vsync(picture[0]), .leds(leds));
endmodule
