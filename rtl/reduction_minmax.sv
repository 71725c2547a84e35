// SPDX-License-Identifier: Apache-2.0
//
// Minimum or maximum of one Width-bit element: integers of either sign, or floats by minimumNumber and
// maximumNumber of IEEE 754-2019 (a NaN is missing data, two give the canonical quiet NaN, -0 < +0).
// Combinational.
//
//   a_i --> key --+--> a < b --+--> select --> y_o
//   b_i --> key --'            |
//   a_i, b_i --> NaN? ---------'--> invalid_o (a signalling NaN was seen)
//
// The key of a number is its bits, turned so that an unsigned compare orders them: a negative float has all bits
// inverted, everything else signed only its sign.
module reduction_minmax #(
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             is_float_i,
  input  logic             is_signed_i,  // signed integer
  input  logic             is_max_i,
  input  logic [Width-2:0] infinity_i,   // of the float format, without sign
  input  logic [Width-2:0] quiet_nan_i,  // canonical, without sign
  output logic [Width-1:0] y_o,
  output logic             invalid_o
);

  logic [Width-1:0] key_a;
  logic [Width-1:0] key_b;
  logic             a_less;
  logic             a_nan;
  logic             b_nan;
  logic             take_a;
  logic [Width-2:0] quiet_bit;

  always_comb begin
    key_a  = a_i ^ {is_float_i | is_signed_i, {(Width - 1){is_float_i & a_i[Width-1]}}};
    key_b  = b_i ^ {is_float_i | is_signed_i, {(Width - 1){is_float_i & b_i[Width-1]}}};
    a_less = key_a < key_b;

    a_nan = is_float_i && a_i[Width-2:0] > infinity_i;
    b_nan = is_float_i && b_i[Width-2:0] > infinity_i;
    quiet_bit = infinity_i ^ quiet_nan_i;
    invalid_o = (a_nan && (a_i[Width-2:0] & quiet_bit) == '0)
             || (b_nan && (b_i[Width-2:0] & quiet_bit) == '0);

    take_a = b_nan || (!a_nan && (a_less != is_max_i));
    y_o    = a_nan && b_nan ? {1'b0, quiet_nan_i} : take_a ? a_i : b_i;
  end

endmodule
