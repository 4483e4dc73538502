// SPDX-License-Identifier: Apache-2.0
// Create beside, write, fsync, rename; remove on any failure.
#include "cli/system/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "cli/system/failure.h"
#include "process/descriptor.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

/// In a chain, as the kernel has it.
constexpr int most_links = 40;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
  throw Failure(wrong_usage,
                fmt::format("cannot write {}: {}", path.string(), reason));
}

/// A temporary file that is gone unless it was renamed.
class Draft {
 public:
  explicit Draft(const fs::path& target)
      : target_(target),
        path_(fmt::format("{}.tmp-{}", target.string(), getpid())) {
    fs::remove(path_);
    file_ = Descriptor(
        open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file_.is_open()) refuse(target, std::strerror(errno));
  }
  ~Draft() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  int descriptor() const { return file_.get(); }

  void keep() {
    if (fsync(file_.get()) != 0 ||
        std::rename(path_.c_str(), target_.c_str()) != 0)
      refuse(target_, std::strerror(errno));
    path_.clear();
  }

 private:
  fs::path target_, path_;
  Descriptor file_;
};

void write_all(int descriptor, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(path, std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

bool is_special(const fs::path& path) {
  return fs::exists(path) && !fs::is_regular_file(path);
}

}  // namespace

OutputFile::OutputFile(const fs::path& path) : path_(path) {
  if (is_standard_output()) return;
  if (path_.empty()) refuse("\"\"", "the name is empty");
  std::error_code error;
  for (int i = 0; i < most_links && fs::is_symlink(path_, error); ++i)
    path_ = path_.parent_path() / fs::read_symlink(path_, error);
  if (fs::is_directory(path_, error)) refuse(path, "it is a directory");
  if (fs::exists(path_, error) && access(path_.c_str(), W_OK) != 0)
    refuse(path, std::strerror(errno));
  if (!is_special(path_)) const Draft probe(path_);
}

void OutputFile::write(std::string_view text) const {
  if (is_standard_output()) return write_all(STDOUT_FILENO, text, "-");
  if (is_special(path_)) {
    const Descriptor file(open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) refuse(path_, std::strerror(errno));
    return write_all(file.get(), text, path_);
  }
  Draft draft(path_);
  write_all(draft.descriptor(), text, path_);
  draft.keep();
}

}  // namespace lockstep::cli
