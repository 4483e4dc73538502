// SPDX-License-Identifier: Apache-2.0
// How large a module may be. PTX is made by a compiler from a stranger's
// source, so memory for it must stay in proportion to its text.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::ptx {

inline constexpr std::size_t max_text_bytes = std::size_t{64} << 20;
inline constexpr std::uint32_t max_lines = 1u << 22;
/// Instructions, declarations, labels, operands, initial values together.
inline constexpr std::uint32_t max_syntax_nodes = 1u << 20;
/// Scopes, vectors, parentheses, braces of an initialiser.
inline constexpr unsigned max_nesting = 64;
inline constexpr std::uint32_t max_file_number = 1u << 16;

}  // namespace lockstep::ptx
