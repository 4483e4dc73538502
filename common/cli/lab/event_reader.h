// SPDX-License-Identifier: Apache-2.0
// Puts a report together from the autograder's events, whatever the pieces in
// which they arrive and wherever they stop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/events.h"
#include "report/report.h"

namespace lockstep::cli {

class EventReader {
 public:
  /// `task`: the one asked for; empty: all.
  explicit EventReader(std::string task) : task_(std::move(task)) {}

  void read(std::string_view piece);

  bool has_begun() const { return has_begun_; }
  bool has_ended() const { return has_ended_; }
  /// What the autograder said instead of a verdict.
  const report::ErrorEvent& error() const { return error_; }
  /// The first thing that was no event; empty if all were.
  const std::string& garbage() const { return garbage_; }

  std::size_t done() const { return done_; }
  const report::Report& report() const { return report_; }
  /// The task that is judged now.
  const std::string& current() const { return current_; }

  /// The report with `reason` as message of each task without a verdict.
  report::Report finished(const std::string& reason) const;

 private:
  void take(std::string_view line);
  void handle(report::BeginEvent event);
  void handle(report::TaskBeginEvent event);
  void handle(report::TaskEvent event);
  void handle(const report::EndEvent&) { has_ended_ = true; }
  void handle(report::ErrorEvent event) { error_ = std::move(event); }
  void handle(const report::UnknownEvent&) {}

  std::string task_;
  std::string line_;
  report::Report report_;
  std::vector<bool> is_judged_;
  std::size_t done_ = 0;
  std::string current_, garbage_;
  report::ErrorEvent error_;
  bool has_begun_ = false;
  bool has_ended_ = false;
};

}  // namespace lockstep::cli
