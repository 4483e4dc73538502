// SPDX-License-Identifier: Apache-2.0
// Tokens to syntax tree. Knows the grammar and nothing of what the words
// mean: an unknown mnemonic or name passes, a missing bracket does not.
#pragma once

#include <string_view>

#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// `text` must outlive the tree. Throws PtxError.
ModuleSyntax parse(std::string_view text);

}  // namespace lockstep::ptx
