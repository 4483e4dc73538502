// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3DParms as something to do: for copies and for nodes of graphs.
#pragma once

#include <functional>

#include "cudart/api/call.h"

namespace lockstep::cudart {

/// Checked now, done when it is called. Throws Failure.
std::function<void()> prepared_copy(Session& s,
                                    const cudaMemcpy3DParms& parameters);

/// cudaMemset3D and its kin: slices of rows at a pitch.
std::function<void()> prepared_fill(Session& s, const cudaPitchedPtr& to,
                                    int value, const cudaExtent& extent);

}  // namespace lockstep::cudart
