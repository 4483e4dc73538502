// SPDX-License-Identifier: Apache-2.0
// The program is lost when this runs, so it may do what a handler must not
// (allocate): an alarm ends it where that cannot work.
#include "cudart/core/host_fault.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "cudart/core/session.h"
#include "ptx/machine/global_memory.h"

namespace lockstep::cudart {
namespace {

constexpr unsigned seconds_for_the_report = 5;

struct State {
  Session* session = nullptr;
  std::uint64_t host_address = 0, host_bytes = 0;
};

State& state() {
  static State only;
  return only;
}

bool is_device_address(std::uint64_t address) {
  return address >= ptx::window::global && address < ptx::window::global_end;
}

/// What to say of a fault at this address; empty where it is no affair of
/// CUDA's.
std::string explanation(std::uint64_t address) {
  const State& known = state();
  const Region* region = known.session->memory.find_any(address);
  if (address - known.host_address < known.host_bytes) {
    return fmt::format(
        "a copy of {} bytes reaches byte {} of the host's "
        "memory, where nothing is: is the buffer shorter?",
        known.host_bytes, address - known.host_address);
  }
  if (region != nullptr && !region->is_live) {
    return fmt::format("host code touched byte {} of {}, which has been freed",
                       address - region->address, described(*region));
  }
  if (region != nullptr) {
    return fmt::format(
        "host code touched byte {} of {}, which is memory of "
        "the device: copy it to the host with cudaMemcpy first",
        address - region->address, described(*region));
  }
  if (is_device_address(address) || HostArena::contains(address))
    return fmt::format(
        "host code touched 0x{:x}, a device address in no "
        "allocation",
        address);
  return {};
}

void on_fault(int signal, siginfo_t* info, void* context) {
  ::signal(signal, SIG_DFL);  // returning runs into the same fault again
  alarm(seconds_for_the_report);
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  const auto* machine = static_cast<const ucontext_t*>(context);
  const std::string text = explanation(address);
  if (!text.empty()) {
    const auto place = machine->uc_mcontext.gregs[REG_RIP];
    state().session->report(ptx::Severity::error, "host access", text,
                            stack_from(reinterpret_cast<const void*>(place)));
  }
  alarm(0);
}

}  // namespace

void explain_host_faults(Session& session) {
  state().session = &session;
  // Nothing else may lie where device addresses are.
  mmap(reinterpret_cast<void*>(ptx::window::global),
       ptx::window::global_end - ptx::window::global, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
       0);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

void expect_host_access(std::uint64_t address, std::uint64_t bytes) {
  state().host_address = address;
  state().host_bytes = bytes;
}

}  // namespace lockstep::cudart
