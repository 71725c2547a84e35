// SPDX-License-Identifier: Apache-2.0
//
// Constants of the reduction ALU: its size, what is built into it, its timing and the codes on its pins; and the
// functions that see a 64-bit slice as segments (elements) of 8, 16, 32 or 64 bits. The C++ side reads the numbers
// from this file when the build is configured.
package reduction_pkg;

  // Width of one beat, 128 to 1024, and of the accumulator port: eight times as wide, 64 bits for every byte at which
  // an element can begin.
  localparam int unsigned BeatBits  = 512;
  localparam int unsigned AccFactor = 8;
  // What is left out (0) costs nothing and is answered with out_unsupported_o.
  localparam int unsigned BuildInt8_16 = 1;  // integers of 8 and 16 bits
  localparam int unsigned BuildFloat64 = 1;
  localparam int unsigned BuildFp8     = 1;  // E4M3 and E5M2
  localparam int unsigned BuildPairs   = 1;  // minloc and maxloc
  localparam int unsigned BuildWide    = 1;  // accumulators of precisions wide19 and fp32
  localparam int unsigned BuildExact   = 1;  // fixed-point accumulators: exact_node and exact_wire
  // A fixed-point accumulator holds the sum of 2^ExactCountBits operands, at most 2^17.
  localparam int unsigned ExactCountBits = 17;
  // Depth and Interval state what the pipeline is; nothing in the logic is computed from them.
  /* verilator lint_off UNUSEDPARAM */
  // Clock edges from the one that takes a beat to the one at which its result can be written.
  localparam int unsigned Depth     = 6;
  // Clock edges between two beats.
  localparam int unsigned Interval  = 1;
  /* verilator lint_on UNUSEDPARAM */

  localparam int unsigned LaneBits  = 32;  // flags and random draws are of a lane
  localparam int unsigned SliceBits = 64;

  // in_type_i. Integers: width in the upper bits, unsigned in the lowest. Floats: 8 and the format.
  localparam logic [3:0] TypeUint64 = 4'd7;
  localparam logic [3:0] TypeE5m2   = 4'd13;  // the last one

  // The lower three bits of a float's type
  localparam logic [2:0] FormatFloat16  = 3'd0;
  localparam logic [2:0] FormatBfloat16 = 3'd1;
  localparam logic [2:0] FormatFloat32  = 3'd2;
  localparam logic [2:0] FormatFloat64  = 3'd3;
  localparam logic [2:0] FormatE4m3     = 3'd4;
  // E5M2 is 5: what is none of these.

  // in_op_i
  localparam logic [3:0] OpSum    = 4'd0;
  localparam logic [3:0] OpMin    = 4'd1;
  localparam logic [3:0] OpMax    = 4'd2;
  localparam logic [3:0] OpMinloc = 4'd3;
  localparam logic [3:0] OpMaxloc = 4'd4;
  localparam logic [3:0] OpBand   = 4'd5;
  localparam logic [3:0] OpBor    = 4'd6;
  localparam logic [3:0] OpBxor   = 4'd7;
  localparam logic [3:0] OpLand   = 4'd8;
  localparam logic [3:0] OpLor    = 4'd9;
  localparam logic [3:0] OpLxor   = 4'd10;

  // in_rounding_i (to nearest even is 0, toward zero 2), in_precision_i
  localparam logic [2:0] RoundDown       = 3'd1;
  localparam logic [2:0] RoundUp         = 3'd3;
  localparam logic [2:0] RoundNearest    = 3'd0;
  localparam logic [2:0] RoundStochastic = 3'd4;
  localparam logic [2:0] PrecisionNative         = 3'd0;
  localparam logic [2:0] PrecisionWide19         = 3'd1;
  localparam logic [2:0] PrecisionFp32           = 3'd2;
  localparam logic [2:0] PrecisionExactWire      = 3'd4;
  localparam logic [2:0] PrecisionExactNodeMerge = 3'd5;
  localparam logic [2:0] PrecisionExactWireMerge = 3'd6;

  // Bits of in_variant_i
  localparam int unsigned VariantSaturate = 0;
  localparam int unsigned VariantNanWins  = 1;
  localparam int unsigned VariantFlush    = 2;

  // ---- Segments of a slice: size 0, 1, 2, 3 is 8, 16, 32, 64 bits ----------------------------------------------
  // Functions stay functions in simulation: inlined, they would differ in their variables' names from instance to
  // instance, and the instances could not share their code.
  function automatic logic [63:0] top_bits(input logic [1:0] size);
    /* verilator no_inline_task */
    case (size)
      2'd0:    top_bits = {8{8'h80}};
      2'd1:    top_bits = {4{16'h8000}};
      2'd2:    top_bits = {2{32'h8000_0000}};
      default: top_bits = 64'h8000_0000_0000_0000;
    endcase
  endfunction

  // The byte with which each segment starts.
  function automatic logic [7:0] first_bytes(input logic [1:0] size);
    /* verilator no_inline_task */
    case (size)
      2'd0:    first_bytes = 8'b1111_1111;
      2'd1:    first_bytes = 8'b0101_0101;
      2'd2:    first_bytes = 8'b0001_0001;
      default: first_bytes = 8'b0000_0001;
    endcase
  endfunction

  // A bit a byte: every byte of a segment gets the bit of the segment's highest byte.
  function automatic logic [7:0] fill(input logic [7:0] bytes, input logic [1:0] size);
    /* verilator no_inline_task */
    case (size)
      2'd0:    fill = bytes;
      2'd1:    fill = {{2{bytes[7]}}, {2{bytes[5]}}, {2{bytes[3]}}, {2{bytes[1]}}};
      2'd2:    fill = {{4{bytes[7]}}, {4{bytes[3]}}};
      default: fill = {8{bytes[7]}};
    endcase
  endfunction

  // Likewise, with the or over the segment.
  function automatic logic [7:0] any(input logic [7:0] bytes, input logic [1:0] size);
    /* verilator no_inline_task */
    case (size)
      2'd0:    any = bytes;
      2'd1:    any = {{2{bytes[7:6] != 2'b0}}, {2{bytes[5:4] != 2'b0}}, {2{bytes[3:2] != 2'b0}},
                      {2{bytes[1:0] != 2'b0}}};
      2'd2:    any = {{4{bytes[7:4] != 4'b0}}, {4{bytes[3:0] != 4'b0}}};
      default: any = {8{bytes != 8'b0}};
    endcase
  endfunction

  /* verilator lint_off UNUSEDSIGNAL */  // eight of the 64 bits
  function automatic logic [7:0] tops_of_bytes(input logic [63:0] x);
    /* verilator no_inline_task */
    tops_of_bytes = {x[63], x[55], x[47], x[39], x[31], x[23], x[15], x[7]};
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  function automatic logic [7:0] nonzero_bytes(input logic [63:0] x);
    /* verilator no_inline_task */
    nonzero_bytes = {x[63:56] != 8'b0, x[55:48] != 8'b0, x[47:40] != 8'b0, x[39:32] != 8'b0,
                     x[31:24] != 8'b0, x[23:16] != 8'b0, x[15:8] != 8'b0, x[7:0] != 8'b0};
  endfunction

  function automatic logic [63:0] mask_of(input logic [7:0] bytes);
    /* verilator no_inline_task */
    mask_of = {{8{bytes[7]}}, {8{bytes[6]}}, {8{bytes[5]}}, {8{bytes[4]}},
               {8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
  endfunction

endpackage
