// SPDX-License-Identifier: Apache-2.0
//
// Pipelined floating-point adder of one lane: float32, float16 or bfloat16 (SigBits = 24), or the two 16-bit
// formats only (SigBits = 11). Rounds to nearest even, keeps subnormals, canonical quiet NaN. A 16-bit element stands
// in the low 16 bits. Significands are aligned to the left, so that all formats share alignment, adder and
// normaliser and differ only where the rounding cuts.
//
//   a, b --> unpack, compare, swap | align smaller | add/subtract | count zeros, | round, pack --> y_o, flags
//            special values        |  (sticky)     |              | shift left   |
//                                  R2              R3             R4             R5        (register after each)
//
// Pins: load_i[k] loads register R(k+2). Operands and formats (is_f16_i, is_bf16_i) belong to the first stage,
// is_f16_q5_i and is_bf16_q5_i to the last. Neither format set: float32. Outputs are combinational after R5: latency
// four clock edges.
module reduction_fp_add #(
  parameter int unsigned SigBits = 24
) (
  input  logic        clk_i,
  input  logic [3:0]  load_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic        is_f16_i,
  input  logic        is_bf16_i,
  input  logic        is_f16_q5_i,
  input  logic        is_bf16_q5_i,
  output logic [31:0] y_o,
  output logic        inexact_o,
  output logic        overflow_o,
  output logic        invalid_o
);
  /* verilator no_inline_module */  // one copy of the code serves all lanes: quicker to build and to run

  localparam int unsigned FracBits = SigBits - 1;
  localparam int unsigned ExtBits  = SigBits + 3;  // guard, round, sticky
  localparam int unsigned SumBits  = ExtBits + 1;  // carry
  localparam int unsigned HasF32   = SigBits == 24 ? 1 : 0;

  // ---- Stage 1: unpack, compare, swap ------------------------------------------------------------------------
  logic                a_sign, b_sign, swap;
  logic [7:0]          a_exp, b_exp, max_exp, big_exp, small_exp, big_exp_eff, distance;
  logic [FracBits-1:0] a_frac, b_frac, big_frac, small_frac;
  logic                a_special, b_special, a_nan, b_nan, a_quiet, b_quiet, subtract, inf_minus_inf;

  generate
    if (HasF32 != 0) begin : gen_wide
      always_comb begin
        if (is_f16_i) begin
          a_sign = a_i[15];
          b_sign = b_i[15];
          a_exp  = {3'b0, a_i[14:10]};
          b_exp  = {3'b0, b_i[14:10]};
          a_frac = {a_i[9:0], {(FracBits - 10){1'b0}}};
          b_frac = {b_i[9:0], {(FracBits - 10){1'b0}}};
        end else if (is_bf16_i) begin
          a_sign = a_i[15];
          b_sign = b_i[15];
          a_exp  = a_i[14:7];
          b_exp  = b_i[14:7];
          a_frac = {a_i[6:0], {(FracBits - 7){1'b0}}};
          b_frac = {b_i[6:0], {(FracBits - 7){1'b0}}};
        end else begin
          a_sign = a_i[31];
          b_sign = b_i[31];
          a_exp  = a_i[30:23];
          b_exp  = b_i[30:23];
          a_frac = a_i[FracBits-1:0];
          b_frac = b_i[FracBits-1:0];
        end
      end
    end else begin : gen_narrow
      logic unused;
      assign unused = &{1'b0, a_i[31:16], b_i[31:16], is_bf16_i};
      always_comb begin
        a_sign = a_i[15];
        b_sign = b_i[15];
        if (is_f16_i) begin
          a_exp  = {3'b0, a_i[14:10]};
          b_exp  = {3'b0, b_i[14:10]};
          a_frac = a_i[9:0];
          b_frac = b_i[9:0];
        end else begin
          a_exp  = a_i[14:7];
          b_exp  = b_i[14:7];
          a_frac = {a_i[6:0], 3'b0};
          b_frac = {b_i[6:0], 3'b0};
        end
      end
    end
  endgenerate

  always_comb begin
    max_exp   = is_f16_i ? 8'd31 : 8'd255;
    a_special = a_exp == max_exp;
    b_special = b_exp == max_exp;
    a_nan     = a_special && a_frac != '0;
    b_nan     = b_special && b_frac != '0;
    a_quiet   = a_frac[FracBits-1];
    b_quiet   = b_frac[FracBits-1];
    subtract  = a_sign ^ b_sign;
    inf_minus_inf = a_special && b_special && !a_nan && !b_nan && subtract;

    swap        = {b_exp, b_frac} > {a_exp, a_frac};
    big_exp     = swap ? b_exp : a_exp;
    small_exp   = swap ? a_exp : b_exp;
    big_frac    = swap ? b_frac : a_frac;
    small_frac  = swap ? a_frac : b_frac;
    // A subnormal has the exponent of the smallest normal number and no hidden bit.
    big_exp_eff = big_exp == '0 ? 8'd1 : big_exp;
    distance    = big_exp_eff - (small_exp == '0 ? 8'd1 : small_exp);
  end

  logic               sign_q2, subtract_q2, nan_q2, invalid_q2, inf_q2;
  logic [7:0]         exp_q2;
  logic [4:0]         shift_q2;
  logic [SigBits-1:0] big_q2, small_q2;

  always_ff @(posedge clk_i) begin
    if (load_i[0]) begin
      sign_q2     <= swap ? b_sign : a_sign;
      subtract_q2 <= subtract;
      nan_q2      <= a_nan || b_nan || inf_minus_inf;
      invalid_q2  <= (a_nan && !a_quiet) || (b_nan && !b_quiet) || inf_minus_inf;
      inf_q2      <= a_special || b_special;
      exp_q2      <= big_exp_eff;
      shift_q2    <= distance > 8'd31 ? 5'd31 : distance[4:0];
      big_q2      <= {big_exp != '0, big_frac};
      small_q2    <= {small_exp != '0, small_frac};
    end
  end

  // ---- Stage 2: align ----------------------------------------------------------------------------------------
  logic [ExtBits-1:0] small_ext, shifted, kept;
  logic               sticky;

  always_comb begin
    small_ext = {small_q2, 3'b0};
    shifted   = small_ext >> shift_q2;
    kept      = shifted << shift_q2;
    sticky    = kept != small_ext;
  end

  logic               sign_q3, subtract_q3, nan_q3, invalid_q3, inf_q3;
  logic [7:0]         exp_q3;
  logic [SigBits-1:0] big_q3;
  logic [ExtBits-1:0] small_q3;

  always_ff @(posedge clk_i) begin
    if (load_i[1]) begin
      sign_q3     <= sign_q2;
      subtract_q3 <= subtract_q2;
      nan_q3      <= nan_q2;
      invalid_q3  <= invalid_q2;
      inf_q3      <= inf_q2;
      exp_q3      <= exp_q2;
      big_q3      <= big_q2;
      small_q3    <= {shifted[ExtBits-1:1], shifted[0] | sticky};
    end
  end

  // ---- Stage 3: add or subtract ------------------------------------------------------------------------------
  logic [SumBits-1:0] sum;

  always_comb begin
    if (subtract_q3) sum = {1'b0, big_q3, 3'b0} - {1'b0, small_q3};
    else             sum = {1'b0, big_q3, 3'b0} + {1'b0, small_q3};
  end

  logic               sign_q4, subtract_q4, nan_q4, invalid_q4, inf_q4;
  logic [7:0]         exp_q4;
  logic [SumBits-1:0] sum_q4;

  always_ff @(posedge clk_i) begin
    if (load_i[2]) begin
      sign_q4     <= sign_q3;
      subtract_q4 <= subtract_q3;
      nan_q4      <= nan_q3;
      invalid_q4  <= invalid_q3;
      inf_q4      <= inf_q3;
      exp_q4      <= exp_q3;
      sum_q4      <= sum;
    end
  end

  // ---- Stage 4: normalise ------------------------------------------------------------------------------------
  // The leading one goes to the top bit, which is one exponent above the larger operand's, but never below
  // exponent 1: a result that stops there is subnormal and exact.
  logic [31:0]        window32;
  logic [15:0]        window16;
  logic [7:0]         window8;
  logic [3:0]         window4;
  logic [4:0]         zeros, left;
  logic [SumBits-1:0] norm;
  logic [7:0]         norm_exp;
  logic               is_zero;

  always_comb begin
    window32 = {sum_q4, {(32 - SumBits){1'b0}}};
    zeros[4] = window32[31:16] == '0;
    window16 = zeros[4] ? window32[15:0] : window32[31:16];
    zeros[3] = window16[15:8] == '0;
    window8  = zeros[3] ? window16[7:0] : window16[15:8];
    zeros[2] = window8[7:4] == '0;
    window4  = zeros[2] ? window8[3:0] : window8[7:4];
    zeros[1] = window4[3:2] == '0;
    zeros[0] = zeros[1] ? !window4[1] : !window4[3];
    is_zero  = zeros == '1 && !window4[0];
    left     = exp_q4 < {3'b0, zeros} ? exp_q4[4:0] : zeros;
    norm     = sum_q4 << left;
    norm_exp = norm[SumBits-1] ? exp_q4 + 8'd1 - {3'b0, left} : 8'd0;
  end

  logic               sign_q5, nan_q5, invalid_q5, inf_q5;
  logic [7:0]         exp_q5;
  logic [SumBits-2:0] frac_q5;  // below the hidden bit

  always_ff @(posedge clk_i) begin
    if (load_i[3]) begin
      // An exact zero of two signs is +0; of one sign, or of no subtraction, it keeps the sign.
      sign_q5    <= sign_q4 && !(is_zero && subtract_q4);
      nan_q5     <= nan_q4;
      invalid_q5 <= invalid_q4;
      inf_q5     <= inf_q4;
      exp_q5     <= norm_exp;
      frac_q5    <= norm[SumBits-2:0];
    end
  end

  // ---- Stage 5: round and pack -------------------------------------------------------------------------------
  // Below the fraction: one guard bit, the rest sticky. A carry out of the fraction raises the exponent by itself.
  logic        guard, rest, lsb, up, max_reached;
  logic [14:0] packed16;
  logic [15:0] y16;

  localparam int unsigned Top = SumBits - 2;  // first fraction bit

  generate
    if (HasF32 != 0) begin : gen_round_wide
      logic [30:0] packed32;
      logic        is_f32;
      logic [31:0] y32;
      always_comb begin
        is_f32 = !is_f16_q5_i && !is_bf16_q5_i;
        if (is_f16_q5_i) begin
          lsb   = frac_q5[Top-9];
          guard = frac_q5[Top-10];
          rest  = frac_q5[Top-11:0] != '0;
        end else if (is_bf16_q5_i) begin
          lsb   = frac_q5[Top-6];
          guard = frac_q5[Top-7];
          rest  = frac_q5[Top-8:0] != '0;
        end else begin
          lsb   = frac_q5[4];
          guard = frac_q5[3];
          rest  = frac_q5[2:0] != '0;
        end
        up       = guard && (rest || lsb);
        packed32 = {exp_q5, frac_q5[Top-:23]} + {30'b0, up};
        packed16 = (is_f16_q5_i ? {exp_q5[4:0], frac_q5[Top-:10]} : {exp_q5, frac_q5[Top-:7]}) + {14'b0, up};
        max_reached = is_f32 ? packed32[30:23] == 8'hFF
                    : is_f16_q5_i ? packed16[14:10] == 5'h1F : packed16[14:7] == 8'hFF;
      end
      always_comb begin
        y32 = nan_q5 ? 32'h7FC0_0000
            : inf_q5 || max_reached ? {sign_q5, 31'h7F80_0000} : {sign_q5, packed32};
        y_o = is_f32 ? y32 : {16'b0, y16};
      end
    end else begin : gen_round_narrow
      logic unused;
      assign unused = &{1'b0, is_bf16_q5_i};
      always_comb begin
        if (is_f16_q5_i) begin
          lsb   = frac_q5[Top-9];
          guard = frac_q5[Top-10];
          rest  = frac_q5[Top-11:0] != '0;
        end else begin
          lsb   = frac_q5[Top-6];
          guard = frac_q5[Top-7];
          rest  = frac_q5[Top-8:0] != '0;
        end
        up       = guard && (rest || lsb);
        packed16 = (is_f16_q5_i ? {exp_q5[4:0], frac_q5[Top-:10]} : {exp_q5, frac_q5[Top-:7]}) + {14'b0, up};
        max_reached = is_f16_q5_i ? packed16[14:10] == 5'h1F : packed16[14:7] == 8'hFF;
      end
      assign y_o = {16'b0, y16};
    end
  endgenerate

  always_comb begin
    if (nan_q5)                     y16 = is_f16_q5_i ? 16'h7E00 : 16'h7FC0;
    else if (inf_q5 || max_reached) y16 = {sign_q5, is_f16_q5_i ? 15'h7C00 : 15'h7F80};
    else                            y16 = {sign_q5, packed16};
    overflow_o = max_reached && !inf_q5 && !nan_q5;
    inexact_o  = (guard || rest || max_reached) && !inf_q5 && !nan_q5;
    invalid_o  = invalid_q5;
  end

endmodule
