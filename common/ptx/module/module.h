// SPDX-License-Identifier: Apache-2.0
// A loaded module: all code in one array, every name resolved. It is plain
// data that nobody changes after loading; machines share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module/detail.h"
#include "ptx/module/instruction.h"
#include "ptx/syntax/source_location.h"

namespace lockstep::ptx {

/// Where an instruction comes from: the innermost place first, then the
/// places that it was inlined at.
struct LocationChain {
  SourceLocation place;
  std::vector<SourceLocation> inlined_at;
};

/// The address of `symbol` plus `addend`, stored as 8 bytes at `offset`.
struct Relocation {
  std::size_t offset = 0;
  std::uint32_t variable = 0;  ///< index into Module::variables
  std::int64_t addend = 0;
  bool generic = false;
};

/// A named variable of the global, constant or shared space.
struct Variable {
  std::string name;       ///< as in the PTX
  std::string demangled;  ///< for people: `tile` of `_ZZ6kernelE4tile`
  Space space = Space::global;
  Type type = Type::b8;
  std::uint64_t bytes = 0;  ///< 0 for `extern __shared__ T x[]`
  std::uint32_t alignment = 1;
  bool is_extern = false;
  bool is_managed = false;  ///< `__managed__`: the host may use it too
  /// The first bytes; the rest is zero (undefined if shared).
  std::vector<std::byte> initial;
  std::vector<Relocation> relocations;
  std::uint32_t shared_offset = 0;  ///< address in the shared space
};

struct Parameter {
  std::string name;
  Type type = Type::b8;
  std::uint32_t offset = 0;  ///< in the kernel's parameter buffer, or in the
                             ///< param area of a device function's frame
  std::uint32_t bytes = 0;
  std::uint32_t alignment = 1;
  /// Where the value lies instead: the register of a `.reg` parameter, or
  /// the register or constant that a call passes. `offset` is unused then.
  Operand value;
};

/// Why a function cannot run although the rest of its module can.
struct Refusal {
  std::string why;       ///< a PtxError's text: line, reason, instruction
  std::uint32_t pc = 0;  ///< of the instruction, which is a trap in its place
  bool is_over_limit = false;  ///< no device could run it
};

struct Function {
  std::string name;
  bool is_kernel = false;
  bool is_extern = false;  ///< declared only: vprintf, malloc, __nv_expf, …
  std::uint32_t begin = 0, end = 0;  ///< pcs [begin, end)
  std::uint32_t register_bytes = 0;  ///< of a frame, for the whole warp
  std::uint32_t local_bytes = 0;     ///< of a frame, for one thread
  std::uint32_t param_bytes = 0;     ///< of a kernel's parameter buffer
  /// Of a frame's param area, for one thread: a device function's own
  /// parameters and returns, then the `.param` variables of its calls.
  std::uint32_t frame_param_bytes = 0;
  std::uint32_t shared_bytes = 0;  ///< static, kernels only
  /// Where `extern .shared` arrays begin: shared_bytes rounded up to the
  /// greatest alignment of such an array, at least 16. Kernels only.
  std::uint32_t dynamic_shared_offset = 0;
  std::vector<Parameter> parameters;
  std::vector<Parameter> returns;
  std::uint32_t max_threads = 0;                ///< .maxntid, 0: none
  std::uint32_t required_threads = 0;           ///< .reqntid, 0: none
  std::vector<std::uint32_t> shared_variables;  ///< indices, for reports
  /// The first instruction not supported, of it or of what it calls.
  std::optional<Refusal> refusal;
};

/// What a function pointer holds: never 0, and no valid address of data.
constexpr std::uint64_t function_address(std::uint32_t function_index) {
  return (std::uint64_t{function_index} + 1) * 16;
}

/// One call: whom, and which param variables of the caller's frame hold the
/// arguments and receive the results. They fit the callee's parameters and
/// returns one to one, byte for byte; an indirect callee must be checked.
struct CallSite {
  std::uint32_t callee = 0;  ///< index into Module::functions
  Operand indirect;          ///< register with the callee's address, if any
  std::vector<Parameter> arguments;
  std::vector<Parameter> results;
};

/// Values that instructions name as immediates, 32 lanes each, and the
/// places in them that hold the address of a variable.
struct ConstantPool {
  std::vector<std::byte> bytes;
  std::vector<Relocation> relocations;  ///< of every lane: 32 × 8 bytes
};

struct Module {
  std::string name;
  std::vector<std::string> files;  ///< by `.file` number; [0] is empty
  std::vector<Instruction> code;
  std::vector<LocationChain> locations;  ///< [0] is "unknown"
  std::vector<Function> functions;
  std::vector<Variable> variables;
  std::vector<CallSite> calls;
  std::vector<std::vector<std::uint32_t>> branch_tables;  ///< brx.idx
  /// What Instruction::detail points to.
  std::vector<std::unique_ptr<Detail>> details;
  ConstantPool constants;
  /// Bytes of shared memory behind a kernel's own that the system keeps for
  /// cooperative groups (%reserved_smem_offset_…); 0 if nothing names them.
  std::uint32_t reserved_shared_bytes = 0;
  std::vector<std::string> text;  ///< the PTX, a line each, for messages

  /// Null when there is none of that name.
  const Function* find_function(std::string_view function_name) const;
  const Variable* find_variable(std::string_view variable_name) const;
  /// The PTX line of an instruction, trimmed: what messages quote.
  std::string_view text_of(const Instruction& instruction) const;
};

}  // namespace lockstep::ptx
