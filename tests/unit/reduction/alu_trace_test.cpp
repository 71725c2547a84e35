// SPDX-License-Identifier: Apache-2.0
// Several ALUs in one waveform file, each under its own scope, with the pins that its documentation names.
#include <gtest/gtest.h>
#include <gtkwave/fstapi.h>
#include <verilated_fst_c.h>

#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "reduction/alu_rtl.h"
#include "reduction/alu_variant.h"

namespace {

using namespace sharpsim::reduction;

std::set<std::string> names_in(const std::string& path, std::uint64_t& end)
{
    std::set<std::string> names;
    void* reader = fstReaderOpen(path.c_str());
    if (reader == nullptr)
        return names;
    end = fstReaderGetEndTime(reader);
    std::vector<std::string> scopes;
    while (const fstHier* h = fstReaderIterateHier(reader)) {
        if (h->htyp == FST_HT_SCOPE)
            scopes.emplace_back(h->u.scope.name);
        else if (h->htyp == FST_HT_UPSCOPE)
            scopes.pop_back();
        else if (h->htyp == FST_HT_VAR) {
            std::string full;
            for (const auto& s : scopes)
                full += s + ".";
            const std::string name = h->u.var.name;
            names.insert(full + name.substr(0, name.find_first_of(" [")));
        }
    }
    fstReaderClose(reader);
    return names;
}

TEST(AluTrace, TwoInstancesShareOneFile)
{
    const auto context = std::make_shared<AluRtlContext>();
    AluRtl first{"alu0", context};
    AluRtl second{"alu1", context};
    const std::string path = ::testing::TempDir() + "alu_trace_test.fst";
    std::vector<std::uint8_t> beat(built_beat_bytes, 1);
    AluIn in;
    in.valid = true;
    in.type = static_cast<std::uint8_t>(Type::float32);
    in.operand = beat.data();
    in.acc = beat.data();
    {
        VerilatedFstC fst;
        first.add_to_trace(&fst);
        second.add_to_trace(&fst);
        fst.open(path.c_str());
        ASSERT_TRUE(fst.isOpen());
        for (std::uint64_t edge = 0; edge < 10; ++edge) {
            first.cycle(in);
            second.cycle(AluIn{});
            fst.dump(1000 * edge);
            first.fall();
            second.fall();
            fst.dump(1000 * edge + 500);
        }
        fst.close();
    }
    std::uint64_t end = 0;
    const auto names = names_in(path, end);
    std::remove(path.c_str());
    EXPECT_EQ(end, 9500U);
    for (const std::string scope : {"alu0.", "alu1."})
        for (const std::string pin : {"clk_i", "in_valid_i", "in_ready_o", "in_operand_i", "in_acc_i",
                                      "in_mask_i", "in_tag_i", "out_valid_o", "out_ready_i", "out_acc_o",
                                      "out_flags_o", "reduction_alu.gen_slice[7].u_slice.fixed_frac"})
            EXPECT_EQ(names.count(scope + pin), 1U) << scope + pin;
}

} // namespace
