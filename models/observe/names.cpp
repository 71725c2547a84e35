// SPDX-License-Identifier: Apache-2.0
#include "observe/names.h"

#include <cstddef>

namespace sharpsim {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// The run of digits at i, without leading zeros; i moves behind it.
std::string_view number_at(std::string_view text, std::size_t& i)
{
    while (i + 1 < text.size() && text[i] == '0' && is_digit(text[i + 1]))
        ++i;
    const std::size_t begin = i;
    while (i < text.size() && is_digit(text[i]))
        ++i;
    return text.substr(begin, i - begin);
}

} // namespace

std::string legal_name(std::string_view name)
{
    std::string out;
    if (name.empty() || is_digit(name.front()))
        out += '_';
    for (const char c : name)
        out += is_letter(c) || is_digit(c) ? c : '_';
    return out;
}

bool natural_less(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            const std::string_view x = number_at(a, i);
            const std::string_view y = number_at(b, j);
            if (x.size() != y.size())
                return x.size() < y.size();
            if (x != y)
                return x < y;
            continue;
        }
        // '.' first: a scope is followed by what it contains.
        const int x = a[i] == '.' ? 0 : static_cast<unsigned char>(a[i]);
        const int y = b[j] == '.' ? 0 : static_cast<unsigned char>(b[j]);
        if (x != y)
            return x < y;
        ++i;
        ++j;
    }
    if (i < a.size() || j < b.size())
        return i == a.size();
    return a < b;
}

std::string ScopeNames::unique(const std::string& parent, std::string_view name)
{
    const std::string wanted = (parent.empty() ? "" : parent + ".") + legal_name(name);
    std::string path = wanted;
    for (unsigned n = 2; !taken_.insert(path).second; ++n)
        path = wanted + "_" + std::to_string(n);
    return path;
}

std::string ScopeNames::scope(std::string_view path)
{
    if (path.empty())
        return {};
    const auto known = scopes_.find(path);
    if (known != scopes_.end())
        return known->second;
    const std::size_t dot = path.rfind('.');
    const std::string parent = dot == std::string_view::npos ? std::string{} : scope(path.substr(0, dot));
    std::string legal = unique(parent, dot == std::string_view::npos ? path : path.substr(dot + 1));
    scopes_.emplace(path, legal);
    return legal;
}

bool ScopeNames::signal(const std::string& legal_scope, std::string_view name, std::string& legal)
{
    if (!given_.insert(legal_scope + "." + std::string{name}).second)
        return false;
    legal = unique(legal_scope, name).substr(legal_scope.empty() ? 0 : legal_scope.size() + 1);
    return true;
}

} // namespace sharpsim
