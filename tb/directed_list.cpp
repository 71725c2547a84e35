// SPDX-License-Identifier: Apache-2.0
#include "directed_list.h"

namespace sharpsim::tb {

namespace {

constexpr auto f16 = Type::float16;
constexpr auto bf16 = Type::bfloat16;
constexpr auto f32 = Type::float32;
constexpr auto f64 = Type::float64;
constexpr auto e4m3 = Type::float8_e4m3;
constexpr auto e5m2 = Type::float8_e5m2;
constexpr auto sum = Operator::sum;
constexpr auto min = Operator::min;
constexpr auto max = Operator::max;
constexpr auto rne = Rounding::nearest_even;
constexpr auto rdn = Rounding::down;
constexpr auto rtz = Rounding::toward_zero;
constexpr auto rup = Rounding::up;
constexpr auto sto = Rounding::stochastic;
constexpr std::uint8_t saturate = 1;
constexpr std::uint8_t nan_wins = 2;
constexpr std::uint8_t flush = 4;
constexpr std::uint8_t nx = inexact;
constexpr std::uint8_t of = overflow | inexact;
constexpr std::uint8_t uf = underflow | inexact;
constexpr std::uint8_t nv = invalid;

std::vector<DirectedCase> sums()
{
    return {
        // pulp-platform/fpu 11, dawsonjon/fpu 19, stnolting/neorv32 785, rsd 93
        {"-0 and -0", f32, sum, rne, 0, {0x80000000}, {0x80000000}, {0x80000000}, 0},
        {"-0 and -0, up", f32, sum, rup, 0, {0x80000000}, {0x80000000}, {0x80000000}, 0},
        {"+0 and +0, down", f32, sum, rdn, 0, {0}, {0}, {0}, 0},
        {"+0 and -0", f32, sum, rne, 0, {0}, {0x80000000}, {0}, 0},
        {"+0 and -0, down", f32, sum, rdn, 0, {0}, {0x80000000}, {0x80000000}, 0},
        {"x - x", f64, sum, rne, 0, {0xFF80000000000000}, {0x7F80000000000000}, {0}, 0},
        {"x - x, down",
         f64,
         sum,
         rdn,
         0,
         {0xFF80000000000000},
         {0x7F80000000000000},
         {0x8000000000000000},
         0},
        {"smallest normals cancel", f32, sum, rne, 0, {0x80800000}, {0x00800000}, {0}, 0},
        {"1 - 1", f32, sum, rne, 0, {0x3F800000}, {0xBF800000}, {0}, 0},
        {"1 - 1", bf16, sum, sto, 0, {0x3F80}, {0xBF80}, {0}, 0},
        {"normal minus normal is subnormal", f32, sum, rne, 0, {0x00800000}, {0x80855555}, {0x80055555}, 0},
        // rsd 84
        {"far apart, up", f32, sum, rup, 0, {0x284D52DF}, {0xFB418A35}, {0xFB418A34}, nx},
        {"far apart", f32, sum, rne, 0, {0x284D52DF}, {0xFB418A35}, {0xFB418A35}, nx},
        {"far apart, down", f32, sum, rdn, 0, {0x284D52DF}, {0xFB418A35}, {0xFB418A35}, nx},
        {"far apart, toward zero", f32, sum, rtz, 0, {0x284D52DF}, {0xFB418A35}, {0xFB418A34}, nx},
        // cvfpu 11, 121
        {"an exact subnormal raises nothing", f32, sum, rne, 0, {1}, {1}, {2}, 0},
        {"subnormals carry into a normal", f32, sum, rne, 0, {0x007FFFFF}, {1}, {0x00800000}, 0},
        {"subnormals carry into a normal", f16, sum, rne, 0, {0x03FF}, {1}, {0x0400}, 0},
        {"inf - inf", f32, sum, rne, 0, {0x7F800000}, {0xFF800000}, {0x7FC00000}, nv},
        {"inf - inf", f64, sum, rne, 0, {0xFFF0000000000000}, {0x7FF0000000000000}, {0x7FF8000000000000}, nv},
        {"inf - inf", e5m2, sum, rne, 0, {0x7C}, {0xFC}, {0x7E}, nv},
        {"inf + inf", f32, sum, rne, 0, {0xFF800000}, {0xFF800000}, {0xFF800000}, 0},
        {"inf stays, saturated", f32, sum, rne, saturate, {0x7F800000}, {0xFF7FFFFF}, {0x7F800000}, 0},
        {"signalling NaN", f32, sum, rne, 0, {0x7F800001}, {0x3F800000}, {0x7FC00000}, nv},
        {"signalling NaN", e5m2, sum, rne, 0, {0x7D}, {0}, {0x7E}, nv},
        {"quiet NaN with sign", f32, sum, rne, 0, {0xFFC00000}, {0x3F800000}, {0x7FC00000}, 0},
        {"E4M3 NaN is quiet", e4m3, sum, rne, 0, {0xFF}, {0x38}, {0x7F}, 0},
    };
}

std::vector<DirectedCase> overflows()
{
    return {
        {"overflow", f32, sum, rne, 0, {0x7F7FFFFF}, {0x7F7FFFFF}, {0x7F800000}, of},
        {"overflow, down", f32, sum, rdn, 0, {0x7F7FFFFF}, {0x7F7FFFFF}, {0x7F7FFFFF}, of},
        {"overflow, down", f32, sum, rdn, 0, {0xFF7FFFFF}, {0xFF7FFFFF}, {0xFF800000}, of},
        {"overflow, toward zero", f32, sum, rtz, 0, {0xFF7FFFFF}, {0xFF7FFFFF}, {0xFF7FFFFF}, of},
        {"overflow, up", f32, sum, rup, 0, {0x7F7FFFFF}, {0x7F7FFFFF}, {0x7F800000}, of},
        {"overflow, stochastic", f32, sum, sto, 0, {0xFF7FFFFF}, {0xFF7FFFFF}, {0xFF800000}, of},
        {"overflow, saturated", f32, sum, rup, saturate, {0x7F7FFFFF}, {0x7F7FFFFF}, {0x7F7FFFFF}, of},
        {"a tie overflows", f32, sum, rne, 0, {0x7F7FFFFF}, {0x73000000}, {0x7F800000}, of},
        {"a tie stays, toward zero", f32, sum, rtz, 0, {0x7F7FFFFF}, {0x73000000}, {0x7F7FFFFF}, nx},
        {"below the tie", f32, sum, rne, 0, {0x7F7FFFFF}, {0x72FFFFFF}, {0x7F7FFFFF}, nx},
        {"a tie overflows", f16, sum, rne, 0, {0x7BFF}, {0x4C00}, {0x7C00}, of},
        {"below the tie", f16, sum, rne, 0, {0x7BFF}, {0x4BFF}, {0x7BFF}, nx},
        {"E4M3 overflows to NaN", e4m3, sum, rne, 0, {0x7E}, {0x7E}, {0x7F}, of},
        {"E4M3 overflows to -NaN", e4m3, sum, rne, 0, {0xFE}, {0xFE}, {0xFF}, of},
        {"E4M3 overflow, toward zero", e4m3, sum, rtz, 0, {0xFE}, {0xFE}, {0xFE}, of},
        {"E4M3 overflow, saturated", e4m3, sum, rne, saturate, {0x7E}, {0x7E}, {0x7E}, of},
        {"E4M3 tie at 464 goes to 448", e4m3, sum, rne, 0, {0x7E}, {0x58}, {0x7E}, nx},
        {"E4M3 480 is too large", e4m3, sum, rtz, 0, {0x7E}, {0x60}, {0x7E}, of},
        {"int8 wraps", Type::int8, sum, rne, 0, {0x7F}, {1}, {0x80}, 0},
        {"int8 saturates", Type::int8, sum, rne, saturate, {0x7F}, {1}, {0x7F}, 0},
        {"int8 saturates below", Type::int8, sum, rne, saturate, {0x80}, {0xFF}, {0x80}, 0},
        {"uint8 wraps", Type::uint8, sum, rne, 0, {0xFF}, {1}, {0}, 0},
        {"uint8 saturates", Type::uint8, sum, rne, saturate, {0xFF}, {1}, {0xFF}, 0},
        {"int16 wraps", Type::int16, sum, rne, 0, {0x8000}, {0x8000}, {0}, 0},
        {"uint16 saturates", Type::uint16, sum, rne, saturate, {0x8000}, {0x8000}, {0xFFFF}, 0},
        {"int32 saturates", Type::int32, sum, rne, saturate, {0x80000000}, {0xFFFFFFFF}, {0x80000000}, 0},
        {"int64 wraps", Type::int64, sum, rne, 0, {0x7FFFFFFFFFFFFFFF}, {1}, {0x8000000000000000}, 0},
        {"uint64 saturates", Type::uint64, sum, rne, saturate, {~0ULL}, {~0ULL}, {~0ULL}, 0},
    };
}

std::vector<DirectedCase> flushes()
{
    return {
        {"flushed operand", f32, sum, rup, flush, {1}, {0x3F800000}, {0x3F800000}, 0},
        {"flushed sum", f32, sum, rne, flush, {0x00800001}, {0x80800000}, {0}, uf},
        {"flushed negative sum, up", f32, sum, rup, flush, {0x80800001}, {0x00800000}, {0x80000000}, uf},
        {"flushed zeros, down", f32, sum, rdn, flush, {1}, {0x80000001}, {0x80000000}, 0},
        {"exact zero raises nothing", f32, sum, rne, flush, {0x00800001}, {0x80800001}, {0}, 0},
        {"the smallest of E4M3", e4m3, sum, rne, flush, {0x09}, {0x88}, {0}, uf},
        {"min of a flushed one", f16, min, rne, flush, {0x8001}, {0}, {0x8000}, 0},
        {"max of a flushed one", f16, max, rne, flush, {0x03FF}, {0x8000}, {0}, 0},
    };
}

std::vector<DirectedCase> extremes()
{
    constexpr auto minloc = Operator::minloc;
    constexpr auto maxloc = Operator::maxloc;
    return {
        // bsg_manycore 78, libriscv 350; VexRiscv 312; cv32e40p 23; mlx 4072
        {"signalling NaN is missing", f32, max, rne, 0, {0x7F800001}, {0x3F800000}, {0x3F800000}, nv},
        {"signalling NaN is missing", f32, min, rne, 0, {0x7F800001}, {0x3F800000}, {0x3F800000}, nv},
        {"signalling NaN wins", f32, min, rne, nan_wins, {0x7F800001}, {0x3F800000}, {0x7FC00000}, nv},
        {"the number passes bit by bit", f32, min, rne, 0, {0x4EBBB94F}, {0x7FC00000}, {0x4EBBB94F}, 0},
        {"quiet NaN wins", f32, min, rne, nan_wins, {0x4EBBB94F}, {0xFFC12345}, {0x7FC00000}, 0},
        {"both NaN", f32, max, rne, 0, {0xFFC00001}, {0xFFFFFFFF}, {0x7FC00000}, 0},
        {"-200 and -190", f32, max, rne, 0, {0xC3480000}, {0xC33E0000}, {0xC33E0000}, 0},
        {"1 and NaN", bf16, min, rne, 0, {0x3F80}, {0x7FC0}, {0x3F80}, 0},
        {"-0 below +0", f32, min, rne, 0, {0x80000000}, {0}, {0x80000000}, 0},
        {"-0 below +0", e4m3, max, rne, 0, {0x80}, {0}, {0}, 0},
        {"E4M3 256 is no infinity", e4m3, max, rne, 0, {0x78}, {0x79}, {0x79}, 0},
        {"inf and NaN", e5m2, max, rne, 0, {0xFC}, {0x7F}, {0xFC}, 0},
        {"signed order", Type::int8, min, rne, 0, {0x80}, {0x7F}, {0x80}, 0},
        {"unsigned order", Type::uint8, min, rne, 0, {0x80}, {0x7F}, {0x7F}, 0},
        {"zeros are equal", f32, minloc, rne, 0, {0x80000000, 5}, {0, 3}, {0, 3}, 0},
        {"zeros with one index", f32, minloc, rne, 0, {0x80000000, 3}, {0, 3}, {0x80000000, 3}, 0},
        {"zeros with one index", f32, maxloc, rne, 0, {0x80000000, 3}, {0, 3}, {0, 3}, 0},
        {"equal values",
         f64,
         maxloc,
         rne,
         0,
         {0x4000000000000000, 9},
         {0x4000000000000000, 2},
         {0x4000000000000000, 2},
         0},
        {"unsigned index", Type::int64, minloc, rne, 0, {~0ULL, 1ULL << 63}, {~0ULL, 1}, {~0ULL, 1}, 0},
        {"NaN is missing", f32, minloc, rne, 0, {0x7FC00000, 0}, {0x3F800000, 7}, {0x3F800000, 7}, 0},
        {"NaN wins", f32, minloc, rne, nan_wins, {0xFFC00000, 8}, {0x3F800000, 7}, {0x7FC00000, 8}, 0},
        {"both NaN", f32, maxloc, rne, 0, {0x7F800001, 8}, {0x7FC00000, 7}, {0x7FC00000, 7}, nv},
        {"both true", Type::int32, Operator::land, rne, 0, {2}, {1}, {1}, 0},
        {"both true", Type::uint64, Operator::lxor, rne, 0, {1ULL << 63}, {1}, {0}, 0},
        {"one true", Type::int16, Operator::lor, rne, 0, {0x0100}, {0}, {1}, 0},
        {"bits", Type::uint8, Operator::bxor, rne, 0, {0xA5}, {0xFF}, {0x5A}, 0},
    };
}

} // namespace

const std::vector<DirectedCase>& directed_list()
{
    static const std::vector<DirectedCase> all = [] {
        std::vector<DirectedCase> list = sums();
        for (const auto& more : {overflows(), flushes(), extremes()})
            list.insert(list.end(), more.begin(), more.end());
        return list;
    }();
    return all;
}

} // namespace sharpsim::tb
