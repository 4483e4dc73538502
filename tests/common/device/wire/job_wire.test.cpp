// SPDX-License-Identifier: Apache-2.0
#include "device/wire/job_wire.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace lockstep {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

Job rich_job(const Program& program) {
  Job job;
  job.program = &program;
  job.buffers = {{"in", 8, bytes_of("12345678"), {}, true, false},
                 {"out", 400, {}, 77, false, true},
                 {"empty", 0, {}, {}, true, false}};
  Launch launch;
  launch.kernel = "reduce";
  launch.grid = {3, 2, 1};
  launch.block = {64, 1, 4};
  launch.dynamic_shared_bytes = 512;
  launch.arguments = {BufferArgument{1, 16}, value_argument(42u)};
  job.launches = {launch, launch};
  job.symbols = {"block_threads", "x"};
  job.limits.seconds = 2.5;
  job.repetitions = 3;
  job.cold_cache = false;
  return job;
}

Reply rich_reply() {
  Reply reply;
  reply.outcome.status = OutcomeStatus::kernel_error;
  reply.outcome.message = "what went wrong";
  reply.outcome.buffers = {bytes_of("abc"), {}};
  reply.outcome.checksums = {{1, 2}, {3, 4}};
  reply.outcome.symbols = {{}, bytes_of("xyz")};
  reply.outcome.milliseconds = {0.5, 0.25};
  reply.is_last = true;
  return reply;
}

template <class Decode>
void check_every_prefix_is_refused(const std::vector<std::byte>& bytes,
                                   Decode decode) {
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CAPTURE(length);
    CHECK_THROWS_AS(decode(std::span(bytes).first(length)), WireError);
  }
  auto longer = bytes;
  longer.push_back(std::byte{0});
  CHECK_THROWS_AS(decode(longer), WireError);
}

}  // namespace

TEST_CASE("job wire: a job arrives as it was sent", "[device][wire]") {
  const Program program{"ptx text", bytes_of("cubin"), "name.cu"};
  const Job job = rich_job(program);
  const ReceivedJob received = decode_job(encode(job));
  const Job& got = received.job;

  REQUIRE(got.program == received.program.get());
  CHECK(got.program->cubin == program.cubin);
  CHECK(got.program->name == "name.cu");
  REQUIRE(got.buffers.size() == 3);
  CHECK(got.buffers[0].initial == job.buffers[0].initial);
  CHECK(got.buffers[0].read_back);
  CHECK_FALSE(got.buffers[0].fill_seed.has_value());
  CHECK(got.buffers[1].name == "out");
  CHECK(got.buffers[1].bytes == 400);
  CHECK(got.buffers[1].fill_seed == 77);
  CHECK(got.buffers[1].checksum);
  REQUIRE(got.launches.size() == 2);
  const Launch& launch = got.launches[1];
  CHECK(launch.kernel == "reduce");
  CHECK(launch.grid == ptx::Dim3{3, 2, 1});
  CHECK(launch.block == ptx::Dim3{64, 1, 4});
  CHECK(launch.dynamic_shared_bytes == 512);
  REQUIRE(launch.arguments.size() == 2);
  CHECK(std::get<BufferArgument>(launch.arguments[0]).buffer == 1);
  CHECK(std::get<BufferArgument>(launch.arguments[0]).offset == 16);
  CHECK(std::get<ValueArgument>(launch.arguments[1]).bytes ==
        value_argument(42u).bytes);
  CHECK(got.symbols == job.symbols);
  CHECK(got.limits.seconds == 2.5);
  CHECK(got.repetitions == 3);
  CHECK_FALSE(got.cold_cache);
}

TEST_CASE("job wire: PTX travels only where there is no cubin",
          "[device][wire]") {
  Program program{"ptx text", bytes_of("cubin"), ""};
  Job job;
  job.program = &program;
  CHECK(decode_job(encode(job)).program->ptx.empty());
  program.cubin.clear();
  CHECK(decode_job(encode(job)).program->ptx == "ptx text");
}

