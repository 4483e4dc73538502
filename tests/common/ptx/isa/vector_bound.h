// SPDX-License-Identifier: Apache-2.0
// How far an approximation may lie from the exact result, as the PTX manual
// states it. Clauses are separated by commas; the first whose condition holds
// counts, and where none holds the manual promises nothing:
//   ulp 2 | rel 2^-22.9 | abs 2^-20.5, each with `where |a| <= X` or
//   `where X <= |a|`, |b| or |d| (the result) likewise, if not always.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::ptx {

/// What is wrong with `got`, from the device, where the emulator has
/// `expected`, itself rounded to nearest; empty if it is within the bound.
/// Two NaNs agree. `a` and `b` are operands of the result's kind.
std::string bound_violation(const std::string& bound, const std::string& kind,
                            std::uint64_t a, std::uint64_t b,
                            std::uint64_t expected, std::uint64_t got);

}  // namespace lockstep::ptx
