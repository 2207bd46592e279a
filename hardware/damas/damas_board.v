// The Damas board: keypad, arbiter with its memory, and the picture. Pins as in docs/boards.md.

`timescale 1ns / 1ps

module damas_board #(
    parameter integer RULES = 0,       // 0 the laboratory's, 1 official
    parameter integer KINGS = 0,       // in the picture: 0 with a crown, 1 as two men stacked
    parameter integer SETTLE = 250000, // ticks before a row of the keypad is read
    parameter integer PIXEL = 2        // ticks
) (
    input  wire        clock,
    input  wire        reset, // asynchronous
    input  wire        run,
    input  wire        multiple,
    input  wire        draw1,
    input  wire        draw2,
    input  wire [15:0] keys,
    input  wire [3:0]  columns,
    output wire [3:0]  rows,
    output wire [3:0]  column_lines,
    output wire [3:0]  key,
    output wire [3:0]  asks,
    output wire        turn,
    output wire [5:0]  origin,
    output wire [5:0]  destination,
    output wire        victory,
    output wire        draw,
    output wire [23:0] memory0,
    output wire [23:0] memory1,
    output wire [23:0] memory2,
    output wire [23:0] memory3,
    output wire [23:0] memory4,
    output wire [23:0] memory5,
    output wire [23:0] memory6,
    output wire [23:0] memory7,
    output wire        red,
    output wire        green,
    output wire        blue,
    output wire        hsync,
    output wire        vsync,
    output wire [7:0]  leds);

    wire [3:0] keypad_columns;
    assign column_lines = columns & keypad_columns;
    damas_matrix matrix (.keys(keys), .rows(rows), .columns(keypad_columns));
    damas_keypad #(.SETTLE(SETTLE)) keypad (.clock(clock), .reset(reset), .column_lines(column_lines), .rows(rows), .key(key));

    wire [31:0] occupied, whites, kings;
    damas_arbiter #(.RULES(RULES)) arbiter (
        .clock(clock), .reset(reset), .key(key), .run(run), .multiple(multiple), .draw1(draw1), .draw2(draw2), .state(asks), .white(turn),
        .origin(origin), .destination(destination), .victory(victory), .draw(draw), .occupied(occupied), .whites(whites), .kings(kings));

    // Cells of the memory, row by row from the upper left one; the other colour's are empty.
    wire [191:0] cells;
    assign {memory0, memory1, memory2, memory3, memory4, memory5, memory6, memory7} = cells;
    genvar i;
    generate
        for (i = 0; i < 64; i = i + 1) begin : cell_
            // Counted from the lower right corner: square {row, column / 2}.
            if (i / 8 % 2 == i % 2) begin : light
                assign cells[3 * i +: 3] = {kings[i / 2], whites[i / 2], occupied[i / 2]};
            end else begin : dark
                assign cells[3 * i +: 3] = 3'b0;
            end
        end
    endgenerate

    // The square being entered, which of the two it is, and whose turn it is.
    wire for_destination = (asks >= 5 && asks <= 8) || asks == 12 || asks == 13;
    assign leds = asks == 0 || asks == 10 ? 8'd0 : {turn, for_destination, for_destination ? destination : origin};

    wire [9:0] x, y;
    wire [5:0] across, down;
    wire [2:0] column, row;
    wire [4:0] square;
    wire       step;
    damas_beam #(.PIXEL(PIXEL)) beam (.clock(clock), .reset(reset), .step(step), .x(x), .y(y), .column(column), .across(across),
                                      .row(row), .down(down), .hsync(hsync), .vsync(vsync));
    wire [2:0] cursor = asks >= 1 && asks <= 8 ? (asks + 4'd1) >> 1 : 4'd0;
    damas_scene #(.KINGS(KINGS)) scene (
        .clock(clock), .reset(reset), .step(step), .x(x), .y(y), .column(column), .across(across), .row(row), .down(down),
        .square(square), .content({kings[square], whites[square], occupied[square]}), .origin(origin), .destination(destination),
        .cursor(cursor), .white(turn), .victory(victory), .draw(draw), .colour({red, green, blue}));
endmodule
