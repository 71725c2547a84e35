// SPDX-License-Identifier: Apache-2.0
// What one measuring process hands back, and how time is taken.
#pragma once

#include <ctime>

#include <map>
#include <string>

namespace sharpsim::bench {

// Processor time of this process: what other programs take of the machine does not count, but what they do to
// its caches and clock does. That is why a reference loop runs beside every case.
inline double cpu_seconds()
{
    std::timespec t{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Names and values; passed between processes as lines "name value". A value "fault" says what is wrong.
class Sample {
public:
    void set(const std::string& name, const std::string& value) { values_[name] = value; }
    void set(const std::string& name, double value);
    [[nodiscard]] bool has(const std::string& name) const { return values_.count(name) != 0; }
    [[nodiscard]] const std::string& text(const std::string& name) const { return values_.at(name); }
    [[nodiscard]] double number(const std::string& name) const { return std::stod(values_.at(name)); }

    [[nodiscard]] std::string lines() const;
    static Sample parse(const std::string& lines);

private:
    std::map<std::string, std::string> values_;
};

} // namespace sharpsim::bench
