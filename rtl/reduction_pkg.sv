// SPDX-License-Identifier: Apache-2.0
//
// Constants of the reduction ALU: its size, its timing and the codes on its pins. The C++ side reads the same
// numbers from this file when the build is configured (BeatBits, Depth, Interval, AccFactor).
package reduction_pkg;

  // Width of one beat, and of the accumulator port: eight times as wide, room for exact (fixed-point) modes.
  localparam int unsigned BeatBits  = 512;
  localparam int unsigned AccFactor = 8;
  // Depth and Interval state what the pipeline is; nothing in the logic is computed from them.
  /* verilator lint_off UNUSEDPARAM */
  // Clock edges from the one that takes a beat to the one at which its result can be written.
  localparam int unsigned Depth     = 6;
  // Clock edges between two beats.
  localparam int unsigned Interval  = 1;
  /* verilator lint_on UNUSEDPARAM */

  localparam int unsigned LaneBits  = 32;

  // in_type_i. Codes that are not listed are known to the protocol but not to this datapath.
  localparam logic [3:0] TypeInt32    = 4'd4;
  localparam logic [3:0] TypeUint32   = 4'd5;
  localparam logic [3:0] TypeFloat16  = 4'd8;
  localparam logic [3:0] TypeBfloat16 = 4'd9;
  localparam logic [3:0] TypeFloat32  = 4'd10;

  // in_op_i
  localparam logic [3:0] OpSum = 4'd0;
  localparam logic [3:0] OpMin = 4'd1;
  localparam logic [3:0] OpMax = 4'd2;

  // in_rounding_i, in_precision_i
  localparam logic [2:0] RoundNearestEven = 3'd0;
  localparam logic [2:0] PrecisionNative  = 3'd0;

endpackage
