// SPDX-License-Identifier: Apache-2.0
// Stored verdicts: added task by task, kept where nothing better came.
#include "cli/lab/result_store.h"

#include <catch2/catch_test_macros.hpp>

#include "cli/system/temporary_folder.h"

using namespace lockstep;
using namespace lockstep::cli;
using report::Status;

namespace {

report::Report one_task(const std::string& name, Status status) {
  report::Task task;
  task.name = name;
  task.status = status;
  task.max_points = 10;
  task.points = status == Status::pass ? 10 : 0;
  report::Report report;
  report.lab = "01_reduction";
  report.tasks = {task};
  return report;
}

}  // namespace

TEST_CASE("store: checks of single tasks add up", "[cli]") {
  const TemporaryFolder folder;
  const ResultStore store(folder.path() / "new");
  CHECK(store.load("01_reduction").tasks.empty());
  store.add(one_task("a", Status::pass), "v1");
  store.add(one_task("b", Status::fail), "v2");
  const StoredLab stored = store.load("01_reduction");
  CHECK(stored.tasks.at("a").points == 10);
  CHECK(stored.tasks.at("a").fingerprint == "v1");
  CHECK(stored.tasks.at("b").status == Status::fail);
}

TEST_CASE("store: what a GPU judged outlives a check without one", "[cli]") {
  const TemporaryFolder folder;
  const ResultStore store(folder.path());
  store.add(one_task("fast", Status::pass), "v1");
  store.add(one_task("fast", Status::not_run), "v1");
  CHECK(store.load("01_reduction").tasks.at("fast").status == Status::pass);
  store.add(one_task("fast", Status::not_run), "v2");
  CHECK(store.load("01_reduction").tasks.at("fast").status == Status::not_run);
}

TEST_CASE("store: a later verdict replaces an earlier one", "[cli]") {
  const TemporaryFolder folder;
  const ResultStore store(folder.path());
  store.add(one_task("a", Status::pass), "v1");
  store.add(one_task("a", Status::fail), "v1");
  CHECK(store.load("01_reduction").tasks.at("a").points == 0);
}
