// SPDX-License-Identifier: Apache-2.0
// Whether somebody looks, and how wide.
#pragma once

#include <string>

namespace sharpsim::app {

[[nodiscard]] bool is_terminal(int file);
// Columns of the terminal on standard output; 80 where it does not say.
[[nodiscard]] std::size_t terminal_width();

// The words of a text in lines of at most `width` columns, each begun with `indent` blanks. A longer word
// stands alone.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

// A word for a POSIX shell, in quotes where it needs them.
[[nodiscard]] std::string shell_word(const std::string& text);

} // namespace sharpsim::app
