// SPDX-License-Identifier: Apache-2.0
// A .ranks file as lines of words: blank-separated, with { } , : standing alone, "text" in quotation marks
// and comments from # to the end of the line.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace sharpsim {

class RanksLines {
public:
    explicit RanksLines(const std::string& path);

    [[noreturn]] void fail(const std::string& text) const; // InputError at the current line
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] std::uint32_t line() const { return line_; }

    // The next line that holds a word; false at the end of the file.
    bool next_line();

    [[nodiscard]] bool more() const { return at_ < tokens_.size(); }
    [[nodiscard]] std::string found() const; // the next word, for messages
    // Whether the line begins with "something :".
    [[nodiscard]] bool begins_with_label() const;
    bool accept(std::string_view word);
    void expect(std::string_view word);
    const std::string& take_word(const char* what);
    const std::string& take_text(const char* what); // in quotation marks
    void end_of_line() const;

private:
    struct Token {
        std::string text;
        bool quoted;
    };
    void split(const std::string& text);

    std::string file_;
    std::ifstream in_;
    std::uint32_t line_{0};
    std::vector<Token> tokens_;
    std::size_t at_{0};
};

} // namespace sharpsim
