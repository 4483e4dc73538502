// SPDX-License-Identifier: Apache-2.0
#include "repository.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace lockstep::repo {
namespace {

namespace fs = std::filesystem;

const fs::path root = LOCKSTEP_SOURCE_DIR;

std::vector<std::string> listed_by_git() {
  const ProcessResult listed =
      run({"git", "-c", "safe.directory=*", "ls-files", "--cached", "--others",
           "--exclude-standard"});
  return listed.is_success() ? lines_of(listed.output)
                             : std::vector<std::string>{};
}

bool is_foreign(const std::string& name) {
  return name == ".git" || name == ".cache" || name.starts_with("build");
}

std::vector<std::string> found_on_disk() {
  std::vector<std::string> result;
  for (fs::recursive_directory_iterator it(root), end; it != end; ++it) {
    if (it.depth() == 0 && is_foreign(it->path().filename().string()))
      it.disable_recursion_pending();
    else if (it->is_regular_file())
      result.push_back(it->path().lexically_relative(root).generic_string());
  }
  return result;
}

}  // namespace

std::vector<std::string> files() {
  std::vector<std::string> result = listed_by_git();
  if (result.empty()) result = found_on_disk();
  // A file that was just removed is still listed.
  std::erase_if(result, [](const std::string& path) { return !exists(path); });
  std::ranges::sort(result);
  return result;
}

std::string text_of(const std::string& path) {
  std::ifstream file(root / path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

bool exists(const std::string& path) { return fs::exists(root / path); }

std::vector<std::string> labs() {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(root / "labs"))
    if (entry.is_directory())
      result.push_back(entry.path().filename().string());
  std::ranges::sort(result);
  return result;
}

ProcessResult run(std::vector<std::string> command) {
  ProcessRequest request;
  request.command = std::move(command);
  request.directory = root;
  request.seconds = 120;
  return run_process(std::move(request));
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> result;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

MarkedText marked_text(std::string_view text) {
  static const std::regex mark(
      R"( *// --- student code (begins|ends) \[(\w+)\] ---)");
  MarkedText result;
  std::string open;
  for (const std::string& line : lines_of(text)) {
    std::smatch match;
    if (!std::regex_match(line, match, mark)) {
      (open.empty() ? result.outside : result.regions[open]) += line + '\n';
      continue;
    }
    const std::string name = match[2];
    const bool begins = match[1] == "begins";
    if (begins ? !open.empty() || result.regions.contains(name) : open != name)
      throw std::runtime_error(fmt::format("[{}] is not in pairs", name));
    if (begins) result.regions[name];
    open = begins ? name : "";
    result.outside += line + '\n';
  }
  if (!open.empty())
    throw std::runtime_error(fmt::format("[{}] does not end", open));
  return result;
}

}  // namespace lockstep::repo