TEST_CASE("job wire: hello and reply arrive as they were sent",
          "[device][wire]") {
  Hello hello;
  hello.problem = "no driver";
  hello.info.name = "GPU";
  hello.info.l2_bytes = 50 << 20;
  hello.info.compute_capability = 90;
  const Hello greeted = decode_hello(encode(hello));
  CHECK(greeted.problem == "no driver");
  CHECK(greeted.info.name == "GPU");
  CHECK(greeted.info.l2_bytes == 50 << 20);
  CHECK(greeted.info.compute_capability == 90);

  const Reply sent = rich_reply();
  const Reply reply = decode_reply(encode(sent));
  CHECK(reply.outcome.status == OutcomeStatus::kernel_error);
  CHECK(reply.outcome.message == sent.outcome.message);
  CHECK(reply.outcome.buffers == sent.outcome.buffers);
  CHECK(reply.outcome.checksums == sent.outcome.checksums);
  CHECK(reply.outcome.symbols == sent.outcome.symbols);
  CHECK(reply.outcome.milliseconds == sent.outcome.milliseconds);
  CHECK(reply.is_last);
}

TEST_CASE("job wire: bytes cut off or left over are refused",
          "[device][wire]") {
  const Program program{"ptx", {}, "name"};
  check_every_prefix_is_refused(encode(rich_job(program)), decode_job);
  check_every_prefix_is_refused(encode(rich_reply()), decode_reply);
  check_every_prefix_is_refused(encode(Hello{"why", {}}), decode_hello);
}

TEST_CASE("job wire: one kind of message is not taken for another",
          "[device][wire]") {
  CHECK_THROWS_AS(decode_reply(encode(Hello{})), WireError);
  CHECK_THROWS_AS(decode_hello(encode(Reply{})), WireError);
}

TEST_CASE("job wire: a status that does not exist is refused",
          "[device][wire]") {
  Reply reply;
  reply.outcome.status = static_cast<OutcomeStatus>(99);
  CHECK_THROWS_AS(decode_reply(encode(reply)), WireError);
}

TEST_CASE("job wire: random damage is refused or decoded, never fatal",
          "[device][wire]") {
  std::mt19937 random(1);
  const std::vector<std::byte> good = encode(rich_reply());
  int refused = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    auto bytes = good;
    for (int change = 0; change < 4; ++change) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    }
    try {
      decode_reply(bytes);
    } catch (const WireError&) {
      ++refused;
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("job wire: only an outcome of the job's shape is believed",
          "[device][wire]") {
  const Program program{"ptx", {}, "name"};
  Job job;
  job.program = &program;
  job.buffers = {{"in", 8, {}, {}, false, false},
                 {"out", 4, {}, {}, true, false}};
  job.symbols = {"x"};
  job.repetitions = 2;
  Outcome good;
  good.buffers = {{}, std::vector<std::byte>(4)};
  good.checksums = {{0, 0}, {0, 0}};
  good.symbols = {{}};
  good.milliseconds = {1, 2};
  CHECK_NOTHROW(check_shape(good, job));
  CHECK(encode(Reply{good, false}).size() < reply_limit(job));

  const auto refuse = [&](auto change) {
    Outcome bad = good;
    change(bad);
    CHECK_THROWS_AS(check_shape(bad, job), WireError);
  };
  refuse([](Outcome& bad) { bad.buffers[1].resize(5); });
  refuse([](Outcome& bad) { bad.buffers[0].resize(8); });
  refuse([](Outcome& bad) { bad.buffers.pop_back(); });
  refuse([](Outcome& bad) { bad.checksums.pop_back(); });
  refuse([](Outcome& bad) { bad.checksums[1].pop_back(); });
  refuse([](Outcome& bad) { bad.symbols.clear(); });
  refuse([](Outcome& bad) { bad.milliseconds.pop_back(); });
  refuse([](Outcome& bad) { bad.milliseconds[0] = -1; });
  refuse([](Outcome& bad) { bad.milliseconds[0] = std::nan(""); });
}

}  // namespace lockstep
