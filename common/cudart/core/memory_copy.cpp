// SPDX-License-Identifier: Apache-2.0
// Copies between the sides, each range checked before a byte moves.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "cudart/core/error.h"
#include "cudart/core/memory.h"
#include "ptx/machine/global_memory.h"

namespace lockstep::cudart {
namespace {

bool is_device_window(std::uint64_t address) {
  return address >= ptx::window::global && address < ptx::window::global_end;
}

std::byte* host_pointer(std::uint64_t address) {
  return reinterpret_cast<std::byte*>(address);
}

struct Sides {
  bool to_device = false, from_device = false;
};

Sides sides_of(Direction direction) {
  return {direction == Direction::host_to_device ||
              direction == Direction::device_to_device,
          direction == Direction::device_to_host ||
              direction == Direction::device_to_device};
}

}  // namespace

/// Throws unless [address, address + bytes) is memory of the side that the
/// call names. Memory of both sides is right for either.
void Memory::check_side(std::uint64_t address, std::uint64_t bytes,
                        bool on_device, bool is_target) const {
  const char* role = is_target ? "destination" : "source";
  const Region* region = find_any(address);
  if (region == nullptr) {
    if (is_device_window(address)) {
      throw Failure(Error::invalid_value, "invalid device pointer",
                    fmt::format("the {} 0x{:x} is in no allocation of the "
                                "device",
                                role, address));
    }
    if (!on_device) return;
    throw Failure(Error::invalid_value, "wrong direction",
                  fmt::format("the {} is memory of the host, and the call "
                              "says that it is the device's: check the order "
                              "of the pointers and the direction",
                              role));
  }
  if (!region->is_live) {
    throw Failure(Error::invalid_value, "use after free",
                  fmt::format("the {} is {}, which has been freed", role,
                              described(*region)));
  }
  if (!on_device && !region->is_for_host()) {
    throw Failure(Error::invalid_value, "wrong direction",
                  fmt::format("the {} is {} on the device, and the call says "
                              "that it is the host's: check the order of the "
                              "pointers and the direction",
                              role, described(*region)));
  }
  const std::uint64_t offset = address - region->address;
  if (bytes > region->bytes - offset) {
    throw Failure(
        Error::invalid_value, "copy out of bounds",
        fmt::format("{} bytes from byte {} of the {} {} end {} bytes past its "
                    "end",
                    bytes, offset, role, described(*region),
                    offset + bytes - region->bytes));
  }
}

void Memory::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
                  Direction direction) {
  if (bytes == 0) return;
  Sides sides = sides_of(direction);
  if (direction == Direction::from_addresses) {
    const Region *target = find_any(to), *source = find_any(from);
    sides = {target != nullptr && !target->is_for_host(),
             source != nullptr && !source->is_for_host()};
  }
  check_side(to, bytes, sides.to_device, true);
  check_side(from, bytes, sides.from_device, false);
  const bool to_context = find(to) != nullptr, from_context = find(from);
  if (to_context && from_context)
    return context_.copy_on_device(to, from, bytes);
  if (on_host_side) on_host_side(to_context ? from : to, bytes);
  if (to_context) {
    context_.copy_to_device(to, {host_pointer(from), bytes});
  } else if (from_context) {
    context_.copy_from_device({host_pointer(to), bytes}, from);
  } else {
    std::memmove(host_pointer(to), host_pointer(from), bytes);
  }
  if (on_host_side) on_host_side(0, 0);
}

void Memory::copy_rows(std::uint64_t to, std::uint64_t to_pitch,
                       std::uint64_t from, std::uint64_t from_pitch,
                       std::uint64_t width, std::uint64_t height,
                       Direction direction) {
  if (width == 0 || height == 0) return;
  if (width > to_pitch || width > from_pitch) {
    throw Failure(Error::invalid_pitch, "invalid pitch",
                  fmt::format("rows of {} bytes do not fit pitches of {} and "
                              "{} bytes",
                              width, to_pitch, from_pitch));
  }
  if (to_pitch == width && from_pitch == width)
    return copy(to, from, width * height, direction);
  for (std::uint64_t row = 0; row < height; ++row)
    copy(to + row * to_pitch, from + row * from_pitch, width, direction);
}

void Memory::fill(std::uint64_t to, int value, std::uint64_t bytes) {
  if (bytes == 0) return;
  check_side(to, bytes, true, true);
  std::array<std::byte, 65536> piece;
  piece.fill(static_cast<std::byte>(value));
  for (std::uint64_t done = 0; done < bytes; done += piece.size()) {
    const std::uint64_t count =
        std::min<std::uint64_t>(piece.size(), bytes - done);
    context_.copy_to_device(to + done, std::span(piece).first(count));
  }
}

}  // namespace lockstep::cudart
