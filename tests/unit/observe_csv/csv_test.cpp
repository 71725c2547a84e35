// SPDX-License-Identifier: Apache-2.0
#include "observe/csv.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "observe/human.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using sharpsim::test::TempDir;

TEST(Csv, AwkwardTextComesBack)
{
    const std::vector<std::string> texts{"",         "plain",      "a,b",      "say \"no\"",
                                         "\"",       "two\nlines", "\r\n",     " blanks ",
                                         "\xc3\xbc", ",",          "\"\",\"\""};
    CsvWriter csv{"a,b"};
    for (const std::string& x : texts)
        for (const std::string& y : texts)
            csv.field(x).field(y).end_row();
    const TempDir here;
    const auto rows = read_csv(here.write("t.csv", csv.text()), "a,b");
    ASSERT_EQ(rows.size(), texts.size() * texts.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].fields.at(0), texts[i / texts.size()]);
        EXPECT_EQ(rows[i].fields.at(1), texts[i % texts.size()]);
    }
}

TEST(Csv, NumbersHaveNoExponent)
{
    CsvWriter csv{"a"};
    for (const double value : {0.0, 0.0032, 1.0, 123456.7, 1e15, 1.0 / 3.0, 100.0})
        csv.field(value).end_row();
    EXPECT_EQ(csv.text(), "a\n0\n0.0032\n1\n123457\n1000000000000000\n0.333333\n100\n");
}

TEST(Csv, WindowsLineEndsAreRead)
{
    const TempDir here;
    const auto rows = read_csv(here.write("t.csv", "a,b\r\n1,x\r\n2,y\r\n"), "a,b");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1].fields.at(1), "y");
    EXPECT_EQ(rows[1].line, 3U);
}

TEST(Csv, DamageIsNamedWithItsLine)
{
    const TempDir here;
    const auto message = [&](const std::string& text) {
        const std::string file = here.write("t.csv", text);
        try {
            for (const CsvRow& row : read_csv(file, "a,b"))
                csv_number(file, row, 0);
        } catch (const InputError& e) {
            return std::string(e.what()).substr(file.size());
        }
        return std::string("accepted");
    };
    EXPECT_EQ(message("a,b\n1,2\n"), "accepted");
    EXPECT_EQ(message("").rfind(":1: ", 0), 0U);
    EXPECT_EQ(message("a,c\n").rfind(":1: ", 0), 0U);
    EXPECT_EQ(message("a,b\n1,2\n3\n").rfind(":3: 1 fields", 0), 0U);
    EXPECT_EQ(message("a,b\n1,\"x\ny\"\n1,2,3\n").rfind(":4: 3 fields", 0), 0U);
    EXPECT_EQ(message("a,b\n1,2\n\"3,4\n").rfind(":3: a quote", 0), 0U);
    for (const char* number : {"x", "-1", "1.5", "1 ", "", "99999999999999999999"})
        EXPECT_EQ(message(std::string("a,b\n") + number + ",2\n").rfind(":2: field 1", 0), 0U) << number;
}

TEST(Human, ThreeOrFourDigitsAndAUnit)
{
    EXPECT_EQ(short_time(0), "0 ps");
    EXPECT_EQ(short_time(999), "999 ps");
    EXPECT_EQ(short_time(1000), "1 ns");
    EXPECT_EQ(short_time(1'234'567), "1.235 us");
    EXPECT_EQ(short_time(999'999), "1 us"); // not 1000 ns
    EXPECT_EQ(short_time(12'345'678'901'234), "12.35 s");
    EXPECT_EQ(short_bytes(8), "8 B");
    EXPECT_EQ(short_bytes(65536), "64 KiB");
    EXPECT_EQ(short_bytes(1'572'864), "1.5 MiB");
    EXPECT_EQ(short_count(12'345'678), "12.35 M");
    EXPECT_EQ(short_number(99.999), "100");
    EXPECT_EQ(short_number(1234.6), "1235");
    EXPECT_EQ(short_number(0.5), "0.5");
    EXPECT_EQ(short_number(0.0999), "0.0999");
    EXPECT_EQ(short_number(0.0043103), "0.00431");
    EXPECT_EQ(short_number(0.00000012345), "0.000000123");
    EXPECT_EQ(short_number(0), "0");
    EXPECT_EQ(short_number(1e-20), "0");
}

TEST(Human, ColumnsAreAligned)
{
    TextTable table;
    table.add({"name", "n", "why"});
    table.add({"a", "100", "-"});
    table.add({"longer", "1", ""});
    EXPECT_EQ(table.text({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left}),
              "name      n  why\n"
              "a       100  -\n"
              "longer    1\n");
}

} // namespace
