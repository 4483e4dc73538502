// SPDX-License-Identifier: Apache-2.0
#include "expected.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>

namespace lockstep::noise {
namespace {

using Ints = std::vector<int>;

/// How a launch divides its input among blocks, each a run of elements.
struct Input {
  const LaunchShape& shape;
  const Ints& in;

  int at(int i) const { return in[static_cast<std::size_t>(i)]; }
  int size() const { return static_cast<int>(in.size()); }
  int block_items() const {
    return static_cast<int>(shape.block.x * shape.block.y);
  }
  int count_if(int from, int to, const std::function<bool(int)>& is) const {
    int count = 0;
    for (int i = from; i < std::min(to, size()); ++i) count += is(at(i));
    return count;
  }
};

int sum_of(const Input& input, int from, int to) {
  int sum = 0;
  for (int i = std::max(from, 0); i < std::min(to, input.size()); ++i)
    sum += input.at(i);
  return sum;
}

/// Element i of an output as a function of the input and i.
using Element = std::function<int(const Input&, int)>;

Element sum_in_runs(int length) {
  return [=](const Input& input, int i) {
    return sum_of(input, i / length * length, (i / length + 1) * length);
  };
}

/// Sum of the run's elements up to and with i.
int scan_in_runs(const Input& input, int i, int length) {
  return sum_of(input, i / length * length, i + 1);
}

int block_sum(const Input& input, int i) {
  const int items = input.block_items();
  return sum_of(input, i * items, (i + 1) * items);
}

int votes(const Input& input, int i) {
  const int first = i / 32 * 32, end = first + 32;
  const int sevens = input.count_if(first, end, [](int x) { return x == 7; });
  const int odd = input.count_if(first, end, [](int x) { return x % 2 == 1; });
  return (sevens > 0) * 100 + (sevens == 0) * 1000 + odd;
}

int block_votes(const Input& input, int i) {
  const int first = i / 96 * 96;
  const int odd =
      input.count_if(first, first + 96, [](int x) { return x % 2 == 1; });
  return odd + input.at(i) + 10000;
}

int segmented_scan(const Input& input, int i) {
  int from = i;
  while (from % 64 != 0 && input.at(from) % 7 != 0) --from;
  return sum_of(input, from, i + 1);
}

int matmul(const Input& input, int i) {
  int sum = 0;
  for (int k = 0; k < 20; ++k)
    sum += input.at(i / 20 * 20 + k) * input.at(400 + k * 20 + i % 20);
  return sum;
}

int stencil_2d(const Input& input, int i) {
  const int w = 30, h = 20, x = i % w, y = i / w;
  return (x > 0 ? input.at(i - 1) : 0) + (x < w - 1 ? input.at(i + 1) : 0) +
         (y > 0 ? input.at(i - w) : 0) + (y < h - 1 ? input.at(i + w) : 0);
}

int transpose(const Input& input, int i) {
  return input.at(i % 24 * 40 + i / 24);
}

int histogram(const Input& input, int i) {
  return input.count_if(0, input.size(), [=](int x) { return x == i; });
}

/// The element with `i` smaller ones in its run.
int sorted_in_runs(const Input& input, int i, int length) {
  const int first = i / length * length;
  Ints run(input.in.begin() + first, input.in.begin() + first + length);
  std::ranges::sort(run);
  return run[static_cast<std::size_t>(i - first)];
}

/// The odd values of a run in order; behind them `rest`.
int odd_in_runs(const Input& input, int i, int length, int rest) {
  int left = i % length;
  for (int k = i - left; k < i - i % length + length && k < input.size(); ++k)
    if (input.at(k) % 2 == 1 && left-- == 0) return input.at(k);
  return rest;
}

int merged(const Input& input, int i) {
  Ints all;
  for (int k = 0; k < 32; ++k) {
    all.push_back(3 * k + 2 + input.at(k));
    all.push_back(3 * k + input.at(32 + k));
  }
  std::ranges::sort(all);
  return all[static_cast<std::size_t>(i)];
}

/// The odd values, the least first.
int odd(const Input& input, int i) {
  Ints all;
  std::ranges::copy_if(input.in, std::back_inserter(all),
                       [](int x) { return x % 2 == 1; });
  std::ranges::sort(all);
  return i < static_cast<int>(all.size()) ? all[static_cast<std::size_t>(i)]
                                          : -1;
}

const std::map<std::string, Element>& elements() {
  static const std::map<std::string, Element> all{
      {"block_sum", block_sum},
      {"total_sum", [](const Input& x, int) { return sum_of(x, 0, x.size()); }},
      {"warp_sum_everywhere", sum_in_runs(32)},
      {"maximum",
       [](const Input& x, int) { return *std::ranges::max_element(x.in); }},
      {"votes", votes},
      {"block_votes", block_votes},
      {"histogram", histogram},
      {"warp_reverse", [](const Input& x, int i) { return x.at(i ^ 31); }},
      {"block_reverse",
       [](const Input& x, int i) {
         const int items = x.block_items();
         return x.at(i / items * items + items - 1 - i % items);
       }},
      {"half_warps",
       [](const Input& x, int i) { return x.at(i ^ (i % 32 < 16 ? 1 : 2)); }},
      {"tile_sums", [](const Input& x,
                       int i) { return sum_in_runs(8)(x, i) + x.at(i ^ 7); }},
      {"block_scan", [](const Input& x,
                        int i) { return scan_in_runs(x, i, x.block_items()); }},
      {"block_exclusive",
       [](const Input& x, int i) { return scan_in_runs(x, i, 128) - x.at(i); }},
      {"warp_scan",
       [](const Input& x, int i) { return scan_in_runs(x, i, 32); }},
      {"scan", [](const Input& x, int i) { return sum_of(x, 0, i + 1); }},
      {"segmented_scan", segmented_scan},
      {"transpose", transpose},
      {"stencil",
       [](const Input& x, int i) { return sum_of(x, i - 3, i + 4); }},
      {"stencil_2d", stencil_2d},
      {"matmul", matmul},
      {"doubled", [](const Input& x, int i) { return 2 * x.at(i); }},
      {"same", [](const Input& x, int i) { return x.at(i); }},
      {"sorted",
       [](const Input& x, int i) { return sorted_in_runs(x, i, x.size()); }},
      {"sorted_runs_64",
       [](const Input& x, int i) { return sorted_in_runs(x, i, 64); }},
      {"rotated",
       [](const Input& x, int i) { return x.at((i + 32) % x.size()); }},
      {"odd", odd},
      {"odd_in_warps",
       [](const Input& x, int i) { return odd_in_runs(x, i, 32, -1); }},
      {"odd_in_blocks",
       [](const Input& x, int i) { return odd_in_runs(x, i, 64, 0); }},
      {"merged", merged},
      {"neighbour_sums",
       [](const Input& x, int i) {
         const int first = i / 64 * 64, t = i % 64;
         const auto pair = [&](int k) {
           return x.at(first + k) + (k < 63 ? x.at(first + k + 1) : 0);
         };
         return pair(t) + (t > 0 ? pair(t - 1) : 0);
       }},
      {"parities",
       [](const Input& x, int i) {
         return x.at(i) % 2 + (i % 64 < 63 ? x.at(i + 1) % 2 : 0);
       }},
      {"counts_of_blocks",
       [](const Input& x, int i) {
         const int first = i / 64 * 64;
         return x.count_if(first, first + 64,
                           [=](int value) { return value == i % 64; });
       }},
      {"counts_of_threads",
       [](const Input& x, int i) {
         return x.count_if(i / 4 * 8, i / 4 * 8 + 8,
                           [=](int value) { return value == i % 4; });
       }},
      {"reversed_runs_64",
       [](const Input& x, int i) {
         const int first = i / 64 * 64, end = std::min(first + 64, x.size());
         return x.at(first + end - 1 - i);
       }},
      {"doubled_swapped",
       [](const Input& x, int i) { return 2 * x.at(i ^ 1); }},
      {"plus_three", [](const Input& x, int i) { return x.at(i) + 3; }},
      {"sums_of_tiles",
       [](const Input& x, int i) {
         int sum = 0;
         for (int k = 0; k < 4; ++k)
           sum += x.at(i / 64 * 256 + 64 * k + 63 - i % 64);
         return sum;
       }},
      {"sorted_blocks",
       [](const Input& x, int i) {
         return sorted_in_runs(x, i, x.block_items());
       }},
  };
  return all;
}

}  // namespace

std::vector<int> input_of(const LaunchShape& shape) {
  Ints in(shape.in);
  std::uint32_t state = 12345;
  for (int& value : in) {
    state = state * 1664525 + 1013904223;
    value = static_cast<int>((state >> 8) % static_cast<unsigned>(shape.mod));
  }
  return in;
}

bool is_expected(const LaunchShape& shape, const std::vector<int>& in,
                 std::vector<int> out) {
  std::string name = shape.expect;
  if (name.starts_with("any_order:")) {
    name = name.substr(10);
    std::ranges::sort(out);
  }
  const auto found = elements().find(name);
  if (found == elements().end())
    throw std::runtime_error("expect: there is no " + name);
  const Input input{shape, in};
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] != found->second(input, static_cast<int>(i))) return false;
  return true;
}

}  // namespace lockstep::noise
