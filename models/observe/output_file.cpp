// SPDX-License-Identifier: Apache-2.0
#include "observe/output_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace sharpsim {

namespace {

[[noreturn]] void fail(const std::string& path, int error)
{
    throw OutputError(path + ": cannot be written: " + std::generic_category().message(error));
}

// `shown` is the name that the user knows. Every write and the close are checked: some file systems report a
// full disk only then.
void write_all(const std::string& path, const std::string& shown, const std::string& content, int flags)
{
    const int file = ::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0)
        fail(shown, errno);
    std::size_t done = 0;
    while (done < content.size()) {
        const ssize_t n = ::write(file, content.data() + done, content.size() - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            const int error = n < 0 ? errno : ENOSPC;
            ::close(file);
            fail(shown, error);
        }
        done += static_cast<std::size_t>(n);
    }
    if (::close(file) != 0)
        fail(shown, errno);
}

} // namespace

OutputSet::~OutputSet()
{
    for (const Pending& p : pending_)
        ::unlink(p.temporary.c_str());
}

void OutputSet::add(const std::string& name, const std::string& content)
{
    const std::string path = directory_ + "/" + name;
    pending_.push_back({directory_ + "/." + name + ".partial", path});
    write_all(pending_.back().temporary, path, content, O_CREAT | O_TRUNC);
}

void OutputSet::commit()
{
    while (!pending_.empty()) {
        const Pending& first = pending_.front();
        if (std::rename(first.temporary.c_str(), first.final_path.c_str()) != 0)
            fail(first.final_path, errno);
        pending_.erase(pending_.begin());
    }
}

void write_output(const std::string& path, const std::string& content)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        write_all(path, path, content, 0);
        return;
    }
    const std::filesystem::path target{path};
    OutputSet set{target.has_parent_path() ? target.parent_path().string() : "."};
    set.add(target.filename().string(), content);
    set.commit();
}

} // namespace sharpsim
