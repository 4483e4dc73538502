// SPDX-License-Identifier: Apache-2.0
// Submissions for tests: a text in a temporary file, and what it compiles to.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "compile/compiler.h"

namespace lockstep {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path()) {
    std::string name = (path_ / "lockstep-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name,
                              const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// The request for `text` as the student's file of lab 01.
class Submission {
 public:
  explicit Submission(const std::string& text,
                      FrontEnd front_end = FrontEnd::clang) {
    request.source = folder_.write("reduction.cu", text);
    request.display_name = "labs/01_reduction/reduction.cu";
    request.front_end = front_end;
  }
  CompileResult compiled() const { return compile(request); }
  CompileResult to_ptx() const {
    Compilation compilation(request);
    return compilation.ptx();
  }

 private:
  TemporaryFolder folder_;

 public:
  CompileRequest request;
};

}  // namespace lockstep
