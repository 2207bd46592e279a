// Presses the buttons at random, resets occasionally, and writes a trace of the pins:
//
//     vvp board +trace=mine.trace +presses=400 +dice=1
//     damero board perudo --check mine.trace
//
// It avoids turns, which the design does not implement: when one begins, it resets.

`timescale 1ns / 1ps

module perudo_board_tb;
    parameter integer BIT = 8;
    parameter [63:0]  SEED = 7;

    reg clock = 0, reset_n = 0;
    reg previous = 0, next = 0, enter = 0, doubt = 0;
    wire tx, enable;
    wire [2:0] state;
    wire [1:0] step;
    wire [7:0] data;

    perudo_board #(.BIT(BIT), .SEED(SEED)) board (
        .clock(clock), .reset_n(reset_n), .previous(previous), .next(next), .enter(enter),
        .doubt(doubt), .tx(tx), .enable(enable), .state(state), .step(step), .data(data));

    // The trace. At tick T, T rising edges have passed; inputs are set at the falling edge,
    // and outputs read after them.
    integer trace, tick = 0;
    reg [1023:0] name;
    reg told = 0;
    wire [19:0] pins = {reset_n, previous, next, enter, doubt, tx, enable, state, step, data};
    reg [19:0] was;

    task tell;
        begin
            #1; // the inputs have settled
            if (!told || pins !== was)
                $fwrite(trace, "%0d reset_n=%b previous=%b next=%b enter=%b doubt=%b tx=0b%b enable=0b%b state=0b%b step=0b%b data=0b%b\n",
                        tick, reset_n, previous, next, enter, doubt, tx, enable, state, step, data);
            told = 1;
            was = pins;
        end
    endtask

    task pass(input integer ticks);
        integer left;
        for (left = ticks; left > 0; left = left - 1) begin
            tell;
            #4 clock = 1;
            tick = tick + 1;
            #5 clock = 0;
        end
    endtask

    integer presses, random, which, patience;
    initial begin
        if (!$value$plusargs("trace=%s", name)) name = "perudo.trace";
        if (!$value$plusargs("presses=%d", presses)) presses = 400;
        if (!$value$plusargs("dice=%d", random)) random = 1;
        trace = $fopen(name, "w");
        $fwrite(trace, "damero-trace 1\nboard perudo\nsettings bit=%0d,seed=%0d\n", BIT, SEED);
        $fwrite(trace, "changes tx enable state step data\n");
        pass(3);
        reset_n = 1;
        pass(2);
        while (presses > 0) begin
            presses = presses - 1;
            which = $unsigned($random(random)) % 12;
            // In a turn, or occasionally at any time, even in the middle of a message.
            if (state > 1 || which == 11) begin
                if (state > 1) for (patience = 0; !enable && patience < 10000; patience = patience + 1) pass(1);
                reset_n = 0;
                pass(1 + $unsigned($random(random)) % 20);
                reset_n = 1;
            end
            if (which < 4) next = 1;
            else if (which < 7) enter = 1;
            else if (which < 9) previous = 1;
            else if (which == 9) doubt = 1;
            else {previous, next, enter, doubt} = $random(random); // several at once
            pass(1 + $unsigned($random(random)) % 30);
            {previous, next, enter, doubt} = 0;
            // Often the next press comes before the line is free.
            pass(1 + $unsigned($random(random)) % (12 * BIT));
        end
        tell;
        $fwrite(trace, "%0d\n", tick);
        $fclose(trace);
        $finish;
    end
endmodule
