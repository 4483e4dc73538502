// SPDX-License-Identifier: Apache-2.0
// What the parent and its GPU child say to each other. The child gets a job
// and nothing else: no expected value, no score, no path.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/device.h"
#include "device/wire/byte_stream.h"

namespace lockstep {

/// The first message of a child.
struct Hello {
  std::string problem;  ///< why there is no GPU to use; empty: there is one
  DeviceInfo info;
};

/// A job with the program that it points to.
struct ReceivedJob {
  std::unique_ptr<Program> program;
  Job job;
};

struct Reply {
  Outcome outcome;
  bool is_last = false;  ///< the child's context is spoilt: it exits now
};

std::vector<std::byte> encode(const Hello& hello);
std::vector<std::byte> encode(const Job& job);
std::vector<std::byte> encode(const Reply& reply);

/// Throw WireError for anything that `encode` does not write.
Hello decode_hello(std::span<const std::byte> bytes);
ReceivedJob decode_job(std::span<const std::byte> bytes);
Reply decode_reply(std::span<const std::byte> bytes);

/// Throws WireError unless the outcome has the shape that the job asks for:
/// every count and every size.
void check_shape(const Outcome& outcome, const Job& job);

/// More than any reply to this job can have.
std::uint64_t reply_limit(const Job& job);

}  // namespace lockstep
