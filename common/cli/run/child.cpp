// SPDX-License-Identifier: Apache-2.0
#include "cli/run/child.h"

#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "cli/system/failure.h"
#include "cli/system/signals.h"
#include "process/descriptor.h"

namespace lockstep::cli {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Ours, without the names that `added` sets.
std::vector<std::string> environment_with(std::vector<std::string> added) {
  const auto is_set = [&](std::string_view entry) {
    const std::string_view name = entry.substr(0, entry.find('=') + 1);
    for (const std::string& own : added)
      if (own.starts_with(name)) return true;
    return false;
  };
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!is_set(*entry)) all.emplace_back(*entry);
  all.insert(all.end(), added.begin(), added.end());
  return all;
}

/// In the child: dies with its parent, and takes signals again.
[[noreturn]] void become(const char* path, char* const* arguments,
                         char* const* environment, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // The same addresses in every run, so that reports are the same.
  personality(ADDR_NO_RANDOMIZE);
  execve(path, arguments, environment);
  _exit(127);
}

/// Whatever the program started and did not end.
void end_descendants() {
  while (true) {
    std::ifstream list("/proc/thread-self/children");
    pid_t process = 0;
    bool is_any = false;
    while (list >> process) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
      is_any = true;
    }
    if (!is_any) return;
  }
}

class Wait {
 public:
  explicit Wait(pid_t child) : child_(child) {
    handle_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, child, 0U)));
  }

  int status(SignalWatch& signals) {
    int status = 0;
    while (waitpid(child_, &status, WNOHANG) != child_) {
      std::array<pollfd, 2> both = {pollfd{handle_.get(), POLLIN, 0},
                                    pollfd{signals.descriptor(), POLLIN, 0}};
      // Without a handle on the process it is looked at now and then.
      poll(both.data(), both.size(), handle_.is_open() ? -1 : 20);
      if (both[1].revents != 0) hand_on(signals);
    }
    return status;
  }

 private:
  void hand_on(SignalWatch& signals) {
    signals.read();
    const int first = signals.stop_signal().value_or(SIGTERM);
    // Ctrl-C has reached the program too: it is in our process group.
    kill(child_, is_stopping_ ? SIGKILL : first);
    is_stopping_ = true;
  }

  pid_t child_;
  Descriptor handle_;
  bool is_stopping_ = false;
};

}  // namespace

ChildEnd run_child(const std::filesystem::path& program,
                   std::vector<std::string> arguments,
                   std::vector<std::string> variables) {
  std::vector<std::string> environment = environment_with(std::move(variables));
  const auto argument_list = pointers_to(arguments);
  const auto environment_list = pointers_to(environment);
  SignalWatch signals;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0)
    throw Failure(missing_thing, std::string("cannot start a process: ") +
                                     std::strerror(errno));
  if (child == 0)
    become(program.c_str(), argument_list.data(), environment_list.data(),
           parent);
  const int status = Wait(child).status(signals);
  end_descendants();
  ChildEnd end;
  signals.read();
  end.stop_signal = signals.stop_signal();
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  end.exit_code = end.signal ? by_signal + *end.signal : WEXITSTATUS(status);
  return end;
}

}  // namespace lockstep::cli
