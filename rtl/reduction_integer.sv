// SPDX-License-Identifier: Apache-2.0
//
// Sums, bitwise and logical operators on the integers of one slice: eight of 8 bits, four of 16, two of 32 or one of
// 64.
//
//   a, b --+--> 64-bit adder, cut at the tops of segments --> saturate --+--> R2 --> y_q2_o
//          |--> and, or, xor --------------------------------------------|
//          '--> not zero? --> and, or, xor --> 0 or 1 -------------------'
//
// The adder sees zeros in the top bit of every segment, so that no carry leaves it; that bit's own sum is the xor of
// the operands and of the carry that arrived. load_i loads R2.
module reduction_integer (
  input  logic        clk_i,
  input  logic        load_i,
  input  logic [63:0] a_i,
  input  logic [63:0] b_i,
  input  logic [3:0]  op_i,
  input  logic [1:0]  size_i,
  input  logic        is_signed_i,
  input  logic        saturate_i,
  output logic [63:0] y_q2_o
);

  logic [1:0] size;
  assign size = reduction_pkg::BuildInt8_16 != 0 ? size_i : {1'b1, size_i[0]};

  always_ff @(posedge clk_i) begin
    if (load_i) begin : compute
      logic [63:0] tops, sum, y, negative, over;
      logic [7:0]  a_true, b_true, truth;
      case (op_i)
        reduction_pkg::OpSum: begin
          tops = reduction_pkg::top_bits(size);
          sum  = ((a_i & ~tops) + (b_i & ~tops)) ^ ((a_i ^ b_i) & tops);
          y    = sum;
          if (saturate_i) begin
            over = is_signed_i ? ~(a_i ^ b_i) & (a_i ^ sum) : (a_i & b_i) | ((a_i | b_i) & ~sum);
            over = reduction_pkg::mask_of(reduction_pkg::fill(reduction_pkg::tops_of_bytes(over), size));
            negative = reduction_pkg::mask_of(reduction_pkg::fill(reduction_pkg::tops_of_bytes(a_i), size));
            y = (sum & ~over) | (over & (is_signed_i ? negative ^ ~tops : '1));
          end
        end
        reduction_pkg::OpBand: y = a_i & b_i;
        reduction_pkg::OpBor:  y = a_i | b_i;
        reduction_pkg::OpBxor: y = a_i ^ b_i;
        default: begin
          a_true = reduction_pkg::any(reduction_pkg::nonzero_bytes(a_i), size);
          b_true = reduction_pkg::any(reduction_pkg::nonzero_bytes(b_i), size);
          truth  = op_i == reduction_pkg::OpLand ? a_true & b_true
                 : op_i == reduction_pkg::OpLor ? a_true | b_true : a_true ^ b_true;
          y = reduction_pkg::mask_of(truth & reduction_pkg::first_bytes(size)) & {8{8'h01}};
        end
      endcase
      y_q2_o <= y;
    end
  end

endmodule
