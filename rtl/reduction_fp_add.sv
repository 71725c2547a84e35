// SPDX-License-Identifier: Apache-2.0
//
// Pipelined floating-point adder for the formats that fit into SigBits bits of significand:
//
// | SigBits | formats                                                  | element bits |
// |---------|----------------------------------------------------------|--------------|
// | 53      | float64, float32, float16, bfloat16, E4M3, E5M2          | 64           |
// | 24      | float32, float16, bfloat16, E4M3, E5M2                   | 32           |
// | 11      | float16, bfloat16, E4M3, E5M2                            | 16           |
// | 4       | E4M3, E5M2                                               | 8            |
//
// A shorter element stands in the low bits. Significands are aligned to the left, so that all formats share alignment,
// adder and normaliser and differ only where the rounding cuts.
//
//   a, b --> unpack, compare, swap | align smaller | add/subtract | count zeros, | round, pack --> y_o, flags
//            special values        |  (tail)       |              | shift left   |
//                                  R2              R3             R4             R5        (register after each)
//
// What alignment shifts out beyond three more bits is the tail: its first 18 bits and a sticky one. Together they
// hold the 20 bits below the result that stochastic rounding compares with a draw. Where the tail is not zero, the
// exponents differ by two or more and normalisation moves by one place, so it needs no shifter of its own.
//
// Pins: load_i[k] loads register R(k+2). Operands, format_i and flush_i belong to the first stage, stochastic_q2_i to
// the second, flush_q4_i to the fourth, everything with _q5 to the last. Outputs are combinational after R5: latency
// four clock edges; zero unless active_q5_i.
module reduction_fp_add #(
  parameter  int unsigned SigBits = 24,
  localparam int unsigned Width   = SigBits == 53 ? 64 : SigBits == 24 ? 32 : SigBits == 11 ? 16 : 8
) (
  input  logic             clk_i,
  input  logic [3:0]       load_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [4:0]       format_i,
  input  logic             flush_i,
  input  logic             stochastic_q2_i,
  input  logic             flush_q4_i,
  input  logic             active_q5_i,
  input  logic [4:0]       format_q5_i,
  input  logic [2:0]       rounding_q5_i,
  input  logic             saturate_q5_i,
  input  logic [19:0]      draw_q5_i,
  output logic [Width-1:0] y_o,
  output logic [4:0]       flags_o        // {NV, DZ, OF, UF, NX}
);
  /* verilator no_inline_module */  // one copy of the code serves all instances: quicker to build and to run

  localparam int unsigned FracBits  = SigBits - 1;
  localparam int unsigned ExpBits   = SigBits == 53 ? 11 : SigBits == 4 ? 5 : 8;
  localparam int unsigned ExtBits   = SigBits + 3;
  localparam int unsigned SumBits   = ExtBits + 1;  // carry
  localparam int unsigned TailBits  = 19;
  localparam int unsigned ShiftBits = SigBits == 53 ? 7 : SigBits == 4 ? 5 : 6;  // of the alignment
  localparam int unsigned CountBits = SigBits == 53 ? 6 : SigBits == 24 ? 5 : SigBits == 11 ? 4 : 3;  // of zeros
  localparam int unsigned Window    = 1 << CountBits;
  localparam int unsigned MagBits   = ExpBits + 1 + FracBits;  // exponent, one bit wider than any format's; fraction
  localparam logic [4:0]  Built     = {reduction_pkg::BuildFp8 != 0, {2{SigBits >= 11}}, SigBits >= 24, SigBits == 53};

  // {E4M3, bfloat16, float16, float32, float64}, else E5M2; what does not fit in is constant 0.
  logic [4:0] is, is_q5;

  assign is    = format_i & Built;
  assign is_q5 = format_q5_i & Built;

  // ---- Stage 1: unpack, compare, swap --------------------------------------------------------------------------
  logic                 sign_q2, subtract_q2, nan_q2, invalid_q2, inf_q2;
  logic [ExpBits-1:0]   exp_q2;
  logic [ShiftBits-1:0] shift_q2;
  logic [SigBits-1:0]   big_q2, small_q2;

  always_ff @(posedge clk_i) begin
    if (load_i[0]) begin : unpack
      logic                a_sign, b_sign, a_top, b_top, a_nan, b_nan, a_inf, b_inf, swap, inf_minus_inf;
      logic [63:0]         a, b, a_left, b_left;  // fractions aligned to the left
      logic [10:0]         a_exponent, b_exponent, top;
      logic [ExpBits-1:0]  a_exp, b_exp, big_exp, small_exp, big_exp_eff, distance;
      logic [FracBits-1:0] a_frac, b_frac, big_frac, small_frac;
      a = 64'(a_i);
      b = 64'(b_i);
      if (is[0]) begin
        top = '1;
        a_sign = a[63];
        a_exponent = a[62:52];
        a_left = {a[51:0], 12'b0};
        b_sign = b[63];
        b_exponent = b[62:52];
        b_left = {b[51:0], 12'b0};
      end else if (is[1]) begin
        top = 11'd255;
        a_sign = a[31];
        a_exponent = {3'b0, a[30:23]};
        a_left = {a[22:0], 41'b0};
        b_sign = b[31];
        b_exponent = {3'b0, b[30:23]};
        b_left = {b[22:0], 41'b0};
      end else if (is[2]) begin
        top = 11'd31;
        a_sign = a[15];
        a_exponent = {6'b0, a[14:10]};
        a_left = {a[9:0], 54'b0};
        b_sign = b[15];
        b_exponent = {6'b0, b[14:10]};
        b_left = {b[9:0], 54'b0};
      end else if (is[3]) begin
        top = 11'd255;
        a_sign = a[15];
        a_exponent = {3'b0, a[14:7]};
        a_left = {a[6:0], 57'b0};
        b_sign = b[15];
        b_exponent = {3'b0, b[14:7]};
        b_left = {b[6:0], 57'b0};
      end else if (is[4]) begin
        top = 11'd15;
        a_sign = a[7];
        a_exponent = {7'b0, a[6:3]};
        a_left = {a[2:0], 61'b0};
        b_sign = b[7];
        b_exponent = {7'b0, b[6:3]};
        b_left = {b[2:0], 61'b0};
      end else begin
        top = 11'd31;
        a_sign = a[7];
        a_exponent = {6'b0, a[6:2]};
        a_left = {a[1:0], 62'b0};
        b_sign = b[7];
        b_exponent = {6'b0, b[6:2]};
        b_left = {b[1:0], 62'b0};
      end
      a_exp  = ExpBits'(a_exponent);
      b_exp  = ExpBits'(b_exponent);
      a_frac = FracBits'(a_left >> (64 - FracBits));
      b_frac = FracBits'(b_left >> (64 - FracBits));
      a_top = a_exponent == top;
      b_top = b_exponent == top;
      if (is[4]) begin  // no infinity, one NaN
        a_nan = a_top && a_frac[FracBits-1 -: 3] == '1;
        b_nan = b_top && b_frac[FracBits-1 -: 3] == '1;
        a_inf = 1'b0;
        b_inf = 1'b0;
      end else begin
        a_nan = a_top && a_frac != '0;
        b_nan = b_top && b_frac != '0;
        a_inf = a_top && !a_nan;
        b_inf = b_top && !b_nan;
      end
      inf_minus_inf = a_inf && b_inf && a_sign != b_sign;
      nan_q2     <= a_nan || b_nan || inf_minus_inf;
      invalid_q2 <= (a_nan && !a_frac[FracBits-1]) || (b_nan && !b_frac[FracBits-1]) || inf_minus_inf;
      inf_q2     <= a_inf || b_inf;
      if (flush_i && a_exp == '0) a_frac = '0;
      if (flush_i && b_exp == '0) b_frac = '0;

      swap        = {b_exp, b_frac} > {a_exp, a_frac};
      big_exp     = swap ? b_exp : a_exp;
      small_exp   = swap ? a_exp : b_exp;
      big_frac    = swap ? b_frac : a_frac;
      small_frac  = swap ? a_frac : b_frac;
      // A subnormal has the exponent of the smallest normal number and no hidden bit.
      big_exp_eff = big_exp == '0 ? ExpBits'(1) : big_exp;
      distance    = big_exp_eff - (small_exp == '0 ? ExpBits'(1) : small_exp);
      sign_q2     <= swap ? b_sign : a_sign;
      subtract_q2 <= a_sign != b_sign;
      exp_q2      <= big_exp_eff;
      shift_q2    <= ShiftBits'(distance) | {ShiftBits{(distance >> ShiftBits) != '0}};
      big_q2      <= {big_exp != '0, big_frac};
      small_q2    <= {small_exp != '0, small_frac};
    end
  end

  // ---- Stage 2: align ------------------------------------------------------------------------------------------
  logic                sign_q3, subtract_q3, nan_q3, invalid_q3, inf_q3;
  logic [ExpBits-1:0]  exp_q3;
  logic [SigBits-1:0]  big_q3;
  logic [ExtBits-1:0]  small_q3;
  logic [TailBits-1:0] tail_q3;

  always_ff @(posedge clk_i) begin
    if (load_i[1]) begin : align
      logic [ExtBits-1:0]          narrow, narrow_shifted;
      logic [ExtBits+TailBits-1:0] wide, wide_shifted;
      narrow         = {small_q2, 3'b0};
      narrow_shifted = narrow >> shift_q2;
      small_q3       <= narrow_shifted;
      if (stochastic_q2_i) begin
        wide         = {narrow, {TailBits{1'b0}}};
        wide_shifted = wide >> shift_q2;
        tail_q3      <= {wide_shifted[TailBits-1:1], wide_shifted[0] || (wide_shifted << shift_q2) != wide};
      end else begin
        tail_q3      <= {{(TailBits - 1){1'b0}}, (narrow_shifted << shift_q2) != narrow};
      end
      sign_q3     <= sign_q2;
      subtract_q3 <= subtract_q2;
      nan_q3      <= nan_q2;
      invalid_q3  <= invalid_q2;
      inf_q3      <= inf_q2;
      exp_q3      <= exp_q2;
      big_q3      <= big_q2;
    end
  end

  // ---- Stage 3: add or subtract --------------------------------------------------------------------------------
  logic                sign_q4, subtract_q4, nan_q4, invalid_q4, inf_q4;
  logic [ExpBits-1:0]  exp_q4;
  logic [SumBits-1:0]  sum_q4;
  logic [TailBits-1:0] tail_q4;

  always_ff @(posedge clk_i) begin
    if (load_i[2]) begin
      if (subtract_q3) begin
        sum_q4  <= {1'b0, big_q3, 3'b0} - {1'b0, small_q3} - SumBits'(tail_q3 != '0);
        tail_q4 <= -tail_q3;
      end else begin
        sum_q4  <= {1'b0, big_q3, 3'b0} + {1'b0, small_q3};
        tail_q4 <= tail_q3;
      end
      sign_q4     <= sign_q3;
      subtract_q4 <= subtract_q3;
      nan_q4      <= nan_q3;
      invalid_q4  <= invalid_q3;
      inf_q4      <= inf_q3;
      exp_q4      <= exp_q3;
    end
  end

  // ---- Stage 4: normalise --------------------------------------------------------------------------------------
  // The leading one goes to the top bit, which is one exponent above the larger operand's, but never below
  // exponent 1: a result that stops there is subnormal and exact.
  logic                sign_q5, subtract_q5, nan_q5, invalid_q5, inf_q5, zero_q5, underflow_q5;
  logic [ExpBits-1:0]  exp_q5;
  logic [SumBits-2:0]  frac_q5;  // below the hidden bit
  logic [TailBits-1:0] tail_q5;

  always_ff @(posedge clk_i) begin
    if (load_i[3]) begin : normalise
      logic [Window-1:0]    window;
      logic [CountBits-1:0] zeros, left;
      logic [SumBits-1:0]   norm;
      window = Window'(sum_q4) << (Window - SumBits);
      for (int k = CountBits - 1; k >= 0; k = k - 1) begin
        zeros[k] = (window >> (Window - (1 << k))) == '0;
        if (zeros[k]) window = window << (1 << k);
      end
      left = exp_q4 < ExpBits'(zeros) ? CountBits'(exp_q4) : zeros;
      norm = sum_q4 << left;
      tail_q5 <= tail_q4;
      if (left[1:0] == 2'd1) begin
        norm[0] = norm[0] | tail_q4[TailBits-1];
        tail_q5 <= tail_q4 << 1;
      end else if (left[1:0] == 2'd2) begin
        norm[1:0] = norm[1:0] | tail_q4[TailBits-1 -: 2];
        tail_q5   <= tail_q4 << 2;
      end
      zero_q5      <= !window[Window-1];
      underflow_q5 <= flush_q4_i && !norm[SumBits-1] && window[Window-1];
      exp_q5       <= norm[SumBits-1] ? exp_q4 + ExpBits'(1) - ExpBits'(left) : '0;
      frac_q5      <= norm[SumBits-2:0];
      sign_q5      <= sign_q4;
      subtract_q5  <= subtract_q4;
      nan_q5       <= nan_q4;
      invalid_q5   <= invalid_q4;
      inf_q5       <= inf_q4;
    end
  end

  // ---- Stage 5: round and pack ---------------------------------------------------------------------------------
  // A carry out of the fraction raises the exponent by itself. Bits of the fraction that the format lacks stay in the
  // magnitude until it is packed.
  task automatic round(input logic [ExpBits-1:0] exponent, input logic [SumBits-2:0] fraction,
                       input logic [TailBits-1:0] tail, input logic negative, input logic is_subtraction,
                       input logic is_nan, input logic is_invalid, input logic is_inf, input logic is_zero,
                       input logic is_underflow, input logic [4:0] is_format, input logic [2:0] rounding,
                       input logic saturate, input logic [19:0] random, output logic [Width-1:0] y,
                       output logic [4:0] flags);
    /* verilator no_inline_task */  // all instances share it (reduction_pkg.sv)
    logic                        guard, rest, lsb, up, away, sign;
    logic [10:0]                 top;
    logic [FracBits-1:0]         last;   // one unit in the last place of the fraction
    logic [SumBits-2:0]          below;  // all bits after the first one that is cut off
    logic [SumBits+TailBits-2:0] cut;
    logic [MagBits-1:0]          magnitude, limit;
    logic [51:0]                 left;  // the fraction, aligned to the left
    last  = {1'b1, {(FracBits - 1){1'b0}}};
    below = '1;
    top   = 11'd31;
    if (is_format[0]) begin
      top   = '1;
      last  = last >> 51;
      below = below >> 53;
    end else if (is_format[1]) begin
      top   = 11'd255;
      last  = last >> 22;
      below = below >> 24;
    end else if (is_format[2]) begin
      last  = last >> 9;
      below = below >> 11;
    end else if (is_format[3]) begin
      top   = 11'd255;
      last  = last >> 6;
      below = below >> 8;
    end else if (is_format[4]) begin
      top   = 11'd15;
      last  = last >> 2;
      below = below >> 4;
    end else begin
      last  = last >> 1;
      below = below >> 3;
    end
    // The first code beyond the largest number: infinity, or the NaN of E4M3.
    limit = {1'b0, ExpBits'(top), {FracBits{1'b0}}};
    if (is_format[4]) limit[FracBits-1 -: 3] = '1;

    lsb   = (fraction[SumBits-2 -: FracBits] & last) != '0;
    guard = (fraction & {1'b0, last, 3'b0}) != '0;
    rest  = (fraction & below) != '0 || tail != '0;
    away  = rounding == (negative ? reduction_pkg::RoundDown : reduction_pkg::RoundUp);
    if (rounding == reduction_pkg::RoundStochastic) begin
      cut = {fraction, tail};
      if (is_format[0])      cut = cut << 52;
      else if (is_format[1]) cut = cut << 23;
      else if (is_format[2]) cut = cut << 10;
      else if (is_format[3]) cut = cut << 7;
      else if (is_format[4]) cut = cut << 3;
      else                   cut = cut << 2;
      up = random > ~cut[SumBits+TailBits-2 -: 20];  // their sum carries out of 20 bits
    end else if (rounding == reduction_pkg::RoundNearest) begin
      up = guard && (rest || lsb);
    end else begin
      up = away && (guard || rest);
    end
    magnitude = {1'b0, exponent, fraction[SumBits-2 -: FracBits]};
    if (up) magnitude = magnitude + MagBits'(last);

    sign  = negative;
    flags = '0;
    if (is_nan) begin
      sign      = 1'b0;
      magnitude = limit;
      magnitude[FracBits-1] = 1'b1;
      flags     = {is_invalid, 4'b0};
    end else if (is_inf) begin
      magnitude = limit;
    end else if (is_zero) begin
      // An exact zero of two signs is +0, or -0 if rounding downwards; of one sign it keeps it.
      if (is_subtraction) sign = rounding == reduction_pkg::RoundDown;
    end else if (is_underflow) begin
      magnitude = '0;
      flags     = 5'b00011;
    end else if (magnitude >= limit) begin
      magnitude = limit;
      if (saturate || (!away && rounding != reduction_pkg::RoundNearest
                       && rounding != reduction_pkg::RoundStochastic)) begin
        if (is_format[4]) magnitude[FracBits-3] = 1'b0;
        else              magnitude = {1'b0, ExpBits'(top - 11'd1), {FracBits{1'b1}}};
      end
      flags = 5'b00101;
    end else begin
      flags = {4'b0, guard || rest};
    end

    top  = 11'(ExpBits'(magnitude >> FracBits));
    left = 52'(magnitude) << (52 - FracBits);
    if (is_format[0])      y = Width'({sign, top, left});
    else if (is_format[1]) y = Width'({sign, top[7:0], left[51:29]});
    else if (is_format[2]) y = Width'({sign, top[4:0], left[51:42]});
    else if (is_format[3]) y = Width'({sign, top[7:0], left[51:45]});
    else if (is_format[4]) y = Width'({sign, top[3:0], left[51:49]});
    else                   y = Width'({sign, top[4:0], left[51:50]});
  endtask

  always_comb begin
    y_o     = '0;
    flags_o = '0;
    if (active_q5_i) begin
      round(exp_q5, frac_q5, tail_q5, sign_q5, subtract_q5, nan_q5, invalid_q5, inf_q5, zero_q5, underflow_q5, is_q5,
            rounding_q5_i, saturate_q5_i, draw_q5_i, y_o, flags_o);
    end
  end

endmodule
