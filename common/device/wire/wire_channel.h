// SPDX-License-Identifier: Apache-2.0
// Whole messages over one end of a socket pair: a length of 8 bytes, then so
// many bytes. Whoever is at the other end may be broken or hostile: nothing
// here waits past its deadline or allocates more than its limit.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "process/descriptor.h"

namespace lockstep {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

enum class ChannelState {
  open,
  closed,    ///< the other end is gone
  late,      ///< the deadline has passed
  too_long,  ///< a message above the limit was announced
};

class WireChannel {
 public:
  explicit WireChannel(Descriptor descriptor)
      : descriptor_(std::move(descriptor)) {}

  /// Everything but `open` ends the conversation.
  ChannelState send(std::span<const std::byte> message, Deadline deadline);
  ChannelState receive(std::vector<std::byte>& message, std::uint64_t limit,
                       Deadline deadline);

 private:
  ChannelState wait_for(short events, Deadline deadline) const;
  ChannelState send_all(std::span<const std::byte> bytes, Deadline deadline);
  ChannelState receive_all(std::span<std::byte> bytes, Deadline deadline);

  Descriptor descriptor_;
};

}  // namespace lockstep
