// SPDX-License-Identifier: Apache-2.0
#include "topology/ibnetdiscover_lines.h"

#include <array>
#include <stdexcept>

namespace sharpsim::topology {

namespace {

[[noreturn]] void fail(const std::string& text) { throw std::invalid_argument(text); }

bool space(char c) { return c == ' ' || c == '\t'; }

// What is left of a line, short enough for a message.
std::string excerpt(std::string_view text)
{
    constexpr std::size_t limit = 40;
    if (text.empty())
        return "the end of the line";
    return "'" + std::string{text.substr(0, limit)} + (text.size() > limit ? "...'" : "'");
}

// Consumes "4xNDR".
void parse_rate(std::string_view text, PortLine& out)
{
    const std::size_t x = text.find('x');
    const auto width = x == std::string_view::npos ? std::nullopt : parse_width(text.substr(0, x + 1));
    if (!width)
        fail("link width in " + excerpt(text) + ": allowed are 1x, 2x, 4x, 8x, 12x and then the speed");
    const auto speed = parse_speed(text.substr(x + 1));
    if (!speed)
        fail("link speed in " + excerpt(text) +
             ": allowed are SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, XDR");
    out.width = width;
    out.speed = speed;
    out.rate_in_comment = true;
}

std::uint16_t parse_lid(LineScanner& in)
{
    return static_cast<std::uint16_t>(in.decimal("LID", 1, max_unicast_lid));
}

std::uint8_t parse_lmc(LineScanner& in) { return static_cast<std::uint8_t>(in.decimal("LMC", 0, 7)); }

// What ibnetdiscover writes after '#' of a port line. Anything else there is a remark of a person.
void parse_port_comment(LineScanner& in, PortLine& out)
{
    in.skip_space();
    if (!in.starts_with("lid ") && !in.starts_with("\""))
        return;
    if (in.take_word("lid")) {
        out.own_lid.lid = parse_lid(in);
        if (in.take_word("lmc"))
            out.own_lid.lmc = parse_lmc(in);
    }
    in.quoted_to_last();
    if (in.take_word("lid"))
        out.peer_lid = parse_lid(in);
    in.skip_space();
    parse_rate(in.word(), out);
    for (in.skip_space(); !in.at_end();
         in.skip_space()) { // -f adds s= w= v= m= (codes of what stands before)
        if (!in.take("s=") && !in.take("w=") && !in.take("v=") && !in.take("m="))
            fail("unexpected " + excerpt(in.rest()));
        in.decimal("option", 0, 0xFFFF);
    }
}

// "[n]", of a chassis port also "[n][ext m]", and "(guid)" where there is one.
std::uint16_t parse_port_number(LineScanner& in, std::optional<std::uint64_t>& guid)
{
    in.expect("[", "'[' and a port number");
    const auto port = static_cast<std::uint16_t>(in.decimal("port number", 0, 0xFFFF));
    in.expect("]", "']' after the port number");
    if (in.take("[ext ")) {
        in.decimal("external port", 0, 0xFFFF);
        in.expect("]", "']' after the external port");
    }
    if (in.take("(")) {
        guid = in.hexadecimal("port GUID");
        in.expect(")", "')' after the port GUID");
    }
    return port;
}

struct Keyword {
    std::string_view text;
    NodeKind kind;
};
constexpr std::array<Keyword, 4> keywords{{{"Switch", NodeKind::switch_chip},
                                           {"Hca", NodeKind::hca},
                                           {"Ca", NodeKind::hca},
                                           {"Rt", NodeKind::router}}};

} // namespace

void LineScanner::skip_space()
{
    while (!rest_.empty() && space(rest_.front()))
        rest_.remove_prefix(1);
}

bool LineScanner::take(std::string_view text)
{
    if (!starts_with(text))
        return false;
    rest_.remove_prefix(text.size());
    return true;
}

bool LineScanner::take_word(std::string_view text)
{
    skip_space();
    if (!starts_with(text) || (rest_.size() > text.size() && !space(rest_[text.size()])))
        return false;
    rest_.remove_prefix(text.size());
    return true;
}

void LineScanner::expect(std::string_view text, const char* expected)
{
    if (!take(text))
        fail("found " + excerpt(rest_) + " instead of " + expected);
}

std::string_view LineScanner::word()
{
    std::size_t n = 0;
    while (n < rest_.size() && !space(rest_[n]))
        ++n;
    const std::string_view out = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return out;
}

std::string LineScanner::quoted()
{
    skip_space();
    expect("\"", "a text in double quotes");
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos)
        fail("the quote before " + excerpt(rest_) + " is not closed");
    std::string out{rest_.substr(0, end)};
    rest_.remove_prefix(end + 1);
    return out;
}

std::string LineScanner::quoted_to_last()
{
    skip_space();
    expect("\"", "a description in double quotes");
    const std::size_t end = rest_.rfind('"');
    if (end == std::string_view::npos)
        fail("the quote before " + excerpt(rest_) + " is not closed");
    std::string out{rest_.substr(0, end)};
    rest_.remove_prefix(end + 1);
    return out;
}

