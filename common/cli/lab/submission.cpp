// SPDX-License-Identifier: Apache-2.0
// Each way in which a path is no submission has its own remedy.
#include "cli/lab/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>

#include "cli/system/failure.h"
#include "report/escape.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_source = std::uintmax_t{1} << 20;

[[noreturn]] void refuse(const fs::path& path, std::string_view reason) {
  throw Failure(
      wrong_usage,
      fmt::format("{}: {}",
                  report::printable(path.string(), report::Newlines::join),
                  reason));
}

void require_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  switch (status.type()) {
    case fs::file_type::regular:
      return;
    case fs::file_type::not_found:
      refuse(path,
             "there is no such file; --submission takes the path of a "
             ".cu file");
    case fs::file_type::directory:
      refuse(path, "this is a folder; name the .cu file in it");
    case fs::file_type::none:
      refuse(path, fmt::format("it cannot be reached: {}", error.message()));
    default:
      refuse(path, "this is no regular file; name a .cu file");
  }
}

/// Relative names are shorter, and a terminal opens them with a click.
fs::path shown(const fs::path& path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error).lexically_normal();
  const fs::path relative =
      full.lexically_relative(fs::current_path(error)).lexically_normal();
  if (relative.empty() || *relative.begin() == "..") return full;
  if (relative.native().starts_with('-')) return full;  // reads as an option
  return relative;
}

/// A compiler's output, whole or cut off: no compiler takes it as a source.
bool is_ptx(const fs::path& path, std::string_view text) {
  if (path.extension() == ".ptx") return true;
  const auto skip = [&](std::size_t end) {
    text.remove_prefix(std::min(end, text.size()));
  };
  for (skip(text.find_first_not_of(" \t\r\n")); text.starts_with("//");
       skip(text.find_first_not_of(" \t\r\n")))
    skip(text.find('\n'));
  return text.starts_with(".version") || text.starts_with(".target");
}

}  // namespace

std::string Submission::fingerprint() const {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : content) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return fmt::format("{:016x}-{}", hash, content.size());
}

Submission read_submission(const fs::path& path) {
  require_file(path);
  std::error_code error;
  if (fs::file_size(path, error) > largest_source || error)
    refuse(path, "it is larger than 1 MiB, which no kernel file is");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    refuse(path, fmt::format("it cannot be read: {}", std::strerror(errno)));
  Submission result{shown(path),
                    std::string(std::istreambuf_iterator<char>(file),
                                std::istreambuf_iterator<char>())};
  if (result.content.find_first_not_of(" \t\r\n") == std::string::npos)
    refuse(path,
           "the file is empty; restore it with \"git checkout\" or "
           "write the kernels that the lab asks for");
  if (result.content.find('\0') != std::string::npos)
    refuse(path, "this is a binary file; hand in the CUDA source (.cu)");
  if (is_ptx(path, result.content))
    refuse(path,
           "this is PTX, what a compiler makes of a source; hand in the CUDA "
           "source (.cu)");
  return result;
}

}  // namespace lockstep::cli
