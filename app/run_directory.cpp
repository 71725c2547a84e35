// SPDX-License-Identifier: Apache-2.0
#include "run_directory.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace sharpsim::app {

namespace fs = std::filesystem;

namespace {

// All names that a run can write.
const char* const own_files[] = {"summary.json",  "collectives.csv", "counters.csv", "config.ini",
                                 "perfquery.txt", "orders.csv",      "waves.fst",    "waves.gtkw"};

[[noreturn]] void fail(const std::string& path, const std::string& what, int error)
{
    throw InputError(path, 0, what + ": " + std::generic_category().message(error));
}

} // namespace

RunDirectory::RunDirectory(const std::string& wanted, bool force) :
    path_{open(wanted, force)}, files_{std::make_unique<OutputSet>(path_)}
{
}

RunDirectory::~RunDirectory()
{
    files_.reset(); // removes temporary files
    take_back();
    release();
}

// Runs that start side by side cannot share a directory. The lock goes with the process, however that ends; a
// file system that knows no locks is taken as it is.
void RunDirectory::claim(const std::string& path)
{
    lock_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0)
        fail(path, "cannot be read", errno);
    if (::flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return;
    release();
    created_.clear(); // it is the other run's now
    throw InputError(path, 0, "another run is writing there; choose another --out");
}

std::string RunDirectory::open(const std::string& wanted, bool force)
{
    try {
        if (wanted.empty())
            return create_next();
        std::error_code error;
        const fs::file_status status = fs::status(wanted, error);
        if (!fs::exists(status)) {
            create(wanted);
            claim(wanted);
        } else if (!fs::is_directory(status)) {
            throw InputError(wanted, 0, "exists and is no directory; --out needs one");
        } else {
            claim(wanted);
            const bool empty = fs::is_empty(wanted, error);
            if (error)
                fail(wanted, "cannot be read", error.value());
            if (!empty && !force)
                throw InputError(wanted, 0, "exists and is not empty; choose another --out or add --force");
        }
        if (::access(wanted.c_str(), W_OK | X_OK) != 0)
            fail(wanted, "cannot be written", errno);
        return wanted;
    } catch (...) {
        take_back();
        release();
        throw;
    }
}

// Like mkdir -p, but remembers what it made. What somebody else makes meanwhile is as good.
void RunDirectory::create(const std::string& path)
{
    const fs::path whole = fs::path{path}.lexically_normal();
    fs::path part;
    for (const fs::path& step : whole) {
        part /= step;
        if (step.empty() || part == "/")
            continue;
        if (::mkdir(part.c_str(), 0777) == 0)
            created_.push_back(part.string());
        else if (errno != EEXIST && errno != EISDIR)
            fail(path, "cannot be created", errno);
    }
    std::error_code ignored;
    if (!fs::is_directory(whole, ignored))
        fail(path, "cannot be created", ENOTDIR);
}

void RunDirectory::release()
{
    if (lock_ >= 0)
        ::close(lock_);
    lock_ = -1;
}

// mkdir decides who gets a number, so that runs may start side by side.
std::string RunDirectory::create_next()
{
    create("out");
    for (std::uint64_t n = 1;; ++n) {
        std::string path = "out/run-" + std::to_string(n);
        if (::mkdir(path.c_str(), 0777) == 0) {
            created_.push_back(path);
            return path;
        }
        if (errno != EEXIST)
            fail(path, "cannot be created", errno);
    }
}

void RunDirectory::take_back()
{
    for (auto path = created_.rbegin(); path != created_.rend(); ++path)
        if (::rmdir(path->c_str()) != 0)
            break; // holds something
}

void RunDirectory::add(const std::string& name, const std::string& content)
{
    files_->add(name, content);
    added_.insert(name);
}

void RunDirectory::commit(const std::set<std::string>& kept)
{
    files_->commit();
    for (const char* name : own_files)
        if (added_.count(name) == 0 && kept.count(name) == 0)
            ::unlink((path_ + "/" + name).c_str());
}

} // namespace sharpsim::app
