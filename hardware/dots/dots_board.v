// The Dots contest board: its pins. The grid is set by switches, in boxes: 1 to 9 rows and columns.

`timescale 1ns / 1ps

module dots_board #(
    parameter integer CLOCK = 12000000, // Hz
    parameter integer BAUD = 9600
) (
    input  wire       clock,
    input  wire       reset,
    input  wire [3:0] rows,
    input  wire [3:0] columns,
    input  wire       rx,
    output wire       tx,
    output wire       busy); // an answer is due or on its way

    localparam integer BIT = (CLOCK + BAUD / 2) / BAUD;

    wire       heard, send, sending;
    wire [7:0] byte_heard, byte_sent;
    uart_rx #(.BIT(BIT)) receiver (.clock(clock), .reset(reset), .rx(rx), .valid(heard), .data(byte_heard));
    uart_tx #(.BIT(BIT)) sender (
        .clock(clock), .reset(reset), .send(send), .data(byte_sent), .tx(tx), .busy(sending));

    wire       clear, draw, think, passing, may_pass, done, pass, illegal;
    wire [9:0] line, chosen;
    wire [1:0] boxes;
    dots_protocol #(.SECOND(CLOCK)) protocol (
        .clock(clock), .reset(reset), .rows(rows), .columns(columns),
        .heard(heard), .byte_heard(byte_heard), .send(send), .byte_sent(byte_sent), .sending(sending), .busy(busy),
        .clear(clear), .draw(draw), .think(think), .line(line), .passing(passing), .may_pass(may_pass),
        .done(done), .chosen(chosen), .pass(pass), .illegal(illegal), .boxes(boxes));
    dots_player player (
        .clock(clock), .rows(rows), .columns(columns), .clear(clear), .draw(draw), .think(think), .line(line),
        .passing(passing), .may_pass(may_pass), .done(done), .chosen(chosen), .pass(pass), .illegal(illegal),
        .boxes(boxes));
endmodule
