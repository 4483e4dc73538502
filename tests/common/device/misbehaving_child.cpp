// SPDX-License-Identifier: Apache-2.0
// A GPU child that does one thing wrong: the one that its file is named for.
// It says a proper hello first, unless its name is about the hello.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "device/child/gpu_child.h"
#include "device/wire/job_wire.h"
#include "device/wire/wire_channel.h"

using namespace lockstep;

namespace {

std::vector<std::byte> wrong_reply(const std::string& way) {
  Reply reply;
  if (way == "sends_garbage") return std::vector<std::byte>(100);
  if (way == "sends_wrong_sizes") reply.outcome.buffers.resize(5000);
  if (way == "sends_too_much") reply.outcome.message.resize(40 << 20);
  return encode(reply);
}

/// What the job asks for, all zero.
std::vector<std::byte> right_reply(const Job& job) {
  Reply reply;
  for (const Buffer& buffer : job.buffers) {
    reply.outcome.buffers.emplace_back(buffer.read_back ? buffer.bytes : 0);
  }
  reply.outcome.checksums = {std::vector<std::uint64_t>(job.buffers.size())};
  return encode(reply);
}

}  // namespace

int main(int, char** arguments) {
  const std::string way =
      std::filesystem::path(arguments[0]).filename().string();
  WireChannel parent{Descriptor(child_descriptor)};
  if (way == "crashes_at_once") std::abort();
  if (way == "hangs_at_once") pause();
  if (way == "greets_with_garbage") {
    parent.send(std::vector<std::byte>(9), {});
    pause();
  }
  Hello hello;
  hello.info.name = std::getenv("LOCKSTEP_TEST_SECRET") ? "leak" : "fake GPU";
  if (way == "has_no_gpu") hello.problem = "no GPU in this test";
  parent.send(encode(hello), {});

  std::vector<std::byte> job;
  while (parent.receive(job, UINT64_MAX, {}) == ChannelState::open) {
    if (way == "crashes_at_jobs") std::abort();
    if (way == "exits_at_jobs") return 3;
    if (way == "hangs_at_jobs") pause();
    if (way == "crashes_at_launches") {
      const ReceivedJob received = decode_job(job);
      if (!received.job.launches.empty()) std::abort();
      parent.send(right_reply(received.job), {});
      continue;
    }
    if (parent.send(wrong_reply(way), {}) != ChannelState::open) return 1;
  }
  return 0;
}
