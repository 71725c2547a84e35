// SPDX-License-Identifier: Apache-2.0
//
// Decodes type, operator, rounding and precision into the control bits of the lanes. Combinational.
//
//   type_i, op_i, rounding_i, precision_i --> one-hot format --> lanes
//                                        \--> unsupported_o  (no lane computes anything then)
module reduction_decode (
  input  logic [3:0] type_i,
  input  logic [3:0] op_i,
  input  logic [2:0] rounding_i,
  input  logic [2:0] precision_i,
  output logic       is_f32_o,
  output logic       is_f16_o,
  output logic       is_bf16_o,
  output logic       is_signed_o,    // int32
  output logic       is_sum_o,
  output logic       is_max_o,       // else min, unless is_sum_o
  output logic       unsupported_o
);

  logic is_i32;
  logic is_u32;

  always_comb begin
    is_i32    = type_i == reduction_pkg::TypeInt32;
    is_u32    = type_i == reduction_pkg::TypeUint32;
    is_f16_o  = type_i == reduction_pkg::TypeFloat16;
    is_bf16_o = type_i == reduction_pkg::TypeBfloat16;
    is_f32_o  = type_i == reduction_pkg::TypeFloat32;
    is_signed_o = is_i32;
    is_sum_o  = op_i == reduction_pkg::OpSum;
    is_max_o  = op_i == reduction_pkg::OpMax;
    unsupported_o = !(is_i32 || is_u32 || is_f16_o || is_bf16_o || is_f32_o)
                 || !(is_sum_o || is_max_o || op_i == reduction_pkg::OpMin)
                 || rounding_i != reduction_pkg::RoundNearestEven
                 || precision_i != reduction_pkg::PrecisionNative;
  end

endmodule
