// SPDX-License-Identifier: Apache-2.0
#include "workload/ranks_lines.h"

#include <algorithm>

#include "base/error.h"
#include "workload/trace_text.h"

namespace sharpsim {

namespace {
constexpr std::string_view alone = "{},:";
}

RanksLines::RanksLines(const std::string& path) : file_{path}, in_{trace::open(path)} {}

void RanksLines::fail(const std::string& text) const { throw InputError(file_, line_, text); }

bool RanksLines::next_line()
{
    tokens_.clear();
    at_ = 0;
    std::string text;
    while (tokens_.empty() && std::getline(in_, text)) {
        ++line_;
        if (line_ == 1 && text.compare(0, 3, "\xEF\xBB\xBF") == 0) // byte-order mark
            text.erase(0, 3);
        split(text);
    }
    if (in_.bad())
        fail("cannot be read further");
    return !tokens_.empty();
}

void RanksLines::split(const std::string& text)
{
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == ' ' || c == '\t' || c == '\r') {
            ++i;
        } else if (c == '#') {
            return;
        } else if (c == '"') {
            const std::size_t close = text.find('"', i + 1);
            if (close == std::string::npos)
                fail("a quotation mark is not closed");
            tokens_.push_back({text.substr(i + 1, close - i - 1), true});
            i = close + 1;
        } else if (alone.find(c) != std::string_view::npos) {
            tokens_.push_back({std::string(1, c), false});
            ++i;
        } else {
            const std::size_t close = std::min(text.find_first_of(" \t\r#\"{},:", i), text.size());
            tokens_.push_back({text.substr(i, close - i), false});
            i = close;
        }
    }
}

std::string RanksLines::found() const
{
    return more() ? trace::shown(tokens_[at_].text) : "the end of the line";
}

bool RanksLines::begins_with_label() const
{
    return tokens_.size() > 1 && !tokens_[1].quoted && tokens_[1].text == ":";
}

bool RanksLines::accept(std::string_view word)
{
    if (!more() || tokens_[at_].quoted || tokens_[at_].text != word)
        return false;
    ++at_;
    return true;
}

void RanksLines::expect(std::string_view word)
{
    if (!accept(word))
        fail("expected '" + std::string{word} + "', found " + found());
}

const std::string& RanksLines::take_word(const char* what)
{
    if (!more() || tokens_[at_].quoted || alone.find(tokens_[at_].text) != std::string_view::npos)
        fail(std::string{"expected "} + what + ", found " + found());
    return tokens_[at_++].text;
}

const std::string& RanksLines::take_text(const char* what)
{
    if (!more() || !tokens_[at_].quoted)
        fail(std::string{"expected "} + what + " in quotation marks, found " + found());
    return tokens_[at_++].text;
}

void RanksLines::end_of_line() const
{
    if (more())
        fail("nothing more may stand on this line, found " + found());
}

} // namespace sharpsim
