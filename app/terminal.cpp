// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <sstream>

#include <sys/ioctl.h>
#include <unistd.h>

namespace sharpsim::app {

bool is_terminal(int file) { return ::isatty(file) == 1; }

std::size_t terminal_width()
{
    winsize size{};
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20;
    return known ? size.ws_col : 80;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width)
{
    std::istringstream words{text};
    std::string out;
    std::string line;
    for (std::string word; words >> word;) {
        if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
            out += std::string(indent, ' ') + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? out : out + std::string(indent, ' ') + line + "\n";
}

std::string shell_word(const std::string& text)
{
    const bool plain =
        !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789_-./+:,=@%") == std::string::npos;
    if (plain)
        return text;
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

} // namespace sharpsim::app
