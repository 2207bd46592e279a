// The whole board in a simulator: bytes of standard input go to its pin rx, bytes from its pin tx to standard output.
// script/hardware run dots puts a pseudo-terminal around it. The switches: +rows=5 +columns=5. Simulated time passes
// only while the board has something to do, so it may think for as long as the simulator takes; +gap=TICKS lets as many
// pass after each byte, too.

`timescale 1ns / 1ps

module dots_board_line;
    localparam BIT = 4, BAUD = 600; // a second of 2400 ticks
    localparam STDIN = 32'h8000_0000;

    reg        clock = 0, reset = 1, rx = 1;
    reg  [3:0] rows, columns;
    wire       tx, busy;
    dots_board #(.CLOCK(BIT * BAUD), .BAUD(BAUD)) board (
        .clock(clock), .reset(reset), .rows(rows), .columns(columns), .rx(rx), .tx(tx), .busy(busy));

    task pass(input integer ticks);
        repeat (ticks) begin
            #1 clock = 1;
            #1 clock = 0;
        end
    endtask

    task send(input [7:0] byte_sent);
        integer i;
        begin
            rx = 0;
            pass(BIT);
            for (i = 0; i < 8; i = i + 1) begin
                rx = byte_sent[i];
                pass(BIT);
            end
            rx = 1;
            pass(BIT);
        end
    endtask

    // Receives by the middle of each bit.
    reg [7:0] received;
    integer   k;
    always @(negedge tx) begin
        repeat (BIT / 2) @(negedge clock);
        for (k = 0; k < 8; k = k + 1) begin
            repeat (BIT) @(negedge clock);
            received = {tx, received[7:1]};
        end
        repeat (BIT) @(negedge clock);
        if (tx) $write("%c", received);
        else $write("?");
        $fflush;
    end

    integer byte_read, gap;
    initial begin
        if (!$value$plusargs("rows=%d", rows)) rows = 5;
        if (!$value$plusargs("columns=%d", columns)) columns = 5;
        if (!$value$plusargs("gap=%d", gap)) gap = 0;
        pass(4);
        reset = 0;
        pass(600); // the grid is cleared
        byte_read = $fgetc(STDIN);
        while (byte_read >= 0) begin
            send(byte_read[7:0]);
            pass(2 * BIT); // a byte that calls for an answer makes it busy by then
            while (busy) pass(1);
            pass(2 * BIT + gap);
            byte_read = $fgetc(STDIN);
        end
        $finish;
    end
endmodule
