// SPDX-License-Identifier: Apache-2.0
#include "observe/wave_file.h"

#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#include <verilated_fst_c.h>

#include "base/error.h"

namespace sharpsim {

namespace {

// Bytes that one change of a signal adds at most, beside its value: time index and links.
constexpr std::uint64_t change_bytes = 10;
constexpr unsigned all_levels = 99;

std::uint64_t size_of(const std::string& path)
{
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::uint64_t words_of(unsigned bits) { return bits > 32 ? 2 : 1; }

// Verilator's form of a path: parts end with a space, and the character before it tells the kind of scope.
std::string prefix_of(const std::string& scope)
{
    constexpr char module = static_cast<char>(0x80 + static_cast<int>(VLT_TRACE_SCOPE_MODULE));
    std::string prefix;
    for (const char c : scope)
        if (c == '.')
            prefix += {module, ' '};
        else
            prefix += c;
    if (!scope.empty())
        prefix += {module, ' '};
    return prefix;
}

} // namespace

struct WaveFile::Piece {
    WaveFile* file;
    std::string prefix;
    std::size_t first{0}; // signals [first, last)
    std::size_t last{0};
    std::uint32_t code{0}; // of an RTL instance: its first one
};

struct WaveFile::Callbacks {
    static void declare(void* user, VerilatedFst* fst, std::uint32_t code)
    {
        const Piece& piece = *static_cast<Piece*>(user);
        fst->pushNamePrefix(piece.prefix);
        for (std::size_t i = piece.first; i < piece.last; ++i) {
            const WaveSignal& s = piece.file->signals_[i];
            const int msb = static_cast<int>(s.bits) - 1;
            code += s.bits > 32 ? code & 1U : 0; // Verilator reads two words at once
            if (s.kind == SignalKind::bit)
                fst->declBit(code, s.name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1);
            else if (s.bits <= 32)
                fst->declBus(code, s.name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, msb, 0);
            else
                fst->declQuad(code, s.name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, msb, 0);
            piece.file->codes_[i] = code;
            code += static_cast<std::uint32_t>(words_of(s.bits));
        }
        fst->popNamePrefix();
    }
    static void enter(void* user, VerilatedFst* fst, std::uint32_t code)
    {
        Piece& piece = *static_cast<Piece*>(user);
        piece.code = code;
        fst->pushNamePrefix(piece.prefix);
    }
    static void leave(void* user, VerilatedFst* fst, std::uint32_t code)
    {
        const Piece& piece = *static_cast<Piece*>(user);
        piece.file->rtl_words_ += code - piece.code;
        fst->popNamePrefix();
    }
    static void end(void* user, VerilatedFst* fst, std::uint32_t code)
    {
        auto* file = static_cast<WaveFile*>(user);
        file->words_ = code;
        if (file->end_code_ != 0) {
            fst->pushNamePrefix(prefix_of("recorder"));
            fst->declBit(code, "end", -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1);
            fst->popNamePrefix();
            file->end_code_ = code;
        }
    }
    static void full(void* user, VerilatedFst::Buffer* buffer)
    {
        auto* file = static_cast<WaveFile*>(user);
        for (std::uint32_t i = 0; i < file->signals_.size(); ++i) {
            const WaveSignal& s = file->signals_[i];
            std::uint32_t* old = buffer->oldp(file->codes_[i]);
            const int bits = static_cast<int>(s.bits);
            if (s.kind == SignalKind::bit)
                buffer->fullBit(old, file->values_[i] & 1U);
            else if (bits <= 32)
                buffer->fullIData(old, static_cast<std::uint32_t>(file->values_[i]), bits);
            else
                buffer->fullQData(old, file->values_[i], bits);
        }
        if (file->end_code_ != 0)
            buffer->fullBit(buffer->oldp(file->end_code_), 1);
    }
    static void changed(void* user, VerilatedFst::Buffer* buffer)
    {
        auto* file = static_cast<WaveFile*>(user);
        for (const std::uint32_t i : file->dirty_list_) {
            const WaveSignal& s = file->signals_[i];
            std::uint32_t* old = buffer->oldp(file->codes_[i]);
            const int bits = static_cast<int>(s.bits);
            if (s.kind == SignalKind::bit)
                buffer->chgBit(old, file->values_[i] & 1U);
            else if (bits <= 32)
                buffer->chgIData(old, static_cast<std::uint32_t>(file->values_[i]), bits);
            else
                buffer->chgQData(old, file->values_[i], bits);
        }
    }
};

WaveFile::WaveFile(const std::string& path, const std::vector<WaveSignal>& signals,
                   std::vector<std::uint64_t> values, const std::vector<RtlInstance>& rtl,
                   unsigned rtl_levels, Bytes max_size) :
    path_{path},
    signals_{signals},
    values_{std::move(values)},
    codes_(signals.size()),
    dirty_(signals.size()),
    max_size_{max_size.count()},
    fst_{std::make_unique<VerilatedFstC>()}
{
    fst_->set_time_unit("1ps");
    fst_->set_time_resolution("1ps");
    build(rtl, rtl_levels);
    errno = 0;
    fst_->open(path.c_str());
    if (!fst_->isOpen())
        throw InputError(path + ": cannot be written: " + std::strerror(errno));
    // The names wait in a file of their own until close(), which packs them; 64 KiB for its unwritten buffer,
    // for headers and the table of widths. A flush begins with a complete state: a character a bit, a pointer
    // a signal.
    fixed_ = size_of(path + ".hier") + 64 * 1024 + words_ * 8 + words_ * (32 + 8);
    if (fixed_ + fixed_ / 8 > max_size_) {
        fst_->close();
        ::unlink(path.c_str());
        throw InputError("wave.max_size: " + std::to_string(max_size_) +
                         " bytes are not enough for the names of " + std::to_string(words_) +
                         " signal words; at least " + std::to_string(fixed_ + fixed_ / 8 + 1) +
                         "B, or a narrower wave.scope, is needed");
    }
    grant(size_of(path));
}

WaveFile::~WaveFile() = default;

void WaveFile::build(const std::vector<RtlInstance>& rtl, unsigned rtl_levels)
{
    VerilatedFst* const trace = fst_->spTrace();
    if (!rtl.empty())
        Verilated::traceEverOn(true); // of the default context
    const bool limited = rtl_levels < all_levels && !rtl.empty();
    // Verilator knows levels only as a list of what to record; with a list, every scope must be in it.
    const auto allow = [&](unsigned levels, const std::string& prefix) {
        if (limited)
            fst_->dumpvars(static_cast<int>(levels), prefix.substr(0, prefix.size() - 1));
    };
    const auto add_signals = [&](std::size_t first, std::size_t last) {
        pieces_.push_back(
            std::make_unique<Piece>(Piece{this, prefix_of(signals_[first].scope), first, last}));
        trace->addInitCb(&Callbacks::declare, pieces_.back().get());
        allow(1, pieces_.back()->prefix);
    };
    const auto add_instance = [&](const RtlInstance& instance) {
        pieces_.push_back(std::make_unique<Piece>(Piece{this, prefix_of(instance.scope)}));
        trace->addInitCb(&Callbacks::enter, pieces_.back().get());
        instance.trace(fst_.get());
        trace->addInitCb(&Callbacks::leave, pieces_.back().get());
        allow(rtl_levels + 1,
              pieces_.back()->prefix); // the model's own name counts as one, even an empty one
    };
    // One walk over both sorted lists, so that no scope of the file is entered twice.
    auto next_rtl = rtl.begin();
    for (std::size_t first = 0; first < signals_.size();) {
        std::size_t last = first;
        while (last < signals_.size() && signals_[last].scope == signals_[first].scope)
            ++last;
        for (; next_rtl != rtl.end() && natural_less(next_rtl->scope, signals_[first].scope); ++next_rtl)
            add_instance(*next_rtl);
        add_signals(first, last);
        first = last;
    }
    for (; next_rtl != rtl.end(); ++next_rtl)
        add_instance(*next_rtl);
    // Verilator 5.006 reads its list of recorded signals up to the last code of the file, however far the
    // list reaches: a recorded signal at the very end makes it complete.
    if (limited) {
        end_code_ = 1;
        allow(1, prefix_of("recorder"));
    }
    trace->addInitCb(&Callbacks::end, this);
    trace->addFullCb(&Callbacks::full, this);
    trace->addChgCb(&Callbacks::changed, this);
}

void WaveFile::grant(std::uint64_t file_size)
{
    const std::uint64_t used = file_size + fixed_;
    // A sixteenth for packing that makes data larger.
    allowed_ = used < max_size_ ? (max_size_ - used) / 16 * 15 : 0;
    bound_ = 0;
    const std::uint64_t one_dump = 2 * change_bytes + words_ * (4 + change_bytes);
    full_ = allowed_ < max_size_ / 64 || (!first_ && allowed_ < one_dump);
}

void WaveFile::dump(Picoseconds time)
{
    std::uint64_t bound = 2 * change_bytes;
    if (first_)
        bound += words_ * (4 + change_bytes);
    else
        bound += (rtl_dirty_ ? rtl_words_ * (4 + change_bytes) : 0) + dirty_list_.size() * (8 + change_bytes);
    // flush() takes effect with the next time: what is in memory goes out before this dump's values come in.
    const bool flush = !first_ && bound_ + bound > allowed_;
    if (flush)
        fst_->flush();
    fst_->dump(static_cast<std::uint64_t>(time.count()));
    if (flush)
        grant(size_of(path_));
    bound_ += bound;
    first_ = false;
    rtl_dirty_ = false;
    for (const std::uint32_t i : dirty_list_)
        dirty_[i] = false;
    dirty_list_.clear();
}

void WaveFile::close() { fst_->close(); }

} // namespace sharpsim
