// SPDX-License-Identifier: Apache-2.0
#include "generator/bodies.h"
#include "generator/instructions.h"

namespace lockstep::ptx::differential {

namespace {

Templates some_templates(Random& random) {
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return integer_templates();
    case 3:
    case 4:
      return bit_templates();
    case 5:
      return comparison_templates();
    case 6:
      return carry_templates();
    case 7:
    case 8:
      return conversion_templates();
    default:
      return float_templates();
  }
}

}  // namespace

Body arithmetic_body(Writer& writer, unsigned size) {
  Body body;
  for (unsigned n = 0; n < size; ++n) {
    body.push_back(writer.statement(some_templates(writer.random)));
  }
  return body;
}

Body half_body(Writer& writer, unsigned size) {
  Body body;
  for (unsigned n = 0; n < size; ++n) {
    const bool is_other = writer.random.chance(1, 4);
    body.push_back(writer.statement(is_other ? some_templates(writer.random)
                                             : half_templates()));
  }
  return body;
}

}  // namespace lockstep::ptx::differential
