// SPDX-License-Identifier: Apache-2.0
#include "compile/boxed_name.h"

#include <algorithm>
#include <filesystem>

#include "compile/diagnostics.h"

namespace lockstep {
namespace {

constexpr std::string_view fallback = "submission.cu";

bool is_plain(std::string_view path) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./";
  if (path.empty() || path.size() > 200) return false;
  if (path.find_first_not_of(letters) != path.npos) return false;
  if (path.front() == '-' || path.front() == '/' || path.front() == '.')
    return false;
  for (const auto& part : std::filesystem::path(path))
    if (part.empty() || part == "." || part == "..") return false;
  return !path.starts_with("clang_device");
}

/// Without what would end the string literal in PTX.
std::string quotable(std::string text) {
  std::ranges::replace(text, '"', '_');
  std::ranges::replace(text, '\\', '_');
  return text;
}

}  // namespace

BoxedName::BoxedName(std::string display) : display_(std::move(display)) {
  const auto first = display_.find_first_not_of('/');
  const std::string relative =
      first == display_.npos ? "" : display_.substr(first);
  in_box_ = is_plain(relative) ? relative : std::string(fallback);
}

std::string BoxedName::shown(std::string_view path,
                             std::string_view directory) const {
  if (path.starts_with(directory) && path.size() > directory.size() &&
      path[directory.size()] == '/')
    path.remove_prefix(directory.size() + 1);
  if (path.starts_with("./")) path.remove_prefix(2);
  if (path.starts_with("clang_device/")) {
    const auto up = path.find("standins/../");
    std::string name(path);
    if (up != path.npos) name.erase(up, 12);
    return name;
  }
  if (path.starts_with("/usr/") || path.find("/targets/") != path.npos)
    return std::string(path);
  return display_;
}

std::string BoxedName::with_shown_files(std::string_view ptx,
                                        std::string_view directory) const {
  std::string result;
  result.reserve(ptx.size());
  while (!ptx.empty()) {
    const auto end = std::min(ptx.find('\n'), ptx.size() - 1) + 1;
    const std::string_view line = ptx.substr(0, end);
    ptx.remove_prefix(end);
    const auto word = line.find_first_not_of(" \t");
    const auto open = line.find('"');
    const auto close = line.rfind('"');
    if (word == line.npos || !line.substr(word).starts_with(".file") ||
        open == line.npos || open == close) {
      result += line;
      continue;
    }
    result += line.substr(0, open + 1);
    const auto path = line.substr(open + 1, close - open - 1);
    result += printable(quotable(shown(path, directory)), 4096);
    result += line.substr(close);
  }
  return result;
}

}  // namespace lockstep
