// SPDX-License-Identifier: Apache-2.0
// One line of an ibnetdiscover or ibsim file, taken apart. Knows nothing of the lines around it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "topology/fabric.h"

namespace sharpsim::topology {

// All parse functions throw std::invalid_argument with what is wrong; the reader adds file and line.

// Walks over one line. `expected` texts go into the error.
class LineScanner {
public:
    explicit LineScanner(std::string_view line) : rest_{line} {}

    void skip_space();
    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] bool starts_with(std::string_view text) const
    {
        return rest_.substr(0, text.size()) == text;
    }
    bool take(std::string_view text);      // true and past it, or false and unmoved
    bool take_word(std::string_view word); // the same, and only where the word ends there
    void expect(std::string_view text, const char* expected);
    std::string_view word();      // up to white space
    std::string quoted();         // "...": up to the next quote
    std::string quoted_to_last(); // "...": up to the last quote of the line
    std::uint64_t decimal(const char* what, std::uint64_t low, std::uint64_t high);
    std::uint64_t hexadecimal(const char* what); // digits only
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
};

struct StatedLid {
    std::optional<std::uint16_t> lid;
    std::uint8_t lmc{0};
};

// Switch 65 "S-..."  # "description" enhanced port 0 lid 73 lmc 0
struct HeaderLine {
    NodeKind kind{NodeKind::hca};
    unsigned ports{0};
    std::string id;
    std::string description;
    StatedLid lid; // switches only
};

// [1](guid)  "H-..."[1](guid)  w=4 s=1  # lid 55 lmc 0 "description" lid 119 4xNDR
struct PortLine {
    std::uint16_t port{0};
    std::optional<std::uint64_t> port_guid;
    std::string peer_id;
    std::uint16_t peer_port{1};
    std::optional<std::uint64_t> peer_port_guid;
    std::optional<LinkWidth> width;
    std::optional<LinkSpeed> speed;
    bool rate_in_comment{false}; // as ibnetdiscover writes it
    StatedLid own_lid;
    std::optional<std::uint16_t> peer_lid;
};

// vendid=0x2c9, switchguid=0x..(..), width=4
struct AssignmentLine {
    std::string key;
    std::uint64_t value{0};
};

bool is_header(std::string_view line);
bool is_port(std::string_view line);
bool is_assignment(std::string_view line);
HeaderLine parse_header(std::string_view line);
PortLine parse_port(std::string_view line);
AssignmentLine parse_assignment(std::string_view line);

// ibsim's numbers: lanes (w=), PortInfo LinkSpeed 1, 2, 4 (s=), PortInfo LinkSpeedExt 1, 2, 4, 8, 32
// (extspeed=).
LinkWidth width_option(std::uint64_t lanes);
LinkSpeed speed_option(std::uint64_t code);
LinkSpeed extended_speed_option(std::uint64_t code);

} // namespace sharpsim::topology