std::uint64_t LineScanner::decimal(const char* what, std::uint64_t low, std::uint64_t high)
{
    skip_space();
    const std::string_view start = rest_;
    std::uint64_t value = 0;
    std::size_t n = 0;
    for (; n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9' && value <= high; ++n)
        value = value * 10 + static_cast<std::uint64_t>(rest_[n] - '0');
    if (n == 0)
        fail("found " + excerpt(start) + " instead of a number (" + what + ")");
    if (value < low || value > high)
        fail(std::string{what} + " in " + excerpt(start) +
             " is out of range; allowed: " + std::to_string(low) + " to " + std::to_string(high));
    rest_.remove_prefix(n);
    return value;
}

std::uint64_t LineScanner::hexadecimal(const char* what)
{
    const std::string_view start = rest_;
    std::uint64_t value = 0;
    std::size_t n = 0;
    for (; n < rest_.size(); ++n) {
        const char c = rest_[n];
        if (c >= '0' && c <= '9')
            value = value * 16 + static_cast<std::uint64_t>(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + static_cast<std::uint64_t>(c - 'a' + 10);
        else if (c >= 'A' && c <= 'F')
            value = value * 16 + static_cast<std::uint64_t>(c - 'A' + 10);
        else
            break;
    }
    if (n == 0 || n > 16)
        fail("found " + excerpt(start) + " instead of 1 to 16 hexadecimal digits (" + what + ")");
    rest_.remove_prefix(n);
    return value;
}

bool is_header(std::string_view line)
{
    for (const Keyword& k : keywords)
        if (line.size() > k.text.size() && line.substr(0, k.text.size()) == k.text &&
            space(line[k.text.size()]))
            return true;
    return false;
}

bool is_port(std::string_view line) { return !line.empty() && line.front() == '['; }

bool is_assignment(std::string_view line)
{
    const std::size_t eq = line.find('=');
    if (eq == 0 || eq == std::string_view::npos)
        return false;
    for (const char c : line.substr(0, eq))
        if (c < 'a' || c > 'z')
            return false;
    return true;
}

HeaderLine parse_header(std::string_view line)
{
    LineScanner in{line};
    HeaderLine out;
    for (const Keyword& k : keywords)
        if (in.take_word(k.text)) {
            out.kind = k.kind;
            break;
        }
    out.ports = static_cast<unsigned>(in.decimal("number of ports", 1, max_ports));
    out.id = in.quoted();
    if (out.id.empty())
        fail("an empty node id");
    out.description = out.id;
    in.skip_space();
    if (in.at_end())
        return out;
    in.expect("#", "'#' and the description");
    in.skip_space();
    if (!in.starts_with("\""))
        return out; // a remark of a person
    out.description = in.quoted_to_last();
    in.skip_space();
    if (out.kind == NodeKind::switch_chip && !in.at_end()) {
        if (!in.take("enhanced port 0") && !in.take("base port 0"))
            fail("found " + excerpt(in.rest()) + " instead of 'enhanced port 0' or 'base port 0'");
        if (!in.take_word("lid"))
            fail("found " + excerpt(in.rest()) + " instead of 'lid' and the LID of the switch");
        out.lid.lid = parse_lid(in);
        if (in.take_word("lmc"))
            out.lid.lmc = parse_lmc(in);
        in.skip_space();
    }
    if (!in.at_end())
        fail("unexpected " + excerpt(in.rest()));
    if (out.kind == NodeKind::hca && out.description == aggregation_node_description)
        out.kind = NodeKind::aggregation_node;
    return out;
}

PortLine parse_port(std::string_view line)
{
    LineScanner in{line};
    PortLine out;
    out.port = parse_port_number(in, out.port_guid);
    out.peer_id = in.quoted();
    in.skip_space();
    if (in.starts_with("["))
        out.peer_port = parse_port_number(in, out.peer_port_guid);
    for (in.skip_space(); !in.at_end(); in.skip_space()) {
        if (in.take("#")) {
            parse_port_comment(in, out);
            break;
        }
        if (in.take("w="))
            out.width = width_option(in.decimal("width", 0, 255));
        else if (in.take("s="))
            out.speed = speed_option(in.decimal("speed", 0, 255));
        else
            fail("unexpected " + excerpt(in.rest()));
    }
    return out;
}

AssignmentLine parse_assignment(std::string_view line)
{
    const std::size_t eq = line.find('=');
    LineScanner in{line.substr(eq + 1)};
    AssignmentLine out{std::string{line.substr(0, eq)}, 0};
    if (in.take("0x"))
        out.value = in.hexadecimal(out.key.c_str());
    else
        out.value = in.decimal(out.key.c_str(), 0, 0xFFFFFFFF);
    if (in.take("(")) {
        in.hexadecimal("port GUID");
        in.expect(")", "')' after the port GUID");
    }
    in.skip_space();
    if (!in.at_end() && !in.starts_with("#"))
        fail("unexpected " + excerpt(in.rest()));
    return out;
}

LinkWidth width_option(std::uint64_t lanes)
{
    const auto width = width_of_lanes(lanes);
    if (!width)
        fail("link width " + std::to_string(lanes) + ": allowed are 1, 2, 4, 8, 12 lanes");
    return *width;
}

LinkSpeed speed_option(std::uint64_t code)
{
    switch (code) {
    case 1:
        return LinkSpeed::sdr;
    case 2:
        return LinkSpeed::ddr;
    case 4:
        return LinkSpeed::qdr;
    default:
        fail("link speed " + std::to_string(code) + ": allowed are 1 (SDR), 2 (DDR), 4 (QDR)");
    }
}

LinkSpeed extended_speed_option(std::uint64_t code)
{
    switch (code) {
    case 1:
        return LinkSpeed::fdr;
    case 2:
        return LinkSpeed::edr;
    case 4:
        return LinkSpeed::hdr;
    case 8:
        return LinkSpeed::ndr;
    case 32:
        return LinkSpeed::xdr;
    default:
        fail("extended link speed " + std::to_string(code) +
             ": allowed are 1 (FDR), 2 (EDR), 4 (HDR), 8 (NDR), 32 (XDR)");
    }
}

} // namespace sharpsim::topology
