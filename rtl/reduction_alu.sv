// SPDX-License-Identifier: Apache-2.0
//
// The reduction ALU: combines one beat of an operand with the accumulator, lane by lane.
//
//              +--------+  control   R1 ... R6: valid, tag, marks
//   in_* ----->| decode |------------+------------------------------------+-----> out_*
//              +--------+            |                                    |
//   in_operand_i, in_acc_i --------->| lane 0 .. BeatBits/32 - 1          |-----> out_acc_o, out_flags_o
//   in_mask_i, in_acc_flags_i        | (reduction_lane.sv)                |
//                                    +------------------------------------+
//
// Handshake: a beat is taken at a rising edge with in_valid_i and in_ready_o, its result is handed over at a rising
// edge with out_valid_o and out_ready_i, Depth edges later if nothing stalls. One beat an edge. All stages stop
// while a result waits: in_ready_o = out_ready_i or no result there. Valid never depends on ready.
//
// | pin              | bits       | meaning                                                                        |
// |------------------|------------|--------------------------------------------------------------------------------|
// | in_type_i, in_op_i, in_rounding_i, in_precision_i | 4,4,3,3 | codes of models/reduction/types.h                |
// | in_first_i       | 1          | first operand of the operation: the result is the operand, unchanged           |
// | in_last_i        | 1          | last operand of the operation                                                  |
// | in_head_i, in_tail_i | 1, 1   | first and last beat of this operand                                            |
// | in_tag_i         | 16         | comes out with the result                                                      |
// | in_mask_i        | BeatBits/8 | byte takes part; an element does if all its bytes do, else acc passes. Not     |
// |                  |            | looked at with in_first_i                                                      |
// | in_operand_i     | BeatBits   | element 0 in the low bits, little-endian                                       |
// | in_acc_i         | AccBits    | accumulator; precision native uses the low BeatBits                            |
// | in_acc_flags_i   | 5 a lane   | sticky flags of the accumulator                                                |
// | out_acc_o        | AccBits    | new accumulator; above BeatBits constant zero in precision native              |
// | out_flags_o      | 5 a lane   | {NV, DZ, OF, UF, NX} of the 32-bit lane's elements, or-ed with in_acc_flags_i; |
// |                  |            | 0 with in_first_i                                                              |
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
  input  logic                  in_first_i,
  input  logic                  in_last_i,
  input  logic                  in_head_i,
  input  logic                  in_tail_i,
  input  logic [15:0]           in_tag_i,
  input  logic [BeatBits/8-1:0] in_mask_i,
  input  logic [BeatBits-1:0]   in_operand_i,
  input  logic [AccBits-1:0]    in_acc_i,
  input  logic [5*Lanes-1:0]    in_acc_flags_i,

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

  logic unused;
  assign unused = &{1'b0, in_acc_i[AccBits-1:BeatBits]};

  // ---- Decode and control pipeline -------------------------------------------------------------------------------
  logic       advance;
  logic [6:1] valid_q;
  logic [5:0] load;
  logic       is_f32, is_f16, is_bf16, is_signed, is_sum, is_max, unsupported;

  assign advance    = out_ready_i || !valid_q[6];
  assign in_ready_o = advance;
  assign load       = {valid_q[5:1], in_valid_i} & {6{advance}};

  reduction_decode u_decode (
    .type_i(in_type_i), .op_i(in_op_i), .rounding_i(in_rounding_i), .precision_i(in_precision_i),
    .is_f32_o(is_f32), .is_f16_o(is_f16), .is_bf16_o(is_bf16), .is_signed_o(is_signed), .is_sum_o(is_sum),
    .is_max_o(is_max), .unsupported_o(unsupported)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      valid_q <= '0;
    else if (advance) valid_q <= {valid_q[5:1], in_valid_i};
  end

  // Controls of the beat in R1; of those behind it only what the last stage and the adders' clock gates need.
  logic       is_f32_q1, is_f16_q1, is_bf16_q1, is_signed_q1, is_sum_q1, is_max_q1;
  logic [4:1] fp_sum_q;
  logic [5:1] f16_q, bf16_q;
  logic [3:0] fp_load;

  // {unsupported, first, last, head, tail, type, op, tag}
  localparam int unsigned MarkBits = 29;
  logic [MarkBits-1:0] mark_q1, mark_q2, mark_q3, mark_q4, mark_q5;
  logic [20:0]         mark_q6;  // without type and op

  always_ff @(posedge clk_i) begin
    if (load[0]) begin
      is_f32_q1    <= is_f32;
      is_f16_q1    <= is_f16;
      is_bf16_q1   <= is_bf16;
      is_signed_q1 <= is_signed;
      is_sum_q1    <= is_sum;
      is_max_q1    <= is_max;
      mark_q1      <= {unsupported, in_first_i, in_last_i, in_head_i, in_tail_i, in_type_i, in_op_i, in_tag_i};
    end
    if (advance) begin
      fp_sum_q <= {fp_sum_q[3:1], in_valid_i && is_sum && (is_f32 || is_f16 || is_bf16) && !in_first_i};
      f16_q    <= {f16_q[4:1], is_f16};
      bf16_q   <= {bf16_q[4:1], is_bf16};
    end
    if (load[1]) mark_q2 <= mark_q1;
    if (load[2]) mark_q3 <= mark_q2;
    if (load[3]) mark_q4 <= mark_q3;
    if (load[4]) mark_q5 <= mark_q4;
    if (load[5]) mark_q6 <= {mark_q5[28:24], mark_q5[15:0]};
  end
  assign fp_load = load[4:1] & fp_sum_q;

  // ---- Lanes -----------------------------------------------------------------------------------------------------
  logic [Lanes-1:0] flip;

  generate
    if (TestFaults != 0) begin : gen_fault
      reduction_fault #(.Lanes(Lanes)) u_fault (
        .computes_i(!mark_q5[MarkBits-1] && !mark_q5[MarkBits-2]), .type_i(mark_q5[23:20]), .op_i(mark_q5[19:16]),
        .head_i(mark_q5[25]), .tail_i(mark_q5[24]), .flip_o(flip)
      );
    end else begin : gen_no_fault
      logic unused_mark;
      assign unused_mark = &{1'b0, mark_q5[23:16]};
      assign flip = '0;
    end

    for (genvar l = 0; l < Lanes; l = l + 1) begin : gen_lane
      reduction_lane u_lane (
        .clk_i,
        .load_i(load),
        .fp_load_i(fp_load),
        .operand_i(in_operand_i[32*l +: 32]),
        .acc_i(in_acc_i[32*l +: 32]),
        .mask_i(in_mask_i[4*l +: 4]),
        .acc_flags_i(in_acc_flags_i[5*l +: 5]),
        .first_q1_i(mark_q1[MarkBits-2]),
        .unsupported_q1_i(mark_q1[MarkBits-1]),
        .is_f32_q1_i(is_f32_q1),
        .is_f16_q1_i(is_f16_q1),
        .is_bf16_q1_i(is_bf16_q1),
        .is_signed_q1_i(is_signed_q1),
        .is_sum_q1_i(is_sum_q1),
        .is_max_q1_i(is_max_q1),
        .is_f16_q5_i(f16_q[5]),
        .is_bf16_q5_i(bf16_q[5]),
        .flip_i(flip[l]),
        .y_o(out_acc_o[32*l +: 32]),
        .flags_o(out_flags_o[5*l +: 5])
      );
    end
  endgenerate

  assign out_acc_o[AccBits-1:BeatBits] = '0;
  assign out_valid_o = valid_q[6];
  assign {out_unsupported_o, out_first_o, out_last_o, out_head_o, out_tail_o} = mark_q6[20:16];
  assign out_tag_o = mark_q6[15:0];

endmodule
