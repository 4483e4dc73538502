// SPDX-License-Identifier: Apache-2.0
// Any text is cut into tokens that lie in it and advance, or refused.
#include "ptx/syntax/lexer.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ptx/syntax/ptx_error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    lockstep::ptx::Lexer lexer(text);
    const char* last = text.data();
    for (;;) {
      const auto token = lexer.next();
      const char* end = token.text.data() + token.text.size();
      if (token.text.data() < last || end > text.data() + size) std::abort();
      if (token.kind == lockstep::ptx::TokenKind::end) break;
      last = end;
    }
  } catch (const lockstep::ptx::PtxError&) {
  }
  return 0;
}
