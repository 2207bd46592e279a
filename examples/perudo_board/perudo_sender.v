// The line: sends `count` bytes without gaps, 8N1, BIT ticks per bit. A message begins at the edge at
// which `send` is 1, together with its first byte; `index` requests each further one.

`timescale 1ns / 1ps

module perudo_sender #(parameter integer BIT = 5208) (
    input            clock,
    input            reset_n,
    input            send,
    input      [5:0] count,
    input      [7:0] first,
    input      [7:0] byte_at, // the byte number `index` of the message
    output reg [5:0] index,
    output           tx,
    output reg       busy,
    output reg [7:0] data);

    reg [31:0] ticks;
    reg [3:0]  place; // 0 the start bit, 1 to 8 the byte, 9 the stop bit
    reg [5:0]  left;  // bytes after this one

    wire [9:0] frame = {1'b1, data, 1'b0};
    assign tx = !busy || frame[place];

    always @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            busy <= 0;
            data <= 0;
            ticks <= 0;
            place <= 0;
            left <= 0;
            index <= 1;
        end else if (send) begin
            busy <= 1;
            data <= first;
            ticks <= 0;
            place <= 0;
            left <= count - 6'd1;
            index <= 1;
        end else if (busy) begin
            ticks <= ticks == BIT - 1 ? 0 : ticks + 1;
            if (ticks == BIT - 1) begin
                place <= place == 9 ? 4'd0 : place + 4'd1;
                if (place == 9) begin
                    if (left == 0) busy <= 0;
                    else begin
                        data <= byte_at;
                        index <= index + 6'd1;
                        left <= left - 6'd1;
                    end
                end
            end
        end
endmodule
