// SPDX-License-Identifier: Apache-2.0
// Every way of saving is seen; what happens beside the file is not.
#include "cli/system/saved_file.h"

#include <catch2/catch_test_macros.hpp>
#include <fstream>

#include "cli/system/failure.h"
#include "cli/system/temporary_folder.h"

using namespace lockstep::cli;
namespace fs = std::filesystem;

TEST_CASE("saved file: writing, renaming over and removing are seen", "[cli]") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.cu";
  SavedFile saves(path);
  CHECK_FALSE(saves.was_saved());
  std::ofstream(path) << "1";
  CHECK(saves.was_saved());
  CHECK_FALSE(saves.was_saved());
  std::ofstream(folder.path() / "new") << "2";
  CHECK_FALSE(saves.was_saved());
  fs::rename(folder.path() / "new", path);
  CHECK(saves.was_saved());
  fs::remove(path);
  CHECK(saves.was_saved());
}

TEST_CASE("saved file: many steps of one save count once", "[cli]") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.cu";
  SavedFile saves(path);
  for (int i = 0; i < 10; ++i) std::ofstream(path) << i;
  CHECK(saves.was_saved());
  CHECK_FALSE(saves.was_saved());
}

TEST_CASE("saved file: a folder that is not there cannot be watched", "[cli]") {
  CHECK_THROWS_AS(SavedFile("/no/such/folder/a.cu"), Failure);
}
