// SPDX-License-Identifier: Apache-2.0
#include "device/wire/wire_channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace lockstep {
namespace {

/// For poll: -1 is for ever; rounded up, so as not to spin at the end.
int milliseconds_left(Deadline deadline) {
  if (!deadline) return -1;
  using std::chrono::ceil, std::chrono::milliseconds;
  const auto left =
      ceil<milliseconds>(*deadline - std::chrono::steady_clock::now());
  return static_cast<int>(
      std::clamp<milliseconds::rep>(left.count(), 0, 1'000'000'000));
}

bool is_only_interrupted() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

ChannelState WireChannel::wait_for(short events, Deadline deadline) const {
  for (;;) {
    pollfd entry{descriptor_.get(), events, 0};
    const int left = milliseconds_left(deadline);
    const int ready = poll(&entry, 1, left);
    if (ready > 0) return ChannelState::open;
    if (ready < 0 && errno != EINTR) return ChannelState::closed;
    if (ready == 0 && milliseconds_left(deadline) == 0) {
      return ChannelState::late;
    }
  }
}

ChannelState WireChannel::send_all(std::span<const std::byte> bytes,
                                   Deadline deadline) {
  while (!bytes.empty()) {
    const auto state = wait_for(POLLOUT, deadline);
    if (state != ChannelState::open) return state;
    const ssize_t sent = ::send(descriptor_.get(), bytes.data(), bytes.size(),
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && is_only_interrupted()) continue;
    if (sent <= 0) return ChannelState::closed;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return ChannelState::open;
}

ChannelState WireChannel::receive_all(std::span<std::byte> bytes,
                                      Deadline deadline) {
  while (!bytes.empty()) {
    const auto state = wait_for(POLLIN, deadline);
    if (state != ChannelState::open) return state;
    const ssize_t got =
        recv(descriptor_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0 && is_only_interrupted()) continue;
    if (got <= 0) return ChannelState::closed;
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return ChannelState::open;
}

ChannelState WireChannel::send(std::span<const std::byte> message,
                               Deadline deadline) {
  const std::uint64_t length = message.size();
  const auto state =
      send_all(std::as_bytes(std::span(&length, std::size_t{1})), deadline);
  if (state != ChannelState::open) return state;
  return send_all(message, deadline);
}

ChannelState WireChannel::receive(std::vector<std::byte>& message,
                                  std::uint64_t limit, Deadline deadline) {
  std::uint64_t length = 0;
  const auto state = receive_all(
      std::as_writable_bytes(std::span(&length, std::size_t{1})), deadline);
  if (state != ChannelState::open) return state;
  if (length > limit) return ChannelState::too_long;
  message.resize(length);
  return receive_all(message, deadline);
}

}  // namespace lockstep
