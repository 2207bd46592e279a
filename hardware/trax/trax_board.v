// The Trax accelerator: four registers (docs/boards.md) around trax_control. A row or column takes C bits, an address A; the fields
// follow.
//
//   0 order    31:30 operation, 29 reset, then from bit 0: column, row, tile, address
//   1 result   31 done, then from bit 0: number of spaces with legal moves, column, row, tiles that fit
//   2 result   31 done, 18:13 own corners, 12:7 the opponent's, 6:4 own threats, 3 invalid, 2 the opponent can win, 1 won, 0 lost
//   3 cycles

`timescale 1ns / 1ps

module trax_board #(
    parameter SIZE = 16,        // rows and columns
    parameter MEMORY = 0,       // address bits of the memory of moves; 0: two more than a row takes
    parameter LINES = 1         // whether lines win as well as loops
) (
    input  wire        clock,
    input  wire        reset,
    input  wire [1:0]  address,
    input  wire        write,
    input  wire [31:0] writedata,
    output reg  [31:0] readdata,
    output wire        busy
);
    function integer bits_of(input integer most);
        for (bits_of = 1; 1 << bits_of < most; bits_of = bits_of + 1) ;
    endfunction
    localparam C = bits_of(SIZE), A = MEMORY ? MEMORY : C + 2;
    localparam PLACE = 2'b01, READ = 2'b10, EVALUATE = 2'b11;

    wire       ordered = write && address == 0 && !reset;
    wire       cleared = ordered && writedata[29];
    wire [1:0] operation = ordered && !cleared && !busy ? writedata[31:30] : 2'b00;

    wire             controlling, placed, evaluated, store;
    wire [A-1:0]     number;
    wire [6+2*C-1:0] entry;
    wire [18:0]      verdict;
    trax_control #(.SIZE(SIZE), .C(C), .A(A), .LINES(LINES)) control (
        .clock(clock), .clear(reset || cleared), .place(operation == PLACE), .evaluate(operation == EVALUATE),
        .row(writedata[C +: C]), .column(writedata[0 +: C]), .tile(writedata[2 * C +: 4]), .busy(controlling), .placed(placed),
        .evaluated(evaluated), .store(store), .number(number), .entry(entry), .verdict(verdict));

    // The memory of moves. Reading takes a cycle for the memory and one for the register.
    reg [6+2*C-1:0] memory [0:(1<<A)-1];
    reg [6+2*C-1:0] fetched;
    reg [A-1:0]     fetching, listed;       // the address; entries of the last list
    reg             fetch, show, is_listed;
    always @(posedge clock) begin
        if (store) memory[number] <= entry;
        fetched <= memory[fetching];
        is_listed <= fetching < listed;
    end

    reg [31:0]      order, cycles;
    reg             done_1, done_2;
    reg [6+2*C-1:0] shown;
    reg [A-1:0]     shown_number;
    reg [18:0]      shown_verdict;

    assign busy = controlling || fetch || show;

    always @* case (address)
        2'd0: readdata = order;
        2'd1: begin
            readdata = {shown, shown_number};
            readdata[31] = done_1;
        end
        2'd2: readdata = {done_2, 12'b0, shown_verdict};
        default: readdata = cycles;
    endcase

    always @(posedge clock) begin
        cycles <= cycles + 1'b1;
        if (ordered) order <= writedata;
        if (operation == PLACE || operation == READ) begin
            done_1 <= 0;
            shown <= 0;
        end
        if (operation == PLACE) shown_number <= 0;
        if (operation == EVALUATE) begin
            done_2 <= 0;
            shown_verdict <= 0;
        end

        fetching <= writedata[2 * C + 4 +: A];
        fetch <= operation == READ;
        show <= fetch;
        if (show) begin
            done_1 <= 1;
            shown <= is_listed ? fetched : {(6+2*C){1'b0}};
        end
        if (placed) begin
            done_1 <= 1;
            shown_number <= number;
            listed <= number;
        end
        if (evaluated) begin
            done_2 <= 1;
            shown_verdict <= verdict;
        end

        if (reset || cleared) begin
            done_1 <= 0;
            done_2 <= 0;
            shown <= 0;
            shown_number <= 0;
            shown_verdict <= 0;
            listed <= 0;
            fetch <= 0;
            show <= 0;
        end
        if (reset) begin
            order <= 0;
            cycles <= 0;
        end
    end
    initial begin
        order = 0;
        cycles = 0;
        done_1 = 0;
        done_2 = 0;
        shown = 0;
        shown_number = 0;
        shown_verdict = 0;
        listed = 0;
        fetch = 0;
        show = 0;
    end
endmodule
