// SPDX-License-Identifier: Apache-2.0
//
// Minimum and maximum of the elements of one slice, integers and floats, and minloc and maxloc of pairs: a pair of
// 32-bit halves lies in the slice (index above value), of a pair of 64-bit halves an even slice holds the value and
// the odd one above it the index.
//
//   a, b --> NaN?, flush --> key --> subtract, --> R2 --> decide --> select --> R3 --> y_q3_o
//                                    cut at tops    |       ^
//                                                   '-------+---- peer_o / peer_i: the other slice of a pair
//
// The key of a number is its bits, turned so that an unsigned compare orders them: a negative float has all bits
// inverted, everything else signed only its sign. Magnitudes are compared with constants the same way, as segments
// whose top bit says whether the difference was negative. NaN is missing data; with nan_wins_q2_i it wins. -0 < +0,
// but in the value of a pair they are equal.
//
// Pins: load_i[k] loads R(k+2). Controls without suffix belong to the first stage, with _q2 to the second. Byte i of
// invalid_q2_o: it belongs to an element with a signalling NaN. odd_i is constant.
module reduction_compare (
  input  logic        clk_i,
  input  logic [1:0]  load_i,
  input  logic        odd_i,
  input  logic [63:0] a_i,
  input  logic [63:0] b_i,
  input  logic [1:0]  size_i,
  input  logic        is_float_i,
  input  logic        is_signed_i,
  input  logic        is_pair_i,
  input  logic [2:0]  format_i,
  input  logic        flush_i,
  input  logic [1:0]  size_q2_i,
  input  logic        is_pair_q2_i,
  input  logic        is_max_q2_i,
  input  logic        nan_wins_q2_i,
  input  logic [2:0]  format_q2_i,
  input  logic [3:0]  peer_i,
  output logic [3:0]  peer_o,
  output logic [7:0]  invalid_q2_o,
  output logic [63:0] y_q3_o
);

  // ---- Constants of a format, in every segment -----------------------------------------------------------------
  // The largest code that is no NaN, without sign.
  function automatic logic [63:0] last_number(input logic [2:0] format);
    /* verilator no_inline_task */
    case (format)
      reduction_pkg::FormatFloat16:  last_number = {4{16'h7C00}};
      reduction_pkg::FormatBfloat16: last_number = {4{16'h7F80}};
      reduction_pkg::FormatFloat32:  last_number = {2{32'h7F80_0000}};
      reduction_pkg::FormatFloat64:  last_number = 64'h7FF0_0000_0000_0000;
      reduction_pkg::FormatE4m3:     last_number = {8{8'h7E}};
      default:                       last_number = {8{8'h7C}};
    endcase
  endfunction

  function automatic logic [63:0] quiet_nan(input logic [2:0] format);
    /* verilator no_inline_task */
    case (format)
      reduction_pkg::FormatFloat16:  quiet_nan = {4{16'h7E00}};
      reduction_pkg::FormatBfloat16: quiet_nan = {4{16'h7FC0}};
      reduction_pkg::FormatFloat32:  quiet_nan = {2{32'h7FC0_0000}};
      reduction_pkg::FormatFloat64:  quiet_nan = 64'h7FF8_0000_0000_0000;
      reduction_pkg::FormatE4m3:     quiet_nan = {8{8'h7F}};
      default:                       quiet_nan = {8{8'h7E}};
    endcase
  endfunction

  function automatic logic [63:0] first_normal(input logic [2:0] format);
    /* verilator no_inline_task */
    case (format)
      reduction_pkg::FormatFloat16:  first_normal = {4{16'h0400}};
      reduction_pkg::FormatBfloat16: first_normal = {4{16'h0080}};
      reduction_pkg::FormatFloat32:  first_normal = {2{32'h0080_0000}};
      reduction_pkg::FormatFloat64:  first_normal = 64'h0010_0000_0000_0000;
      reduction_pkg::FormatE4m3:     first_normal = {8{8'h08}};
      default:                       first_normal = {8{8'h04}};
    endcase
  endfunction

  // Every segment's quiet bit moved to its top. The only NaN of E4M3 has all bits set: it is quiet.
  function automatic logic [63:0] quiet_at_top(input logic [63:0] x, input logic [2:0] format);
    /* verilator no_inline_task */
    case (format)
      reduction_pkg::FormatBfloat16, reduction_pkg::FormatFloat32: quiet_at_top = x << 9;
      reduction_pkg::FormatFloat64: quiet_at_top = x << 12;
      default:                      quiet_at_top = x << 6;
    endcase
  endfunction

  // ---- Stage 1: what the numbers are, and which is less --------------------------------------------------------
  logic [63:0] a_q2, b_q2;
  logic [7:0]  less_q2, a_nan_q2, b_nan_q2;  // a bit a byte, the same in all bytes of a segment
  logic [1:0]  equal_q2;                     // of the first and the last segment
  logic        is_pair, is_pair_q2;

  assign is_pair    = reduction_pkg::BuildPairs != 0 && is_pair_i;
  assign is_pair_q2 = reduction_pkg::BuildPairs != 0 && is_pair_q2_i;

  always_ff @(posedge clk_i) begin
    if (load_i[0]) begin : classify
      logic [63:0] tops, magnitudes, signs, limit, a, b, key_a, key_b, difference;
      logic [7:0]  value, a_nan, b_nan, invalid, less, differ;
      a     = a_i;
      b     = b_i;
      tops  = reduction_pkg::top_bits(size_i);
      magnitudes = ~tops;
      value = !is_pair ? 8'hFF : size_i == 2'd2 ? 8'h0F : odd_i ? 8'h00 : 8'hFF;  // the rest is index
      signs = is_float_i || is_signed_i ? tops & reduction_pkg::mask_of(value) : '0;
      key_a = a ^ signs;
      key_b = b ^ signs;
      a_nan = '0;
      b_nan = '0;
      invalid = '0;
      if (is_float_i) begin
        limit = last_number(format_i) | tops;
        a_nan = value & reduction_pkg::fill(reduction_pkg::tops_of_bytes(~(limit - (a & magnitudes))), size_i);
        b_nan = value & reduction_pkg::fill(reduction_pkg::tops_of_bytes(~(limit - (b & magnitudes))), size_i);
        if ((a_nan | b_nan) != '0) begin
          invalid = (a_nan & ~reduction_pkg::fill(reduction_pkg::tops_of_bytes(quiet_at_top(a, format_i)), size_i))
                  | (b_nan & ~reduction_pkg::fill(reduction_pkg::tops_of_bytes(quiet_at_top(b, format_i)), size_i));
        end
        if (flush_i) begin
          limit = first_normal(format_i);
          a = a & (tops | ~reduction_pkg::mask_of(value) | reduction_pkg::mask_of(
                reduction_pkg::fill(reduction_pkg::tops_of_bytes((a | tops) - limit), size_i)));
          b = b & (tops | ~reduction_pkg::mask_of(value) | reduction_pkg::mask_of(
                reduction_pkg::fill(reduction_pkg::tops_of_bytes((b | tops) - limit), size_i)));
        end
        key_a = a ^ signs ^ (magnitudes & reduction_pkg::mask_of(
                  reduction_pkg::fill(reduction_pkg::tops_of_bytes(a & signs), size_i)));
        key_b = b ^ signs ^ (magnitudes & reduction_pkg::mask_of(
                  reduction_pkg::fill(reduction_pkg::tops_of_bytes(b & signs), size_i)));
      end
      difference = ((key_a | tops) - (key_b & magnitudes)) ^ ((key_a ^ ~key_b) & tops);
      less = reduction_pkg::fill(
               reduction_pkg::tops_of_bytes((~key_a & key_b) | (~(key_a ^ key_b) & difference)), size_i);
      if (is_pair) begin
        differ = reduction_pkg::any(reduction_pkg::nonzero_bytes(a ^ b), size_i);
        if (is_float_i) begin  // values that are zeros of any sign are equal
          differ = differ & (~value | reduction_pkg::any(reduction_pkg::nonzero_bytes((a | b) & magnitudes), size_i));
        end
        less     = less & differ;
        equal_q2 <= {!differ[7], !differ[0]};
      end
      a_q2     <= a;
      b_q2     <= b;
      less_q2  <= less;
      a_nan_q2 <= a_nan;
      b_nan_q2 <= b_nan;
      invalid_q2_o <= invalid;
    end
  end

  // ---- Stage 2: decide and select ------------------------------------------------------------------------------
  assign peer_o = {less_q2[0], equal_q2[0], a_nan_q2[0], b_nan_q2[0]};

  always_ff @(posedge clk_i) begin
    if (load_i[1]) begin : choose
      logic [63:0] mask;
      logic [7:0]  take_a, canonical, value;
      logic        value_less, value_equal, a_nan, b_nan, index_less, index_equal, take_pair, a_negative;
      if (!is_pair_q2) begin
        take_a    = b_nan_q2 | (~a_nan_q2 & (less_q2 ^ {8{is_max_q2_i}}));
        canonical = nan_wins_q2_i ? a_nan_q2 | b_nan_q2 : a_nan_q2 & b_nan_q2;
      end else begin
        {value_less, value_equal, a_nan, b_nan} = peer_o;
        {index_less, index_equal} = {less_q2[7], equal_q2[1]};
        value      = size_q2_i == 2'd2 ? 8'h0F : odd_i ? 8'h00 : 8'hFF;
        a_negative = size_q2_i == 2'd2 ? a_q2[31] : a_q2[63];
        if (size_q2_i == 2'd3) begin
          if (odd_i) {value_less, value_equal, a_nan, b_nan} = peer_i;
          else       {index_less, index_equal} = peer_i[3:2];
        end
        take_pair = a_nan != b_nan ? a_nan == nan_wins_q2_i
                  : a_nan || value_equal ? index_less : value_less != is_max_q2_i;
        take_a    = {8{take_pair}};
        // The same pair twice, but for the sign of a zero.
        if (value_equal && index_equal) take_a = a_negative != is_max_q2_i ? value : ~value;
        canonical = (nan_wins_q2_i ? a_nan || b_nan : a_nan && b_nan) ? value : '0;
      end
      mask = reduction_pkg::mask_of(take_a);
      mask = (a_q2 & mask) | (b_q2 & ~mask);
      if (canonical != '0) begin
        mask = (mask & ~reduction_pkg::mask_of(canonical))
             | (quiet_nan(format_q2_i) & reduction_pkg::mask_of(canonical));
      end
      y_q3_o <= mask;
    end
  end

endmodule
