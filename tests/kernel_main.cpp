// SPDX-License-Identifier: Apache-2.0
// Entry of every test program that uses SystemC: its library owns main(), we own sc_main().
// A kernel warning or error fails the test that runs.
#include <gtest/gtest.h>
#include <systemc>

namespace {
void report_to_gtest(const sc_core::sc_report& report, const sc_core::sc_actions& actions)
{
    if (report.get_severity() >= sc_core::SC_WARNING)
        ADD_FAILURE() << report.what();
    sc_core::sc_report_handler::default_handler(report, actions);
}
} // namespace

int sc_main(int argc, char* argv[])
{
    ::testing::InitGoogleTest(&argc, argv);
    sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
    sc_core::sc_report_handler::set_handler(report_to_gtest);
    return RUN_ALL_TESTS();
}
