// SPDX-License-Identifier: Apache-2.0
// What the ranks send: every element is a pure function of (seed, rank, collective, element index), so that
// payload needs no memory between injection and check, and any part of a message can be made alone.
//
// Integers are uniform over all their bits, so sums wrap. Floats are uniform in sign and fraction with
// exponents -4..3 (magnitudes 1/16 to 16): sums of thousands stay finite even in float16, and rounding makes
// them depend on order.
//
// Special values are for proofs: element by element in turn ordinary numbers, zeros, subnormals, ties, the
// largest numbers, infinities and NaNs, integers at the ends of their range. The turn has nine steps, so that
// each kind comes to every lane, and all ranks have the same kind in the same element, so that one kind does
// not drown the others.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reduction/types.h"

namespace sharpsim::oracle {

enum class Values : std::uint8_t { normal, special };

// Writes elements first_element .. first_element + count - 1, little-endian.
void fill(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, reduction::Type type,
          std::uint64_t first_element, std::size_t count, std::uint8_t* out, Values values = Values::normal);

// The same for the elements of an operator: pairs for minloc and maxloc, whose values are the elements above
// and whose index is the rank, as MPI programs send it; with special values the rank modulo 4, so that equal
// values meet with equal indices too.
void fill(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, reduction::Type type,
          reduction::Operator op, std::uint64_t first_element, std::size_t count, std::uint8_t* out,
          Values values = Values::normal);

} // namespace sharpsim::oracle
