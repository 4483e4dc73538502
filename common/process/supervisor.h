// SPDX-License-Identifier: Apache-2.0
// The supervisor: what runs between fork() and the end of a program. It is
// forked from a process that may have threads, so it makes system calls only,
// allocates nothing and takes no lock.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep {

/// Everything prepared before the fork; points into the parent's memory.
struct SupervisorPlan {
  const char* program = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const char* directory = nullptr;  ///< null: stay
  std::span<const int> streams;     ///< become descriptors 0, 1, 2, 3, …
  int control = -1;  ///< any byte, or its end of file: kill and leave
  int report = -1;   ///< one SupervisorReport is written here
  double seconds = 0;
  std::uint64_t cpu_seconds = 0, address_space_bytes = 0, file_bytes = 0;
  std::uint64_t processes = 0;
  bool drop_root = false;
};

struct SupervisorReport {
  enum class End : std::uint32_t { exited, signalled, timeout, killed, failed };
  End end = End::failed;
  std::int32_t code = 0;         ///< exit code, signal, or errno
  const char* failed = nullptr;  ///< which step failed, a literal
  double cpu_seconds = 0;
};

/// Forks a supervisor; all descriptors of the plan must be 3 + streams or
/// higher. Returns its process id, or -1 with errno.
pid_t fork_supervisor(const SupervisorPlan& plan);

}  // namespace lockstep
