// SPDX-License-Identifier: Apache-2.0
// The table of tasks that `check` and `status` end with.
#pragma once

#include <string>
#include <vector>

#include "report/layout.h"

namespace lockstep::report {

struct TableRow {
  std::string task, title, points, status;
  Ink ink = Ink::plain;  ///< of the status
};

/// A heading and the rows, the last of which is the sum. On a narrow page
/// titles are cut, then left out.
std::string rows_text(const std::vector<TableRow>& rows, const Page& page);

}  // namespace lockstep::report
