// SPDX-License-Identifier: Apache-2.0
// A random kernel as a tree of statements. Every statement may be taken out:
// what is left is still valid, defined and terminating PTX. The text depends
// on nothing but the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::ptx::differential {

enum class Family : std::uint8_t {
  arithmetic,   ///< straight-line integers, bits, floats, conversions
  control,      ///< branches, loops, switches, calls
  collectives,  ///< shfl, vote, match, redux in divergent code
  memory,       ///< shared memory, barriers, atomics, generic addresses
  half,         ///< straight-line f16 and bf16
};
inline constexpr Family families[] = {Family::arithmetic, Family::control,
                                      Family::collectives, Family::memory,
                                      Family::half};
const char* name_of(Family family);

/// Text with bodies between its pieces: text[0] bodies[0] text[1] …, so there
/// is one piece of text more than there are bodies.
struct Statement {
  std::vector<std::string> text;
  std::vector<std::vector<Statement>> bodies;
};

/// A function, or the kernel: what stands before and after its statements.
struct Function {
  std::string head;
  std::vector<Statement> body;
  std::string tail;
};

struct Shape {
  unsigned x = 1, y = 1, z = 1;
  unsigned count() const { return x * y * z; }
};

struct Program {
  Family family{};
  std::uint64_t seed = 0;
  Shape grid, block;
  unsigned dynamic_shared_bytes = 0;
  std::vector<Function> functions;  ///< callees first, the kernel last

  std::string kernel_name() const;
  unsigned threads() const { return grid.count() * block.count(); }
};

/// What opens a module and stands in it once, however many programs follow.
std::string module_header();
/// The program's functions and its kernel, without the header.
std::string text_of(const Program& program);
/// A whole module with this program alone.
std::string module_of(const Program& program);

/// Statements of the program, those within statements counted too.
unsigned statement_count(const Program& program);
/// A copy with no statements at all: its output is what registers held first.
Program without_statements(const Program& program);
/// A copy without the statement of that number, in the order of the text.
Program without_statement(const Program& program, unsigned number);

}  // namespace lockstep::ptx::differential
