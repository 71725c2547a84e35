// SPDX-License-Identifier: Apache-2.0
//
// Decodes type, operator, rounding and precision. Combinational.
//
//   type_i, op_i -----------------> size, format, sign --> units of the slices
//                              \--> which unit computes
//   precision_i, first_i, last_i -> in which accumulator, rounded or not
//   rounding_i, all codes --------> unsupported_o  (no unit computes anything then)
module reduction_decode (
  input  logic [3:0] type_i,
  input  logic [3:0] op_i,
  input  logic [2:0] rounding_i,
  input  logic [2:0] precision_i,
  input  logic       first_i,
  input  logic       last_i,
  output logic [1:0] size_o,         // of the element, or of one half of a pair
  output logic       is_float_o,
  output logic       is_signed_o,    // signed integer
  output logic       is_pair_o,
  output logic       uses_integer_o,
  output logic       uses_compare_o,
  output logic       uses_adder_o,   // of floats
  // Accumulators in slots (docs/reduction_alu.md, "Precision"); none of these with an only operand that passes.
  output logic       is_wide_o,      // float with more bits
  output logic       is_wide19_o,
  output logic       is_exact_o,     // fixed point
  output logic       is_merge_o,     // the operand is fixed point, too
  output logic       rounds_o,       // to the element type, with this operand
  output logic       unsupported_o
);

  logic is_select, built, is_sum, known, wide, exact, merge, rounding_code, only;

  always_comb begin
    is_float_o  = type_i > reduction_pkg::TypeUint64;
    is_signed_o = !type_i[3] && !type_i[0];
    if (!is_float_o) begin
      size_o = type_i[2:1];
    end else begin
      case (type_i[2:0])
        reduction_pkg::FormatFloat16, reduction_pkg::FormatBfloat16: size_o = 2'd1;
        reduction_pkg::FormatFloat32: size_o = 2'd2;
        reduction_pkg::FormatFloat64: size_o = 2'd3;
        default:                      size_o = 2'd0;
      endcase
    end

    is_pair_o = op_i == reduction_pkg::OpMinloc || op_i == reduction_pkg::OpMaxloc;
    is_select = op_i == reduction_pkg::OpMin || op_i == reduction_pkg::OpMax;
    built     = (reduction_pkg::BuildInt8_16 != 0 || is_float_o || size_o[1])
             && (reduction_pkg::BuildFloat64 != 0 || !is_float_o || size_o != 2'd3)
             && (reduction_pkg::BuildFp8 != 0 || !is_float_o || size_o != 2'd0)
             && (reduction_pkg::BuildPairs != 0 || !is_pair_o);
    is_sum    = is_float_o && op_i == reduction_pkg::OpSum;
    wide      = reduction_pkg::BuildWide != 0 && is_sum && !size_o[1]
             && (precision_i == reduction_pkg::PrecisionFp32
                 || (precision_i == reduction_pkg::PrecisionWide19 && size_o[0]));
    exact     = reduction_pkg::BuildExact != 0 && is_sum && !size_o[1]
             && type_i[2:0] != reduction_pkg::FormatBfloat16 && precision_i > reduction_pkg::PrecisionFp32
             && precision_i <= reduction_pkg::PrecisionExactWireMerge;
    known     = precision_i == reduction_pkg::PrecisionNative || wide || exact;
    unsupported_o = type_i > reduction_pkg::TypeE5m2 || op_i > reduction_pkg::OpLxor || !built
                 || (is_float_o && op_i > reduction_pkg::OpMaxloc) || (is_pair_o && !size_o[1])
                 || rounding_i > reduction_pkg::RoundStochastic || !known;

    uses_compare_o = is_select || is_pair_o;
    uses_adder_o   = is_sum;
    uses_integer_o = !is_float_o && !uses_compare_o;

    merge         = precision_i >= reduction_pkg::PrecisionExactNodeMerge;
    rounding_code = precision_i != reduction_pkg::PrecisionExactWire
                 && precision_i != reduction_pkg::PrecisionExactWireMerge;
    only          = first_i && last_i && rounding_code && !merge;
    is_wide_o     = wide && !only && !unsupported_o;
    is_wide19_o   = precision_i == reduction_pkg::PrecisionWide19;
    is_exact_o    = exact && !only && !unsupported_o;
    is_merge_o    = is_exact_o && merge;
    rounds_o      = (is_wide_o || is_exact_o) && last_i && rounding_code;
  end

endmodule
