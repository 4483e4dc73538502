// SPDX-License-Identifier: Apache-2.0
#include "device/child/guarded_buffer.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

GuardedBuffer::GuardedBuffer(const driver::Api& api, const Buffer& buffer)
    : api_(&api),
      buffer_(&buffer),
      memory_(api, buffer.bytes + 2 * guard_bytes) {
  const auto pattern = static_cast<unsigned char>(guard_byte);
  check(api, api.set_bytes(memory_.address(), pattern, guard_bytes),
        "cuMemsetD8");
  check(api, api.set_bytes(address() + buffer.bytes, pattern, guard_bytes),
        "cuMemsetD8");
}

void GuardedBuffer::prepare(TrustedModule& trusted, unsigned repetition) {
  if (buffer_->bytes == 0) return;
  if (buffer_->fill_seed) {
    trusted.fill(address(), buffer_->bytes / 4,
                 *buffer_->fill_seed + repetition);
  } else if (!buffer_->initial.empty()) {
    check(*api_,
          api_->copy_to_device(address(), buffer_->initial.data(),
                               buffer_->bytes),
          "cuMemcpyHtoD");
  } else {
    check(*api_,
          api_->set_bytes(address(), static_cast<unsigned char>(poison_byte),
                          buffer_->bytes),
          "cuMemsetD8");
  }
}

std::vector<std::byte> GuardedBuffer::read(driver::Address from,
                                           std::size_t bytes) const {
  std::vector<std::byte> host(bytes);
  if (bytes > 0) {
    check(*api_, api_->copy_from_device(host.data(), from, bytes),
          "cuMemcpyDtoH");
  }
  return host;
}

std::vector<std::byte> GuardedBuffer::read() const {
  return read(address(), buffer_->bytes);
}

std::string GuardedBuffer::damage() const {
  const auto is_damaged = [](std::byte byte) { return byte != guard_byte; };
  const auto before = read(memory_.address(), guard_bytes);
  const auto after = read(address() + buffer_->bytes, guard_bytes);
  if (const auto count = std::ranges::count_if(after, is_damaged)) {
    const auto first = std::ranges::find_if(after, is_damaged);
    return fmt::format(
        "the kernel wrote {} bytes past the end of {} ({} bytes), the first "
        "{} bytes behind it",
        count, buffer_->name, buffer_->bytes, first - after.begin());
  }
  if (const auto count = std::ranges::count_if(before, is_damaged)) {
    return fmt::format("the kernel wrote {} bytes before the start of {}",
                       count, buffer_->name);
  }
  return {};
}

}  // namespace lockstep
