// SPDX-License-Identifier: Apache-2.0
//
// One 64-bit slice of the reduction ALU, two lanes of 32 bits: all elements that start in it. Latency six registers.
//
//   operand, acc, mask --> R1 --+--> pass acc, or operand if first --> R2 --> join --> R3 --> join --> R4 --> R5 --+
//                               |--> integers ----------------------- R2 ------^               ^                   |
//                               |--> compare, with the other slice of a pair - R2 ----- R3 ----'                   |
//                               '--> float adders ------------------- R2 ----- R3 ------------ R4 --> R5 --> join --+--> R6
//   acc in slots ---------> R1 --->  one slot a byte ---------------- R2 ----- R3 ------------ R4 -----> R5 ----'
//
// Float adders by the byte at which their elements start (reduction_fp_add.sv has the formats of each):
//
//   byte         0      1     2      3     4      5     6      7
//   ElementBits  64     8     16     8     32     8     16     8
//
// Slots (reduction_slot.sv) have the accumulators of sums that are not kept in the element type, one a byte at which an
// element can begin. The adder of the same byte adds those that are floats and rounds those that are fixed-point.
//
// Pins: load_i[k] loads register R(k+1); the other load pins load what their unit needs of it: compare_load_i R2, R3;
// add_load_i, four bits a size of adder (8, 16, 32, 64 bits from the lowest), R2 to R5; slot_load_i, four bits a group
// of slots (odd bytes, even ones but 0, 0), R2 to R5, and accs_load_i R1 of the odd and the even ones; draw_load_i R1 to
// R5. Controls with _qN belong to the beat in RN. flip_i inverts the lowest result bit of a lane (test builds; else
// constant 0). peer_i and peer_o: the other slice of a 128-bit pair; odd_i is constant. y_o: elements, and a slot that
// was merged; slots_o: the other slots; where the one has a result, the other is zero. flags_o: {NV, DZ, OF, UF, NX} of
// the elements that start in the lane, with the accumulator's own flags.
module reduction_slice (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        odd_i,
  input  logic [5:0]  load_i,
  input  logic        integer_load_i,
  input  logic [1:0]  compare_load_i,
  input  logic [15:0] add_load_i,
  input  logic [1:0]  accs_load_i,
  input  logic [11:0] slot_load_i,
  input  logic        slots_load_i,   // R6 of slots_o
  input  logic [4:0]  draw_load_i,
  input  logic        seed_load_i,
  input  logic [39:0] seed_i,

  input  logic [63:0] operand_i,
  input  logic [63:0] acc_i,
  input  logic [511:0] accs_i,
  input  logic [7:0]  mask_i,
  input  logic [9:0]  acc_flags_i,

  input  logic        first_q1_i,
  input  logic        computes_q1_i,
  input  logic [1:0]  size_q1_i,
  input  logic        is_float_q1_i,
  input  logic        is_signed_q1_i,
  input  logic        is_pair_q1_i,
  input  logic [3:0]  op_q1_i,
  input  logic [2:0]  format_q1_i,
  input  logic [6:0]  add_format_q1_i,   // of the accumulator
  input  logic [4:0]  add_format_b_q1_i,
  input  logic [2:0]  variant_q1_i,
  input  logic        wide_q1_i,
  input  logic        wide19_q1_i,
  input  logic        exact_q1_i,
  input  logic        merge_q1_i,
  input  logic        rounds_q1_i,
  input  logic        integer_q2_i,   // the integer unit computes this beat
  input  logic        compare_q2_i,
  input  logic [1:0]  size_q2_i,
  input  logic        is_pair_q2_i,
  input  logic        is_max_q2_i,
  input  logic [2:0]  format_q2_i,
  input  logic        nan_wins_q2_i,
  input  logic        stochastic_q2_i,
  input  logic [2:0]  exact_q2_i,     // a group of slots (as slot_load_i) computes fixed-point sums
  input  logic        compare_q3_i,
  input  logic        exact_q3_i,
  input  logic        rounds_q3_i,
  input  logic [2:0]  format_q3_i,
  input  logic        fixed_q4_i,     // a fixed-point sum is rounded
  input  logic [2:0]  format_q4_i,
  input  logic        flush_q4_i,
  input  logic [3:0]  add_q5_i,       // the adders of a size compute this beat
  input  logic [6:0]  add_format_q5_i,   // of the result
  input  logic [2:0]  slots_q5_i,     // a group of slots has results for slots_o
  input  logic        y_slot_q5_i,    // slot 0 is the result, on y_o
  input  logic        merge_q5_i,
  input  logic [2:0]  rounding_q5_i,
  input  logic        saturate_q5_i,
  input  logic [1:0]  flip_i,

  input  logic [4:0]  peer_i,
  output logic [4:0]  peer_o,
  output logic [63:0] y_o,
  output logic [511:0] slots_o,
  output logic [9:0]  flags_o
);
  /* verilator no_inline_module */  // one copy of the code serves all slices: quicker to build and to run

  // ---- R1, and what passes through -----------------------------------------------------------------------------
  logic [63:0] operand_q1, acc_q1, pass_q2;
  logic [7:0]  mask_q1, unmasked_q1, take_q2;  // bytes of the elements that take part
  logic [9:0]  acc_flags_q1, flags_q2;

  assign unmasked_q1 = ~reduction_pkg::any(~mask_q1, is_pair_q1_i || merge_q1_i ? 2'd3 : size_q1_i);

  always_ff @(posedge clk_i) begin
    if (load_i[0]) begin
      operand_q1   <= operand_i;
      acc_q1       <= acc_i;
      mask_q1      <= mask_i;
      acc_flags_q1 <= acc_flags_i;
    end
    if (load_i[1]) begin
      pass_q2  <= first_q1_i ? operand_q1 : acc_q1;
      flags_q2 <= first_q1_i ? '0 : acc_flags_q1;
      take_q2  <= rounds_q1_i ? '1 : computes_q1_i ? unmasked_q1 : '0;
    end
  end

  // ---- Integers, comparisons -----------------------------------------------------------------------------------
  logic [63:0] integer_q2, compare_q3;
  logic [7:0]  invalid_q2;

  reduction_integer u_integer (
    .clk_i, .load_i(integer_load_i), .a_i(acc_q1), .b_i(operand_q1), .op_i(op_q1_i), .size_i(size_q1_i),
    .is_signed_i(is_signed_q1_i), .saturate_i(variant_q1_i[reduction_pkg::VariantSaturate]), .y_q2_o(integer_q2)
  );

  reduction_compare u_compare (
    .clk_i, .load_i(compare_load_i), .odd_i, .a_i(acc_q1), .b_i(operand_q1), .size_i(size_q1_i),
    .is_float_i(is_float_q1_i), .is_signed_i(is_signed_q1_i), .is_pair_i(is_pair_q1_i), .format_i(format_q1_i),
    .flush_i(variant_q1_i[reduction_pkg::VariantFlush]), .size_q2_i, .is_pair_q2_i, .is_max_q2_i, .nan_wins_q2_i,
    .format_q2_i, .peer_i(peer_i[3:0]), .peer_o(peer_o[3:0]), .invalid_q2_o(invalid_q2), .y_q3_o(compare_q3)
  );
  assign peer_o[4] = take_q2[0];

  // ---- Accumulators in slots -----------------------------------------------------------------------------------
  logic [7:0]   slot_invalid_q2;
  logic [47:0]  fixed_exp, fixed_marks;
  logic [503:0] fixed_frac;
  logic [255:0] adder_acc;  // 32 bits a byte
  logic [511:0] slot_q5;

  generate
    if (reduction_pkg::BuildWide != 0 || reduction_pkg::BuildExact != 0) begin : gen_slots
      for (genvar b = 0; b < 8; b = b + 1) begin : gen_byte
        localparam int unsigned Bits  = b % 2 == 0 ? 16 : 8;
        localparam int unsigned Group = b == 0 ? 2 : b % 2 == 0 ? 1 : 0;
        logic [63:0] acc_slot_q1, slot_q1;
        logic        merge;
        always_ff @(posedge clk_i) begin
          if (accs_load_i[Group == 0 ? 0 : 1]) acc_slot_q1 <= accs_i[64*b +: 64];
        end
        assign merge   = b == 0 && merge_q1_i;
        assign slot_q1 = merge ? acc_q1 : acc_slot_q1;
        assign adder_acc[32*b +: 32] = acc_slot_q1[31:0];
        reduction_slot #(.ElementBits(Bits)) u_slot (
          .clk_i, .load_i(slot_load_i[4*Group +: 4]), .slot_i(slot_q1), .element_i(operand_q1[8*b +: Bits]),
          .operand_i(merge ? operand_q1 : '0), .first_q1_i, .takes_q1_i(first_q1_i || unmasked_q1[b]),
          .flush_q1_i(variant_q1_i[reduction_pkg::VariantFlush]), .wide19_q1_i, .exact_q1_i, .merge_q1_i(merge),
          .format_q1_i, .exact_q2_i(exact_q2_i[Group]), .format_q2_i, .exact_q3_i, .rounds_q3_i, .format_q3_i,
          .format_q4_i, .flush_q4_i, .invalid_q2_o(slot_invalid_q2[b]), .fixed_exp_o(fixed_exp[6*b +: 6]),
          .fixed_frac_o(fixed_frac[63*b +: 63]), .fixed_marks_o(fixed_marks[6*b +: 6]),
          .slot_q5_o(slot_q5[64*b +: 64])
        );
      end
    end else begin : gen_no_slots
      assign slot_invalid_q2 = '0;
      assign fixed_exp       = '0;
      assign fixed_marks     = '0;
      assign fixed_frac      = '0;
      assign adder_acc       = '0;
      assign slot_q5         = '0;
      logic unused;
      assign unused = &{1'b0, accs_load_i, slot_load_i, accs_i, wide19_q1_i, exact_q1_i, exact_q2_i, exact_q3_i,
                        rounds_q3_i, format_q3_i, format_q4_i};
    end
  endgenerate

  // ---- Join of integers and comparisons ------------------------------------------------------------------------
  logic [63:0] other_q3, other_q4, other_q5;
  logic [7:0]  take_q3, take_q4, take_q5;
  logic [9:0]  flags_q3, flags_q4, flags_q5;

  always_ff @(posedge clk_i) begin
    if (load_i[2]) begin : join_integer
      logic [7:0]  take, invalid;
      logic [63:0] mask;
      mask = reduction_pkg::mask_of(take_q2);
      take = take_q2;
      if (is_pair_q2_i && size_q2_i == 2'd3 && !peer_i[4]) take = '0;
      invalid  = compare_q2_i ? invalid_q2 & take & reduction_pkg::first_bytes(size_q2_i) : slot_invalid_q2;
      other_q3 <= integer_q2_i ? (integer_q2 & mask) | (pass_q2 & ~mask) : pass_q2;
      take_q3  <= take;
      flags_q3 <= flags_q2 | {invalid[7:4] != '0, 4'b0, invalid[3:0] != '0, 4'b0};
    end
    if (load_i[3]) begin : join_compare
      logic [63:0] mask;
      mask = reduction_pkg::mask_of(take_q3);
      other_q4 <= compare_q3_i ? (compare_q3 & mask) | (other_q3 & ~mask) : other_q3;
      take_q4  <= take_q3;
      flags_q4 <= flags_q3;
    end
    if (load_i[4]) begin
      other_q5 <= other_q4;
      take_q5  <= take_q4;
      flags_q5 <= flags_q4;
    end
  end

  // ---- Float adders --------------------------------------------------------------------------------------------
  logic [39:0]  draw_q5;
  logic [63:0]  sum_64;
  logic [255:0] sums;    // 32 bits a byte
  logic [39:0]  raised;  // 5 bits a byte

  reduction_draw u_draw (
    .clk_i, .rst_ni, .accept_i(load_i[0]), .seed_load_i, .seed_i, .load_i(draw_load_i), .draw_q5_o(draw_q5)
  );

  assign sums[31:0] = sum_64[31:0];

  generate
    for (genvar b = 0; b < 8; b = b + 1) begin : gen_add
      localparam int unsigned Bits  = b == 0 ? (reduction_pkg::BuildFloat64 != 0 ? 64 : 32) : b == 4 ? 32
                                    : b % 2 == 0 ? 16 : 8;
      localparam int unsigned Width = Bits == 64 ? 64 : 32;
      localparam int unsigned Group = b == 0 ? 3 : b == 4 ? 2 : b % 2 == 0 ? 1 : 0;
      if (Bits != 8 || reduction_pkg::BuildFp8 != 0) begin : gen_built
        logic [19:0]      state, draw;
        logic [Width-1:0] a, y;
        // An element at byte b of its lane draws the state turned left by 5 * b places.
        assign state = draw_q5[20*(b/4) +: 20];
        assign draw  = b % 4 == 0 ? state : 20'({state, state} >> (20 - 5 * (b % 4)));
        assign a     = wide_q1_i ? Width'(adder_acc[32*b +: 32]) : Width'(acc_q1[8*b +: Bits]);
        reduction_fp_add #(.ElementBits(Bits)) u_add (
          .clk_i, .load_i(add_load_i[4*Group +: 4]), .a_i(a), .b_i(Width'(operand_q1[8*b +: Bits])),
          .format_a_i(add_format_q1_i), .format_b_i(add_format_b_q1_i),
          .b_zero_i(wide_q1_i && rounds_q1_i && !unmasked_q1[b]),
          .flush_i(variant_q1_i[reduction_pkg::VariantFlush]), .stochastic_q2_i, .flush_q4_i, .fixed_q4_i,
          .fixed_exp_i(fixed_exp[6*b +: 6]), .fixed_frac_i(fixed_frac[63*b +: 63]),
          .fixed_marks_i(fixed_marks[6*b +: 6]), .active_q5_i(add_q5_i[Group]), .format_q5_i(add_format_q5_i),
          .rounding_q5_i, .saturate_q5_i, .draw_q5_i(draw), .y_o(y), .flags_o(raised[5*b +: 5])
        );
        if (b == 0) begin : gen_first
          assign sum_64 = 64'(y);
        end else begin : gen_other
          assign sums[32*b +: 32] = y;
        end
      end else begin : gen_left_out
        assign sums[32*b +: 32]  = '0;
        assign raised[5*b +: 5]  = '0;
        logic unused;
        assign unused = &{1'b0, add_load_i[3:0], fixed_exp[6*b +: 6], fixed_frac[63*b +: 63],
                          fixed_marks[6*b +: 6], adder_acc[32*b +: 32]};
      end
    end
  endgenerate

  // ---- Join of sums, R6 ----------------------------------------------------------------------------------------
  // Adders that do not compute give zeros; shorter elements of the larger adders stand in their low bits.
  always_ff @(posedge clk_i) begin
    if (load_i[5]) begin : join_sum
      logic [63:0] sum, y, mask;
      logic [9:0]  flags;
      y     = slots_q5_i[2] ? '0 : y_slot_q5_i ? slot_q5[63:0] : other_q5;
      flags = '0;
      if (add_q5_i[3]) begin
        mask = reduction_pkg::mask_of(take_q5);
        sum  = sum_64;
        if (add_q5_i[2]) sum[63:32] = sums[159:128];
        if (add_q5_i[1]) {sum[63:48], sum[31:16]} = {sums[207:192], sums[79:64]};
        if (add_q5_i[0]) begin
          {sum[63:56], sum[47:40]} = {sums[231:224], sums[167:160]};
          {sum[31:24], sum[15:8]}  = {sums[103:96], sums[39:32]};
        end
        if (!slots_q5_i[2]) y = merge_q5_i ? sum_64 : (sum & mask) | (y & ~mask);
        for (int k = 0; k < 8; k = k + 1) begin
          flags[5*(k/4) +: 5] = flags[5*(k/4) +: 5] | (raised[5*k +: 5] & {5{take_q5[k]}});
        end
      end
      y_o     <= {y[63:33], y[32] ^ (flip_i[1] && !slots_q5_i[2]), y[31:1], y[0] ^ (flip_i[0] && !slots_q5_i[2])};
      flags_o <= flags_q5 | flags;
    end
  end

  generate
    if (reduction_pkg::BuildWide != 0 || reduction_pkg::BuildExact != 0) begin : gen_slots_out
      for (genvar b = 0; b < 8; b = b + 1) begin : gen_byte
        localparam int unsigned Group = b == 0 ? 2 : b % 2 == 0 ? 1 : 0;
        always_ff @(posedge clk_i) begin
          if (load_i[5] && slots_load_i) begin : choose
            logic [63:0] slot;
            slot = add_q5_i[3] && take_q5[b] ? {32'b0, sums[32*b +: 32]} : slot_q5[64*b +: 64];
            slot[0] = slot[0] ^ (b % 4 == 0 && flip_i[b / 4]);
            slots_o[64*b +: 64] <= slots_q5_i[Group] ? slot : '0;
          end
        end
      end
    end else begin : gen_no_slots_out
      assign slots_o = '0;
      logic unused;
      assign unused = &{1'b0, slots_load_i, slots_q5_i[1:0], slot_q5[511:64], sums};
    end
  endgenerate

endmodule
