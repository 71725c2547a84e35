// SPDX-License-Identifier: Apache-2.0
#include "reduction/capabilities.h"

#include <algorithm>
#include <array>

namespace sharpsim::reduction {

namespace {

constexpr std::array<std::string_view, profile_count> profile_names{"switch-ib2", "quantum", "quantum2",
                                                                    "quantum-x800", "future"};

constexpr Profile first_profile_with(Type t)
{
    switch (t) {
    case Type::int32:
    case Type::uint32:
    case Type::int64:
    case Type::uint64:
    case Type::float32:
    case Type::float64:
        return Profile::switch_ib2;
    case Type::int16:
    case Type::uint16:
    case Type::float16:
        return Profile::quantum;
    case Type::int8:
    case Type::uint8:
    case Type::bfloat16:
        return Profile::quantum2;
    case Type::float8_e4m3:
    case Type::float8_e5m2:
        break;
    }
    return Profile::future;
}

template <class Predicate>
std::string types_where(Predicate wanted)
{
    std::string out;
    for (unsigned i = 0; i < type_count; ++i) {
        const auto t = static_cast<Type>(i);
        if (wanted(t))
            out += (out.empty() ? "" : ", ") + std::string{name(t)};
    }
    return out;
}

} // namespace

std::string_view name(Profile profile) { return profile_names[static_cast<unsigned>(profile)]; }

std::optional<Profile> parse_profile(std::string_view text)
{
    for (unsigned i = 0; i < profile_count; ++i)
        if (profile_names[i] == text)
            return static_cast<Profile>(i);
    return std::nullopt;
}

bool offers(Profile profile, Type type) { return first_profile_with(type) <= profile; }

std::string refusal(Profile profile, Type type, Operator op)
{
    const std::string chip = "profile " + std::string{name(profile)};
    const std::string type_name{name(type)};
    const std::string op_name{name(op)};
    if (!offers(profile, type))
        return chip + " does not reduce " + type_name + ", operator " + op_name + " (it has " +
               types_where([&](Type t) { return offers(profile, t); }) + ")";
    if (!defined(type, op))
        return chip + " does not reduce " + type_name + " by " + op_name +
               (is_pair(op) ? ", which is defined on numbers of 32 and 64 bits only"
                            : ", which is defined on integers only");
    return {};
}

std::string refusal(Precision precision, Type type, Operator op)
{
    const Precision p = effective(precision, type, op);
    if (keeps(p, type))
        return {};
    return "precision " + std::string{name(precision)} + " does not keep the sum of " +
           std::string{name(type)} + " (it has " + types_where([&](Type t) {
               return is_float(t) && keeps(effective(precision, t, Operator::sum), t);
           }) +
           ")";
}

std::string room_refusal(Precision precision, Type type, Operator op, std::uint32_t ranks, bool rtl)
{
    const Precision p = effective(precision, type, op);
    if (!is_exact(p))
        return {};
    constexpr unsigned model_count_bits = 17;   // in the layout of a slot: 36 bits less E4M3's 18 and a sign
    constexpr std::uint32_t largest_node = 252; // the limit of sharp.radix
    const std::uint32_t room = 1U << (rtl ? built_alu.exact_count_bits : model_count_bits);
    const std::uint32_t operands = rounds_at_last(p) ? std::min(ranks, largest_node) : ranks;
    if (operands <= room)
        return {};
    return "precision " + std::string{name(precision)} + " holds the sum of at most " + std::to_string(room) +
           " operands" + (rtl ? " in the RTL of this build" : "") + ", not of " + std::to_string(operands);
}

std::string rtl_refusal(Precision precision, Type type, Operator op)
{
    const Precision p = effective(precision, type, op);
    if (in_rtl(type, op) && in_rtl(p))
        return {};
    return "the RTL of this build does not compute " + std::string{name(op)} + " of " +
           std::string{name(type)} + (p != Precision::native ? " in precision " + std::string{name(p)} : "") +
           " (alu.back_end = model does)";
}

} // namespace sharpsim::reduction
