// SPDX-License-Identifier: Apache-2.0
// The one header of an autograder. It is a list of LAB_TASKs, in the order
// of the rungs:
//
//   LAB_TASK("smem", "A tree in shared memory", 10) {
//     task.check({.sizes = task.sizes()}, [](const Case& c) { … });
//   }
//
// Each is a Catch2 test case with the tag [smem]. A second file may give a
// task further cases with HIDDEN_CASES("smem") { … }.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include "harness/benchmark/bench.h"
#include "harness/session/task.h"

namespace lockstep {

/// What the autograder of this program consists of; filled in before main.
LabInfo& registered_lab();

struct RegisterTask {
  explicit RegisterTask(TaskInfo info) {
    registered_lab().tasks.push_back(std::move(info));
  }
};
struct RegisterBench {
  using Bench = decltype(LabInfo::bench);
  explicit RegisterBench(Bench bench) { registered_lab().bench = bench; }
};
struct RegisterHiddenCases {
  explicit RegisterHiddenCases(HiddenCases cases) {
    registered_lab().hidden.push_back(std::move(cases));
  }
};

/// Grades the task in the running check and tells Catch2 the result.
void run_registered(const char* task);

}  // namespace lockstep

#define LOCKSTEP_JOIN_(a, b) a##b
#define LOCKSTEP_JOIN(a, b) LOCKSTEP_JOIN_(a, b)
#define LOCKSTEP_BODY LOCKSTEP_JOIN(task_body_, __LINE__)
#define LOCKSTEP_TASK(name, title, points, needs_gpu, tags)              \
  static void LOCKSTEP_BODY(::lockstep::Task&);                          \
  static const ::lockstep::RegisterTask LOCKSTEP_JOIN(                   \
      task_, __LINE__)({name, title, points, needs_gpu, LOCKSTEP_BODY}); \
  TEST_CASE(name ": " title, tags) { ::lockstep::run_registered(name); } \
  static void LOCKSTEP_BODY([[maybe_unused]] ::lockstep::Task& task)

#define LAB_TASK(name, title, points) \
  LOCKSTEP_TASK(name, title, points, false, "[" name "]")
#define GPU_LAB_TASK(name, title, points) \
  LOCKSTEP_TASK(name, title, points, true, "[" name "][gpu]")
/// What `lockstep bench` measures: a function (const Session&, uint32_t n)
/// that returns the cases.
#define LAB_BENCH(cases) \
  static const ::lockstep::RegisterBench LOCKSTEP_JOIN(bench_, __LINE__)(cases)
#define HIDDEN_CASES(name)                                    \
  static void LOCKSTEP_BODY(::lockstep::Task&);               \
  static const ::lockstep::RegisterHiddenCases LOCKSTEP_JOIN( \
      hidden_, __LINE__)({name, LOCKSTEP_BODY});              \
  static void LOCKSTEP_BODY([[maybe_unused]] ::lockstep::Task& task)
