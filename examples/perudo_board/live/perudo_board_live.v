// A test bench that is driven from outside: `damero board perudo --design "vvp live"` sends orders on its standard
// input, one a line, and each is answered by one line on its standard output.
//
//     set NAME VALUE     an input takes a value, before the next edge
//     watch NAME 0|1     whether a change of this output ends `until`
//     go TICK            up to that many rising edges since power-on
//     until TICK         the same, or to the first edge after which a watched output differs
//
// An answer is the tick, and the outputs that have changed since the last answer. For your own design, change the
// instance, the two lists of names, and the line that writes the outputs.

`timescale 1ns / 1ps

module perudo_board_live;
    parameter integer BIT = 8;
    parameter [63:0]  SEED = 7;
    localparam STDIN = 32'h8000_0000;

    reg clock = 0, reset_n = 1;
    reg previous = 0, next = 0, enter = 0, doubt = 0;
    wire tx, enable;
    wire [2:0] state;
    wire [1:0] step;
    wire [7:0] data;

    perudo_board #(.BIT(BIT), .SEED(SEED)) board (
        .clock(clock), .reset_n(reset_n), .previous(previous), .next(next), .enter(enter),
        .doubt(doubt), .tx(tx), .enable(enable), .state(state), .step(step), .data(data));

    // The outputs side by side; a watched one has ones in the mask.
    wire [14:0] pins = {tx, enable, state, step, data};
    reg [14:0] mask = 0, before;

    integer tick = 0, until, found;
    reg [8*16-1:0] order, name;
    reg [63:0] value;

    task edge_passes;
        begin
            #4 clock = 1;
            tick = tick + 1;
            #5 clock = 0;
            #1; // what the edge caused has settled
        end
    endtask

    task set_input;
        begin
            case (name)
                "reset_n": reset_n = value;
                "previous": previous = value;
                "next": next = value;
                "enter": enter = value;
                "doubt": doubt = value;
                default: $display("no input %0s", name);
            endcase
            #1; // what was set has settled
        end
    endtask

    task watch_output;
        case (name)
            "tx": mask[14] = value;
            "enable": mask[13] = value;
            "state": mask[12:10] = {3{value[0]}};
            "step": mask[9:8] = {2{value[0]}};
            "data": mask[7:0] = {8{value[0]}};
            default: $display("no output %0s", name);
        endcase
    endtask

    initial begin
        #1;
        found = $fscanf(STDIN, "%s", order);
        while (found == 1) begin
            if (order == "set" || order == "watch") begin
                found = $fscanf(STDIN, "%s %d", name, value);
                if (order == "set") set_input;
                else watch_output;
            end else begin
                found = $fscanf(STDIN, "%d", until);
                before = pins;
                while (tick < until && (order == "go" || (pins & mask) === (before & mask))) edge_passes;
            end
            $display("%0d tx=0b%b enable=0b%b state=0b%b step=0b%b data=0b%b", tick, tx, enable, state, step, data);
            $fflush;
            found = $fscanf(STDIN, "%s", order);
        end
        $finish;
    end
endmodule
