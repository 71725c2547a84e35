// SPDX-License-Identifier: Apache-2.0
// How far float sums are from the exact sum, by precision and rounding of the aggregation nodes: operands
// drawn from the standard normal distribution and rounded to the element type, in leaf nodes of up to 32
// children under one root, in the order of the ranks. The exact sum is MPFR's. Prints a CSV.
#include <mpfr.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "base/random.h"
#include "reduction/alu_model.h"
#include "reduction/alu_variant.h"
#include "reduction/slot_model.h"

namespace {

using namespace sharpsim::reduction;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t elements = 2048; // trials side by side
constexpr std::size_t leaf_children = 32;
constexpr std::uint64_t seed = 1;

struct Study {
    Type type;
    Precision precision;
    Rounding rounding;

    [[nodiscard]] std::string name() const
    {
        return std::string{sharpsim::reduction::name(type)} + "," +
               std::string{sharpsim::reduction::name(precision)} + "," +
               (rounding == Rounding::stochastic ? "stochastic" : "nearest_even");
    }
};

struct Number {
    explicit Number(mpfr_prec_t bits) { mpfr_init2(value, bits); }
    ~Number() { mpfr_clear(value); }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;
    mpfr_t value;
};

int fraction_bits(Type t)
{
    return t == Type::float16 ? 10 : t == Type::bfloat16 ? 7 : t == Type::float8_e4m3 ? 3 : 2;
}
int least_exponent(Type t)
{
    return t == Type::float16 || t == Type::float8_e5m2 ? -14 : t == Type::bfloat16 ? -126 : -6;
}

double value_of(Type t, const std::uint8_t* at)
{
    const std::size_t size = element_bytes(t);
    std::uint32_t code = 0;
    std::memcpy(&code, at, size);
    const int fraction = fraction_bits(t);
    const std::uint32_t sign = 1U << (8 * size - 1);
    const std::uint32_t magnitude = code & (sign - 1);
    const auto exponent = static_cast<int>(magnitude >> fraction);
    const auto significand =
        static_cast<double>((magnitude & ((1U << fraction) - 1)) | (exponent != 0 ? 1U << fraction : 0U));
    const double v =
        std::ldexp(significand, (exponent != 0 ? exponent - 1 : 0) + least_exponent(t) - fraction);
    return (code & sign) != 0 ? -v : v;
}

// To nearest even, by the host's rounding of a scaled number.
void store(Type t, double v, std::uint8_t* at)
{
    const int fraction = fraction_bits(t);
    const double size = std::fabs(v);
    const int exponent = size >= std::ldexp(1.0, least_exponent(t)) ? std::ilogb(size) : least_exponent(t);
    const auto steps = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, fraction - exponent)));
    std::uint32_t code = steps + (static_cast<std::uint32_t>(exponent - least_exponent(t)) << fraction);
    code |= v < 0 ? 1U << (8 * element_bytes(t) - 1) : 0;
    std::memcpy(at, &code, element_bytes(t));
}

std::vector<Bytes> operands(Type type, std::size_t ranks)
{
    constexpr double pi = 3.14159265358979323846;
    const sharpsim::RandomStream random{seed, "accuracy"};
    std::vector<Bytes> out(ranks, Bytes(elements * element_bytes(type)));
    for (std::size_t r = 0; r < ranks; ++r)
        for (std::size_t e = 0; e < elements; ++e) { // Box and Muller 1958
            const std::uint64_t at = 2 * (r * elements + e);
            const double u = (static_cast<double>(random.at(at) >> 11) + 1) * 0x1p-53;
            const double angle = 2 * pi * (static_cast<double>(random.at(at + 1) >> 11) * 0x1p-53);
            store(type, std::sqrt(-2 * std::log(u)) * std::cos(angle), &out[r][e * element_bytes(type)]);
        }
    return out;
}

using Draws = std::array<std::uint32_t, built_lanes>;

// One node: what it sends, as elements, or as slots where it neither rounds nor is the root.
Bytes native_node(const Study& s, const std::vector<Bytes>& children, Draws& draws)
{
    Bytes acc = children[0];
    for (std::size_t i = 1; i < children.size(); ++i)
        reduce_beats(s.type, Operator::sum, s.rounding, {}, acc.data(), children[i].data(), acc.size(),
                     nullptr, draws.data());
    return acc;
}

