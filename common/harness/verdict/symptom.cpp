// SPDX-License-Identifier: Apache-2.0
#include "harness/verdict/symptom.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {
namespace {

std::size_t count(const std::vector<bool>& flags) {
  return static_cast<std::size_t>(std::ranges::count(flags, true));
}

std::size_t first(const std::vector<bool>& flags) {
  return static_cast<std::size_t>(std::ranges::find(flags, true) -
                                  flags.begin());
}

/// "block 3 (elements from 768)", or just "element 3".
std::string place(const WrongValues& values, std::size_t index) {
  if (values.covers <= 1) return fmt::format("{} {}", values.unit, index);
  return fmt::format("{} {} (its first element is {})", values.unit, index,
                     index * values.covers);
}

Symptom unwritten_symptom(const WrongValues& values) {
  if (count(values.unwritten) == values.unwritten.size())
    return {"never_written", "nothing was written to it"};
  return {"partly_unwritten",
          fmt::format("nothing was written for {} of {} {}s, first for {}",
                      count(values.unwritten), values.unwritten.size(),
                      values.unit, place(values, first(values.unwritten)))};
}

}  // namespace

Symptom symptom_of(const WrongValues& values) {
  const std::size_t total = values.wrong.size();
  const std::size_t wrong = count(values.wrong);
  const std::size_t begin = first(values.wrong);
  if (count(values.unwritten) > 0) return unwritten_symptom(values);
  if (values.size == 0)
    return {"identity_missing",
            "with nothing to combine the result is the identity"};
  if (values.all_doubled && wrong == total)
    return {"doubled",
            fmt::format("every {} is twice the right value", values.unit)};
  if (wrong == total && total > 1)
    return {"all_wrong", fmt::format("every {} is wrong", values.unit)};
  if (total == 1) return {"wrong", ""};
  if (wrong == 1 && begin + 1 == total) {
    const bool has_tail = values.covers > 1 && values.size % values.covers != 0;
    return {"last_block",
            fmt::format("only the last {} is wrong{}", values.unit,
                        has_tail ? ", the one that is not full" : "")};
  }
  if (begin > 0 && begin + wrong == total)
    return {"from_block",
            fmt::format("wrong from {} on", place(values, begin))};
  if (begin == 0 && !values.wrong.back() && wrong == total - 1)
    return {"all_but_last",
            fmt::format("every {} but the last is wrong", values.unit)};
  return {"scattered", fmt::format("{} of {} {}s are wrong, first {}", wrong,
                                   total, values.unit, place(values, begin))};
}

std::string symptom_of(const ptx::Finding& finding) {
  if (finding.tool == "racecheck") return "race";
  if (finding.tool == "initcheck") return "uninitialised";
  if (finding.tool == "synccheck") return "barrier";
  if (finding.tool == "memcheck")
    return finding.kind.find("misaligned") != std::string::npos
               ? "misaligned"
               : "out_of_bounds";
  return finding.tool;
}

}  // namespace lockstep
