// SPDX-License-Identifier: Apache-2.0
//
// The accumulator of one element outside the element's own type, in a slot of 64 bits: fixed-point sums, first operands
// moved to a wider float, and slots that pass. Latency four registers (R2 to R5), as that of the float adder, which adds
// wider floats and rounds fixed-point sums.
//
//   element -> unpack -+-> wider float, if first --+
//                      '-> shift to its place --.  |                       .--> normalise --> fixed_o (float adder's R5)
//   slot ---------------------------------------|--+-> R2 --> add --> R3 --+--> magnitude, if it rounds
//   operand slot, if it merges -----------------'                          '--> lay out --> R4 --> R5 --> slot_q5_o
//
// A fixed-point number counts units of the element type's least subnormal number, in ValueBits bits: those of the type's
// largest number, a sign, and reduction_pkg::ExactCountBits. Beside it stand four bits, or-ed over all operands: an
// operand was +infinity, was -infinity (a NaN is both), was not -0, was not +0.
//
// Pins: load_i[k] loads R(k+2). Controls with _qN belong to the beat in RN. exact: fixed point, else a wider float or
// nothing. operand_i is used with merge_q1_i, which is constant 0 unless Merges. fixed_o is combinational after R4:
// fraction aligned to the left; invalid_q2_o after R2.
module reduction_slot #(
  parameter  int unsigned ElementBits = 8,  // of the longest element that begins here: 8 or 16
  localparam int unsigned ValueBits   = (ElementBits == 16 ? 40 : 32) + 1 + reduction_pkg::ExactCountBits
) (
  input  logic                   clk_i,
  input  logic [3:0]             load_i,
  input  logic [63:0]            slot_i,
  input  logic [ElementBits-1:0] element_i,
  input  logic [63:0]            operand_i,
  input  logic                   first_q1_i,
  input  logic                   takes_q1_i,   // the operand takes part
  input  logic                   flush_q1_i,
  input  logic                   wide19_q1_i,
  input  logic                   exact_q1_i,
  input  logic                   merge_q1_i,
  input  logic [2:0]             format_q1_i,
  input  logic                   exact_q2_i,
  input  logic [2:0]             format_q2_i,
  input  logic                   exact_q3_i,
  input  logic                   rounds_q3_i,
  input  logic [2:0]             format_q3_i,
  input  logic [2:0]             format_q4_i,
  input  logic                   flush_q4_i,
  output logic                   invalid_q2_o,
  output logic [5:0]             fixed_exp_o,
  output logic [62:0]            fixed_frac_o,
  output logic [5:0]             fixed_marks_o,  // {sign, zeros of two signs, NaN, infinity, zero, underflow}
  output logic [63:0]            slot_q5_o
);
  /* verilator no_inline_module */  // one copy of the code serves all instances: quicker to build and to run

  localparam bit          Exact     = reduction_pkg::BuildExact != 0;
  localparam int unsigned CountBits = reduction_pkg::ExactCountBits;
  localparam int unsigned E4m3Bits  = 18 + 1 + CountBits;
  localparam int unsigned E5m2Bits  = 32 + 1 + CountBits;
  localparam int unsigned Lengthen  = 64 - ValueBits;

  function automatic logic is_half(input logic [2:0] format);
    is_half = ElementBits == 16 && format == reduction_pkg::FormatFloat16;
  endfunction

  // ---- The layout of a slot -------------------------------------------------------------------------------------
  /* verilator lint_off UNUSEDSIGNAL */  // parts of 64 bits
  function automatic logic [ValueBits-1:0] value_of(input logic [63:0] slot, input logic [2:0] format);
    /* verilator no_inline_task */
    if (is_half(format)) value_of = ValueBits'(slot);
    else if (format == reduction_pkg::FormatE4m3)
      value_of = {{(ValueBits - E4m3Bits){slot[E4m3Bits-1]}}, slot[E4m3Bits-1:0]};
    else value_of = ValueBits'({{8{slot[E5m2Bits-1]}}, slot[E5m2Bits-1:0]});  // of eight bits more, or none
  endfunction

  function automatic logic [3:0] seen_of(input logic [63:0] slot, input logic [2:0] format);
    /* verilator no_inline_task */
    seen_of = is_half(format) ? slot[63:60] : format == reduction_pkg::FormatE4m3 ? slot[39:36] : slot[55:52];
  endfunction

  function automatic logic [63:0] laid_out(input logic [ValueBits-1:0] value, input logic [3:0] seen,
                                           input logic [2:0] format);
    /* verilator no_inline_task */
    logic [63:0] x;
    x        = {{Lengthen{value[ValueBits-1]}}, value};
    laid_out = is_half(format) ? {seen, x[59:0]}
             : format == reduction_pkg::FormatE4m3 ? {24'b0, seen, x[35:0]} : {8'b0, seen, x[51:0]};
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  // Of the two bits of infinities
  function automatic logic is_nan(input logic [1:0] seen);
    is_nan = seen == 2'b11;
  endfunction

  // ---- Stage 1: unpack, widen or shift ---------------------------------------------------------------------------
  logic [63:0]          slot_q2;
  logic [ValueBits-1:0] value_q2;  // of the operand: a magnitude, or a number if it merges
  logic [3:0]           seen_q2;
  logic                 negative_q2, signalling_q2;

  always_ff @(posedge clk_i) begin
    if (load_i[0]) begin : convert
      logic        sign, special, nan, infinity, zero, is_e4m3;
      logic [7:0]  exponent;
      logic [9:0]  fraction;  // aligned to the left
      logic [10:0] significand;
      logic [4:0]  shift;
      logic [15:0] x;
      logic [63:0] wide;
      x       = 16'(element_i);
      is_e4m3 = format_q1_i == reduction_pkg::FormatE4m3;
      if (is_half(format_q1_i)) begin
        sign        = x[15];
        exponent    = {3'b0, x[14:10]};
        fraction    = x[9:0];
        special     = exponent[4:0] == '1;
        significand = {exponent != '0, fraction};
      end else if (ElementBits == 16 && format_q1_i == reduction_pkg::FormatBfloat16) begin
        sign        = x[15];
        exponent    = x[14:7];
        fraction    = {x[6:0], 3'b0};
        special     = exponent == '1;
        significand = '0;
      end else if (is_e4m3) begin
        sign        = x[7];
        exponent    = {4'b0, x[6:3]};
        fraction    = {x[2:0], 7'b0};
        special     = x[6:0] == '1;
        significand = {7'b0, exponent != '0, fraction[9:7]};
      end else begin
        sign        = x[7];
        exponent    = {3'b0, x[6:2]};
        fraction    = {x[1:0], 8'b0};
        special     = exponent[4:0] == '1;
        significand = {8'b0, exponent != '0, fraction[9:8]};
      end

      if (wide19_q1_i && is_half(format_q1_i)) wide = {45'b0, sign, exponent[4:0], fraction, 3'b0};
      else if (wide19_q1_i)                    wide = {45'b0, sign, exponent, fraction};
      else                                     wide = {32'b0, sign, exponent | {8{special}}, fraction, 13'b0};
      if (is_e4m3 && special) wide[22:0] = '1;
      slot_q2 <= !first_q1_i ? slot_i : exact_q1_i ? '0 : wide;

      if (Exact && exact_q1_i) begin
        if (merge_q1_i) begin
          value_q2      <= value_of(operand_i, format_q1_i) & {ValueBits{takes_q1_i}};
          seen_q2       <= seen_of(operand_i, format_q1_i) & {4{takes_q1_i}};
          negative_q2   <= 1'b0;
          signalling_q2 <= 1'b0;
        end else begin
          nan      = special && (is_e4m3 || fraction != '0);
          infinity = special && !nan;
          zero     = exponent == '0 && (fraction == '0 || flush_q1_i);
          shift    = exponent[4:0] - 5'(exponent != '0);
          value_q2      <= (special || zero || !takes_q1_i) ? '0 : ValueBits'(significand) << shift;
          seen_q2       <= {nan || (infinity && !sign), nan || (infinity && sign), !(zero && sign), !(zero && !sign)}
                           & {4{takes_q1_i}};
          negative_q2   <= sign;
          signalling_q2 <= nan && !is_e4m3 && !fraction[9] && takes_q1_i;
        end
      end
    end
  end

  // ---- Stage 2: add ----------------------------------------------------------------------------------------------
  // Between here and stage 3 a fixed-point slot is {seen, value}, without regard to the format.
  logic [63:0] slot_q3;
  logic [3:0]  acc_seen_q2, both_seen_q2;

  assign acc_seen_q2  = seen_of(slot_q2, format_q2_i);
  assign both_seen_q2 = acc_seen_q2 | seen_q2;
  assign invalid_q2_o = Exact && exact_q2_i
                     && (signalling_q2 || (is_nan(both_seen_q2[3:2]) && !is_nan(acc_seen_q2[3:2]) && !is_nan(seen_q2[3:2])));

  always_ff @(posedge clk_i) begin
    if (load_i[1]) begin : add
      logic [ValueBits-1:0] sum;
      slot_q3 <= slot_q2;
      if (Exact && exact_q2_i) begin
        sum = value_of(slot_q2, format_q2_i)
            + (value_q2 ^ {ValueBits{negative_q2}}) + ValueBits'(negative_q2);
        slot_q3 <= 64'({both_seen_q2, sum});
      end
    end
  end

  // ---- Stage 3: lay out, or take the magnitude ---------------------------------------------------------------------
  logic [63:0] slot_q4;  // {sign, seen, magnitude} of a number that is rounded

  always_ff @(posedge clk_i) begin
    if (load_i[2]) begin : lay_out
      logic [ValueBits-1:0] sum;
      logic [3:0]           seen;
      sum  = slot_q3[ValueBits-1:0];
      seen = slot_q3[ValueBits +: 4];
      if (!Exact || !exact_q3_i) slot_q4 <= slot_q3;
      else if (rounds_q3_i)      slot_q4 <= 64'({sum[ValueBits-1], seen, sum[ValueBits-1] ? -sum : sum});
      else                       slot_q4 <= laid_out(sum, seen, format_q3_i);
    end
  end

  // ---- Stage 4: normalise ----------------------------------------------------------------------------------------
  // The leading one goes to the top bit, but never below exponent 1: a number that stops there is subnormal and exact.
  always_comb begin : normalise
    logic [63:0]          window;
    logic [5:0]           zeros, most, left;
    logic [ValueBits-1:0] norm;
    logic [3:0]           seen;
    window = {slot_q4[ValueBits-1:0], {Lengthen{1'b0}}};
    seen   = slot_q4[ValueBits +: 4];
    for (int k = 5; k >= 0; k = k - 1) begin
      zeros[k] = (window >> (64 - (1 << k))) == '0;
      if (zeros[k]) window = window << (1 << k);
    end
    most = 6'(ValueBits - 1) - (is_half(format_q4_i) ? 6'd10 : format_q4_i == reduction_pkg::FormatE4m3 ? 6'd3 : 6'd2);
    left = zeros < most ? zeros : most;
    norm = slot_q4[ValueBits-1:0] << left;
    fixed_exp_o   = norm[ValueBits-1] ? most - left + 6'd1 : '0;
    fixed_frac_o  = {norm[ValueBits-2:0], {Lengthen{1'b0}}};
    fixed_marks_o = {seen[3:2] != '0 ? seen[2] : window[63] ? slot_q4[ValueBits+4] : !seen[1], seen[1:0] == 2'b11,
                     is_nan(seen[3:2]), seen[3] != seen[2], !window[63], flush_q4_i && !norm[ValueBits-1] && window[63]};
    if (!Exact) {fixed_exp_o, fixed_frac_o, fixed_marks_o} = '0;
  end

  always_ff @(posedge clk_i) begin
    if (load_i[3]) slot_q5_o <= slot_q4;
  end

endmodule
