// SPDX-License-Identifier: Apache-2.0
#include "device/child/gpu_child.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <exception>
#include <vector>

#include "device/child/driver_device.h"
#include "device/child/driver_job.h"
#include "device/wire/job_wire.h"
#include "device/wire/wire_channel.h"

namespace lockstep {
namespace {

/// No core file, and no life after the parent's: a child that waits for an
/// endless kernel does not see its socket close.
void bind_to_parent() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

Hello open_device(const std::function<driver::Api()>& load, driver::Api& api) {
  Hello hello;
  try {
    api = load();
    hello.info = open_gpu(api);
  } catch (const std::exception& error) {
    hello.problem = error.what();
  }
  return hello;
}

}  // namespace

int serve_as_child(const std::function<driver::Api()>& load) {
  bind_to_parent();
  WireChannel parent{Descriptor(child_descriptor)};
  driver::Api api;
  const Hello hello = open_device(load, api);
  if (parent.send(encode(hello), {}) != ChannelState::open) return 1;
  if (!hello.problem.empty()) return 0;

  TrustedModule trusted(api, hello.info);
  std::vector<std::byte> message;
  while (parent.receive(message, UINT64_MAX, {}) == ChannelState::open) {
    const ReceivedJob received = decode_job(message);
    const Reply reply = run_on_driver(api, hello.info, trusted, received.job);
    if (parent.send(encode(reply), {}) != ChannelState::open) return 1;
    if (reply.is_last) return 0;
  }
  return 0;
}

}  // namespace lockstep
