// Plays random games through the registers and writes a trace of the pins:
//
//     vvp accelerator +trace=mine.trace +games=6 +seed=1
//     damero board trax --check mine.trace

`timescale 1ns / 1ps

module trax_accelerator_tb;
    reg         clock = 0;
    reg         reset = 1;
    reg  [1:0]  address = 0;
    reg         write = 0;
    reg  [31:0] writedata = 0;
    wire [31:0] readdata;
    wire        busy;

    trax_accelerator accelerator (
        .clock(clock), .reset(reset), .address(address), .write(write), .writedata(writedata),
        .readdata(readdata), .busy(busy));

    // The trace. At tick T, T rising edges have passed; inputs are set at the falling edge,
    // and outputs read after them.
    integer trace, tick = 0;
    reg [1023:0] name;
    reg         told = 0;
    reg         was_reset, was_write, was_busy;
    reg [1:0]   was_address;
    reg [31:0]  was_writedata, was_readdata;

    task tell;
        begin
            #1; // the inputs have settled
            if (!told || reset !== was_reset || write !== was_write || busy !== was_busy ||
                address !== was_address || writedata !== was_writedata ||
                readdata !== was_readdata) begin
                $fwrite(trace, "%0d", tick);
                if (!told || reset !== was_reset) $fwrite(trace, " reset=%0d", reset);
                if (!told || address !== was_address) $fwrite(trace, " address=%0d", address);
                if (!told || write !== was_write) $fwrite(trace, " write=%0d", write);
                if (!told || writedata !== was_writedata) $fwrite(trace, " writedata=0x%h", writedata);
                // In binary, because some bits are x before the reset.
                if (!told || readdata !== was_readdata) $fwrite(trace, " readdata=0b%b", readdata);
                if (!told || busy !== was_busy) $fwrite(trace, " busy=0b%b", busy);
                $fwrite(trace, "\n");
            end
            told = 1;
            was_reset = reset;
            was_write = write;
            was_busy = busy;
            was_address = address;
            was_writedata = writedata;
            was_readdata = readdata;
        end
    endtask

    task pass; // one tick
        begin
            tell;
            #4 clock = 1;
            tick = tick + 1;
            #5 clock = 0;
        end
    endtask

    task order(input [31:0] word);
        begin
            address = 0;
            writedata = word;
            write = 1;
            pass;
            write = 0;
        end
    endtask

    integer patience;
    task result; // waits for register 1
        begin
            address = 1;
            tell;
            for (patience = 0; !readdata[31] && patience < 1000; patience = patience + 1) pass;
            pass; // one more, so that the trace shows it
        end
    endtask

    // Orders of the two operations.
    function [31:0] place(input [3:0] tile, input [2:0] row, input [2:0] column);
        place = {2'b01, 20'b0, tile, row, column};
    endfunction
    function [31:0] read(input [4:0] entry);
        read = {2'b10, 15'b0, entry, 10'b0};
    endfunction

    integer seed, games, game, turn, number, bit_number;
    reg [16:0] listed;  // tiles, row, column, number
    reg [3:0]  tile;
    reg [31:0] any;

    function [3:0] tile_of(input integer number_of_bit);
        case (number_of_bit)
            0: tile_of = 4'b0011;
            1: tile_of = 4'b0101;
            2: tile_of = 4'b0110;
            3: tile_of = 4'b1001;
            4: tile_of = 4'b1010;
            default: tile_of = 4'b1100;
        endcase
    endfunction

    // Takes an entry of the list, reads it, and places one of its tiles.
    task random_turn;
        begin
            order(read($unsigned($random(seed)) % number));
            result;
            listed = readdata[16:0];
            bit_number = $unsigned($random(seed)) % 6;
            for (patience = 0; !listed[11 + bit_number] && patience < 6; patience = patience + 1)
                bit_number = (bit_number + 1) % 6;
            tile = tile_of(bit_number);
            order(place(tile, listed[10:8], listed[7:5]));
            if ($unsigned($random(seed)) % 8 == 0) order(32'h40000000); // lost: it is busy
            result;
            number = readdata[4:0];
        end
    endtask

    // A turn that fits, but forces a tile where three tracks of a colour would meet: all of it is
    // undone. Random games reach this too rarely.
    task conflict;
        begin
            order(32'h20000000);
            lay(4'b0110, 3, 3);
            lay(4'b0011, 3, 2);
            lay(4'b0110, 3, 1);
            lay(4'b0011, 3, 4);
            lay(4'b0101, 2, 4);
            lay(4'b0101, 2, 1);
            lay(4'b1100, 1, 4);
            lay(4'b1100, 1, 1);
            lay(4'b1001, 1, 2);
        end
    endtask
    task lay(input [3:0] its_tile, input [2:0] row, input [2:0] column);
        begin
            order(place(its_tile, row, column));
            result;
        end
    endtask

    // Any word: most are illegal.
    task random_order;
        begin
            any = $random(seed);
            if (any[31:30] == 2'b11) any[31] = 0;    // this design does not evaluate
            if ($unsigned($random(seed)) % 16 != 0) any[29] = 0;
            order(any);
            repeat ($unsigned($random(seed)) % 4) pass;
            if (busy) result;
            number = any[29] ? 0 : number;
        end
    endtask

    initial begin
        if (!$value$plusargs("trace=%s", name)) name = "trax_accelerator.trace";
        if (!$value$plusargs("games=%d", games)) games = 6;
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        trace = $fopen(name, "w");
        $fwrite(trace, "damero-trace 1\nboard trax\nsettings size=8\nchanges readdata busy\n");
        pass;
        reset = 0;
        repeat (3) pass;
        conflict;
        for (game = 0; game < games; game = game + 1) begin
            order(32'h20000000);
            order(place(tile_of(game % 6), 3'd3 + game, 3'd4));
            result;
            number = readdata[4:0];
            for (turn = 0; turn < 12 && number > 0; turn = turn + 1) begin
                random_turn;
                if ($unsigned($random(seed)) % 3 == 0) random_order;
            end
        end
        address = 3; // the counter, for a moment
        repeat (3) pass;
        address = 0;
        pass;
        tell;
        $fwrite(trace, "%0d\n", tick);
        $fclose(trace);
        $finish;
    end
endmodule
