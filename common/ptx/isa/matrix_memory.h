// SPDX-License-Identifier: Apache-2.0
// What the binders of matrix instructions share.
#pragma once

#include "ptx/isa/form.h"
#include "ptx/isa/fragment.h"

namespace lockstep::ptx {

/// wmma.load and wmma.store, behind that word.
Handler bind_wmma_move(Form& form, bool is_store);
/// The next word as a shape of wmma.
Shape wmma_shape(Form& form);
bool has_wmma(Number number, Shape shape);
/// The registers of a fragment between braces.
std::vector<Operand> matrix_registers(const Form& form, std::size_t operand,
                                      const Fragment& fragment,
                                      bool is_destination);

}  // namespace lockstep::ptx
