// A test bench that is driven from outside: `damero board damas --design "vvp -n keypad_live"` sends orders on its
// standard input, one a line, and each is answered by one line on its standard output. damas_keypad_live.vhd has the
// list of orders.
//
// An answer is the tick and the outputs that the design has. The bench plays the keypad itself: `keys` are the keys
// that are held, `outside` what is driven on the column lines from outside.
`timescale 1ns / 1ns
module damas_keypad_live;
    localparam STDIN = 32'h8000_0000;
    // Which key closes which row and column, row by row from the top left.
    localparam [63:0] PLACES = 64'h123f_456e_789d_a0bc;

    reg         clock = 0, reset = 0;
    reg  [15:0] keys = 0;
    reg  [3:0]  outside = 4'b1111, columns;
    wire [3:0]  rows, key;

    damas_keypad reader (.clock(clock), .reset(reset), .columns(columns), .rows(rows), .key(key));

    integer place;
    always @* begin
        columns = outside;
        for (place = 0; place < 16; place = place + 1)
            if (keys[PLACES[4*(15-place) +: 4]] && !rows[3 - place/4]) columns[3 - place%4] = 1'b0;
    end

    wire [11:0] outputs = {rows, key, columns};
    reg  [11:0] watched = 0, before;
    reg  [63:0] tick = 0, value;
    reg  [8*16-1:0] order, name;
    integer found;

    initial begin
        #1;
        found = $fscanf(STDIN, "%s", order);
        while (found == 1) begin
            if (order == "set") begin
                found = $fscanf(STDIN, "%s %d", name, value);
                case (name)
                    "reset": reset = value;
                    "keys": keys = value;
                    "columns": outside = value;
                    default: ;  // the switches are not there yet
                endcase
                #1;
            end else if (order == "watch") begin
                found = $fscanf(STDIN, "%s %d", name, value);
                case (name)
                    "rows": watched[11:8] = {4{value[0]}};
                    "key": watched[7:4] = {4{value[0]}};
                    "column_lines": watched[3:0] = {4{value[0]}};
                    default: ;
                endcase
            end else begin
                found = $fscanf(STDIN, "%d", value);
                before = outputs;
                while (tick < value && (order == "go" || ((outputs ^ before) & watched) == 0)) begin
                    #9 clock = 1;
                    #10 clock = 0;
                    #1 tick = tick + 1;
                end
            end
            $display("%0d rows=0b%b key=0b%b column_lines=0b%b", tick, rows, key, columns);
            $fflush;
            found = $fscanf(STDIN, "%s", order);
        end
        $finish;
    end
endmodule
