// SPDX-License-Identifier: Apache-2.0
#include "harness/session/exported.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace lockstep {
namespace {

std::string allowed(const Constant& constant) {
  std::string kind;
  if (constant.is_power_of_two) kind = "a power of two ";
  if (constant.multiple_of > 1)
    kind = fmt::format("a multiple of {} ", constant.multiple_of);
  return fmt::format("{}from {} to {}", kind, constant.least, constant.most);
}

}  // namespace

ExportedProblem read_constant(const Constant& constant,
                              const std::vector<std::byte>& bytes,
                              std::uint32_t& value) {
  const std::string declaration =
      fmt::format("extern \"C\" __constant__ unsigned {} = {};", constant.name,
                  constant.example);
  if (!bytes.empty() && bytes.size() != sizeof value)
    return {
        "constant_missing",
        fmt::format("{} has {} bytes, but must have {}: declare it as `{}`",
                    constant.name, bytes.size(), sizeof value, declaration)};
  if (bytes.empty())
    return {"constant_missing",
            fmt::format("the file must export {}: add the line `{}`",
                        constant.name, declaration)};
  std::memcpy(&value, bytes.data(), sizeof value);
  const bool is_in_range = value >= constant.least && value <= constant.most &&
                           value % constant.multiple_of == 0;
  if (is_in_range && (!constant.is_power_of_two || std::has_single_bit(value)))
    return {};
  return {"constant_range",
          fmt::format("{} is {}, but must be {}: change it, for example to "
                      "`{}`",
                      constant.name, value, allowed(constant), declaration)};
}

ExportedProblem compare_answers(const Answers& answers,
                                const std::vector<std::byte>& bytes) {
  const std::size_t count = answers.right.size();
  if (bytes.size() != count * sizeof(std::int32_t))
    return {
        "constant_missing",
        fmt::format("the file must export {0} of {1} value{2}: add the "
                    "line `extern \"C\" __constant__ int {0}[{1}] = {{…}};`",
                    answers.name, count, count == 1 ? "" : "s")};
  for (std::size_t i = 0; i < count; ++i) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    if (value == answers.right[i]) continue;
    if (value == -1)
      return {"unanswered",
              fmt::format("{}[{}] is not answered yet (−1): replace it by {}",
                          answers.name, i, answers.about)};
    return {"wrong_answer",
            fmt::format("{}[{}] = {} is not right: it must be {}; work the "
                        "question through on paper once more",
                        answers.name, i, value, answers.about)};
  }
  return {};
}

}  // namespace lockstep
