// SPDX-License-Identifier: Apache-2.0
#include "workload/program_reader.h"

#include "base/error.h"
#include "workload/goal_reader.h"
#include "workload/ranks_reader.h"
#include "workload/trace_text.h"

namespace sharpsim {

namespace {

// Skips blanks and the comments of both formats (# and // to the end of the line, /* to */).
std::string first_word(std::istream& in)
{
    std::string word;
    bool line_comment = false;
    bool block_comment = false;
    char before = 0;
    char c = 0;
    constexpr std::size_t most = 41; // longer than any that is known
    while (word.size() < most && in.get(c)) {
        if (line_comment) {
            line_comment = c != '\n';
        } else if (block_comment) {
            block_comment = !(before == '*' && c == '/');
        } else if (c == '#' || (c == '/' && word == "/")) {
            line_comment = true;
            word.clear();
        } else if (c == '*' && word == "/") {
            block_comment = true;
            word.clear();
            c = 0; // "/*/" does not end it
        } else if (c > ' ' || c < 0) {
            word += c;
        } else if (!word.empty()) {
            break;
        }
        before = c;
    }
    if (word.substr(0, 3) == "\xEF\xBB\xBF") // byte-order mark
        word.erase(0, 3);
    return word;
}

} // namespace

RankProgram read_rank_program(const std::string& path)
{
    std::ifstream in = trace::open(path);
    const std::string word = first_word(in);
    in.close();
    if (word == "sharpsim-ranks")
        return read_ranks(path);
    if (word == "num_ranks")
        return read_goal(path);
    throw InputError(path, 0,
                     (word.empty() ? std::string{"is empty"} : "begins with " + trace::shown(word)) +
                         "; rank programs begin with sharpsim-ranks, GOAL files with num_ranks");
}

} // namespace sharpsim
