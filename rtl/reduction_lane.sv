// SPDX-License-Identifier: Apache-2.0
//
// One 32-bit lane of the reduction ALU: one float32 or 32-bit integer, or two 16-bit floats. Latency six registers.
//
//   operand, acc, mask --> R1 --+--> min/max 32, 16, 16 --+--> other --> R2 --> R3 --> R4 --> R5 --+--> R6 --> y_o
//                               |--> integer sum ---------'   (also: acc where masked, operand if |
//                               |                              first)                             |
//                               |--> float adder, f32 or low 16 bits ---- R2 .. R5 ---------------|
//                               '--> float adder, high 16 bits ---------- R2 .. R5 ---------------'
//
// Pins: load_i[k] loads register R(k+1); fp_load_i[k] loads R(k+2) of the float adders. Controls with _q1 belong to
// the beat in R1, with _q5 to the beat in R5. flip_i inverts the lowest result bit (test builds; else constant 0).
// flags_o: {NV, DZ, OF, UF, NX} of the lane's elements together, with the accumulator's own flags.
module reduction_lane (
  input  logic        clk_i,
  input  logic [5:0]  load_i,
  input  logic [3:0]  fp_load_i,
  input  logic [31:0] operand_i,
  input  logic [31:0] acc_i,
  input  logic [3:0]  mask_i,
  input  logic [4:0]  acc_flags_i,
  input  logic        first_q1_i,
  input  logic        unsupported_q1_i,
  input  logic        is_f32_q1_i,
  input  logic        is_f16_q1_i,
  input  logic        is_bf16_q1_i,
  input  logic        is_signed_q1_i,
  input  logic        is_sum_q1_i,
  input  logic        is_max_q1_i,
  input  logic        is_f16_q5_i,
  input  logic        is_bf16_q5_i,
  input  logic        flip_i,
  output logic [31:0] y_o,
  output logic [4:0]  flags_o
);
  /* verilator no_inline_module */  // one copy of the code serves all lanes: quicker to build and to run

  // ---- R1 ----------------------------------------------------------------------------------------------------
  logic [31:0] operand_q1, acc_q1;
  logic [3:0]  mask_q1;
  logic [4:0]  acc_flags_q1;

  always_ff @(posedge clk_i) begin
    if (load_i[0]) begin
      operand_q1   <= operand_i;
      acc_q1       <= acc_i;
      mask_q1      <= mask_i;
      acc_flags_q1 <= acc_flags_i;
    end
  end

  // ---- Everything that needs one stage only --------------------------------------------------------------------
  logic [31:0] minmax, other;
  logic [15:0] minmax_high, minmax_low;
  logic        invalid, invalid_high, invalid_low, is_16, is_float, minmax_invalid;
  logic [14:0] infinity_16, quiet_nan_16;
  logic [1:0]  take, take_other, use_fp;

  assign is_16        = is_f16_q1_i || is_bf16_q1_i;
  assign is_float     = is_16 || is_f32_q1_i;
  assign infinity_16  = is_f16_q1_i ? 15'h7C00 : 15'h7F80;
  assign quiet_nan_16 = is_f16_q1_i ? 15'h7E00 : 15'h7FC0;

  reduction_minmax #(.Width(32)) u_minmax (
    .a_i(acc_q1), .b_i(operand_q1), .is_float_i(is_f32_q1_i), .is_signed_i(is_signed_q1_i), .is_max_i(is_max_q1_i),
    .infinity_i(31'h7F80_0000), .quiet_nan_i(31'h7FC0_0000), .y_o(minmax), .invalid_o(invalid)
  );
  reduction_minmax #(.Width(16)) u_minmax_high (
    .a_i(acc_q1[31:16]), .b_i(operand_q1[31:16]), .is_float_i(is_16), .is_signed_i(1'b0), .is_max_i(is_max_q1_i),
    .infinity_i(infinity_16), .quiet_nan_i(quiet_nan_16), .y_o(minmax_high), .invalid_o(invalid_high)
  );
  reduction_minmax #(.Width(16)) u_minmax_low (
    .a_i(acc_q1[15:0]), .b_i(operand_q1[15:0]), .is_float_i(is_16), .is_signed_i(1'b0), .is_max_i(is_max_q1_i),
    .infinity_i(infinity_16), .quiet_nan_i(quiet_nan_16), .y_o(minmax_low), .invalid_o(invalid_low)
  );

  always_comb begin
    take[0] = is_16 ? &mask_q1[1:0] : &mask_q1;
    take[1] = is_16 ? &mask_q1[3:2] : &mask_q1;
    if (first_q1_i || unsupported_q1_i) take = '0;
    use_fp     = is_sum_q1_i && is_float ? take : '0;
    take_other = take & ~use_fp;

    minmax_invalid = is_16 ? (take_other[1] && invalid_high) || (take_other[0] && invalid_low)
                           : take_other[0] && invalid;

    if (first_q1_i) begin
      other = operand_q1;
    end else begin
      other = acc_q1;
      if (is_16) begin
        if (take_other[0]) other[15:0]  = minmax_low;
        if (take_other[1]) other[31:16] = minmax_high;
      end else if (take_other[0]) begin
        other = is_sum_q1_i ? acc_q1 + operand_q1 : minmax;
      end
    end
  end

  logic [31:0] other_q2, other_q3, other_q4, other_q5;
  logic [1:0]  use_fp_q2, use_fp_q3, use_fp_q4, use_fp_q5;
  logic [4:0]  flags_q2, flags_q3, flags_q4, flags_q5;

  always_ff @(posedge clk_i) begin
    if (load_i[1]) begin
      other_q2  <= other;
      use_fp_q2 <= use_fp;
      flags_q2  <= first_q1_i ? '0 : acc_flags_q1 | {minmax_invalid, 4'b0};
    end
    if (load_i[2]) begin
      other_q3  <= other_q2;
      use_fp_q3 <= use_fp_q2;
      flags_q3  <= flags_q2;
    end
    if (load_i[3]) begin
      other_q4  <= other_q3;
      use_fp_q4 <= use_fp_q3;
      flags_q4  <= flags_q3;
    end
    if (load_i[4]) begin
      other_q5  <= other_q4;
      use_fp_q5 <= use_fp_q4;
      flags_q5  <= flags_q4;
    end
  end

  // ---- Float adders --------------------------------------------------------------------------------------------
  logic [31:0] sum, sum_high;
  logic        inexact, overflow, sum_invalid, inexact_high, overflow_high, sum_invalid_high, unused;

  reduction_fp_add #(.SigBits(24)) u_add (
    .clk_i, .load_i(fp_load_i), .a_i(acc_q1), .b_i(operand_q1), .is_f16_i(is_f16_q1_i), .is_bf16_i(is_bf16_q1_i),
    .is_f16_q5_i, .is_bf16_q5_i, .y_o(sum), .inexact_o(inexact), .overflow_o(overflow), .invalid_o(sum_invalid)
  );
  reduction_fp_add #(.SigBits(11)) u_add_high (
    .clk_i, .load_i(fp_load_i), .a_i({16'b0, acc_q1[31:16]}), .b_i({16'b0, operand_q1[31:16]}),
    .is_f16_i(is_f16_q1_i), .is_bf16_i(is_bf16_q1_i), .is_f16_q5_i, .is_bf16_q5_i,
    .y_o(sum_high), .inexact_o(inexact_high), .overflow_o(overflow_high), .invalid_o(sum_invalid_high)
  );
  assign unused = &{1'b0, sum_high[31:16]};

  // ---- Join, R6 --------------------------------------------------------------------------------------------------
  logic        is_16_q5;
  logic [31:0] y;
  logic [4:0]  raised, raised_high;

  always_comb begin
    is_16_q5 = is_f16_q5_i || is_bf16_q5_i;
    y        = other_q5;
    if (use_fp_q5[0]) y[15:0]  = sum[15:0];
    if (use_fp_q5[1]) y[31:16] = is_16_q5 ? sum_high[15:0] : sum[31:16];
    y[0] = y[0] ^ flip_i;
    raised      = use_fp_q5[0] ? {sum_invalid, 1'b0, overflow, 1'b0, inexact} : '0;
    raised_high = use_fp_q5[1] && is_16_q5 ? {sum_invalid_high, 1'b0, overflow_high, 1'b0, inexact_high} : '0;
  end

  always_ff @(posedge clk_i) begin
    if (load_i[5]) begin
      y_o     <= y;
      flags_o <= flags_q5 | raised | raised_high;
    end
  end

endmodule
