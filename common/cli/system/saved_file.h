// SPDX-License-Identifier: Apache-2.0
// Tells when a file has been saved, however the editor does it: written in
// place, or written beside and renamed over. Watches the folder, which
// outlives the file.
#pragma once

#include <filesystem>
#include <string>

#include "process/descriptor.h"

namespace lockstep::cli {

class SavedFile {
 public:
  /// Throws Failure where the folder cannot be watched.
  explicit SavedFile(const std::filesystem::path& file);

  /// Readable when something happened in the folder.
  int descriptor() const { return inotify_.get(); }

  /// Reads what happened; true if the file was saved or removed. Then waits
  /// a moment for an editor that writes in several steps.
  bool was_saved();

 private:
  bool read_events();
  void watch_folder();

  std::filesystem::path folder_;
  std::string name_;
  Descriptor inotify_;
};

}  // namespace lockstep::cli
