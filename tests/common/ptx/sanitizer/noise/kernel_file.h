// SPDX-License-Identifier: Apache-2.0
// A kernel of the corpus with what its author says of it. Lines of a file:
//   // launch: grid 4 block 64x2 in 512 out 4 scratch 9 shared 1024 n 512
//   //   mod 100; expect block_sum
//   code;  // [a] [b]            labels of the line
//   // @KEY: EXPECTATION         of the mutants of the next statement whose
//   //   continued               key is KEY or begins with "KEY.", and with
//                               #2 behind KEY only of the second one
// EXPECTATION is one of
//   race a b / init a, sync b    findings of these tools at these labels'
//                                lines; one of those before the first comma
//                                must come, the others may, nothing else may;
//                                `here` is the mutated line; `launch`
//                                alone is an endless loop, at any line
//   result WHY                   no finding, but a wrong result: nothing
//                                undefined happens
//   fine WHY                     no finding and the right result
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mutate/mutate.h"
#include "ptx/observer/events.h"

namespace lockstep::noise {

struct LaunchShape {
  ptx::Dim3 grid{1, 1, 1}, block{1, 1, 1};
  unsigned shared_bytes = 0;
  unsigned in = 0, out = 0, scratch = 0;  ///< ints; scratch begins as zeros
  int n = 0;                              ///< the kernel's argument; else `in`
  int mod = 1000;          ///< the input's values are from 0 to mod - 1
  bool is_zeroed = false;  ///< "zeroed yes": out begins as zeros
  /// A name of expected.cpp; "any_order:NAME": sorted before it is compared.
  std::string expect;
};

/// A tool and the lines of its two places: any where `lines` is empty, one
/// place where `others` is.
struct Site {
  std::string tool;
  std::set<unsigned> lines, others;
};

struct Expectation {
  enum class Kind { report, result, fine } kind = Kind::report;
  std::vector<Site> required;  ///< one of them must be reported
  std::vector<Site> allowed;   ///< and these may be
  std::string text;            ///< as the author wrote it, or the reason
};

struct KernelFile {
  std::string name;  ///< "reduce/tree"
  std::string source;
  std::string what;  ///< first line of its description
  LaunchShape shape;
  std::vector<Mutant> mutants;
  std::vector<Expectation> expected;  ///< by mutant
};

/// Throws std::runtime_error for what is not as above, and for a mutant of
/// which nothing is said.
KernelFile read_kernel_file(const std::filesystem::path& folder,
                            const std::string& name);
/// All of the folder, by name.
std::vector<KernelFile> read_corpus(const std::filesystem::path& folder);

}  // namespace lockstep::noise
