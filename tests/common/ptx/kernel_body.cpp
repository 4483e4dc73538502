// SPDX-License-Identifier: Apache-2.0
#include "kernel_body.h"

#include <sstream>

namespace lockstep::ptx {

namespace {

std::string module_of(const std::string& body, const std::string& before) {
  return R"(.version 7.5
.target sm_80
.address_size 64
)" + before +
         R"(
.visible .entry run(.param .u64 out)
{
  .reg .pred %p<8>;
  .reg .b32 %r<32>;
  .reg .b64 %rd<16>;
  .reg .b32 %thread, %lane, %cta, %threads;
  .reg .b64 %out, %base;
  ld.param.u64 %base, [out];
  mov.u32 %thread, %tid.x;
  mov.u32 %lane, %laneid;
  mov.u32 %cta, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mad.lo.u32 %r0, %cta, %threads, %thread;
  mad.wide.u32 %out, %r0, 4, %base;
)" + body +
         "\n  ret;\n}\n";
}

}  // namespace

std::string BodyRun::line(const Instruction* instruction) const {
  if (instruction == nullptr) return {};
  std::istringstream in(ptx);
  std::string text;
  for (unsigned n = 0; n < instruction->ptx_line; ++n) std::getline(in, text);
  return text;
}

BodyRun run_body(const std::string& body, const BodyOptions& options,
                 Recorder* recorder) {
  BodyRun run;
  run.ptx = module_of(body, options.before);
  Context context;
  if (recorder != nullptr) context.attach(*recorder);
  run.module = prepare_module(run.ptx, "body");
  const Module& module = context.load(run.module);
  const std::vector<std::uint32_t> zeros(std::size_t{options.threads} *
                                         options.blocks);
  const DeviceAddress out = upload(context, zeros, "out");
  LaunchConfig config;
  config.grid.x = options.blocks;
  config.block.x = options.threads;
  config.schedule = options.schedule;
  config.limits = options.limits;
  run.result = context.launch(module, "run", config, Params{}.add(out));
  run.out = download<std::uint32_t>(context, out, zeros.size());
  return run;
}

}  // namespace lockstep::ptx
