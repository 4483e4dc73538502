// SPDX-License-Identifier: Apache-2.0
#include "device/wire/job_wire.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "device/wire/kernel_contract.h"

namespace lockstep {

// Each struct's fields, once, for both directions. Findings and counters are
// the emulator's and never travel.

template <class Stream>
void exchange(Stream& stream, ptx::Dim3& dim) {
  stream(dim.x, dim.y, dim.z);
}

template <class Stream>
void exchange(Stream& stream, DeviceInfo& info) {
  stream(info.is_gpu, info.name, info.driver, info.multiprocessors,
         info.compute_capability, info.max_shared_bytes_per_block,
         info.l2_bytes, info.memory_bytes);
}

template <class Stream>
void exchange(Stream& stream, Hello& hello) {
  stream(hello.problem, hello.info);
}

template <class Stream>
void exchange(Stream& stream, Buffer& buffer) {
  stream(buffer.name, buffer.bytes, buffer.initial, buffer.fill_seed,
         buffer.read_back, buffer.checksum);
}

template <class Stream>
void exchange(Stream& stream, BufferArgument& argument) {
  stream(argument.buffer, argument.offset);
}

template <class Stream>
void exchange(Stream& stream, ValueArgument& argument) {
  stream(argument.bytes);
}

template <class Stream>
void exchange(Stream& stream, Launch& launch) {
  stream(launch.kernel, launch.grid, launch.block, launch.dynamic_shared_bytes,
         launch.arguments);
}

template <class Stream>
void exchange(Stream& stream, Program& program) {
  stream(program.ptx, program.cubin, program.name);
}

template <class Stream>
void exchange(Stream& stream, Job& job) {
  stream(job.buffers, job.launches, job.symbols, job.limits.seconds,
         job.limits.memory_bytes, job.repetitions, job.cold_cache);
}

template <class Stream>
void exchange(Stream& stream, Reply& reply) {
  Outcome& outcome = reply.outcome;
  stream(outcome.status, outcome.message, outcome.buffers, outcome.checksums,
         outcome.symbols, outcome.milliseconds, reply.is_last);
}

namespace {

enum class Message : std::uint32_t {
  hello = 0x6c6b0101,
  job = 0x6c6b0102,
  reply = 0x6c6b0103,
};

template <class... T>
std::vector<std::byte> encode_as(Message kind, const T&... parts) {
  ByteWriter writer;
  writer(kind, parts...);
  return writer.take();
}

template <class... T>
void decode_as(Message kind, std::span<const std::byte> bytes, T&... parts) {
  ByteReader reader(bytes);
  Message found{};
  reader(found);
  if (found != kind) throw WireError("a message of another kind");
  reader(parts...);
  reader.expect_end();
}

void expect(bool claim, const char* what) {
  if (!claim) throw WireError(what);
}

}  // namespace

std::vector<std::byte> encode(const Hello& hello) {
  return encode_as(Message::hello, hello);
}

std::vector<std::byte> encode(const Job& job) {
  Program sent;
  if (job.program) {
    sent.name = job.program->name;
    sent.cubin = job.program->cubin;
    if (sent.cubin.empty()) sent.ptx = job.program->ptx;
  }
  return encode_as(Message::job, sent, job);
}

std::vector<std::byte> encode(const Reply& reply) {
  return encode_as(Message::reply, reply);
}

Hello decode_hello(std::span<const std::byte> bytes) {
  Hello hello;
  decode_as(Message::hello, bytes, hello);
  return hello;
}

ReceivedJob decode_job(std::span<const std::byte> bytes) {
  ReceivedJob received{std::make_unique<Program>(), {}};
  decode_as(Message::job, bytes, *received.program, received.job);
  received.job.program = received.program.get();
  return received;
}

Reply decode_reply(std::span<const std::byte> bytes) {
  Reply reply;
  decode_as(Message::reply, bytes, reply);
  expect(reply.outcome.status <= OutcomeStatus::infra_error,
         "an unknown status");
  return reply;
}

void check_shape(const Outcome& outcome, const Job& job) {
  if (outcome.status != OutcomeStatus::success) return;
  const std::size_t runs = std::max(1u, job.repetitions);
  expect(outcome.buffers.size() == job.buffers.size(), "number of buffers");
  for (std::size_t i = 0; i < job.buffers.size(); ++i) {
    const Buffer& asked = job.buffers[i];
    expect(outcome.buffers[i].size() == (asked.read_back ? asked.bytes : 0),
           "size of a buffer");
  }
  expect(outcome.checksums.size() == runs, "number of checksums");
  for (const auto& row : outcome.checksums) {
    expect(row.size() == job.buffers.size(), "number of checksums");
  }
  expect(outcome.symbols.size() == job.symbols.size(), "number of symbols");
  expect(outcome.milliseconds.size() == job.repetitions, "number of times");
  for (const double time : outcome.milliseconds) {
    expect(std::isfinite(time) && time >= 0, "a time that is none");
  }
}

std::uint64_t reply_limit(const Job& job) {
  std::uint64_t bytes = symbol_limit_bytes + (std::uint64_t{1} << 20);
  for (const Buffer& buffer : job.buffers) {
    bytes += 8 + (buffer.read_back ? buffer.bytes : 0);
  }
  const std::uint64_t runs = std::max(1u, job.repetitions);
  return bytes + runs * (16 + 8 * job.buffers.size());
}

}  // namespace lockstep
