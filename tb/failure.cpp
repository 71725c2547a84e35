// SPDX-License-Identifier: Apache-2.0
#include "failure.h"

#include <array>
#include <cstdio>
#include <sstream>

namespace sharpsim::tb {

namespace {

std::string type_text(std::uint8_t code)
{
    return code < reduction::type_count ? std::string{reduction::name(static_cast<Type>(code))}
                                        : "type code " + std::to_string(code);
}

std::string op_text(std::uint8_t code)
{
    return code < reduction::operator_count ? std::string{reduction::name(static_cast<Operator>(code))}
                                            : "operator code " + std::to_string(code);
}

std::string precision_text(std::uint8_t code)
{
    return code < reduction::precision_code_count ? precision_name(static_cast<Precision>(code))
                                                  : "code " + std::to_string(code);
}

std::string rounding_text(std::uint8_t code)
{
    return code < reduction::rounding_count ? rounding_name(static_cast<Rounding>(code))
                                            : "code " + std::to_string(code);
}

std::string element_text(const Task& task, const std::uint8_t* bytes, unsigned at)
{
    const unsigned size = reduction::element_bytes(task.type);
    const Element e = element_at(bytes, task, at);
    std::string text = hex(e.value, size) + "  " + decimal(task.type, e.value);
    if (reduction::is_pair(task.op))
        text += ", index " + hex(e.index, size) + "  " + std::to_string(e.index);
    return text;
}

std::string slot_text(const Beat& beat, const std::uint8_t* bytes, Place place)
{
    const std::uint64_t slot = word_at(bytes, place);
    return hex(slot, slot_bytes) + "  " + decimal_of_slot(beat.task().type, beat.precision, slot);
}

std::string acc_text(const Beat& beat, unsigned at)
{
    return beat.slots() ? slot_text(beat, beat.acc.data(), acc_place(beat, at))
                        : element_text(beat.task(), beat.acc.data(), at);
}

std::string operand_text(const Beat& beat, unsigned at)
{
    return beat.slots() && takes_slots(beat.precision)
               ? slot_text(beat, beat.operand.data(), {at, slot_bytes})
               : element_text(beat.task(), beat.operand.data(), at);
}

std::string result_text(const Beat& beat, const Accs& acc, unsigned at)
{
    return beat.rounds() ? element_text(beat.task(), acc.data(), at)
                         : slot_text(beat, acc.data(), result_place(beat, at));
}

void describe_element(std::ostringstream& out, const Mismatch& m, const BeatResult& expected, unsigned at)
{
    const Beat& beat = m.taken.beat;
    const std::uint32_t draw = draw_of(m.taken.states, at);
    const bool computed = beat.defined() && !beat.first && beat.takes_part(at);
    std::array<char, 16> draw_text{};
    std::snprintf(draw_text.data(), draw_text.size(), "%05X", draw);
    out << "  lane " << at / 4 << " element " << at / beat.element_bytes() << " (byte " << at << "), "
        << (beat.first       ? (beat.slots() ? "first operand" : "first operand: passes")
            : computed       ? "takes part"
            : beat.defined() ? "masked"
                             : "not computed")
        << ", draw " << draw_text.data() << "\n"
        << "    accumulator " << acc_text(beat, at) << "\n"
        << "    operand     " << operand_text(beat, at) << "\n"
        << "    expected    " << result_text(beat, expected.acc, at) << ", flags "
        << (beat.defined() ? flag_names(expect_step(beat, at, m.taken.states).flags) : "none") << "\n";
    if (m.has_result)
        out << "    got         " << result_text(beat, m.result.data.acc, at) << "\n";
}

void describe_lane(std::ostringstream& out, const Mismatch& m, const BeatResult& expected, unsigned lane)
{
    out << "  flags of lane " << lane << ": accumulator's " << flag_names(m.taken.beat.acc_flags[lane])
        << ", expected " << flag_names(expected.flags[lane]);
    if (m.has_result)
        out << ", got " << flag_names(m.result.data.flags[lane]);
    out << "\n";
}

constexpr unsigned none = ~0U;

// The lane to look at, and the byte at which its first element that differs starts.
unsigned first_difference(const Mismatch& m, const BeatResult& expected, const Beat& shown, unsigned& at)
{
    at = none;
    for (unsigned n = 0; n < beat_bytes && at == none; n += shown.element_bytes()) {
        const Place place = result_place(shown, n);
        if (word_at(m.result.data.acc.data(), place) != word_at(expected.acc.data(), place))
            at = n;
    }
    if (at != none)
        return at / 4;
    for (unsigned lane = 0; lane < lanes; ++lane)
        if (m.result.data.flags[lane] != expected.flags[lane])
            return lane;
    return none;
}

std::string marks(std::uint16_t tag, bool first, bool last, bool head, bool tail)
{
    std::ostringstream out;
    out << "tag " << hex(tag, 2) << " first " << first << " last " << last << " head " << head << " tail "
        << tail;
    return out.str();
}

} // namespace

const char* rounding_name(Rounding rounding)
{
    const char* const names[] = {"nearest_even", "down", "toward_zero", "up", "stochastic"};
    return names[static_cast<unsigned>(rounding)];
}

const char* precision_name(Precision precision)
{
    const char* const names[] = {"native",           "wide19",          "fp32", "exact_node", "exact_wire",
                                 "exact_node_merge", "exact_wire_merge"};
    return names[static_cast<unsigned>(precision)];
}

std::string hex(std::uint64_t code, unsigned bytes)
{
    std::array<char, 20> text{};
    std::snprintf(text.data(), text.size(), "%0*llX", static_cast<int>(2 * bytes),
                  static_cast<unsigned long long>(code));
    return text.data();
}

std::string flag_names(std::uint8_t flags)
{
    const char* const names[] = {"NX", "UF", "OF", "DZ", "NV"};
    std::string text;
    for (int bit = 4; bit >= 0; --bit)
        if ((flags >> bit & 1) != 0)
            text += (text.empty() ? "" : " ") + std::string{names[bit]};
    return text.empty() ? "none" : text;
}

std::string variant_name(std::uint8_t code)
{
    const char* const names[] = {"saturate", "nan-wins", "flush"};
    std::string text;
    for (int bit = 0; bit < 3; ++bit)
        if ((code >> bit & 1) != 0)
            text += (text.empty() ? "" : "+") + std::string{names[bit]};
    return text.empty() ? "none" : text;
}

std::string describe(const Mismatch& m)
{
    const Beat& beat = m.taken.beat;
    std::ostringstream out;
    out << "MISMATCH: " << m.what << "\n  beat " << m.taken.number << ": " << type_text(beat.type) << " "
        << op_text(beat.op) << ", rounding " << rounding_text(beat.rounding) << ", precision "
        << precision_text(beat.precision) << ", variant " << variant_name(beat.variant) << "\n  mask "
        << hex(beat.mask, 8) << ", " << marks(beat.tag, beat.first, beat.last, beat.head, beat.tail) << "\n";
    const BeatResult expected = m.has_result && m.result.data.unsupported ? expect_unsupported(beat)
                                                                          : expect_beat(beat, m.taken.states);
    const Result& got = m.result;
    if (m.has_result && (got.tag != beat.tag || got.first != beat.first || got.last != beat.last ||
                         got.head != beat.head || got.tail != beat.tail))
        out << "  got      " << marks(got.tag, got.first, got.last, got.head, got.tail) << "\n";
    // Elements of codes without a meaning are shown as words.
    Mismatch shown = m;
    if (!beat.defined()) {
        shown.taken.beat.type = static_cast<std::uint8_t>(Type::uint32);
        shown.taken.beat.op = static_cast<std::uint8_t>(Operator::bor);
        shown.taken.beat.precision = 1;
    }
    const unsigned size = shown.taken.beat.element_bytes();
    unsigned at = none;
    const unsigned lane = m.has_result ? first_difference(m, expected, shown.taken.beat, at) : 0;
    if (at != none)
        describe_element(out, shown, expected, at);
    else if (lane != none) // only flags: any of the lane's elements may have raised them
        for (at = 4 * lane - (4 * lane) % size; at < 4 * lane + 4; at += size)
            describe_element(out, shown, expected, at);
    if (lane != none)
        describe_lane(out, m, expected, lane);
    out << "  cycle " << m.cycle << "\n";
    return out.str();
}

} // namespace sharpsim::tb
