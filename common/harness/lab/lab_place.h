// SPDX-License-Identifier: Apache-2.0
// Which lab a program grades and where its files are. The build defines it,
// once a lab (common/cmake/AddLab.cmake).
#pragma once

namespace lockstep {

struct LabPlace {
  const char* name;          ///< "01_reduction"
  const char* root;          ///< of the source tree
  const char* build_folder;  ///< build/labs
};

extern const LabPlace lab_place;

}  // namespace lockstep
