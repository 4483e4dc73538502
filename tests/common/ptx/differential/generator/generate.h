// SPDX-License-Identifier: Apache-2.0
// From a family and a seed to a program; the same one on every machine.
#pragma once

#include "generator/program.h"

namespace lockstep::ptx::differential {

Program generate(Family family, std::uint64_t seed);

}  // namespace lockstep::ptx::differential
