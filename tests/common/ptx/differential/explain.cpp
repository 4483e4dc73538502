// SPDX-License-Identifier: Apache-2.0
#include "explain.h"

#include <fmt/format.h>

#include <cstring>

#include "emulated_run.h"
#include "generator/frame.h"

namespace lockstep::ptx::differential {

namespace {

constexpr unsigned most_threads = 3;

std::uint64_t value_of(const Outcome& outcome, unsigned thread,
                       const Field& field) {
  std::uint64_t value = 0;
  const std::size_t at = std::size_t{thread} * slot_bytes + field.offset;
  if (at + field.bytes <= outcome.output.size()) {
    std::memcpy(&value, outcome.output.data() + at, field.bytes);
  }
  return value;
}

bool differs(const Outcome& a, const Outcome& b, unsigned thread) {
  const std::size_t begin = std::size_t{thread} * slot_bytes;
  return std::memcmp(a.output.data() + begin, b.output.data() + begin,
                     slot_bytes) != 0;
}

std::string explain_thread(unsigned thread, const Outcome& gpu,
                           const Outcome& emulated, const Outcome& before) {
  std::string text = fmt::format("// thread {}\n", thread);
  std::string held = "//   before:";
  for (const Field& field : slot_fields()) {
    const auto real = value_of(gpu, thread, field);
    const auto ours = value_of(emulated, thread, field);
    if (real != ours) {
      text += fmt::format("//   {}: GPU 0x{:x}, emulator 0x{:x}\n", field.name,
                          real, ours);
    }
    held +=
        fmt::format(" {}=0x{:x}", field.name, value_of(before, thread, field));
  }
  return text + held + '\n';
}

}  // namespace

std::string explain(const Program& program, const Outcome& gpu) {
  const Outcome emulated = run_emulated(program);
  const Outcome before = run_emulated(without_statements(program));
  if (emulated.output.size() != gpu.output.size()) {
    return "// " + emulated.problem + '\n';
  }
  std::string text;
  unsigned found = 0;
  for (unsigned thread = 0; thread < program.threads(); ++thread) {
    if (found == most_threads || !differs(gpu, emulated, thread)) continue;
    text += explain_thread(thread, gpu, emulated, before);
    ++found;
  }
  return text.empty() ? "// no register differs, but memory does\n" : text;
}

}  // namespace lockstep::ptx::differential
