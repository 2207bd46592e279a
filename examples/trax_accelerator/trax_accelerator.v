// The Trax accelerator for a board of 8 x 8: register file, order decoding, placing with forced
// tiles, the list of legal moves in its memory. Cycle for cycle what docs/boards.md describes for
// the orders 01 (place) and 10 (read the memory). Order 11 (evaluate) is yours to add: it is ignored
// here, and register 2 reads 0.
//
//   0 order    31:30 operation, 29 reset, 14:10 address, 9:6 tile, 5:3 row, 2:0 column
//   1 result   31 done, 16:11 tiles that fit, 10:8 row, 7:5 column, 4:0 number of spaces
//   3 cycles   free-running

`timescale 1ns / 1ps

module trax_accelerator (
    input  wire        clock,
    input  wire        reset,
    input  wire [1:0]  address,
    input  wire        write,
    input  wire [31:0] writedata,
    output reg  [31:0] readdata,
    output wire        busy
);
    localparam SIZE = 8, SPACES = SIZE * SIZE, MOST = 31;
    localparam PLACE = 2'b01, READ = 2'b10;

    localparam IDLE = 0, COPY = 1, WRITE = 2, LOOK = 3, LEGAL = 4, FIND = 5, STORE = 6,
               FETCH = 7, SHOW = 8;
    reg [3:0] state;

    // Register 0 as last written, and the running order: an order written meanwhile is lost, but the
    // register shows it.
    reg  [31:0] order, cycles;
    reg  [14:0] taken;
    wire [5:0]  at    = taken[5:0];      // row and column
    wire [3:0]  tile  = taken[9:6];
    wire [4:0]  entry = taken[14:10];    // of the memory

    // The board, all spaces side by side, and a copy to go back to. Space i is row i / 8, column
    // i % 8; its tile is board[4 * i +: 4].
    reg  [4 * SPACES - 1:0] board, saved;
    wire [4 * SPACES - 1:0] forced;
    wire [6 * SPACES - 1:0] fits;
    wire [SPACES - 1:0]     conflict, legal;

    genvar i;
    generate
        for (i = 0; i < SPACES; i = i + 1) begin : space
            wire [3:0] up, right, down, left;
            if (i >= SIZE) assign up = board[4 * (i - SIZE) +: 4];
            else assign up = 4'b0000;
            if (i % SIZE < SIZE - 1) assign right = board[4 * (i + 1) +: 4];
            else assign right = 4'b0000;
            if (i < SPACES - SIZE) assign down = board[4 * (i + SIZE) +: 4];
            else assign down = 4'b0000;
            if (i % SIZE > 0) assign left = board[4 * (i - 1) +: 4];
            else assign left = 4'b0000;
            trax_space logic_of (
                .own(board[4 * i +: 4]), .up(up), .right(right), .down(down), .left(left),
                .fits(fits[6 * i +: 6]), .forced(forced[4 * i +: 4]), .conflict(conflict[i]));
            assign legal[i] = |fits[6 * i +: 6];
        end
    endgenerate

    // Whether the tile of the order may be placed: it fits, or the board is empty.
    reg [5:0] which;
    always @* case (tile)
        4'b0011: which = 6'b000001;
        4'b0101: which = 6'b000010;
        4'b0110: which = 6'b000100;
        4'b1001: which = 6'b001000;
        4'b1010: which = 6'b010000;
        4'b1100: which = 6'b100000;
        default: which = 6'b000000;
    endcase
    wire placeable = (board == 0) ? (which != 0) : ((fits[6 * at +: 6] & which) != 0);

    // The first space not listed yet, row by row from the top left.
    reg [SPACES - 1:0] pending;
    reg [5:0] first;
    integer k;
    always @* begin
        first = 0;
        for (k = SPACES - 1; k >= 0; k = k - 1)
            if (pending[k]) first = k;
    end

    reg [11:0] memory [0:MOST];     // tiles, row, column
    reg [4:0]  number;              // of entries written
    reg [5:0]  listed;              // the space being written
    reg [11:0] fetched;

    // Result register 1.
    reg        done;
    reg [11:0] shown;
    reg [4:0]  shown_number;

    assign busy = (state != IDLE);

    always @* case (address)
        2'd0: readdata = order;
        2'd1: readdata = {done, 14'b0, shown, shown_number};
        2'd2: readdata = 32'b0;
        2'd3: readdata = cycles;
    endcase

    wire ordered = write && address == 0;

    always @(posedge clock) begin
        cycles <= cycles + 1;
        case (state)
        IDLE: if (ordered && writedata[31:30] == PLACE) begin
            done <= 0;
            shown <= 0;
            shown_number <= 0;
            state <= COPY;
        end else if (ordered && writedata[31:30] == READ) begin
            done <= 0;
            shown <= 0;
            state <= FETCH;
        end

        COPY: begin
            saved <= board;
            state <= placeable ? WRITE : LEGAL;
        end
        WRITE: begin
            board[4 * at +: 4] <= tile;
            state <= LOOK;
        end
        LOOK: if (|conflict) begin
            board <= saved;
            state <= LEGAL;
        end else if (|forced) board <= board | forced;
        else state <= LEGAL;

        LEGAL: begin
            pending <= legal;
            number <= 0;
            state <= FIND;
        end
        FIND: if (pending == 0 || number == MOST) begin
            done <= 1;
            shown_number <= number;
            state <= IDLE;
        end else begin
            listed <= first;
            state <= STORE;
        end
        STORE: begin
            memory[number] <= {fits[6 * listed +: 6], listed};
            number <= number + 1;
            pending[listed] <= 0;
            state <= FIND;
        end

        FETCH: begin
            fetched <= entry < number ? memory[entry] : 12'b0;
            state <= SHOW;
        end
        SHOW: begin
            done <= 1;
            shown <= fetched;
            state <= IDLE;
        end
        endcase

        if (ordered) order <= writedata;
        if (ordered && !busy) taken <= writedata[14:0];
        if (reset || (ordered && writedata[29])) begin
            state <= IDLE;
            board <= 0;
            number <= 0;
            done <= 0;
            shown <= 0;
            shown_number <= 0;
        end
        if (reset) begin
            order <= 0;
            cycles <= 0;
        end
    end
endmodule
