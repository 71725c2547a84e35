// SPDX-License-Identifier: Apache-2.0
// A small registered adder for tests of the waveform recorder: one edge, one step.
module wave_counter (
    input  logic        clk,
    input  logic        rst,
    input  logic [7:0]  step,
    output logic [15:0] count,
    output logic [511:0] wide
);
    wave_register #(.WIDTH(16)) register (.clk, .rst, .d(count + {8'd0, step}), .q(count));
    always_ff @(posedge clk) wide <= rst ? '0 : {wide[495:0], count};
endmodule
