// SPDX-License-Identifier: Apache-2.0
// See supervisor.h: only async-signal-safe calls below the fork.
#include "process/supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>

namespace lockstep {
namespace {

using End = SupervisorReport::End;

constexpr uid_t nobody = 65534;

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

void close_range_of(unsigned first, unsigned last) {
  if (first > last || syscall(SYS_close_range, first, last, 0) == 0) return;
  for (unsigned i = first; i <= std::min(last, 65536U); ++i)
    close(static_cast<int>(i));
}

/// Other children's pipes must not stay open here.
void close_all_but_ours(const SupervisorPlan& plan) {
  const auto is_ours = [&](int number) {
    return number == plan.control || number == plan.report ||
           std::ranges::find(plan.streams, number) != plan.streams.end();
  };
  int last = std::max(plan.control, plan.report);
  for (const int stream : plan.streams) last = std::max(last, stream);
  for (int i = 0; i <= last; ++i)
    if (!is_ours(i)) close(i);
  close_range_of(static_cast<unsigned>(last) + 1, ~0U);
}

bool limit(int what, std::uint64_t value) {
  if (value == 0) return true;
  rlimit now_set{};
  if (getrlimit(static_cast<__rlimit_resource_t>(what), &now_set) != 0)
    return false;
  const rlim_t most = std::min<rlim_t>(value, now_set.rlim_max);
  const rlimit next{most, most};
  return setrlimit(static_cast<__rlimit_resource_t>(what), &next) == 0;
}

bool set_limits(const SupervisorPlan& plan) {
  const rlimit no_core{0, 0};
  return setrlimit(RLIMIT_CORE, &no_core) == 0 &&
         limit(RLIMIT_CPU, plan.cpu_seconds) &&
         limit(RLIMIT_AS, plan.address_space_bytes) &&
         limit(RLIMIT_FSIZE, plan.file_bytes) &&
         limit(RLIMIT_NPROC, plan.processes);
}

/// By system call: the library's functions wait for all threads to follow,
/// and the threads of the parent are not here.
bool leave_root() {
  return syscall(SYS_setgroups, 0, nullptr) == 0 &&
         syscall(SYS_setresgid, nobody, nobody, nobody) == 0 &&
         syscall(SYS_setresuid, nobody, nobody, nobody) == 0;
}

bool place_streams(std::span<const int> streams) {
  int target = 0;
  for (const int stream : streams)
    if (dup2(stream, target++) < 0) return false;
  return true;
}

void restore_signals() {
  for (int number = 1; number < NSIG; ++number)
    if (number != SIGKILL && number != SIGSTOP) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void give_up(int report, const char* step) {
  const SupervisorReport what{End::failed, errno, step, 0};
  if (write(report, &what, sizeof what) < 0) _exit(126);
  _exit(127);
}

/// Becomes the program. The report descriptor closes when that succeeds.
[[noreturn]] void execute(const SupervisorPlan& plan, int report) {
  restore_signals();
  if (!place_streams(plan.streams)) give_up(report, "dup2");
  if (plan.directory && chdir(plan.directory) != 0) give_up(report, "chdir");
  if (!set_limits(plan)) give_up(report, "setrlimit");
  if (plan.drop_root && geteuid() == 0 && !leave_root())
    give_up(report, "setuid");
  execve(plan.program, plan.arguments, plan.environment);
  give_up(report, "execve");
}

/// Every child of this process, also adopted ones, as the kernel lists them.
bool kill_children() {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[4096];
  const ssize_t length = read(file, text, sizeof text);
  close(file);
  pid_t child = 0;
  for (ssize_t i = 0; i < length; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      child = child * 10 + (text[i] - '0');
    } else {
      if (child > 0) kill(child, SIGKILL);
      child = 0;
    }
  }
  return true;
}

/// Ends all descendants: killing a child hands its children to us. `group`
/// has not been waited for yet, so its number cannot be another's.
void end_all(pid_t group) {
  kill(-group, SIGKILL);
  for (;;) {
    const bool is_listed = kill_children();
    if (waitpid(-1, nullptr, is_listed ? 0 : WNOHANG) <= 0) return;
  }
}

/// Waits for the program, the time limit or the order to end.
SupervisorReport watch(pid_t program, const SupervisorPlan& plan, int signals) {
  const double end = plan.seconds > 0 ? now() + plan.seconds : 0;
  for (;;) {
    siginfo_t child{};
    const auto id = static_cast<id_t>(program);
    if (waitid(P_PID, id, &child, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        child.si_pid == program)
      return {child.si_code == CLD_EXITED ? End::exited : End::signalled,
              child.si_status};
    const double left = end > 0 ? end - now() : 3600;
    if (left <= 0) return {End::timeout, 0};
    pollfd both[2] = {{signals, POLLIN, 0}, {plan.control, POLLIN, 0}};
    poll(both, 2, static_cast<int>(std::min(left, 3600.0) * 1000) + 1);
    if (both[1].revents != 0) return {End::killed, 0};
    signalfd_siginfo unused;
    if (both[0].revents != 0 && read(signals, &unused, sizeof unused) < 0)
      continue;
  }
}

double children_cpu_seconds() {
  rusage use{};
  getrusage(RUSAGE_CHILDREN, &use);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

[[noreturn]] void supervise(const SupervisorPlan& plan) {
  setsid();
  std::signal(SIGCHLD, SIG_DFL);
  std::signal(SIGPIPE, SIG_IGN);
  close_all_but_ours(plan);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t child_ended;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  sigprocmask(SIG_SETMASK, &child_ended, nullptr);
  const int signals = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK);

  const pid_t program = _Fork();
  if (program < 0) give_up(plan.report, "fork");
  if (program == 0) {
    setpgid(0, 0);
    execute(plan, plan.report);
  }
  setpgid(program, program);
  for (const int stream : plan.streams) close(stream);
  SupervisorReport report = watch(program, plan, signals);
  end_all(program);
  report.cpu_seconds = children_cpu_seconds();
  const bool is_told = write(plan.report, &report, sizeof report) > 0;
  _exit(is_told ? 0 : 1);
}

}  // namespace

pid_t fork_supervisor(const SupervisorPlan& plan) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t supervisor = _Fork();
  if (supervisor == 0) supervise(plan);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return supervisor;
}

}  // namespace lockstep
