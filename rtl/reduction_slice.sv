// SPDX-License-Identifier: Apache-2.0
//
// One 64-bit slice of the reduction ALU, two lanes of 32 bits: all elements that start in it. Latency six registers.
//
//   operand, acc, mask --> R1 --+--> pass acc, or operand if first --> R2 --> join --> R3 --> join --> R4 --> R5 --+
//                               |--> integers ----------------------- R2 ------^               ^                   |
//                               |--> compare, with the other slice of a pair - R2 ----- R3 ----'                   |
//                               '--> float adders ------------------- R2 ----- R3 ------------ R4 --> R5 --> join --+--> R6
//
// Float adders by the byte at which their elements start (reduction_fp_add.sv has the formats of each):
//
//   byte     0      1     2      3     4      5     6      7
//   SigBits  53     4     11     4     24     4     11     4
//
// Pins: load_i[k] loads register R(k+1); the other load pins load what their unit needs of it: compare_load_i R2, R3;
// add_load_i, four bits a size of adder (8, 16, 32, 64 bits from the lowest), R2 to R5; draw_load_i R1 to R5. Controls
// with _qN belong to the beat in RN. flip_i inverts the lowest result bit of a lane (test builds; else constant 0).
// peer_i and peer_o: the other slice of a 128-bit pair; odd_i is constant. flags_o: {NV, DZ, OF, UF, NX} of the
// elements that start in the lane, with the accumulator's own flags.
module reduction_slice (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        odd_i,
  input  logic [5:0]  load_i,
  input  logic        integer_load_i,
  input  logic [1:0]  compare_load_i,
  input  logic [15:0] add_load_i,
  input  logic [4:0]  draw_load_i,
  input  logic        seed_load_i,
  input  logic [39:0] seed_i,

  input  logic [63:0] operand_i,
  input  logic [63:0] acc_i,
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
  input  logic [4:0]  add_format_q1_i,
  input  logic [2:0]  variant_q1_i,
  input  logic        integer_q2_i,   // the integer unit computes this beat
  input  logic        compare_q2_i,
  input  logic [1:0]  size_q2_i,
  input  logic        is_pair_q2_i,
  input  logic        is_max_q2_i,
  input  logic [2:0]  format_q2_i,
  input  logic        nan_wins_q2_i,
  input  logic        stochastic_q2_i,
  input  logic        compare_q3_i,
  input  logic        flush_q4_i,
  input  logic [3:0]  add_q5_i,       // the adders of a size compute this beat
  input  logic [4:0]  add_format_q5_i,
  input  logic [2:0]  rounding_q5_i,
  input  logic        saturate_q5_i,
  input  logic [1:0]  flip_i,

  input  logic [4:0]  peer_i,
  output logic [4:0]  peer_o,
  output logic [63:0] y_o,
  output logic [9:0]  flags_o
);
  /* verilator no_inline_module */  // one copy of the code serves all slices: quicker to build and to run

  // ---- R1, and what passes through -----------------------------------------------------------------------------
  logic [63:0] operand_q1, acc_q1, pass_q2;
  logic [7:0]  mask_q1, take_q2;  // bytes of the elements that take part
  logic [9:0]  acc_flags_q1, flags_q2;

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
      take_q2  <= computes_q1_i ? ~reduction_pkg::any(~mask_q1, is_pair_q1_i ? 2'd3 : size_q1_i) : '0;
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
      invalid  = compare_q2_i ? invalid_q2 & take & reduction_pkg::first_bytes(size_q2_i) : '0;
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
  logic [39:0] draw_q5;
  logic [63:0] sum_64;
  logic [31:0] sum_32, sum_16, sum_8;  // all adders of a size, side by side
  logic [4:0]  raised_64, raised_32;
  logic [9:0]  raised_16;
  logic [19:0] raised_8;

  reduction_draw u_draw (
    .clk_i, .rst_ni, .accept_i(load_i[0]), .seed_load_i, .seed_i, .load_i(draw_load_i), .draw_q5_o(draw_q5)
  );

  generate
    if (reduction_pkg::BuildFloat64 != 0) begin : gen_add_64
      reduction_fp_add #(.SigBits(53)) u_add (
        .clk_i, .load_i(add_load_i[15:12]), .a_i(acc_q1), .b_i(operand_q1), .format_i(add_format_q1_i),
        .flush_i(variant_q1_i[reduction_pkg::VariantFlush]), .stochastic_q2_i, .flush_q4_i, .active_q5_i(add_q5_i[3]),
        .format_q5_i(add_format_q5_i), .rounding_q5_i, .saturate_q5_i, .draw_q5_i(draw_q5[19:0]), .y_o(sum_64), .flags_o(raised_64)
      );
    end else begin : gen_add_low_32
      assign sum_64[63:32] = '0;
      reduction_fp_add #(.SigBits(24)) u_add (
        .clk_i, .load_i(add_load_i[15:12]), .a_i(acc_q1[31:0]), .b_i(operand_q1[31:0]), .format_i(add_format_q1_i),
        .flush_i(variant_q1_i[reduction_pkg::VariantFlush]), .stochastic_q2_i, .flush_q4_i, .active_q5_i(add_q5_i[3]),
        .format_q5_i(add_format_q5_i), .rounding_q5_i, .saturate_q5_i, .draw_q5_i(draw_q5[19:0]), .y_o(sum_64[31:0]),
        .flags_o(raised_64)
      );
    end
  endgenerate

  reduction_fp_add #(.SigBits(24)) u_add_32 (
    .clk_i, .load_i(add_load_i[11:8]), .a_i(acc_q1[63:32]), .b_i(operand_q1[63:32]), .format_i(add_format_q1_i),
    .flush_i(variant_q1_i[reduction_pkg::VariantFlush]), .stochastic_q2_i, .flush_q4_i, .active_q5_i(add_q5_i[2]),
    .format_q5_i(add_format_q5_i), .rounding_q5_i, .saturate_q5_i, .draw_q5_i(draw_q5[39:20]), .y_o(sum_32), .flags_o(raised_32)
  );

  generate
    for (genvar l = 0; l < 2; l = l + 1) begin : gen_add_16
      // An element at byte b of its lane draws the state turned left by 5 * b places.
      reduction_fp_add #(.SigBits(11)) u_add (
        .clk_i, .load_i(add_load_i[7:4]), .a_i(acc_q1[32*l+16 +: 16]), .b_i(operand_q1[32*l+16 +: 16]),
        .format_i(add_format_q1_i), .flush_i(variant_q1_i[reduction_pkg::VariantFlush]), .stochastic_q2_i, .flush_q4_i,
        .active_q5_i(add_q5_i[1]), .format_q5_i(add_format_q5_i), .rounding_q5_i, .saturate_q5_i,
        .draw_q5_i({draw_q5[20*l +: 10], draw_q5[20*l+10 +: 10]}), .y_o(sum_16[16*l +: 16]),
        .flags_o(raised_16[5*l +: 5])
      );
    end

    for (genvar b = 0; b < 4; b = b + 1) begin : gen_add_8
      localparam int unsigned Lane = b / 2;
      localparam int unsigned Turn = b % 2 == 0 ? 5 : 15;
      if (reduction_pkg::BuildFp8 != 0) begin : gen_built
        reduction_fp_add #(.SigBits(4)) u_add (
          .clk_i, .load_i(add_load_i[3:0]), .a_i(acc_q1[16*b+8 +: 8]), .b_i(operand_q1[16*b+8 +: 8]),
          .format_i(add_format_q1_i), .flush_i(variant_q1_i[reduction_pkg::VariantFlush]), .stochastic_q2_i, .flush_q4_i,
          .active_q5_i(add_q5_i[0]), .format_q5_i(add_format_q5_i), .rounding_q5_i, .saturate_q5_i,
          .draw_q5_i({draw_q5[20*Lane +: 20-Turn], draw_q5[20*Lane+20-Turn +: Turn]}), .y_o(sum_8[8*b +: 8]),
          .flags_o(raised_8[5*b +: 5])
        );
      end else begin : gen_left_out
        assign sum_8[8*b +: 8]    = '0;
        assign raised_8[5*b +: 5] = '0;
        logic unused;
        assign unused = &{1'b0, add_load_i[3:0]};
      end
    end
  endgenerate

  // ---- Join of sums, R6 ----------------------------------------------------------------------------------------
  // Adders that do not compute give zeros; shorter elements of the larger adders stand in their low bits.
  always_ff @(posedge clk_i) begin
    if (load_i[5]) begin : join_sum
      logic [63:0] sum, y, mask;
      logic [9:0]  raised;
      y      = other_q5;
      raised = '0;
      if (add_q5_i[3]) begin
        mask = reduction_pkg::mask_of(take_q5);
        sum  = sum_64;
        if (add_q5_i[2]) sum[63:32] = sum_32;
        if (add_q5_i[1]) {sum[63:48], sum[31:16]} = sum_16;
        if (add_q5_i[0]) {sum[63:56], sum[47:40], sum[31:24], sum[15:8]} = sum_8;
        y = (sum & mask) | (y & ~mask);
        raised = {(raised_32 & {5{take_q5[4]}}) | (raised_16[9:5] & {5{take_q5[6]}})
                    | (raised_8[14:10] & {5{take_q5[5]}}) | (raised_8[19:15] & {5{take_q5[7]}}),
                  (raised_64 & {5{take_q5[0]}}) | (raised_16[4:0] & {5{take_q5[2]}})
                    | (raised_8[4:0] & {5{take_q5[1]}}) | (raised_8[9:5] & {5{take_q5[3]}})};
      end
      y_o     <= {y[63:33], y[32] ^ flip_i[1], y[31:1], y[0] ^ flip_i[0]};
      flags_o <= flags_q5 | raised;
    end
  end

endmodule
