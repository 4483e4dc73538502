// SPDX-License-Identifier: Apache-2.0
// Any text is parsed or refused with a PtxError, and every instruction's
// text lies in it.
#include "ptx/syntax/parser.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ptx/syntax/ptx_error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace lockstep::ptx;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const ModuleSyntax module = parse(text);
    for (const FunctionSyntax& function : module.functions)
      for (const Statement& statement : function.body)
        if (const auto* node = std::get_if<InstructionSyntax>(&statement))
          if (node->text.data() < text.data() ||
              node->text.data() + node->text.size() > text.data() + size)
            std::abort();
  } catch (const PtxError&) {
  }
  return 0;
}
