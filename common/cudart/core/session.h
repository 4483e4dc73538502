// SPDX-License-Identifier: Apache-2.0
// The runtime of this process: one emulated device with everything that the
// program has made on it. API functions hold its lock while they work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "cudart/core/arrays.h"
#include "cudart/core/error.h"
#include "cudart/core/memory.h"
#include "cudart/core/options.h"
#include "cudart/core/record.h"
#include "cudart/core/registry.h"
#include "cudart/core/streams.h"
#include "ptx/runtime/runtime.h"

namespace lockstep::cudart {

/// What messages call any of the functions that launch.
inline constexpr const char* launch_name = "the launch";

struct LaunchShape {
  ptx::Dim3 grid, block;
  std::uint64_t dynamic_shared_bytes = 0;
  StreamHandle stream = nullptr;
  bool is_cooperative = false;
};

class Session {
 public:
  explicit Session(Options options);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// `arguments` points to one pointer a parameter.
  void launch(Kernel& kernel, const LaunchShape& shape, void** arguments,
              const void* caller);
  /// The launch as something to do later; the arguments are copied now.
  std::function<void()> prepared_launch(Kernel& kernel,
                                        const LaunchShape& shape,
                                        void** arguments, const void* caller);

  /// Records what is wrong with what the host did.
  void report(ptx::Severity severity, const std::string& kind,
              const std::string& message, const Stack& stack);
  /// Records that something is not supported: the program cannot succeed.
  void refuse(const std::string& message, const Stack& stack);
  bool has_refused() const { return has_refused_; }

  /// What all functions that set an error do. Returns what to return.
  Error finish(Error error, const char* call, const void* caller);
  Error take_last_error();
  Error peek_last_error();
  /// The program looks at an error: asks for its name, say.
  void see_error() { unseen_ = {}; }
  /// The error that ends all work; success as long as there is none.
  Error sticky() const { return sticky_; }

  ptx::Context& device() { return context_; }
  void set_heap_limit(std::uint64_t bytes) { context_.set_heap_limit(bytes); }
  /// cudaDeviceReset: all memory is gone, and every error.
  void reset();
  /// At the end of the program: leaks, errors that nobody looked at.
  void end(int exit_code);

  std::recursive_mutex lock;

 private:
  Options options_;
  ptx::Sanitizer sanitizer_;
  ptx::Counters counters_;
  ptx::Context context_;

 public:
  Record record{options_.record};
  Memory memory{context_};
  Registry registry{context_, memory};
  Streams streams;
  Arrays arrays{memory};
  Handles<std::shared_ptr<Graph>> graphs{"graph", 0x400};
  Handles<std::shared_ptr<Graph>> runnable_graphs{"executable graph", 0x500};

 private:
  struct Unseen {
    Error error = Error::success;
    std::string call;
    Stack stack;
    bool is_launch = false;
  };
  void collect(const ptx::LaunchResult& result, const std::string& kernel,
               const void* caller);
  void run(const Kernel& kernel, const LaunchShape& shape,
           std::span<const std::byte> parameters, const void* caller);
  ptx::LaunchConfig config_of(const Kernel& kernel,
                              const ptx::Function& function,
                              const LaunchShape& shape) const;
  void record_launch(const std::string& kernel, const LaunchShape& shape);
  void tell_unseen();
  void tell_leaks();

  Error last_ = Error::success, sticky_ = Error::success;
  Unseen unseen_;
  bool has_refused_ = false;
  bool is_explained_ = false;  ///< the call's error is a finding already
};

/// Made by the first call and never destroyed: programs call CUDA until
/// their last moment.
Session& session();

}  // namespace lockstep::cudart
