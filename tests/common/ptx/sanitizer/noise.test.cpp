// SPDX-License-Identifier: Apache-2.0
// A part of `make noise` that is quick: every correct kernel, and of the
// broken ones one of each kind.
#include <catch2/catch_test_macros.hpp>
#include <map>

#include "noise/experiment.h"
#include "noise/verdict.h"

namespace lockstep::noise {
namespace {

const std::filesystem::path corpus = std::filesystem::path(
    LOCKSTEP_SOURCE_DIR "/tests/common/ptx/sanitizer/noise/corpus");
constexpr unsigned seeds = 3;

void require_clang() {
  if (!front_end_version(FrontEnd::clang))
    SKIP("not run: clang is not installed");
}

/// Numbers of the kernel's first mutants of each key, those with `kind`.
std::map<std::string, std::size_t> one_of_each(const KernelFile& kernel,
                                               Expectation::Kind kind) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < kernel.mutants.size(); ++i)
    if (kernel.expected[i].kind == kind)
      numbers.emplace(kernel.mutants[i].key, i + 1);
  return numbers;
}

/// Keys of the mutants that came as their kernel's author expects.
std::set<std::string> confirmed(const std::string& name,
                                Expectation::Kind kind) {
  const KernelFile kernel = read_kernel_file(corpus, name);
  std::vector<std::size_t> numbers;
  for (const auto& [key, number] : one_of_each(kernel, kind))
    numbers.push_back(number);
  const Variants variants = observe(kernel, FrontEnd::clang, numbers, seeds);
  INFO(variants.problem);
  REQUIRE(variants.observations.size() == numbers.size());
  std::set<std::string> keys;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Mutant& mutant = kernel.mutants[numbers[i] - 1];
    const Verdict verdict =
        judge(variants.observations[i], kernel.expected[numbers[i] - 1]);
    INFO(name << ":" << mutant.line << " " << mutant.key << " " << verdict.what
              << ", came " << verdict.came);
    CHECK(verdict.is_as_expected);
    keys.insert(mutant.key);
  }
  return keys;
}

TEST_CASE("noise: every correct kernel is silent and right under each seed",
          "[ptx][noise]") {
  require_clang();
  const std::vector<KernelFile> kernels = read_corpus(corpus);
  CHECK(kernels.size() >= 40);
  std::string problem;
  const auto observations =
      observe_originals(kernels, FrontEnd::clang, seeds, problem);
  INFO(problem);
  REQUIRE(observations.size() == kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    INFO(kernels[i].name);
    CHECK(fault_of_original(observations[i]) == "");
  }
}

TEST_CASE("noise: a mutant of each kind is reported at the right lines",
          "[ptx][noise]") {
  require_clang();
  std::set<std::string> keys;
  for (const char* name : {"flags/look_back", "flags/release_acquire",
                           "warp/exchange", "reduce/two_level"})
    keys.merge(confirmed(name, Expectation::Kind::report));
  CHECK(keys == std::set<std::string>{"atomic", "atomic.narrow", "barrier",
                                      "bound", "bound.off", "fence",
                                      "fence.narrow", "init", "mask.half",
                                      "mask.lane", "order", "order.narrow",
                                      "order.weak", "syncwarp", "volatile"});
}

TEST_CASE("noise: what cannot go wrong does not, and is not reported",
          "[ptx][noise]") {
  require_clang();
  CHECK(confirmed("histogram/shared", Expectation::Kind::fine) ==
        std::set<std::string>{"atomic.narrow"});
  CHECK(confirmed("scan/warp_scan", Expectation::Kind::result) ==
        std::set<std::string>{"bound", "bound.off"});
}

}  // namespace
}  // namespace lockstep::noise
