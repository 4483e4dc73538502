// SPDX-License-Identifier: Apache-2.0
// Each variant is in a namespace of its own, and its lines are numbered from
// a multiple of `stride`, so that one compilation serves many.
#include "experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "compile/front_end.h"
#include "expected.h"
#include "ptx/runtime/runtime.h"

namespace lockstep::noise {
namespace {

constexpr unsigned stride = 10000;

class Translation {
 public:
  void add(std::size_t number, const std::string& source) {
    std::string body;
    std::size_t begin = 0;
    while (begin < source.size()) {
      const auto end = std::min(source.find('\n', begin), source.size() - 1);
      const std::string line = source.substr(begin, end + 1 - begin);
      if (line.starts_with("#include")) {
        if (includes_.find(line) == line.npos) includes_ += line;
        body += '\n';
      } else {
        body += line;
      }
      begin = end + 1;
    }
    body_ +=
        fmt::format("namespace variant{}_ {{\n#line {} \"noise.cu\"\n{}}}\n",
                    number, number * stride + 1, body);
  }

  CompileResult compiled(FrontEnd front_end) const {
    CompileRequest request;
    request.source = "noise.cu";
    request.front_end = front_end;
    request.seconds = 120;
    const FrontEndInput input{request, includes_ + body_,
                              BoxedName("noise.cu")};
    return front_end == FrontEnd::nvcc ? nvcc_to_ptx(input, {})
                                       : clang_to_ptx(input, {});
  }

 private:
  std::string includes_, body_;
};

const ptx::Function* kernel_of(const ptx::Module& module, std::size_t number) {
  const std::string mark = fmt::format("variant{}_", number);
  for (const ptx::Function& function : module.functions)
    if (function.is_kernel && function.name.find(mark) != std::string::npos)
      return &function;
  return nullptr;
}

/// How a launch that did not end well looks among the findings.
ptx::Finding finding_of(const ptx::LaunchResult& result) {
  ptx::Finding finding;
  finding.tool = "launch";
  finding.kind = result.status == ptx::LaunchStatus::budget     ? "budget"
                 : result.status == ptx::LaunchStatus::deadlock ? "deadlock"
                                                                : "stopped";
  finding.message = result.message;
  finding.place = result.place;
  return finding;
}

void use_own_lines(ptx::Place& place, std::size_t number) {
  const auto first = static_cast<unsigned>(number * stride);
  if (place.line > first && place.line < first + stride) place.line -= first;
}

ptx::DeviceAddress upload(ptx::Context& context, const char* name,
                          const std::vector<int>& values) {
  const auto address = context.allocate(values.size() * sizeof(int), name);
  context.copy_to_device(address, std::as_bytes(std::span(values)));
  return address;
}

class Launcher {
 public:
  Launcher(const std::string& ptx)
      : module_(ptx::prepare_module(ptx, "noise.cu")) {}

  Run run(const KernelFile& file, std::size_t number, unsigned seed) {
    const LaunchShape& shape = file.shape;
    ptx::Sanitizer sanitizer;
    ptx::Context context;
    for (ptx::Observer* observer : sanitizer.observers())
      context.attach(*observer);
    const ptx::Module& module = context.load(module_);
    const ptx::Function* kernel = kernel_of(module, number);
    const std::vector<int> in = input_of(shape);
    std::vector<int> out(shape.out);
    const auto out_address =
        shape.is_zeroed ? upload(context, "out", out)
                        : context.allocate(out.size() * sizeof(int), "out");
    const struct {
      ptx::DeviceAddress in, out, scratch;
      int n;
    } arguments{upload(context, "in", in), out_address,
                upload(context, "scratch", std::vector<int>(shape.scratch)),
                shape.n};
    std::vector<std::byte> params(kernel->param_bytes);
    std::memcpy(params.data(), &arguments,
                std::min(params.size(), sizeof arguments));
    const ptx::LaunchResult result =
        context.launch(module, kernel->name, config_of(shape, seed), params);
    Run run;
    if (result.status == ptx::LaunchStatus::success)
      context.copy_from_device(std::as_writable_bytes(std::span(out)),
                               out_address);
    run.findings = sanitizer.findings();
    // Of a fault memcheck tells.
    if (result.status != ptx::LaunchStatus::success &&
        result.status != ptx::LaunchStatus::fault)
      run.findings.push_back(finding_of(result));
    for (ptx::Finding& finding : run.findings) {
      use_own_lines(finding.place, number);
      use_own_lines(finding.other, number);
    }
    run.is_right = result.status == ptx::LaunchStatus::success &&
                   is_expected(shape, in, out);
    return run;
  }

