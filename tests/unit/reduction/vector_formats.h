// SPDX-License-Identifier: Apache-2.0
// Which published vector files there are for a format, and how many lines a reader has to find in them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "reduction/types.h"

namespace sharpsim::test {

struct VectorFormat {
    reduction::Type type;
    const char* name;
    const char* sums;
    std::size_t sum_lines;
    const char* extremes; // null: no such file
    std::size_t extreme_lines;
};

inline void PrintTo(const VectorFormat& f, std::ostream* os) { *os << f.name; }

inline const VectorFormat f16{reduction::Type::float16,     "f16", "f16_add.l1.rne.txt.gz", 20000,
                              "f16_minmax.ieee2019.txt.gz", 20000};
inline const VectorFormat bf16{reduction::Type::bfloat16,     "bf16", "bf16_add.exact.rne.txt.gz", 20000,
                               "bf16_minmax.ieee2019.txt.gz", 20000};
inline const VectorFormat f32{reduction::Type::float32,     "f32", "f32_add.l1.rne.txt.gz", 20000,
                              "f32_minmax.ieee2019.txt.gz", 20000};
inline const VectorFormat f64{reduction::Type::float64, "f64", "f64_add.l1.rne.txt.gz", 20000, nullptr, 0};
inline const VectorFormat e4m3{reduction::Type::float8_e4m3,  "e4m3", "e4m3_add.exhaustive.txt.gz", 65536,
                               "e4m3_minmax.ieee2019.txt.gz", 65536};
inline const VectorFormat e5m2{
    reduction::Type::float8_e5m2, "e5m2", "e5m2_add.exhaustive.txt.gz", 65536, nullptr, 0};

inline std::string name_of(const ::testing::TestParamInfo<VectorFormat>& i) { return i.param.name; }

} // namespace sharpsim::test
