// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <cstring>

#include "generator/frame.h"
#include "generator/random.h"

namespace lockstep::ptx::differential {

namespace {

std::uint64_t hash_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at,
                std::min<std::size_t>(8, bytes.size() - at));
    hash = mix(hash ^ word) + 0x9e3779b97f4a7c15u;
  }
  return hash;
}

}  // namespace

std::uint64_t Outcome::hash() const {
  return problem.empty() ? hash_bytes(output) : 0;
}

std::vector<std::byte> first_output(const Program& program) {
  std::vector<std::byte> bytes(output_bytes(program));
  const auto cells = first_cells();
  std::memcpy(bytes.data() + cells_begin(program), cells.data(),
              cells.size() * sizeof cells[0]);
  return bytes;
}

std::uint64_t hash_of(std::string_view text) {
  return hash_bytes(std::as_bytes(std::span(text)));
}

}  // namespace lockstep::ptx::differential
