// SPDX-License-Identifier: Apache-2.0
//
// Pipelined floating-point adder for the elements that begin at one byte of a slice, of at most ElementBits bits:
//
// | ElementBits | formats of elements                                      | SigBits | with BuildWide |
// |-------------|----------------------------------------------------------|---------|----------------|
// | 64          | float64, float32, float16, bfloat16, E4M3, E5M2          | 53      | 53             |
// | 32          | float32, float16, bfloat16, E4M3, E5M2                   | 24      | 24             |
// | 16          | float16, bfloat16, E4M3, E5M2                            | 11      | 24             |
// | 8           | E4M3, E5M2                                               | 4       | 24             |
//
// With BuildWide the accumulator a may be wider than the operand b and have a format of its own: that of float32, 19
// bits with 5 of exponent, or 19 with 8, with the exponent bias of the element. The result has a third one: the
// accumulator's, or the element's where it is rounded to it.
//
// A shorter number stands in the low bits. Significands are aligned to the left, so that all formats share alignment,
// adder and normaliser and differ only where the rounding cuts.
//
//   a, b --> unpack, compare, swap | align smaller | add/subtract | count zeros, | round, pack --> y_o, flags
//            special values        |  (tail)       |              | shift left   |
//                                  R2              R3             R4  ^          R5        (register after each)
//                                               fixed-point sum ------'
//
// What alignment shifts out beyond three more bits is the tail: its first 18 bits and a sticky one. Together they
// hold the 20 bits below the result that stochastic rounding compares with a draw. Where the tail is not zero, the
// exponents differ by two or more and normalisation moves by one place, so it needs no shifter of its own.
//
// Pins: load_i[k] loads register R(k+2). Operands, formats, b_zero_i (b counts as zero of a's sign) and flush_i belong
// to the first stage, stochastic_q2_i to the second, flush_q4_i and everything fixed (reduction_slot.sv) to the fourth,
// everything with _q5 to the last. Outputs are combinational after R5: latency four clock edges; zero unless
// active_q5_i.
module reduction_fp_add #(
  parameter  int unsigned ElementBits = 32,
  localparam int unsigned Width       = ElementBits == 64 ? 64 : 32
) (
  input  logic             clk_i,
  input  logic [3:0]       load_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [6:0]       format_a_i,
  input  logic [4:0]       format_b_i,
  input  logic             b_zero_i,
  input  logic             flush_i,
  input  logic             stochastic_q2_i,
  input  logic             flush_q4_i,
  input  logic             fixed_q4_i,
  input  logic [5:0]       fixed_exp_i,
  input  logic [62:0]      fixed_frac_i,
  input  logic [5:0]       fixed_marks_i,
  input  logic             active_q5_i,
  input  logic [6:0]       format_q5_i,
  input  logic [2:0]       rounding_q5_i,
  input  logic             saturate_q5_i,
  input  logic [19:0]      draw_q5_i,
  output logic [Width-1:0] y_o,
  output logic [4:0]       flags_o        // {NV, DZ, OF, UF, NX}
);
  /* verilator no_inline_module */  // one copy of the code serves all instances: quicker to build and to run

  localparam bit          Wide      = reduction_pkg::BuildWide != 0 && ElementBits < 64;
  localparam int unsigned SigBits   = ElementBits == 64 ? 53 : ElementBits == 32 || Wide ? 24
                                    : ElementBits == 16 ? 11 : 4;
  localparam int unsigned FracBits  = SigBits - 1;
  localparam int unsigned ExpBits   = SigBits == 53 ? 11 : SigBits == 4 ? 5 : 8;
  localparam int unsigned ExtBits   = SigBits + 3;
  localparam int unsigned SumBits   = ExtBits + 1;  // carry
  localparam int unsigned TailBits  = 19;
  localparam int unsigned ShiftBits = SigBits == 53 ? 7 : SigBits == 4 ? 5 : 6;  // of the alignment
  localparam int unsigned CountBits = SigBits == 53 ? 6 : SigBits == 24 ? 5 : SigBits == 11 ? 4 : 3;  // of zeros
  localparam int unsigned Window    = 1 << CountBits;
  localparam int unsigned MagBits   = ExpBits + 1 + FracBits;  // exponent, one bit wider than any format's; fraction
  localparam int unsigned TotalBits = SumBits - 1 + TailBits;
  localparam bit          Has16     = ElementBits >= 16;
  localparam bit          Accumulates = reduction_pkg::BuildWide != 0;
  localparam logic [4:0]  BuiltB    = {reduction_pkg::BuildFp8 != 0, {2{Has16}}, ElementBits >= 32, ElementBits == 64};
  localparam logic [6:0]  BuiltA    = {{2{Accumulates && Has16}}, BuiltB | {3'b0, Accumulates, 1'b0}};

  // {8+10, 5+13 bits of exponent and fraction, E4M3, bfloat16, float16, float32, float64}, else E5M2; what does not fit
  // in is constant 0.
  logic [6:0] is, is_q5;
  logic [4:0] is_b;

  assign is    = format_a_i & BuiltA;
  assign is_q5 = format_q5_i & BuiltA;
  assign is_b  = Accumulates ? format_b_i & BuiltB : is[4:0];

  // ---- Stage 1: unpack, compare, swap --------------------------------------------------------------------------
  task automatic unpack(input logic [63:0] x, input logic [6:0] format, output logic sign,
                        output logic [10:0] exponent, output logic [63:0] left, output logic is_top);
    /* verilator no_inline_task */  // all instances share it (reduction_pkg.sv)
    logic [10:0] top;
    top = 11'd255;
    if (format[0]) begin
      top      = '1;
      sign     = x[63];
      exponent = x[62:52];
      left     = {x[51:0], 12'b0};
    end else if (format[1]) begin
      sign     = x[31];
      exponent = {3'b0, x[30:23]};
      left     = {x[22:0], 41'b0};
    end else if (format[2]) begin
      top      = 11'd31;
      sign     = x[15];
      exponent = {6'b0, x[14:10]};
      left     = {x[9:0], 54'b0};
    end else if (format[3]) begin
      sign     = x[15];
      exponent = {3'b0, x[14:7]};
      left     = {x[6:0], 57'b0};
    end else if (format[4]) begin
      top      = 11'd15;
      sign     = x[7];
      exponent = {7'b0, x[6:3]};
      left     = {x[2:0], 61'b0};
    end else if (format[5]) begin
      top      = 11'd31;
      sign     = x[18];
      exponent = {6'b0, x[17:13]};
      left     = {x[12:0], 51'b0};
    end else if (format[6]) begin
      sign     = x[18];
      exponent = {3'b0, x[17:10]};
      left     = {x[9:0], 54'b0};
    end else begin
      top      = 11'd31;
      sign     = x[7];
      exponent = {6'b0, x[6:2]};
      left     = {x[1:0], 62'b0};
    end
    is_top = exponent == top;
  endtask

  logic                 sign_q2, subtract_q2, nan_q2, invalid_q2, inf_q2;
  logic [ExpBits-1:0]   exp_q2;
  logic [ShiftBits-1:0] shift_q2;
  logic [SigBits-1:0]   big_q2, small_q2;

  always_ff @(posedge clk_i) begin
    if (load_i[0]) begin : unpack_and_compare
      logic                a_sign, b_sign, a_top, b_top, a_nan, b_nan, a_inf, b_inf, swap, inf_minus_inf;
      logic [63:0]         a_left, b_left;  // fractions aligned to the left
      /* verilator lint_off UNUSEDSIGNAL */  // eleven bits in the largest adder only
      logic [10:0]         a_exponent, b_exponent;
      /* verilator lint_on UNUSEDSIGNAL */
      logic [ExpBits-1:0]  a_exp, b_exp, big_exp, small_exp, big_exp_eff, distance;
      logic [FracBits-1:0] a_frac, b_frac, big_frac, small_frac;
      unpack(64'(a_i), is, a_sign, a_exponent, a_left, a_top);
      unpack(64'(b_i), {2'b0, is_b}, b_sign, b_exponent, b_left, b_top);
      a_exp  = ExpBits'(a_exponent);
      b_exp  = ExpBits'(b_exponent);
      a_frac = FracBits'(a_left >> (64 - FracBits));
      b_frac = FracBits'(b_left >> (64 - FracBits));
      // E4M3 has no infinity and one NaN.
      a_nan = a_top && (is[4] ? a_frac[FracBits-1 -: 3] == '1 : a_frac != '0);
      b_nan = b_top && (is_b[4] ? b_frac[FracBits-1 -: 3] == '1 : b_frac != '0);
      a_inf = a_top && !a_nan && !is[4];
      b_inf = b_top && !b_nan && !is_b[4];
      if (Accumulates && b_inf) b_exp = '1;  // beyond the accumulator's numbers, too
      if (Accumulates && b_zero_i) begin
        b_sign = a_sign;
        b_exp  = '0;
        b_frac = '0;
        b_nan  = 1'b0;
        b_inf  = 1'b0;
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
      logic [74:0]          fixed;
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
      if (reduction_pkg::BuildExact != 0 && fixed_q4_i) begin
        fixed        = {fixed_frac_i, 12'b0};
        frac_q5      <= fixed[74 -: SumBits-1];
        tail_q5      <= fixed[74-(SumBits-1) -: TailBits] | TailBits'((fixed << TotalBits) != '0);
        exp_q5       <= ExpBits == 5 && fixed_exp_i[5] ? '1 : ExpBits'(fixed_exp_i);  // an overflow in any case
        invalid_q5   <= 1'b0;
        {sign_q5, subtract_q5, nan_q5, inf_q5, zero_q5, underflow_q5} <= fixed_marks_i;
      end
    end
  end

  // ---- Stage 5: round and pack ---------------------------------------------------------------------------------
  // A carry out of the fraction raises the exponent by itself. Bits of the fraction that the format lacks stay in the
  // magnitude until it is packed.
  task automatic round(input logic [ExpBits-1:0] exponent, input logic [SumBits-2:0] fraction,
                       input logic [TailBits-1:0] tail, input logic negative, input logic is_subtraction,
                       input logic is_nan, input logic is_invalid, input logic is_inf, input logic is_zero,
                       input logic is_underflow, input logic [6:0] is_format, input logic [2:0] rounding,
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
    end else if (is_format[5]) begin
      last  = last >> 12;
      below = below >> 14;
    end else if (is_format[6]) begin
      top   = 11'd255;
      last  = last >> 9;
      below = below >> 11;
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
      else if (is_format[5]) cut = cut << 13;
      else if (is_format[6]) cut = cut << 10;
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
    else if (is_format[5]) y = Width'({sign, top[4:0], left[51:39]});
    else if (is_format[6]) y = Width'({sign, top[7:0], left[51:42]});
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
