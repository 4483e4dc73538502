// SPDX-License-Identifier: Apache-2.0
// Any text is loaded or refused with a PtxError; what is loaded refers to
// nothing outside its own tables.
#include "ptx/module/loader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "module_claims.h"
#include "ptx/syntax/ptx_error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace lockstep::ptx;
  try {
    const Module module =
        load_module({reinterpret_cast<const char*>(data), size}, "fuzzed");
    if (!broken_claim(module).empty()) std::abort();
  } catch (const PtxError&) {
  }
  return 0;
}