 private:
  static ptx::LaunchConfig config_of(const LaunchShape& shape, unsigned seed) {
    ptx::LaunchConfig config;
    config.grid = shape.grid;
    config.block = shape.block;
    config.dynamic_shared_bytes = shape.shared_bytes;
    config.schedule.seed = seed;
    config.limits.instruction_budget = 1'000'000;
    config.limits.seconds = 10;
    return config;
  }

  std::shared_ptr<const ptx::Module> module_;
};

Observation observed(Launcher& launcher, const KernelFile& kernel,
                     std::size_t number, unsigned seeds) {
  Observation observation;
  for (unsigned seed = 0; seed < seeds; ++seed)
    observation.runs.push_back(launcher.run(kernel, number, seed));
  return observation;
}

std::string problem_of(const CompileResult& compiled) {
  std::string text = compiled.message;
  for (const Diagnostic& diagnostic : compiled.diagnostics)
    text += fmt::format("\n  variant {} line {}: {}", diagnostic.line / stride,
                        diagnostic.line % stride, diagnostic.message);
  return text;
}

/// What the compiler warned of in the lines of one variant, as findings.
std::vector<ptx::Finding> warnings_of(const CompileResult& compiled,
                                      std::size_t number) {
  std::vector<ptx::Finding> findings;
  for (const Diagnostic& diagnostic : compiled.diagnostics) {
    if (diagnostic.severity != "warning") continue;
    if (diagnostic.line / stride != number) continue;
    ptx::Finding finding;
    finding.tool = "compiler";
    finding.kind = "warning";
    finding.message = diagnostic.message;
    finding.place.line = diagnostic.line % stride;
    findings.push_back(std::move(finding));
  }
  return findings;
}

void add_warnings(Observation& observation, const CompileResult& compiled,
                  std::size_t number) {
  const auto warnings = warnings_of(compiled, number);
  for (Run& run : observation.runs)
    run.findings.insert(run.findings.end(), warnings.begin(), warnings.end());
}

}  // namespace

Variants observe(const KernelFile& kernel, FrontEnd front_end,
                 const std::vector<std::size_t>& only, unsigned seeds) {
  std::vector<std::size_t> numbers = only;
  if (numbers.empty())
    for (std::size_t i = 0; i <= kernel.mutants.size(); ++i)
      numbers.push_back(i);
  Translation translation;
  for (const std::size_t number : numbers)
    translation.add(
        number, number == 0 ? kernel.source : kernel.mutants[number - 1].text);
  const CompileResult compiled = translation.compiled(front_end);
  Variants result;
  if (compiled.status != CompileStatus::success) {
    result.problem = problem_of(compiled);
    return result;
  }
  Launcher launcher(compiled.ptx);
  for (const std::size_t number : numbers) {
    result.observations.push_back(observed(launcher, kernel, number, seeds));
    add_warnings(result.observations.back(), compiled, number);
  }
  return result;
}

std::vector<Observation> observe_originals(
    const std::vector<KernelFile>& kernels, FrontEnd front_end, unsigned seeds,
    std::string& problem) {
  Translation translation;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    translation.add(i, kernels[i].source);
  const CompileResult compiled = translation.compiled(front_end);
  if (compiled.status != CompileStatus::success) {
    problem = problem_of(compiled);
    return {};
  }
  Launcher launcher(compiled.ptx);
  std::vector<Observation> observations;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    observations.push_back(observed(launcher, kernels[i], i, seeds));
  return observations;
}

}  // namespace lockstep::noise
