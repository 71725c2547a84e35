// SPDX-License-Identifier: Apache-2.0
//
// The reduction ALU: combines one beat of an operand with the accumulator, element by element.
//
//              +--------+  control   R1 ... R6: valid, tag, marks
//   in_* ----->| decode |------------+------------------------------------+-----> out_*
//              +--------+            |                                    |
//   in_operand_i, in_acc_i --------->| slice 0 .. BeatBits/64 - 1         |-----> out_acc_o, out_flags_o
//   in_mask_i, in_acc_flags_i        | (reduction_slice.sv)               |
//   seed_i ------------------------->| two by two the halves of a pair    |
//                                    +------------------------------------+
//
// Handshake: a beat is taken at a rising edge with in_valid_i and in_ready_o, its result is handed over at a rising
// edge with out_valid_o and out_ready_i, Depth edges later if nothing stalls. One beat an edge. All stages stop
// while a result waits: in_ready_o = out_ready_i or no result there. Valid never depends on ready.
//
// | pin              | bits       | meaning                                                                        |
// |------------------|------------|--------------------------------------------------------------------------------|
// | in_type_i, in_op_i, in_rounding_i, in_precision_i | 4,4,3,3 | codes of models/reduction/types.h                |
// | in_variant_i     | 3          | bit 0: sums saturate; bit 1: a NaN wins min, max, minloc, maxloc; bit 2:       |
// |                  |            | subnormal floats count as zero                                                 |
// | in_first_i       | 1          | first operand of the operation: the result is the operand, unchanged           |
// | in_last_i        | 1          | last operand of the operation                                                  |
// | in_head_i, in_tail_i | 1, 1   | first and last beat of this operand                                            |
// | in_tag_i         | 16         | comes out with the result                                                      |
// | in_mask_i        | BeatBits/8 | byte takes part; an element does if all its bytes do, else acc passes. Not     |
// |                  |            | looked at with in_first_i                                                      |
// | in_operand_i     | BeatBits   | element 0 in the low bits, little-endian                                       |
// | in_acc_i         | AccBits    | accumulator; precisions native and those that merge use the low BeatBits,      |
// |                  |            | others 64 bits from bit 64 * b for the element that begins at byte b of a beat |
// | in_acc_flags_i   | 5 a lane   | sticky flags of the accumulator                                                |
// | seed_load_i, seed_i | 1, 20 a lane | the lanes' random draws start from these states. Only while no beat is in |
// |                  |            | the pipeline or offered. Every accepted beat advances the states               |
// | out_acc_o        | AccBits    | new accumulator, like in_acc_i, or the rounded elements in the low BeatBits;   |
// |                  |            | zero elsewhere                                                                 |
// | out_flags_o      | 5 a lane   | {NV, DZ, OF, UF, NX} of the elements that start in the 32-bit lane, or-ed with |
// |                  |            | in_acc_flags_i; 0 with in_first_i                                              |
// | out_unsupported_o| 1          | codes that this datapath lacks: nothing was computed, acc (operand if first)   |
// |                  |            | passed                                                                         |
module reduction_alu #(
  parameter int unsigned TestFaults = 0,  // 1: reduction_fault.sv may falsify results
  localparam int unsigned BeatBits  = reduction_pkg::BeatBits,
  localparam int unsigned AccBits   = BeatBits * reduction_pkg::AccFactor,
  localparam int unsigned Lanes     = BeatBits / reduction_pkg::LaneBits
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  in_valid_i,
  output logic                  in_ready_o,
  input  logic [3:0]            in_type_i,
  input  logic [3:0]            in_op_i,
  input  logic [2:0]            in_rounding_i,
  input  logic [2:0]            in_precision_i,
  input  logic [2:0]            in_variant_i,
  input  logic                  in_first_i,
  input  logic                  in_last_i,
  input  logic                  in_head_i,
  input  logic                  in_tail_i,
  input  logic [15:0]           in_tag_i,
  input  logic [BeatBits/8-1:0] in_mask_i,
  input  logic [BeatBits-1:0]   in_operand_i,
  input  logic [AccBits-1:0]    in_acc_i,
  input  logic [5*Lanes-1:0]    in_acc_flags_i,

  input  logic                  seed_load_i,
  input  logic [20*Lanes-1:0]   seed_i,

  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  output logic [15:0]           out_tag_o,
  output logic                  out_first_o,
  output logic                  out_last_o,
  output logic                  out_head_o,
  output logic                  out_tail_o,
  output logic [AccBits-1:0]    out_acc_o,
  output logic [5*Lanes-1:0]    out_flags_o,
  output logic                  out_unsupported_o
);

  localparam int unsigned Slices = BeatBits / reduction_pkg::SliceBits;

  // ---- Decode and control pipeline -------------------------------------------------------------------------------
  logic       advance;
  logic [6:1] valid_q;
  logic [5:0] load;
  logic [1:0] size;
  logic       is_float, is_signed, is_pair, uses_integer, uses_compare, uses_adder, unsupported, computes, stochastic;
  logic       is_wide, is_wide19, is_exact, is_merge, rounds, adds;
  logic [1:0] add_size;  // a merged slot is rounded by the adder of the largest elements

  assign advance    = out_ready_i || !valid_q[6];
  assign in_ready_o = advance;
  assign load       = {valid_q[5:1], in_valid_i} & {6{advance}};
  assign computes   = in_valid_i && !unsupported && !in_first_i && !is_exact;
  assign adds       = in_valid_i && uses_adder && (computes || rounds);
  assign add_size   = is_merge ? 2'd3 : size;
  assign stochastic = in_rounding_i == reduction_pkg::RoundStochastic;

  reduction_decode u_decode (
    .type_i(in_type_i), .op_i(in_op_i), .rounding_i(in_rounding_i), .precision_i(in_precision_i),
    .first_i(in_first_i), .last_i(in_last_i), .size_o(size),
    .is_float_o(is_float), .is_signed_o(is_signed), .is_pair_o(is_pair), .uses_integer_o(uses_integer),
    .uses_compare_o(uses_compare), .uses_adder_o(uses_adder), .is_wide_o(is_wide), .is_wide19_o(is_wide19),
    .is_exact_o(is_exact), .is_merge_o(is_merge), .rounds_o(rounds), .unsupported_o(unsupported)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      valid_q <= '0;
    else if (advance) valid_q <= {valid_q[5:1], in_valid_i};
  end

  // Controls of the beat in R1; of those behind it only what the later stages and the clock gates need.
  logic       is_float_q1, is_signed_q1, is_pair_q1, is_pair_q2, computes_q1;
  logic [1:0] size_q1, size_q2;
  logic [2:1] integer_q;
  logic [3:1] compare_q;
  logic [5:1] draw_q, add_8_q, add_16_q, add_32_q, add_64_q;  // adders of a size compute; those of 64 bits for all
  logic [4:0] draw_load;
  logic [4:0] add_format_b_q1;
  logic [6:0] add_format_q1, add_format_q5;
  logic [5:1] exact_q, slot_odd_q, slot_even_q, slot_0_q;  // slots of a group (reduction_slice.sv) are used
  logic       slots_q6;  // the last result stood in slots

  // {wide19, wide, exact, merge, rounds, unsupported, first, last, head, tail, type, op, rounding, variant, tag}
  localparam int unsigned MarkBits    = 40;
  localparam int unsigned Wide19      = 39;
  localparam int unsigned Wide        = 38;
  localparam int unsigned Exact       = 37;
  localparam int unsigned Merge       = 36;
  localparam int unsigned Rounds      = 35;
  localparam int unsigned Unsupported = 34;
  localparam int unsigned First       = 33;
  localparam int unsigned Head        = 31;
  localparam int unsigned Tail        = 30;
  localparam int unsigned TypeLow     = 26;
  localparam int unsigned OpLow       = 22;
  localparam int unsigned RoundingLow = 19;
  localparam int unsigned VariantLow  = 16;
  logic [MarkBits-1:0] mark_q1, mark_q2, mark_q3, mark_q4, mark_q5;
  logic [20:0]         mark_q6;  // without type, op, rounding, variant

  always_ff @(posedge clk_i) begin
    if (load[0]) begin
      size_q1      <= size;
      is_float_q1  <= is_float;
      is_signed_q1 <= is_signed;
      is_pair_q1   <= is_pair;
      computes_q1  <= computes;
      mark_q1      <= {is_wide19, is_wide, is_exact, is_merge, rounds, unsupported, in_first_i, in_last_i, in_head_i,
                       in_tail_i, in_type_i, in_op_i, in_rounding_i, in_variant_i, in_tag_i};
    end
    if (advance) begin
      integer_q <= {integer_q[1], computes && uses_integer};
      compare_q <= {compare_q[2:1], computes && uses_compare};
      draw_q    <= {draw_q[4:1], adds && stochastic};
      add_64_q  <= {add_64_q[4:1], adds};
      add_32_q  <= {add_32_q[4:1], adds && add_size != 2'd3};
      add_16_q  <= {add_16_q[4:1], adds && !add_size[1]};
      add_8_q   <= {add_8_q[4:1], adds && add_size == 2'd0};
      exact_q     <= {exact_q[4:1], in_valid_i && is_exact};
      slot_0_q    <= {slot_0_q[4:1], in_valid_i && (is_wide || is_exact)};
      slot_even_q <= {slot_even_q[4:1], in_valid_i && (is_wide || is_exact) && !is_merge};
      slot_odd_q  <= {slot_odd_q[4:1], in_valid_i && (is_wide || is_exact) && !is_merge && size == 2'd0};
    end
    if (load[1]) begin
      size_q2    <= size_q1;
      is_pair_q2 <= is_pair_q1;
      mark_q2    <= mark_q1;
    end
    if (load[2]) mark_q3 <= mark_q2;
    if (load[3]) mark_q4 <= mark_q3;
    if (load[4]) mark_q5 <= mark_q4;
    if (load[5]) mark_q6 <= {mark_q5[34:30], mark_q5[15:0]};
  end
  // The code of reduction_fp_add.sv; wide19 and fp32: of the accumulator.
  function automatic logic [6:0] add_format(input logic [2:0] format, input logic wide19, input logic fp32);
    if (wide19)    add_format = format == reduction_pkg::FormatFloat16 ? 7'h20 : 7'h40;
    else if (fp32) add_format = 7'h02;
    else           add_format = {2'b0, format == reduction_pkg::FormatE4m3, format == reduction_pkg::FormatBfloat16,
                                 format == reduction_pkg::FormatFloat16, format == reduction_pkg::FormatFloat32,
                                 format == reduction_pkg::FormatFloat64};
  endfunction
  assign add_format_q1   = add_format(mark_q1[TypeLow +: 3], mark_q1[Wide] && mark_q1[Wide19],
                                      mark_q1[Wide] && !mark_q1[Wide19]);
  assign add_format_b_q1 = 5'(add_format(mark_q1[TypeLow +: 3], 1'b0, 1'b0));
  assign add_format_q5   = add_format(mark_q5[TypeLow +: 3], mark_q5[Wide] && !mark_q5[Rounds] && mark_q5[Wide19],
                                      mark_q5[Wide] && !mark_q5[Rounds] && !mark_q5[Wide19]);

  assign draw_load = load[4:0] & {draw_q[4:1], stochastic};

  // Slots are cleared once they have stood on the pins; after a reset it is not known whether they did.
  logic slots_q5;
  assign slots_q5 = slot_0_q[5] && !mark_q5[Merge] && !mark_q5[Rounds];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      slots_q6 <= 1'b1;
    else if (load[5]) slots_q6 <= slots_q5;
  end

  logic unused;
  assign unused = &{1'b0, draw_q[5], exact_q[5], mark_q5[29], mark_q5[VariantLow+1 +: 2], mark_q5[Exact]};

  // ---- Slices ----------------------------------------------------------------------------------------------------
  // Before R5 the adders have nothing to do with fixed-point sums.
  logic [3:0]          add_load;
  logic [1:0]          accs_load;  // accumulators in slots, of even and of odd bytes
  assign add_load  = load[4:1] & {1'b1, ~exact_q[3:1]};
  assign accs_load = {2{load[0] && (is_wide || is_exact) && !is_merge}} & {1'b1, size == 2'd0};

  logic [Lanes-1:0]    flip;
  logic [5*Slices-1:0] peer;
  logic [BeatBits-1:0] y;
  logic [AccBits-1:0]  slots;

  generate
    if (TestFaults != 0) begin : gen_fault
      reduction_fault #(.Lanes(Lanes)) u_fault (
        .computes_i(!mark_q5[Unsupported] && !mark_q5[First]), .type_i(mark_q5[TypeLow +: 4]),
        .op_i(mark_q5[OpLow +: 4]), .head_i(mark_q5[Head]), .tail_i(mark_q5[Tail]), .flip_o(flip)
      );
    end else begin : gen_no_fault
      logic unused_mark;
      assign unused_mark = &{1'b0, mark_q5[TypeLow+3], mark_q5[OpLow +: 4]};
      assign flip = '0;
    end

    for (genvar s = 0; s < Slices; s = s + 1) begin : gen_slice
      localparam int unsigned Peer = s % 2 == 0 ? s + 1 : s - 1;
      reduction_slice u_slice (
        .clk_i,
        .rst_ni,
        .odd_i(s % 2 != 0),
        .load_i(load),
        .integer_load_i(load[1] && integer_q[1]),
        .compare_load_i(load[2:1] & compare_q[2:1]),
        .add_load_i({add_load & add_64_q[4:1], add_load & add_32_q[4:1], add_load & add_16_q[4:1],
                     add_load & add_8_q[4:1]}),
        .accs_load_i(accs_load),
        .slot_load_i({load[4:1] & slot_0_q[4:1], load[4:1] & slot_even_q[4:1], load[4:1] & slot_odd_q[4:1]}),
        .slots_load_i(slots_q5 || slots_q6),
        .draw_load_i(draw_load),
        .seed_load_i,
        .seed_i(seed_i[40*s +: 40]),
        .operand_i(in_operand_i[64*s +: 64]),
        .acc_i(in_acc_i[64*s +: 64]),
        .accs_i(in_acc_i[512*s +: 512]),
        .mask_i(in_mask_i[8*s +: 8]),
        .acc_flags_i(in_acc_flags_i[10*s +: 10]),
        .first_q1_i(mark_q1[First]),
        .computes_q1_i(computes_q1),
        .size_q1_i(size_q1),
        .is_float_q1_i(is_float_q1),
        .is_signed_q1_i(is_signed_q1),
        .is_pair_q1_i(is_pair_q1),
        .op_q1_i(mark_q1[OpLow +: 4]),
        .format_q1_i(mark_q1[TypeLow +: 3]),
        .add_format_q1_i(add_format_q1),
        .add_format_b_q1_i(add_format_b_q1),
        .variant_q1_i(mark_q1[VariantLow +: 3]),
        .wide_q1_i(mark_q1[Wide]),
        .wide19_q1_i(mark_q1[Wide19]),
        .exact_q1_i(mark_q1[Exact]),
        .merge_q1_i(mark_q1[Merge]),
        .rounds_q1_i(mark_q1[Rounds]),
        .integer_q2_i(integer_q[2]),
        .compare_q2_i(compare_q[2]),
        .size_q2_i(size_q2),
        .is_pair_q2_i(is_pair_q2),
        .is_max_q2_i(!mark_q2[OpLow]),
        .format_q2_i(mark_q2[TypeLow +: 3]),
        .nan_wins_q2_i(mark_q2[VariantLow+reduction_pkg::VariantNanWins]),
        .stochastic_q2_i(draw_q[2]),
        .exact_q2_i({3{exact_q[2]}} & {slot_0_q[2], slot_even_q[2], slot_odd_q[2]}),
        .compare_q3_i(compare_q[3]),
        .exact_q3_i(exact_q[3]),
        .rounds_q3_i(mark_q3[Rounds]),
        .format_q3_i(mark_q3[TypeLow +: 3]),
        .fixed_q4_i(exact_q[4] && mark_q4[Rounds]),
        .format_q4_i(mark_q4[TypeLow +: 3]),
        .flush_q4_i(mark_q4[VariantLow+reduction_pkg::VariantFlush]),
        .add_q5_i({add_64_q[5], add_32_q[5], add_16_q[5], add_8_q[5]}),
        .add_format_q5_i(add_format_q5),
        .slots_q5_i({3{slots_q5}} & {1'b1, slot_even_q[5], slot_odd_q[5]}),
        .y_slot_q5_i(slot_0_q[5] && mark_q5[Merge]),
        .merge_q5_i(mark_q5[Merge]),
        .rounding_q5_i(mark_q5[RoundingLow +: 3]),
        .saturate_q5_i(mark_q5[VariantLow+reduction_pkg::VariantSaturate]),
        .flip_i(flip[2*s +: 2]),
        .peer_i(peer[5*Peer +: 5]),
        .peer_o(peer[5*s +: 5]),
        .y_o(y[64*s +: 64]),
        .slots_o(slots[512*s +: 512]),
        .flags_o(out_flags_o[10*s +: 10])
      );
    end
  endgenerate

  assign out_acc_o   = slots | AccBits'(y);
  assign out_valid_o = valid_q[6];
  assign {out_unsupported_o, out_first_o, out_last_o, out_head_o, out_tail_o} = mark_q6[20:16];
  assign out_tag_o = mark_q6[15:0];

endmodule
