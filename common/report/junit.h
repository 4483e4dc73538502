// SPDX-License-Identifier: Apache-2.0
// JUnit XML as CI systems read it: a lab is a suite, a task a test case with
// its points as properties. A failed task is a failure, one without a verdict
// of its own (compile error, crash, timeout, infra) an error, one not run is
// skipped. No times: the same seed gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "report/report.h"

namespace lockstep::report {

std::string junit_text(const std::vector<Report>& reports);

}  // namespace lockstep::report
