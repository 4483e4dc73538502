// SPDX-License-Identifier: Apache-2.0
// Opens without blocking, looks at what was opened, then reads.
#include "compile/source_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "process/descriptor.h"

namespace lockstep {
namespace {

std::string open_problem(std::string_view name, int error) {
  if (error == ENOENT || error == ENOTDIR)
    return fmt::format("there is no file {}; check the path", name);
  if (error == EACCES)
    return fmt::format("{} may not be read; try chmod +r {}", name, name);
  return fmt::format("{} cannot be opened: {}", name, std::strerror(error));
}

std::string kind_problem(std::string_view name, const struct stat& file) {
  if (S_ISDIR(file.st_mode))
    return fmt::format(
        "{} is a directory; name the .cu file that is to be checked", name);
  if (!S_ISREG(file.st_mode))
    return fmt::format("{} is not a regular file; name a .cu source file",
                       name);
  if (static_cast<std::uint64_t>(file.st_size) > max_source_bytes)
    return fmt::format("{} is larger than {} KiB; a lab needs a few", name,
                       max_source_bytes / 1024);
  return {};
}

std::string text_problem(std::string_view name, std::string_view text) {
  const auto is_space = [](unsigned char c) { return c <= ' '; };
  if (text.size() > max_source_bytes)
    return fmt::format("{} is larger than {} KiB; a lab needs a few", name,
                       max_source_bytes / 1024);
  if (text.find('\0') != text.npos)
    return fmt::format("{} is a binary file; name the .cu source instead",
                       name);
  if (std::ranges::all_of(text, is_space))
    return fmt::format("{} is empty; start again from the skeleton in labs/",
                       name);
  if (!is_valid_utf8(text))
    return fmt::format("{} is not UTF-8 text; save it as UTF-8", name);
  return {};
}

/// Length of the UTF-8 sequence at the front, 0 where there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto follows = [&](std::size_t i, unsigned from = 0x80,
                           unsigned to = 0xBF) {
    return byte(i) >= from && byte(i) <= to;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool is_second =
        follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return is_second && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool is_second =
        follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return is_second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

SourceFile read_source_file(const std::filesystem::path& path,
                            std::string_view name) {
  SourceFile source;
  const Descriptor file(
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0) {
    source.problem = open_problem(name, errno);
    return source;
  }
  source.problem = kind_problem(name, status);
  if (!source.problem.empty()) return source;
  char piece[65536];
  ssize_t length;
  while (source.text.size() <= max_source_bytes &&
         (length = read(file.get(), piece, sizeof piece)) > 0)
    source.text.append(piece, static_cast<std::size_t>(length));
  source.problem = text_problem(name, source.text);
  return source;
}

}  // namespace lockstep
