// SPDX-License-Identifier: Apache-2.0
// Short PTX for tests: a module around the lines that matter.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "ptx/module/loader.h"

namespace lockstep::ptx {

/// Line on which `body` starts in module_text.
inline constexpr std::uint32_t body_line = 13;

/// A kernel `k(.u64 p, .u32 n)` with registers of every width.
inline std::string module_text(const std::string& body,
                               const std::string& before = "") {
  return ".version 7.5\n.target sm_80\n.address_size 64\n" + before + "\n" +
         ".visible .entry k(\n.param .u64 p,\n.param .u32 n)\n{\n"
         ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<9>;\n"
         ".reg .b64 %d<9>; .reg .f32 %f<9>; .reg .f64 %g<9>; .reg .b128 %q;\n"
         ".reg .v2 .f32 %v2; .reg .v4 .b32 %v4;\n.loc 1 7 1\n" +
         body + "\n}\n.file 1 \"k.cu\"\n.file 2 \"h.cuh\"\n";
}

inline Module load_body(const std::string& body,
                        const std::string& before = "") {
  return load_module(module_text(body, before), "test");
}

/// Lane `lane` of a constant.
template <class T>
T constant_lane(const Module& module, const Operand& operand, unsigned lane) {
  T value;
  std::memcpy(
      &value,
      module.constants.bytes.data() + operand.offset + lane * operand.bytes,
      sizeof value);
  return value;
}

}  // namespace lockstep::ptx
