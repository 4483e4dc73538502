// SPDX-License-Identifier: Apache-2.0
// What an output must hold, computed by the host before the launch, and what
// well-known mistakes would have made of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// The whole output of one mistake. An output that equals it, and not the
/// right values, has that mistake: `symptom` selects hints, `text` says it
/// ("the last element of each block is missing").
template <class T>
struct Explanation {
  std::string symptom;
  std::string text;
  std::vector<T> values;
};

template <class T>
struct Expected {
  std::vector<T> values;
  /// What one value of the output belongs to: "block", "element", "bin".
  std::string unit = "element";
  /// Input elements a value: 256 for one sum a block of 256.
  std::uint64_t covers = 1;
  /// Of the input; 0 says that the output is an identity.
  std::uint64_t size = 1;
  std::vector<Explanation<T>> explanations = {};
  /// Floats only: how far each value may be off. Empty: not at all.
  std::vector<double> bounds = {};
};

}  // namespace lockstep
