// The accelerator as an AXI4-Lite slave, for the processor of a Zynq: registers 0 to 3 at the byte offsets 0, 4, 8 and 12. One access at
// a time. A write is carried out in the cycle in which both its address and its data are accepted; a read takes the register in
// the cycle after its address. Strobes are ignored, since an order is a whole word.

`timescale 1ns / 1ps

module trax_axi #(
    parameter SIZE = 16,
    parameter MEMORY = 0,
    parameter LINES = 1
) (
    input  wire        aclk,
    input  wire        aresetn,

    input  wire [3:0]  s_axi_awaddr,
    input  wire        s_axi_awvalid,
    output wire        s_axi_awready,
    input  wire [31:0] s_axi_wdata,
    input  wire [3:0]  s_axi_wstrb,
    input  wire        s_axi_wvalid,
    output wire        s_axi_wready,
    output wire [1:0]  s_axi_bresp,
    output reg         s_axi_bvalid,
    input  wire        s_axi_bready,

    input  wire [3:0]  s_axi_araddr,
    input  wire        s_axi_arvalid,
    output wire        s_axi_arready,
    output reg  [31:0] s_axi_rdata,
    output wire [1:0]  s_axi_rresp,
    output reg         s_axi_rvalid,
    input  wire        s_axi_rready,

    output wire        busy
);
    wire [31:0] readdata;
    reg  [1:0]  read_at;
    reg         reading;        // the register is taken in this cycle

    // A write and its data come together; it is answered before the next.
    wire write = s_axi_awvalid && s_axi_wvalid && !s_axi_bvalid && !reading;
    assign s_axi_awready = write;
    assign s_axi_wready = write;
    assign s_axi_arready = !reading && !s_axi_rvalid && !write;
    assign s_axi_bresp = 2'b00;
    assign s_axi_rresp = 2'b00;

`ifdef FORMAL
    (* anyseq *) reg [31:0] anything;   // whatever the registers read
    assign readdata = anything;
    assign busy = 0;
`else
    trax_board #(.SIZE(SIZE), .MEMORY(MEMORY), .LINES(LINES)) board (
        .clock(aclk), .reset(!aresetn), .address(reading ? read_at : s_axi_awaddr[3:2]), .write(write), .writedata(s_axi_wdata),
        .readdata(readdata), .busy(busy));
`endif

    always @(posedge aclk) begin
        if (write) s_axi_bvalid <= 1;
        else if (s_axi_bready) s_axi_bvalid <= 0;

        if (s_axi_arvalid && s_axi_arready) begin
            read_at <= s_axi_araddr[3:2];
            reading <= 1;
        end else reading <= 0;
        if (reading) begin
            s_axi_rdata <= readdata;
            s_axi_rvalid <= 1;
        end else if (s_axi_rready) s_axi_rvalid <= 0;

        if (!aresetn) begin
            s_axi_bvalid <= 0;
            s_axi_rvalid <= 0;
            reading <= 0;
        end
    end
    initial begin
        s_axi_bvalid = 0;
        s_axi_rvalid = 0;
        reading = 0;
    end

`ifdef FORMAL
    // What AXI4-Lite asks of a slave: an answer stays until it is taken, with the same data, and there is one for each access.
    reg       began = 0;
    reg [1:0] writes = 0, reads = 0;    // accepted and not yet answered
    always @(posedge aclk) begin
        began <= 1;
        writes <= !aresetn ? 0 : writes + write - (s_axi_bvalid && s_axi_bready);
        reads <= !aresetn ? 0 : reads + (s_axi_arvalid && s_axi_arready) - (s_axi_rvalid && s_axi_rready);
        if (!began) assume (!aresetn);
        if (began) begin
            assert (writes == s_axi_bvalid);
            assert (reads == reading + s_axi_rvalid);
            assert (!(reading && s_axi_rvalid));
            if ($past(aresetn) && $past(s_axi_bvalid) && !$past(s_axi_bready)) assert (s_axi_bvalid);
            if ($past(aresetn) && $past(s_axi_rvalid) && !$past(s_axi_rready)) begin
                assert (s_axi_rvalid);
                assert (s_axi_rdata == $past(s_axi_rdata));
            end
        end
        assert (s_axi_awready == s_axi_wready);
        assert (!(write && reading));
    end
`endif
endmodule
