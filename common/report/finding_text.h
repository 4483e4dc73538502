// SPDX-License-Identifier: Apache-2.0
// One finding as a good compiler would print it: what, where, the source
// lines of both accesses with what happens there.
#pragma once

#include <string>
#include <vector>

#include "ptx/observer/finding.h"
#include "report/layout.h"
#include "report/source_text.h"

namespace lockstep::report {

/// Ends with a newline. The lines for `notes` ("hint: …") follow the excerpt
/// behind "=" signs.
std::string finding_text(const ptx::Finding& finding, const SourceText& source,
                         const std::vector<std::string>& notes,
                         const Page& page);

/// A message without a place, in the same form.
std::string message_text(Ink ink, const std::string& head,
                         const std::string& message,
                         const std::vector<std::string>& notes,
                         const Page& page);

}  // namespace lockstep::report
