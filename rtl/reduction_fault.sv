// SPDX-License-Identifier: Apache-2.0
//
// Test builds only: decides in which lane the result of a beat is falsified, to prove that comparisons around the ALU
// can fail. Configured at the start of simulation by plusargs; without +alu_fault_lane nothing is falsified.
//
//   +alu_fault_type=CODE +alu_fault_op=CODE +alu_fault_lane=N +alu_fault_beat=0|1   (0: head beat, 1: tail beat)
//
//   type, operator, head, tail of the beat in R5 --> match --> flip_o[lane]
module reduction_fault #(
  parameter int unsigned Lanes = 16
) (
  input  logic             computes_i,  // the beat combines two operands
  input  logic [3:0]       type_i,
  input  logic [3:0]       op_i,
  input  logic             head_i,
  input  logic             tail_i,
  output logic [Lanes-1:0] flip_o
);

`ifdef YOSYS
  logic unused;
  assign unused = &{1'b0, computes_i, type_i, op_i, head_i, tail_i};
  assign flip_o = '0;
`else
  logic        armed;
  logic [31:0] fault_type, fault_op, fault_lane, fault_beat;

  initial begin
    armed = $test$plusargs("alu_fault_lane=") != 0;
    if ($value$plusargs("alu_fault_type=%d", fault_type) == 0) fault_type = '1;
    if ($value$plusargs("alu_fault_op=%d", fault_op) == 0) fault_op = '1;
    if ($value$plusargs("alu_fault_lane=%d", fault_lane) == 0) fault_lane = '1;
    if ($value$plusargs("alu_fault_beat=%d", fault_beat) == 0) fault_beat = '1;
  end

  always_comb begin
    flip_o = '0;
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      flip_o[lane] = armed && computes_i && fault_lane == lane && fault_type == {28'b0, type_i}
                  && fault_op == {28'b0, op_i} && ((fault_beat == 0 && head_i) || (fault_beat == 1 && tail_i));
    end
  end
`endif

endmodule
