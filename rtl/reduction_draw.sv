// SPDX-License-Identifier: Apache-2.0
//
// Random draws of the two lanes of a slice: a Fibonacci shift register a lane, x^20 + x^3 + 1, which every accepted
// beat advances by 13 steps, and the way of its state down the pipeline to where floats are rounded.
//
//   seed_i --> state --+--> R1 --> R2 --> R3 --> R4 --> R5 --> draw_q5_o
//               ^      |
//               '------'  13 steps
//
// Pins: accept_i advances the states; seed_load_i wins over it. load_i[k] loads R(k+1), and need be set only for beats
// that draw. State 0 would stay for ever: a seed of 0 counts as 1.
module reduction_draw (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        accept_i,
  input  logic        seed_load_i,
  input  logic [39:0] seed_i,
  input  logic [4:0]  load_i,
  output logic [39:0] draw_q5_o
);

  // One step is s = {s[18:0], s[19] ^ s[2]}. The k-th bit that comes in is s[19-k] ^ the (k-3)-th.
  function automatic logic [19:0] advanced(input logic [19:0] state);
    /* verilator no_inline_task */
    logic [12:0] bits;
    bits = state[19:7] ^ {state[2:0], 10'b0};
    bits = bits ^ (bits >> 3);
    bits = bits ^ (bits >> 6);
    bits = bits ^ (bits >> 12);
    advanced = {state[6:0], bits};
  endfunction

  function automatic logic [19:0] usable(input logic [19:0] seed);
    /* verilator no_inline_task */
    usable = {seed[19:1], seed[0] | (seed == '0)};
  endfunction

  logic [39:0] state, draw_q1, draw_q2, draw_q3, draw_q4;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          state <= {20'd1, 20'd1};
    else if (seed_load_i) state <= {usable(seed_i[39:20]), usable(seed_i[19:0])};
    else if (accept_i)    state <= {advanced(state[39:20]), advanced(state[19:0])};
  end

  always_ff @(posedge clk_i) begin
    if (load_i[0]) draw_q1   <= state;
    if (load_i[1]) draw_q2   <= draw_q1;
    if (load_i[2]) draw_q3   <= draw_q2;
    if (load_i[3]) draw_q4   <= draw_q3;
    if (load_i[4]) draw_q5_o <= draw_q4;
  end

endmodule
