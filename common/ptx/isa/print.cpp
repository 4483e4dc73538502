// SPDX-License-Identifier: Apache-2.0
// vprintf and __assertfail: what printf and assert become in device code.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "ptx/isa/lanes.h"
#include "ptx/isa/library.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

constexpr std::size_t max_output = std::size_t{1} << 20;
/// What printf returns to a thread whose output found no room.
constexpr s32 no_room = -2;
constexpr std::size_t max_string = 4096;
constexpr int max_width = 256;

std::string read_string(Warp& warp, unsigned lane, u64 address) {
  std::string text;
  while (text.size() < max_string) {
    const std::byte* at = warp.generic(lane, address + text.size(), 1);
    if (at == nullptr || *at == std::byte{0}) break;
    text += static_cast<char>(*at);
  }
  return text;
}

template <class T>
T argument(Warp& warp, unsigned lane, const Parameter& parameter) {
  T value;
  std::memcpy(&value, warp.frame->params_of(lane) + parameter.offset,
              sizeof value);
  return value;
}

/// The packed arguments of one printf call, each naturally aligned.
class Arguments {
 public:
  Arguments(Warp& warp, unsigned lane, u64 address)
      : warp_(warp), lane_(lane), begin_(address) {}

  /// 0 where there is no such memory.
  template <class T>
  T next() {
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    const std::byte* at = warp_.generic(lane_, begin_ + offset_, sizeof(T));
    if (at != nullptr) std::memcpy(&value, at, sizeof value);
    offset_ += sizeof(T);
    ++count_;
    return value;
  }
  std::string next_string() { return read_string(warp_, lane_, next<u64>()); }
  int count() const { return count_; }

 private:
  Warp& warp_;
  unsigned lane_;
  u64 begin_;
  u64 offset_ = 0;
  int count_ = 0;
};

/// One conversion of a format string, `%-8.3f`.
struct Conversion {
  std::string flags;
  int width = 0;
  int precision = -1;
  bool is_long = false;
  char letter = 0;
};

int read_number(std::string_view format, std::size_t& at,
                Arguments& arguments) {
  if (at < format.size() && format[at] == '*') {
    ++at;
    return std::clamp(arguments.next<s32>(), -max_width, max_width);
  }
  int number = 0;
  while (at < format.size() && format[at] >= '0' && format[at] <= '9') {
    number = std::min(number * 10 + (format[at++] - '0'), max_width);
  }
  return number;
}

/// Reads what follows a `%`; `at` is moved behind it.
Conversion read_conversion(std::string_view format, std::size_t& at,
                           Arguments& arguments) {
  Conversion result;
  constexpr std::string_view flags = "-+ #0";
  while (at < format.size() && flags.find(format[at]) != flags.npos) {
    if (result.flags.size() < 8) result.flags += format[at];
    ++at;
  }
  result.width = read_number(format, at, arguments);
  if (at < format.size() && format[at] == '.') {
    ++at;
    result.precision = read_number(format, at, arguments);
  }
  constexpr std::string_view lengths = "hljztL";
  while (at < format.size() && lengths.find(format[at]) != lengths.npos) {
    result.is_long |= format[at] != 'h';
    ++at;
  }
  if (at < format.size()) result.letter = format[at++];
  return result;
}

template <class T>
std::string print_with(const Conversion& conversion, const char* letter,
                       T value) {
  const std::string spec = conversion.precision < 0
                               ? fmt::format("%{}*{}", conversion.flags, letter)
                               : fmt::format("%{}*.{}{}", conversion.flags,
                                             conversion.precision, letter);
  char text[2048];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
  const int length =
      std::snprintf(text, sizeof text, spec.c_str(), conversion.width, value);
#pragma GCC diagnostic pop
  return {text, static_cast<std::size_t>(
                    std::clamp(length, 0, static_cast<int>(sizeof text) - 1))};
}

std::string print(const Conversion& conversion, Arguments& arguments) {
  const std::string letter(1, conversion.letter);
  switch (conversion.letter) {
    case 'd':
    case 'i': {
      const s64 value = conversion.is_long ? arguments.next<s64>()
                                           : s64{arguments.next<s32>()};
      return print_with(conversion, "lld", static_cast<long long>(value));
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o': {
      const u64 value = conversion.is_long ? arguments.next<u64>()
                                           : u64{arguments.next<u32>()};
      return print_with(conversion, ("ll" + letter).c_str(),
                        static_cast<unsigned long long>(value));
    }
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return print_with(conversion, letter.c_str(), arguments.next<f64>());
    case 'c':
      return print_with(conversion, "c", arguments.next<s32>());
    case 's':
      return print_with(conversion, "s", arguments.next_string().c_str());
    case 'p':
      return fmt::format("0x{:x}", arguments.next<u64>());
    case '%':
      return "%";
    default:
      return "%" + letter;
  }
}

void vprintf(Warp& warp, const Instruction& i, LaneMask mask) {
  Grid& grid = warp.grid();
  const CallSite& site = grid.module->calls[i.target];
  const auto give = [&](unsigned lane, s32 result) {
    std::memcpy(warp.frame->params_of(lane) + site.results[0].offset, &result,
                sizeof result);
  };
  std::string& output = grid.result.output;
  for_lanes(mask, [&](unsigned lane) {
    // A flood of output costs no more than the loop that it comes from.
    if (output.size() >= max_output) return give(lane, no_room);
    const std::string format =
        read_string(warp, lane, argument<u64>(warp, lane, site.arguments[0]));
    Arguments arguments(warp, lane,
                        argument<u64>(warp, lane, site.arguments[1]));
    std::string text;
    for (std::size_t at = 0; at < format.size();) {
      const char next = format[at++];
      if (next != '%') {
        text += next;
      } else {
        const Conversion conversion = read_conversion(format, at, arguments);
        text += print(conversion, arguments);
      }
    }
    output.append(text, 0, max_output - output.size());
    give(lane, arguments.count());
  });
}

void assert_fail(Warp& warp, const Instruction& i, LaneMask mask) {
  const CallSite& site = warp.grid().module->calls[i.target];
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  const auto text = [&](std::size_t n) {
    return read_string(warp, lane,
                       argument<u64>(warp, lane, site.arguments[n]));
  };
  const u32 line = argument<u32>(warp, lane, site.arguments[2]);
  warp.stop(
      LaunchStatus::trap, i,
      fmt::format("{}:{}: {}: thread {} of block {}: assertion `{}' "
                  "failed",
                  text(1), line, text(3), warp.number() * warp_size + lane,
                  warp.place().block, text(0)));
}

bool has_sizes(const std::vector<Parameter>& parameters,
               std::initializer_list<unsigned> bytes) {
  return std::equal(parameters.begin(), parameters.end(), bytes.begin(),
                    bytes.end(), [](const Parameter& parameter, unsigned n) {
                      return parameter.bytes == n;
                    });
}

}  // namespace

Handler find_system_function(std::string_view name, const CallSite& site) {
  if (name == "vprintf" && has_sizes(site.arguments, {8, 8}) &&
      has_sizes(site.results, {4})) {
    return &vprintf;
  }
  if (name == "__assertfail" && has_sizes(site.arguments, {8, 8, 4, 8, 8})) {
    return &assert_fail;
  }
  return nullptr;
}

}  // namespace lockstep::ptx
