// SPDX-License-Identifier: Apache-2.0
// A report as a student reads it: what went wrong task by task, then the
// table. The same text without colour goes into files.
#pragma once

#include <string>

#include "report/layout.h"
#include "report/report.h"
#include "report/source_text.h"

namespace lockstep::report {

/// Message, findings, hints and replay command of one task; empty where there
/// is nothing to say.
std::string task_text(const Task& task, const SourceText& source,
                      const Page& page);

/// Every task that has something to say. Tasks with the same message and
/// findings (one compile error) share one text.
std::string problems_text(const Report& report, const SourceText& source,
                          const Page& page);

/// Task, title, points and status, with the sum.
std::string table_text(const Report& report, const Page& page);

/// "not run: needs a GPU": the status in words, with the first line of the
/// message where the status alone says too little.
std::string status_text(const Task& task);

}  // namespace lockstep::report
