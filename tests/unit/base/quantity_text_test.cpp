// SPDX-License-Identifier: Apache-2.0
#include "base/quantity_text.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "base/random.h"

namespace sharpsim {
namespace {

std::string error_of(const std::function<void()>& call)
{
    try {
        call();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "accepted";
}

TEST(QuantityText, ExactValues)
{
    EXPECT_EQ(parse_duration("130ns").count(), 130'000U);
    EXPECT_EQ(parse_duration("0ps").count(), 0U);
    EXPECT_EQ(parse_duration("0.001ns").count(), 1U);
    EXPECT_EQ(parse_duration("1.50us").count(), 1'500'000U);
    EXPECT_EQ(parse_duration("0.000000000001s").count(), 1U);
    EXPECT_EQ(parse_duration("3 ms").count(), 3'000'000'000U);
    EXPECT_EQ(parse_duration("18446744073709551615ps"), never);
    EXPECT_EQ(parse_duration("18446744.073709551615s"), never);
    EXPECT_EQ(parse_size("4KiB").count(), 4096U);
    EXPECT_EQ(parse_size("0.5KiB").count(), 512U);
    EXPECT_EQ(parse_size("4kB").count(), 4000U);
    EXPECT_EQ(parse_size("1.5MiB").count(), 1'572'864U);
    EXPECT_EQ(parse_size("1TiB").count(), 1'099'511'627'776U);
    EXPECT_EQ(parse_frequency("1.2GHz").count(), 1'200'000'000U);
    EXPECT_EQ(parse_frequency("00000000000000000000000001Hz").count(), 1U);
    EXPECT_EQ(parse_rate("400Gb/s").count(), 400'000'000U);
    EXPECT_EQ(parse_rate("14.0625Gb/s").count(), 14'062'500U);
    EXPECT_EQ(parse_rate("25.78125Gb/s").count(), 25'781'250U);
    EXPECT_EQ(parse_length("3m"), 3.0);
    EXPECT_EQ(parse_length("30cm"), 0.3);
    EXPECT_EQ(parse_length("2.5km"), 2500.0);
    EXPECT_EQ(parse_length("1mm"), 0.001);
    EXPECT_EQ(parse_integer("0"), 0U);
    EXPECT_EQ(parse_real("-1.5e-3"), -0.0015);
}

TEST(QuantityText, Refusals)
{
    const auto duration = [](const std::string& text) { return error_of([&] { parse_duration(text); }); };
    EXPECT_EQ(duration(""), "a duration is missing, for example 130ns");
    EXPECT_EQ(duration("5"), "a duration needs its unit, for example 130ns");
    EXPECT_EQ(duration("0"), "a duration needs its unit, for example 130ns");
    EXPECT_EQ(duration("-5ns"), "a duration cannot be negative, for example 130ns");
    EXPECT_EQ(duration("18446744073709551616ps"), "a duration this large cannot be held, for example 130ns");
    EXPECT_EQ(duration("18446744.073709551616s"), "a duration this large cannot be held, for example 130ns");
    EXPECT_EQ(duration("99999999999999999999999s"),
              "a duration this large cannot be held, for example 130ns");
    EXPECT_EQ(duration("1.0001ns"), "a duration is a whole number of ps, for example 130ns");
    EXPECT_EQ(duration("0.0000000000000000001s"), "a duration takes at most 18 decimals, for example 130ns");
    EXPECT_EQ(error_of([] { parse_size("0.3B"); }), "a size is a whole number of B, for example 4KiB");
    EXPECT_EQ(error_of([] { parse_size("0.3KiB"); }), "a size is a whole number of B, for example 4KiB");
    EXPECT_EQ(error_of([] { parse_rate("5GB/s"); }),
              "'GB/s' is not a unit of a rate (kb/s, Mb/s, Gb/s, Tb/s), for example 400Gb/s");
    for (const char* text : {"nan", "ns", ".5ns", "5.ns", "+5ns", "--5ns", "-", " 5ns", "inf", "abc"})
        EXPECT_EQ(duration(text), "this is not a duration, for example 130ns") << text;
    for (const char* text :
         {"5ns ", "5ns x", "5nss", "5e3ns", "0x5ns", "5,5ns", "5'000ns", "5..0ns", "5Ns", "5\xc2\xb5s"})
        EXPECT_NE(duration(text), "accepted") << text;
    for (const char* text : {"5", "m", "-3m", "nanm", "infm", "1e3m", "3meter", "3 m ", "3ft"})
        EXPECT_NE(error_of([&] { parse_length(text); }), "accepted") << text;
    EXPECT_NE(error_of([] { parse_length(std::string(400, '9') + "m"); }), "accepted");
    for (const char* text :
         {"", "-1", "+1", "1.0", "1e3", "0x10", "1 ", " 1", "1k", "18446744073709551616", "ten"})
        EXPECT_NE(error_of([&] { parse_integer(text); }), "accepted") << text;
    for (const char* text :
         {"", "nan", "-nan", "inf", "-inf", "infinity", "1e999", "0x1p3", "1,5", "1 ", "--1", "+1", "5%"})
        EXPECT_NE(error_of([&] { parse_real(text); }), "accepted") << text;
}

TEST(QuantityText, CustomaryForms)
{
    EXPECT_EQ(to_text(Picoseconds{0}), "0ps");
    EXPECT_EQ(to_text(Picoseconds{130'000}), "130ns");
    EXPECT_EQ(to_text(Picoseconds{2'100'000}), "2.1us");
    EXPECT_EQ(to_text(Picoseconds{1'000'000'000'000}), "1s");
    EXPECT_EQ(to_text(Picoseconds{1'000'000'000'001}), "1000000.000001us");
    EXPECT_EQ(to_text(Bytes{4096}), "4KiB");
    EXPECT_EQ(to_text(Bytes{4000}), "4000B");
    EXPECT_EQ(to_text(Bytes{3ULL << 40}), "3TiB");
    EXPECT_EQ(to_text(Hertz{1'200'000'000}), "1.2GHz");
    EXPECT_EQ(to_text(KbitPerSecond{25'781'250}), "25.78125Gb/s");
    EXPECT_EQ(to_text(KbitPerSecond{0}), "0kb/s");
    EXPECT_EQ(length_text(0.5), "0.5m");
    EXPECT_EQ(length_text(10000), "10000m");
    EXPECT_EQ(real_text(0.1), "0.1");
}

TEST(QuantityText, RoundTripsAtEveryMagnitude)
{
    RandomStream random{1, "magnitudes"};
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t n = random.next() >> random.below(64);
        ASSERT_EQ(parse_duration(to_text(Picoseconds{n})).count(), n);
        ASSERT_EQ(parse_size(to_text(Bytes{n})).count(), n);
        ASSERT_EQ(parse_frequency(to_text(Hertz{n})).count(), n);
        ASSERT_EQ(parse_rate(to_text(KbitPerSecond{n})).count(), n);
        const double metres = random.unit() * static_cast<double>(n);
        ASSERT_EQ(parse_length(length_text(metres)), metres);
        ASSERT_EQ(parse_real(real_text(metres)), metres);
    }
}

} // namespace
} // namespace sharpsim
