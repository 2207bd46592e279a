// Gives the player the orders of a file and prints its answers: +orders=FILE, one order a line.
//
//     c ROWS COLUMNS          an empty grid
//     d COLUMN ROW SIDE       the opponent draws the bottom (0) or left (1) side of a box
//     t PASSING MAY_PASS      think
//
// An answer to t is the column, row and side of the line drawn, or 0 0 0 for a pass, the boxes that it completed, and the
// ticks that it took.

`timescale 1ns / 1ps

module dots_player_orders;
    reg        clock = 0, clear = 0, draw = 0, think = 0, passing, may_pass;
    reg  [3:0] rows, columns, x, y;
    reg        side;
    wire       done, pass, illegal;
    wire [9:0] chosen;
    wire [1:0] boxes;
    dots_player player (
        .clock(clock), .rows(rows), .columns(columns), .clear(clear), .draw(draw), .think(think),
        .line({y, x, 1'b0, side}), .passing(passing), .may_pass(may_pass), .done(done), .chosen(chosen), .pass(pass),
        .illegal(illegal), .boxes(boxes));

    integer ticks;
    task tick;
        begin
            #1 clock = 1;
            #1 clock = 0;
            ticks = ticks + 1;
        end
    endtask
    task until_done;
        begin
            ticks = 0;
            tick;
            {clear, draw, think} = 3'b000;
            while (!done) tick;
        end
    endtask

    integer      file, found;
    reg [1023:0] name;
    reg [7:0]    order;
    initial begin
        if (!$value$plusargs("orders=%s", name)) $finish;
        file = $fopen(name, "r");
        found = $fscanf(file, "%s", order);
        while (found == 1) begin
            case (order)
            "c": begin
                found = $fscanf(file, "%d %d", rows, columns);
                clear = 1;
            end
            "d": begin
                found = $fscanf(file, "%d %d %d", x, y, side);
                draw = 1;
            end
            default: begin
                found = $fscanf(file, "%d %d", passing, may_pass);
                think = 1;
            end
            endcase
            until_done;
            if (order == "d" && illegal) $display("drawn already: %0d %0d %0d", x, y, side);
            if (order == "t" && pass) $display("0 0 0 0 %0d", ticks);
            else if (order == "t") $display("%0d %0d %0d %0d %0d", chosen[5:2], chosen[9:6], chosen[1:0], boxes, ticks);
            found = $fscanf(file, "%s", order);
        end
        $finish;
    end
endmodule
