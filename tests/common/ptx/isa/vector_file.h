// SPDX-License-Identifier: Apache-2.0
// Files of vectors/: a head for each instruction form, and below it what a
// GPU gave. vectors/README.md has the format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "case_file.h"

namespace lockstep::ptx {

/// Rows of a form. The results of the first are written out, those of the
/// others hashed; with a bound, which no hash can keep, more are written out.
inline constexpr unsigned vector_rows = 4096;
inline constexpr unsigned listed_rows_if_exact = 64;
inline constexpr unsigned listed_rows_if_bounded = 512;

struct VectorCase {
  std::string head;  ///< as it stands in the file
  std::string instruction;
  std::vector<std::string> results;   ///< kinds of %d and %q
  std::vector<std::string> operands;  ///< kinds of %a, %b, %c, %e
  std::string bound;                  ///< empty: every bit counts
  unsigned line = 0;
  std::uint64_t hash = 0;               ///< of the hashed rows, if exact
  std::vector<std::uint64_t> captured;  ///< listed rows; empty: none yet

  unsigned listed_rows() const {
    return bound.empty() ? listed_rows_if_exact : listed_rows_if_bounded;
  }
};

struct VectorFile {
  std::vector<std::string> preamble;  ///< comments before the first head
  std::vector<VectorCase> cases;
};

/// Throws std::runtime_error, with the line, for a file that is malformed.
VectorFile read_vectors(const std::string& path);
/// Writes it back, with `captured_on` in the place of the last such comment.
void write_vectors(const std::string& path, const VectorFile& file,
                   const std::string& captured_on);

/// The form with register types in place of kinds, for kernel_of.
InstructionCase form_of(const VectorCase& vector_case);

/// FNV-1a over the results of the rows that are not listed, 2 words each.
std::uint64_t hash_of_others(const VectorCase& vector_case,
                             const std::vector<std::uint64_t>& words);

/// Clears the bits that a kind of result does not have, in rows of 2 words.
void mask_results(const VectorCase& vector_case,
                  std::vector<std::uint64_t>& words);

}  // namespace lockstep::ptx
