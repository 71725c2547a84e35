// SPDX-License-Identifier: Apache-2.0
#include "workload/goal_reader.h"

#include <limits>

#include "base/error.h"
#include "workload/trace_text.h"

namespace sharpsim {

namespace {

constexpr std::uint64_t max_calc = max_compute.count() / 1000; // ns
constexpr std::uint64_t max_u32 = std::numeric_limits<std::uint32_t>::max();

class GoalReader {
public:
    explicit GoalReader(const std::string& path) : file_{path}, in_{trace::open(path)} { next(); }

    RankProgram read()
    {
        expect("num_ranks");
        const auto ranks = static_cast<std::uint32_t>(take_number("num_ranks", 1, max_ranks));
        ProgramBuilder program{file_, ranks};
        while (!token_.empty())
            read_rank(program);
        if (in_.bad())
            fail("cannot be read further");
        return program.finish();
    }

private:
    [[noreturn]] void fail(const std::string& text) const { throw InputError(file_, line_, text); }
    [[nodiscard]] std::string found() const
    {
        return token_.empty() ? "the end of the file" : trace::shown(token_);
    }

    // The next token into token_: a word, or one of { } : alone. Empty at the end of the file.
    void next()
    {
        token_.clear();
        while (true) {
            const int c = peek();
            if (c == end) {
                return;
            } else if (c == '/') {
                if (!token_.empty())
                    return;
                skip_comment();
            } else if (c <= ' ') {
                if (!token_.empty())
                    return;
                get();
            } else if (c == '{' || c == '}' || c == ':') {
                if (token_.empty())
                    token_ += static_cast<char>(get());
                return;
            } else {
                token_ += static_cast<char>(get());
            }
        }
    }

    void skip_comment()
    {
        get();
        const std::uint32_t begun = line_;
        if (peek() == '/') {
            while (peek() != '\n' && peek() != end)
                get();
            return;
        }
        if (peek() != '*')
            fail("a single '/': comments are // and /* */");
        get();
        int before = 0;
        while (peek() != end) {
            const int c = get();
            if (before == '*' && c == '/')
                return;
            before = c;
        }
        throw InputError(file_, begun, "the comment that begins here does not end");
    }

    int peek()
    {
        const int c = in_.rdbuf()->sgetc();
        return c == std::char_traits<char>::eof() ? end : c;
    }
    int get()
    {
        const int c = in_.rdbuf()->sbumpc();
        if (c == '\n')
            ++line_;
        return c;
    }

    std::string take()
    {
        std::string word = std::move(token_);
        next();
        return word;
    }
    bool accept(std::string_view word)
    {
        if (token_ != word)
            return false;
        next();
        return true;
    }
    void expect(std::string_view word)
    {
        if (token_ != word)
            fail("expected " + std::string{word} + ", found " + found());
        next();
    }
    std::uint64_t take_number(const char* what, std::uint64_t least, std::uint64_t most)
    {
        if (token_.empty())
            fail(std::string{what} + " is missing at the end of the file");
        const std::uint64_t value = trace::number(file_, line_, token_, what, least, most);
        next();
        return value;
    }

    void read_rank(ProgramBuilder& program)
    {
        const std::uint32_t begun = line_;
        expect("rank");
        const auto rank = static_cast<std::uint32_t>(take_number("rank", 0, program.ranks() - 1));
        if (program.taken_at(rank) != 0)
            throw InputError(file_, begun,
                             "rank " + std::to_string(rank) + " has a block on line " +
                                 std::to_string(program.taken_at(rank)) + " already");
        expect("{");
        GraphBuilder graph{file_};
        trace::LabelTable labels{file_};
        while (!accept("}")) {
            if (token_.empty())
                fail("the block of rank " + std::to_string(rank) + " on line " + std::to_string(begun) +
                     " is not closed");
            read_statement(program, graph, labels);
        }
        labels.resolve(graph);
        program.assign(graph.finish(), {rank}, begun);
    }

    void read_statement(const ProgramBuilder& program, GraphBuilder& graph, trace::LabelTable& labels)
    {
        const std::uint32_t line = line_;
        std::string word = take();
        std::string label;
        if (token_ == ":") {
            label = std::move(word);
            labels.define(label, graph.size(), line);
            next();
            word = take();
        } else if (token_ == "requires" || token_ == "irequires") {
            const EdgeKind kind = token_ == "requires" ? EdgeKind::finish : EdgeKind::start;
            next();
            if (!trace::is_label(token_))
                fail("expected a label, found " + found());
            labels.require(graph, word, take(), kind, line);
            return;
        }
        ProgramNode node;
        node.line = line;
        if (word == "calc")
            node.amount = take_number("calc", 0, max_calc) * 1000; // ns
        else if (word == "send" || word == "recv")
            read_message(program, node, word == "send");
        else
            throw InputError(file_, line,
                             "expected calc, send, recv or a dependency, found " + trace::shown(word));
        while (token_ == "cpu" || token_ == "nic" || token_ == "tag") {
            const std::string option = take();
            if (option == "tag" && node.kind == NodeKind::compute)
                fail("calc has no tag");
            const std::uint64_t value = take_number(option.c_str(), 0, max_u32);
            if (option == "tag")
                node.tag = static_cast<std::uint32_t>(value);
        }
        graph.add(node, label);
    }

    void read_message(const ProgramBuilder& program, ProgramNode& node, bool is_send)
    {
        node.kind = is_send ? NodeKind::send : NodeKind::recv;
        if (token_.size() < 2 || token_.back() != 'b')
            fail("expected a size such as 1024b, found " + found());
        token_.pop_back();
        node.amount = take_number("the size in bytes", 0, max_message.count());
        expect(is_send ? "to" : "from");
        if (!is_send && accept("-1"))
            node.peer_kind = PeerKind::any;
        else
            node.peer = static_cast<std::uint32_t>(take_number("the peer's rank", 0, program.ranks() - 1));
    }

    static constexpr int end = -1;
    std::string file_;
    std::ifstream in_;
    std::uint32_t line_{1};
    std::string token_;
};

} // namespace

RankProgram read_goal(const std::string& path) { return GoalReader{path}.read(); }

} // namespace sharpsim
