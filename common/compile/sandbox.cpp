// SPDX-License-Identifier: Apache-2.0
// The bubblewrap command line, and the temporary directory without a box.
#include "compile/sandbox.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr const char* box_directory = "/box";

/// The parts of the system that compilers read. Not all of /usr: a checkout
/// or other people's files may live below /usr/local or /usr/share.
constexpr const char* system_directories[] = {
    "/usr/bin",     "/usr/lib",     "/usr/lib32",       "/usr/lib64",
    "/usr/libexec", "/usr/include", "/etc/alternatives"};
constexpr const char* root_links[] = {"/bin", "/sbin", "/lib", "/lib32",
                                      "/lib64"};

enum class Kind { none, box, box_as_root };

void add(std::vector<std::string>& to, std::vector<std::string> words) {
  for (std::string& word : words) to.push_back(std::move(word));
}

void add_system(std::vector<std::string>& command) {
  for (const char* directory : system_directories)
    add(command, {"--ro-bind-try", directory, directory});
  for (const char* link : root_links) {
    std::error_code error;
    const fs::path target = fs::read_symlink(link, error);
    if (!error)
      add(command, {"--symlink", target.string(), link});
    else
      add(command, {"--ro-bind-try", link, link});
  }
  add(command, {"--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"});
  add(command, {"--dev-bind", "/dev/null", "/dev/null"});
}

std::vector<std::string> environment(const BoxRequest& request,
                                     const std::string& directory) {
  std::string path, libraries;
  for (const fs::path& toolchain : request.toolchains) {
    path += (toolchain / "bin").string() + ":";
    libraries += (toolchain / "lib").string() + ":";
  }
  std::vector<std::string> result = {"PATH=" + path + "/usr/bin:/bin",
                                     "TMPDIR=" + directory, "HOME=" + directory,
                                     "LC_ALL=C", "SOURCE_DATE_EPOCH=0"};
  // The loader finds libraries beside a program by /proc, which is not there.
  if (!libraries.empty()) result.push_back("LD_LIBRARY_PATH=" + libraries);
  return result;
}

/// bubblewrap's own words; the command to run in the box follows them.
std::vector<std::string> box_command(const BoxRequest& request) {
  std::vector<std::string> command = {
      "bwrap",         "--unshare-all", "--die-with-parent",
      "--new-session", "--uid",         "65534",
      "--gid",         "65534",         "--cap-drop",
      "ALL",           "--hostname",    "box"};
  add_system(command);
  for (const fs::path& toolchain : request.toolchains)
    add(command, {"--ro-bind", toolchain.string(), toolchain.string()});
  add(command,
      {"--size", std::to_string(256 * mebibyte), "--tmpfs", box_directory});
  int descriptor = 3;
  for (const BoxedFile& file : request.files)
    add(command, {"--file", std::to_string(descriptor++),
                  fmt::format("{}/{}", box_directory, file.path)});
  add(command, {"--remount-ro", "/", "--chdir", box_directory});
  return command;
}

ProcessRequest limited(const BoxRequest& request) {
  ProcessRequest process;
  process.seconds = request.seconds;
  process.output_bytes = 64 * mebibyte;
  process.limits.cpu_seconds = static_cast<std::uint64_t>(request.seconds) + 1;
  process.limits.address_space_bytes = 3072 * mebibyte;
  process.limits.file_bytes = 256 * mebibyte;
  process.limits.more_processes = 64;
  return process;
}

ProcessResult run_boxed(const BoxRequest& request, Kind kind,
                        std::stop_token stop) {
  ProcessRequest process = limited(request);
  process.command = box_command(request);
  add(process.command, request.command);
  process.environment = environment(request, box_directory);
  process.directory = "/";
  for (const BoxedFile& file : request.files)
    process.attachments.push_back(file.content);
  process.drop_root = kind == Kind::box;
  return run_process(std::move(process), std::move(stop));
}

struct TemporaryDirectory {
  std::string path = (fs::temp_directory_path() / "lockstep-XXXXXX").string();
  bool is_made = mkdtemp(path.data()) != nullptr;
  TemporaryDirectory() = default;
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code error;
    if (is_made) fs::remove_all(path, error);
  }
};

BoxResult run_unboxed(const BoxRequest& request, std::stop_token stop) {
  BoxResult result;
  result.box = "none";
  const TemporaryDirectory directory;
  result.directory = directory.path;
  if (!directory.is_made) {
    result.process.message = fmt::format("cannot make the directory {}: {}",
                                         directory.path, std::strerror(errno));
    return result;
  }
  for (const BoxedFile& file : request.files) {
    const fs::path path = fs::path(directory.path) / file.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::ofstream(path, std::ios::binary) << file.content;
  }
  ProcessRequest process = limited(request);
  process.command = request.command;
  process.environment = environment(request, directory.path);
  process.directory = directory.path;
  result.process = run_process(std::move(process), std::move(stop));
  return result;
}

struct Ability {
  Kind kind = Kind::none;
  std::string problem;
};

/// Tries boxes out. As root first with another user outside too, for the
/// kernel lets root start any number of processes.
Ability look_up() {
  const char* remedy =
      "or pass --no-box to compile without one (only for code you trust)";
  if (!find_program("bwrap"))
    return {Kind::none, fmt::format("the compiler's sandbox needs bubblewrap: "
                                    "apt-get install bubblewrap, {}",
                                    remedy)};
  BoxRequest probe;
  probe.command = {"/usr/bin/true"};
  ProcessResult result = run_boxed(probe, Kind::box, {});
  if (result.is_success()) return {Kind::box, {}};
  if (geteuid() == 0 && run_boxed(probe, Kind::box_as_root, {}).is_success())
    return {Kind::box_as_root, {}};
  std::string said = result.errors + result.message;
  said = said.substr(0, std::min<std::size_t>(said.find('\n'), 300));
  return {Kind::none,
          fmt::format("bubblewrap cannot make a sandbox here ({}); allow "
                      "unprivileged user namespaces, {}",
                      said, remedy)};
}

const Ability& ability() {
  static const Ability found = look_up();
  return found;
}

}  // namespace

std::string find_box_problem() { return look_up().problem; }

const std::string& box_problem() { return ability().problem; }

BoxResult run_in_box(const BoxRequest& request, std::stop_token stop) {
  if (!request.use_box) return run_unboxed(request, std::move(stop));
  BoxResult result;
  result.directory = box_directory;
  result.box = "bubblewrap";
  result.missing_box = box_problem();
  if (result.missing_box.empty())
    result.process = run_boxed(request, ability().kind, std::move(stop));
  return result;
}

}  // namespace lockstep
