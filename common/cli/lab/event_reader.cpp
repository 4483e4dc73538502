// SPDX-License-Identifier: Apache-2.0
// Lines from pieces, events from lines, tasks into their places.
#include "cli/lab/event_reader.h"

#include <algorithm>
#include <stdexcept>

namespace lockstep::cli {
namespace {

/// No event comes near this; a line that does is not kept.
constexpr std::size_t longest_line = std::size_t{1} << 26;

}  // namespace

void EventReader::read(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    line_ += piece.substr(0, end);
    if (line_.size() > longest_line) {
      if (garbage_.empty()) garbage_ = "an endless line";
      line_.clear();
    }
    if (end == std::string_view::npos) return;
    if (!line_.empty()) take(line_);
    line_.clear();
    piece.remove_prefix(end + 1);
  }
}

void EventReader::take(std::string_view line) try {
  std::visit([this](auto event) { handle(std::move(event)); },
             report::parse_event(line));
} catch (const std::runtime_error& error) {
  if (garbage_.empty())
    garbage_ = std::string(line.substr(0, 200)) + " (" + error.what() + ")";
}

void EventReader::handle(report::BeginEvent event) {
  if (has_begun_) return;
  has_begun_ = true;
  report_ = std::move(event.report);
  if (!task_.empty())
    std::erase_if(report_.tasks, [this](const report::Task& task) {
      return task.name != task_;
    });
  is_judged_.assign(report_.tasks.size(), false);
}

void EventReader::handle(report::TaskBeginEvent event) {
  current_ = std::move(event.name);
}

void EventReader::handle(report::TaskEvent event) {
  if (!has_begun_) throw std::runtime_error("a task before the beginning");
  const auto place = std::find_if(
      report_.tasks.begin(), report_.tasks.end(),
      [&](const report::Task& task) { return task.name == event.task.name; });
  const auto index = static_cast<std::size_t>(place - report_.tasks.begin());
  if (place == report_.tasks.end()) {
    report_.tasks.push_back(std::move(event.task));
    is_judged_.push_back(true);
  } else {
    if (is_judged_[index])
      throw std::runtime_error("a second verdict on one task");
    *place = std::move(event.task);
    is_judged_[index] = true;
  }
  ++done_;
  current_.clear();
}

report::Report EventReader::finished(const std::string& reason) const {
  report::Report result = report_;
  for (std::size_t i = 0; i < result.tasks.size(); ++i) {
    if (is_judged_[i]) continue;
    result.tasks[i].status = report::Status::infra_error;
    result.tasks[i].message = reason;
  }
  report::sum_points(result);
  return result;
}

}  // namespace lockstep::cli
