// SPDX-License-Identifier: Apache-2.0
// Quantities as people write them: 130ns, 400Gb/s, 4KiB, 1.2GHz, 3m. Units are case-sensitive and required;
// blanks may stand before them. A decimal fraction is taken where it lands on a whole base unit (1.2GHz =
// 1200000000 Hz) and refused otherwise. No sign, exponent, hexadecimal or digit separator, nothing after the
// unit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/units.h"

namespace sharpsim {

// All throw std::invalid_argument: what is wrong, and an example of what is right.
Picoseconds parse_duration(std::string_view text); // ps, ns, us, ms, s
Bytes parse_size(std::string_view text);           // B, kB, MB, GB (1000), KiB, MiB, GiB, TiB (1024)
Hertz parse_frequency(std::string_view text);      // Hz, kHz, MHz, GHz
KbitPerSecond parse_rate(std::string_view text);   // kb/s, Mb/s, Gb/s, Tb/s
double parse_length(std::string_view text);        // mm, cm, m, km; in metres
std::uint64_t parse_integer(std::string_view text);
double parse_real(std::string_view text); // finite; sign and decimal exponent allowed

// The shortest customary form; the matching parse function gives back exactly the same value.
std::string to_text(Picoseconds value);
std::string to_text(Bytes value);
std::string to_text(Hertz value);
std::string to_text(KbitPerSecond value);
std::string length_text(double metres);
std::string real_text(double value);

} // namespace sharpsim
