// SPDX-License-Identifier: Apache-2.0
#include "device/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "device/child/gpu_child.h"

namespace lockstep {
namespace {

/// A course's secrets may be in the environment: the child gets these only.
constexpr std::array passed_on{"PATH",
                               "HOME",
                               "LD_LIBRARY_PATH",
                               "CUDA_VISIBLE_DEVICES",
                               "CUDA_DEVICE_ORDER",
                               "CUDA_CACHE_PATH",
                               "CUDA_CACHE_DISABLE",
                               "NVIDIA_VISIBLE_DEVICES"};

void expect_zero(int error, const char* what) {
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), what);
  }
}

class FileActions {
 public:
  explicit FileActions(int channel) {
    expect_zero(posix_spawn_file_actions_init(&actions_), "file actions");
    expect_zero(
        posix_spawn_file_actions_adddup2(&actions_, channel, child_descriptor),
        "dup2");
    // A kernel may print without end.
    for (const int descriptor : {0, 1, 2}) {
      expect_zero(posix_spawn_file_actions_addopen(&actions_, descriptor,
                                                   "/dev/null", O_RDWR, 0),
                  "/dev/null");
    }
    expect_zero(posix_spawn_file_actions_addclosefrom_np(&actions_,
                                                         child_descriptor + 1),
                "closefrom");
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

std::vector<std::string> child_environment() {
  std::vector<std::string> variables;
  for (const char* name : passed_on) {
    if (const char* value = std::getenv(name)) {
      variables.push_back(fmt::format("{}={}", name, value));
    }
  }
  return variables;
}

pid_t spawn(const std::filesystem::path& program, int channel) {
  const FileActions actions(channel);
  std::string name = program.string();
  std::array<char*, 2> arguments{name.data(), nullptr};
  std::vector<std::string> variables = child_environment();
  std::vector<char*> environment;
  for (std::string& variable : variables) {
    environment.push_back(variable.data());
  }
  environment.push_back(nullptr);
  pid_t pid = -1;
  expect_zero(posix_spawn(&pid, name.c_str(), actions.get(), nullptr,
                          arguments.data(), environment.data()),
              name.c_str());
  return pid;
}

/// Starts the program and returns our end of the channel.
Descriptor spawn_with_channel(const std::filesystem::path& program,
                              pid_t& pid) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  pid = spawn(program, theirs.get());
  return ours;
}

std::string description_of(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return fmt::format("was killed by signal {} ({})", signal,
                       strsignal(signal));
  }
  return fmt::format("exited with code {}", WEXITSTATUS(status));
}

/// What waitpid says: 0 when the child still runs after all this time.
pid_t wait_for(pid_t pid, int& status, std::chrono::milliseconds patience) {
  using namespace std::chrono_literals;
  const auto until = std::chrono::steady_clock::now() + patience;
  for (auto pause = 1ms;; pause = std::min(2 * pause, 50ms)) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended != 0 || std::chrono::steady_clock::now() >= until) return ended;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::filesystem::path& program)
    : channel_(spawn_with_channel(program, pid_)) {}

std::string ChildProcess::end(std::chrono::milliseconds grace) {
  if (pid_ < 0) return {};
  const pid_t pid = std::exchange(pid_, -1);
  int status = 0;
  pid_t ended = wait_for(pid, status, grace);
  if (ended == 0) {
    kill(pid, SIGKILL);
    // The driver may need a moment to stop a kernel; a process that it holds
    // for longer is left to the system.
    ended = wait_for(pid, status, std::chrono::seconds(20));
  }
  if (ended == 0) return "cannot be ended";
  return ended == pid ? description_of(status) : "is gone";
}

}  // namespace lockstep
