// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/memcheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lockstep::ptx {
namespace {

std::string_view verb(AccessKind access) {
  switch (access) {
    case AccessKind::load:
      return "reads";
    case AccessKind::store:
      return "writes";
    case AccessKind::atomic:
    case AccessKind::reduction:
      return "atomically updates";
  }
  return "accesses";
}

std::string_view noun(AccessKind access) {
  switch (access) {
    case AccessKind::load:
      return "read";
    case AccessKind::store:
      return "write";
    case AccessKind::atomic:
    case AccessKind::reduction:
      return "atomic";
  }
  return "access";
}

std::string_view adjective(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "out-of-bounds";
    case FaultKind::misaligned:
      return "misaligned";
    case FaultKind::use_after_free:
      return "use-after-free";
    case FaultKind::null_pointer:
      return "null-pointer";
    case FaultKind::host_pointer:
      return "host-pointer";
    case FaultKind::read_only:
      return "read-only";
    case FaultKind::wrong_space:
      return "wrong-space";
    case FaultKind::double_free:
      return "double";
    case FaultKind::foreign_free:
      return "invalid";
  }
  return "invalid";
}

std::uint32_t element_bytes(const FaultEvent& event) {
  const std::uint32_t width =
      event.instruction ? event.instruction->vector_width : 1;
  return std::max(1u, event.bytes / std::max(1u, width));
}

/// "in[-1]" and "in[1024]": unlike a valid element's, the index may lie on
/// either side.
std::string outside_element(const std::string& name, std::int64_t offset,
                            std::uint32_t bytes) {
  if (offset % bytes != 0) return fmt::format("{} {:+} bytes", name, offset);
  return fmt::format("{}[{}]", name, offset / bytes);
}

/// Where `bytes` bytes at `offset` lie beside a variable of `size` bytes.
std::string distance(const std::string& name, std::int64_t offset,
                     std::uint32_t bytes, std::uint64_t size) {
  const auto end = static_cast<std::int64_t>(size);
  const std::string whole = fmt::format("{} ({} bytes)", name, size);
  if (offset < 0)
    return fmt::format("{} bytes before the start of {}", -offset, whole);
  if (offset < end)
    return fmt::format("the last {} of {} bytes past the end of {}",
                       offset + bytes - end, bytes, whole);
  if (offset == end) return fmt::format("just past the end of {}", whole);
  return fmt::format("{} bytes past the end of {}", offset - end, whole);
}

}  // namespace

void Memcheck::launch_begins(const LaunchEvent& event) {
  names_.begin(event);
  findings_.begin_launch();
}

const Variable* Memcheck::last_shared() const {
  const Variable* last = nullptr;
  for (const std::uint32_t index : names_.kernel().shared_variables) {
    const Variable& variable = names_.module().variables[index];
    if (last == nullptr ||
        names_.shared_begin(variable) >= names_.shared_begin(*last))
      last = &variable;
  }
  return last;
}

std::string Memcheck::shared_target(const FaultEvent& event,
                                    std::uint64_t address) const {
  const Variable* last = last_shared();
  if (last == nullptr || address < names_.shared_begin(*last))
    return fmt::format("shared memory at byte {}; the block has {} bytes",
                       address, names_.shared_size());
  const auto offset =
      static_cast<std::int64_t>(address - names_.shared_begin(*last));
  return fmt::format(
      "{}, {}", outside_element(last->demangled, offset, element_bytes(event)),
      distance(last->demangled, offset, event.bytes,
               names_.shared_bytes(*last)));
}

std::string Memcheck::target(const FaultEvent& event,
                             std::uint64_t address) const {
  if (event.kind == FaultKind::null_pointer)
    return fmt::format("through a null pointer (address {:#x})", address);
  if (event.kind == FaultKind::host_pointer)
    return fmt::format("through the host pointer {:#x}", address);
  if (event.space == Space::shared && event.kind == FaultKind::out_of_bounds)
    return shared_target(event, address);
  const Allocation* nearest = event.nearest;
  if (event.space == Space::shared || event.space == Space::local ||
      nearest == nullptr)
    return fmt::format("{} at {:#x}", memory_name(event.space), address);
  const auto offset = static_cast<std::int64_t>(address - nearest->address);
  const std::string element =
      outside_element(nearest->name, offset, element_bytes(event));
  switch (event.kind) {
    case FaultKind::out_of_bounds:
      return fmt::format(
          "{}, {}", element,
          distance(nearest->name, offset, event.bytes, nearest->bytes));
    case FaultKind::use_after_free:
      return fmt::format("{}, which was freed", element);
    case FaultKind::misaligned:
      return fmt::format("{} bytes at {}, which is not a multiple of {}",
                         event.bytes, element, event.bytes);
    case FaultKind::read_only:
      return fmt::format("{}, which is constant", element);
    default:
      return element;
  }
}

namespace {

bool is_free(FaultKind kind) {
  return kind == FaultKind::double_free || kind == FaultKind::foreign_free;
}

}  // namespace

/// "which free() has taken back already"
std::string Memcheck::freed_target(const FaultEvent& event,
                                   std::uint64_t address) const {
  const std::string name =
      event.nearest != nullptr && event.nearest->address <= address &&
              address - event.nearest->address <= event.nearest->bytes
          ? event.nearest->name
          : fmt::format("address {:#x}", address);
  return event.kind == FaultKind::double_free
             ? fmt::format("frees {}, which was freed before", name)
             : fmt::format("frees {}, which malloc() did not give", name);
}

Finding Memcheck::describe(const FaultEvent& event) const {
  const auto lane = static_cast<unsigned>(std::countr_zero(event.mask));
  const std::uint32_t thread = event.where.first_thread + lane;
  Finding finding;
  finding.kind =
      fmt::format("{} {}", adjective(event.kind), noun(event.access));
  finding.message = fmt::format("{} of {} bytes in {}", finding.kind,
                                event.bytes, memory_name(event.space));
  if (is_free(event.kind)) {
    finding.kind = fmt::format("{} free", adjective(event.kind));
    finding.message = fmt::format("{} in a kernel", finding.kind);
  }
  finding.place = names_.place(event.instruction);
  finding.label =
      fmt::format("thread {} of block {} {} {}", names_.thread(thread),
                  names_.block(event.where.block), verb(event.access),
                  target(event, event.address[lane]));
  if (is_free(event.kind))
    finding.label =
        fmt::format("thread {} of block {} {}", names_.thread(thread),
                    names_.block(event.where.block),
                    freed_target(event, event.address[lane]));
  finding.block = names_.block_id(event.where.block);
  for (LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
    finding.threads.push_back(
        names_.thread_id(event.where.first_thread +
                         static_cast<unsigned>(std::countr_zero(rest))));
  if (event.nearest != nullptr) finding.variable = event.nearest->name;
  if (event.space == Space::shared)
    if (const Variable* last = last_shared())
      finding.variable = last->demangled;
  finding.kernel = names_.kernel().name;
  return finding;
}

void Memcheck::fault(const FaultEvent& event) {
  if (event.mask == 0) return;
  const std::uint64_t variable = event.nearest ? event.nearest->id + 1 : 0;
  const FindingSite site{static_cast<std::uint32_t>(event.kind), event.pc, 0,
                         variable};
  findings_.add(site, 0, static_cast<unsigned>(std::popcount(event.mask)),
                [&] { return describe(event); });
}

}  // namespace lockstep::ptx