Bytes slot_node(const Study& s, Precision precision, const std::vector<Bytes>& children, Draws& draws)
{
    std::vector<std::uint64_t> slots(elements);
    Bytes result(elements * element_bytes(s.type));
    SlotFold f;
    f.type = s.type;
    f.precision = precision;
    f.rounding = s.rounding;
    f.elements = elements;
    f.slots = slots.data();
    f.result = result.data();
    f.lane_random = draws.data();
    for (std::size_t i = 0; i < children.size(); ++i) {
        f.first = i == 0;
        f.last = i + 1 == children.size();
        f.operand = children[i].data();
        fold_slots(f);
    }
    if (rounds_at_last(precision))
        return result;
    Bytes wide(elements * sizeof(std::uint64_t));
    std::memcpy(wide.data(), slots.data(), wide.size());
    return wide;
}

Bytes sum(const Study& s, const std::vector<Bytes>& ranks)
{
    Draws draws;
    for (unsigned lane = 0; lane < built_lanes; ++lane)
        draws[lane] =
            static_cast<std::uint32_t>(sharpsim::RandomStream(seed, "draws").at(lane) & 0xFFFFE) | 1U;
    std::vector<Bytes> sent;
    for (std::size_t begin = 0; begin < ranks.size(); begin += leaf_children) {
        const auto from = ranks.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto count = static_cast<std::ptrdiff_t>(std::min(leaf_children, ranks.size() - begin));
        const std::vector<Bytes> children(from, from + count);
        sent.push_back(s.precision == Precision::native ? native_node(s, children, draws)
                                                        : slot_node(s, s.precision, children, draws));
    }
    if (s.precision == Precision::native)
        return native_node(s, sent, draws);
    return slot_node(s, s.precision == Precision::exact_wire ? Precision::exact_node_merge : s.precision,
                     sent, draws);
}

struct Error {
    double mean{0};  // of the magnitude; an operand's standard deviation is 1
    double bias{0};  // mean with sign
    double worst{0}; // in units of the last place of the exact sum
};

Error error_of(Type type, const std::vector<Bytes>& ranks, const Bytes& got)
{
    Number exact{200};
    Error error;
    for (std::size_t e = 0; e < elements; ++e) {
        const std::size_t at = e * element_bytes(type);
        mpfr_set_zero(exact.value, 1);
        for (const Bytes& r : ranks)
            mpfr_add_d(exact.value, exact.value, value_of(type, &r[at]), MPFR_RNDN);
        const double size = std::fabs(mpfr_get_d(exact.value, MPFR_RNDN));
        const int exponent =
            size >= std::ldexp(1.0, least_exponent(type)) ? std::ilogb(size) : least_exponent(type);
        mpfr_d_sub(exact.value, value_of(type, &got[at]), exact.value, MPFR_RNDN);
        const double difference = mpfr_get_d(exact.value, MPFR_RNDN);
        const double ulps = std::ldexp(difference, fraction_bits(type) - exponent);
        error.mean += std::fabs(difference) / elements;
        error.bias += difference / elements;
        error.worst = std::max(error.worst, std::fabs(ulps));
    }
    return error;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1) {
        const bool help = std::string{argv[1]} == "--help";
        (help ? std::cout : std::cerr)
            << "usage: sharpsim_accuracy: errors of float sums by precision, as a CSV; takes no arguments\n";
        return help ? 0 : 2;
    }
    std::puts("type,precision,rounding,ranks,mean_abs_error,mean_error,max_abs_error_ulp");
    for (const Type type : {Type::float16, Type::bfloat16, Type::float8_e4m3, Type::float8_e5m2}) {
        std::vector<Study> studies;
        for (unsigned p = 0; p < precision_count; ++p)
            if (keeps(static_cast<Precision>(p), type))
                studies.push_back({type, static_cast<Precision>(p), Rounding::nearest_even});
        studies.push_back({type, Precision::native, Rounding::stochastic});
        for (const std::size_t ranks : {2U, 4U, 8U, 16U, 32U, 64U, 128U, 256U, 512U, 1024U}) {
            const std::vector<Bytes> vectors = operands(type, ranks);
            for (const Study& s : studies) {
                const Error e = error_of(type, vectors, sum(s, vectors));
                std::printf("%s,%zu,%.3e,%.3e,%.3f\n", s.name().c_str(), ranks, e.mean, e.bias, e.worst);
            }
        }
    }
    return 0;
}
