// SPDX-License-Identifier: Apache-2.0
module wave_register #(parameter int WIDTH = 1) (
    input  logic             clk,
    input  logic             rst,
    input  logic [WIDTH-1:0] d,
    output logic [WIDTH-1:0] q
);
    always_ff @(posedge clk) q <= rst ? '0 : d;
endmodule
