// SPDX-License-Identifier: Apache-2.0
#include "device/wire/wire_channel.h"

#include <sys/socket.h>

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <thread>

namespace lockstep {
namespace {

using namespace std::chrono_literals;

struct Ends {
  WireChannel ours, theirs;
};

Ends connected() {
  std::array<int, 2> ends{};
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
  return {WireChannel{Descriptor(ends[0])}, WireChannel{Descriptor(ends[1])}};
}

Deadline soon() { return std::chrono::steady_clock::now() + 50ms; }

}  // namespace

TEST_CASE("wire channel: messages larger than the socket's buffer arrive",
          "[device][wire]") {
  Ends ends = connected();
  const std::vector<std::byte> sent(3'000'000, std::byte{7});
  std::jthread sender([&] { ends.theirs.send(sent, {}); });
  std::vector<std::byte> received;
  CHECK(ends.ours.receive(received, sent.size(), {}) == ChannelState::open);
  CHECK(received == sent);
}

TEST_CASE("wire channel: nobody waits past the deadline", "[device][wire]") {
  Ends ends = connected();
  std::vector<std::byte> message;
  CHECK(ends.ours.receive(message, 10, soon()) == ChannelState::late);
  const std::vector<std::byte> large(3'000'000);
  CHECK(ends.ours.send(large, soon()) == ChannelState::late);
}

TEST_CASE("wire channel: an end that is gone is noticed", "[device][wire]") {
  Ends ends = connected();
  { const WireChannel gone = std::move(ends.theirs); }
  std::vector<std::byte> message;
  CHECK(ends.ours.receive(message, 10, {}) == ChannelState::closed);
  CHECK(ends.ours.send(std::vector<std::byte>(3'000'000), {}) ==
        ChannelState::closed);
}

TEST_CASE("wire channel: a length above the limit allocates nothing",
          "[device][wire]") {
  Ends ends = connected();
  REQUIRE(ends.theirs.send(std::vector<std::byte>(11), {}) ==
          ChannelState::open);
  std::vector<std::byte> message;
  CHECK(ends.ours.receive(message, 10, {}) == ChannelState::too_long);
  CHECK(message.empty());
}

}  // namespace lockstep
