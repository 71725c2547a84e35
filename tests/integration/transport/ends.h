// SPDX-License-Identifier: Apache-2.0
// End ports that write down what happens to them, on one cable or around one switch. One kernel a process.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "base/kernel/kernel_host.h"
#include "base/random.h"
#include "switch/switch.h"
#include "transport/transport_port.h"

namespace sharpsim::test {

using namespace literals;

// 400 Gb/s: 20 ps a byte.
constexpr LinkRate rate_400{KbitPerSecond{400'000'000}, 1, 1};
constexpr CableData one_metre{rate_400, Picoseconds{5'000}};

// No flow-control packet takes wire time: sums of times come out whole.
inline LinkConfig quiet_link()
{
    LinkConfig link;
    link.fc_size = Bytes{0};
    return link;
}

inline std::uint8_t pattern(std::uint64_t tag, std::size_t i)
{
    return static_cast<std::uint8_t>(hash_combine(tag, i));
}

inline Message message_of(std::uint64_t tag, std::size_t bytes, bool sharp = false)
{
    Message m;
    m.payload = Payload{bytes};
    for (std::size_t i = 0; i < bytes; ++i)
        m.payload.data()[i] = pattern(tag, i);
    m.has_sharp = sharp;
    m.sharp.operation = static_cast<std::uint32_t>(tag);
    m.tag = tag;
    return m;
}

inline bool holds_pattern(const Message& m)
{
    for (std::size_t i = 0; i < m.payload.size(); ++i)
        if (m.payload.data()[i] != pattern(m.tag, i))
            return false;
    return true;
}

struct End final : sc_core::sc_module, TransportClient {
    struct Got {
        Picoseconds time;
        QpNumber qp;
        Lid source;
        Message message;
    };
    struct Sent {
        Picoseconds time;
        QpNumber qp;
        std::uint64_t work;
    };

    End(const sc_core::sc_module_name& nm, Region& r, Lid lid, const LinkConfig& link) :
        sc_core::sc_module{nm}, region{r}, port{r,   *this, "1",      std::string{name()} + ".port1",
                                                lid, link,  one_metre}
    {
    }
    void end_of_elaboration() override { port.begin(); }
    void on_message(QpNumber qp, Lid source, Message&& message) override
    {
        got.push_back({region.calendar.now(), qp, source, std::move(message)});
    }
    void on_sent(QpNumber qp, std::uint64_t work) override
    {
        sent.push_back({region.calendar.now(), qp, work});
    }

    Region& region;
    std::vector<Got> got;
    std::vector<Sent> sent;
    TransportPort port;
};

class EndsTest : public ::testing::Test {
protected:
    EndsTest()
    {
        if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
            throw std::logic_error("one kernel per process: run this program through ctest");
    }

    // `count` ends with LIDs from 1: two on a cable, or all around a switch of as many ports.
    void build(unsigned count, bool with_switch, const LinkConfig& link)
    {
        for (unsigned i = 0; i < count; ++i)
            ends.push_back(std::make_unique<End>(("end" + std::to_string(i)).c_str(), region,
                                                 Lid{static_cast<std::uint16_t>(i + 1)}, link));
        if (!with_switch) {
            Port::connect(ends[0]->port.port(), ends[1]->port.port());
            return;
        }
        chip = std::make_unique<Switch>("switch", region, SwitchConfig{}, link,
                                        std::vector<CableData>(count, one_metre));
        std::vector<std::uint8_t> lft(count + 1U, Switch::no_path);
        for (unsigned i = 0; i < count; ++i) {
            lft[i + 1U] = static_cast<std::uint8_t>(i + 1);
            Port::connect(ends[i]->port.port(), chip->port(i));
        }
        chip->set_lft(lft);
    }
    // An RC connection; its queue pairs in the order of the arguments.
    std::pair<QpNumber, QpNumber> connect(unsigned a, unsigned b, std::uint8_t vl = 0)
    {
        const QpNumber qa = ends[a]->port.create_rc(0, vl);
        const QpNumber qb = ends[b]->port.create_rc(0, vl);
        ends[a]->port.connect(qa, ends[b]->port.lid(), qb);
        ends[b]->port.connect(qb, ends[a]->port.lid(), qa);
        return {qa, qb};
    }
    // Everything that was sent has come, and nothing is left behind.
    void expect_clean() const
    {
        EXPECT_EQ(region.packets.alive(), 0U);
        for (const auto& e : ends) {
            EXPECT_EQ(e->port.outstanding(), 0U);
            EXPECT_FALSE(e->port.waiting_for_credit());
            EXPECT_EQ(e->port.messages_received(), e->got.size());
            EXPECT_EQ(e->port.messages_sent(), e->sent.size());
            for (unsigned vl = 0; vl < e->port.port().vls(); ++vl)
                EXPECT_EQ(e->port.port().used_blocks(vl), 0U);
        }
    }

    Region region;
    KernelHost kernel{"kernel", region.calendar};
    std::vector<std::unique_ptr<End>> ends;
    std::unique_ptr<Switch> chip;
};

} // namespace sharpsim::test
