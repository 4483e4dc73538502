// SPDX-License-Identifier: Apache-2.0
// The Device that is always there. Only the translation of a program is kept
// from one job to the next.
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "device/device.h"
#include "device/emulator_job.h"
#include "device/wire/kernel_contract.h"
#include "ptx/runtime/runtime.h"

namespace lockstep {
namespace {

/// Programs by their text, translated once.
class ModuleCache {
 public:
  std::shared_ptr<const ptx::Module> get(const Program& program) {
    const auto key = std::pair(program.ptx, program.name);
    const auto found = modules_.find(key);
    if (found != modules_.end()) return found->second;
    auto module = ptx::prepare_module(program.ptx, program.name);
    if (modules_.size() == most) modules_.clear();
    return modules_[key] = std::move(module);
  }

 private:
  static constexpr std::size_t most = 16;
  std::map<std::pair<std::string, std::string>,
           std::shared_ptr<const ptx::Module>>
      modules_;
};

Outcome failed(OutcomeStatus status, std::string message) {
  Outcome outcome;
  outcome.status = status;
  outcome.message = std::move(message);
  return outcome;
}

class EmulatorDevice : public Device {
 public:
  EmulatorDevice() { info_.name = "emulator"; }

  const DeviceInfo& info() const override { return info_; }

  Outcome run(const Job& job) override try {
    if (std::string fault = job_fault(job); !fault.empty()) {
      return failed(OutcomeStatus::infra_error, fault);
    }
    return run_on_emulator(job, info_, modules_.get(*job.program));
  } catch (const ptx::PtxError& error) {
    return failed(OutcomeStatus::unsupported, error.what());
  } catch (const std::bad_alloc&) {
    return failed(OutcomeStatus::infra_error,
                  "the emulator has not enough memory for this job");
  } catch (const std::exception& error) {
    return failed(OutcomeStatus::infra_error, error.what());
  }

 private:
  DeviceInfo info_;
  ModuleCache modules_;
};

}  // namespace

std::unique_ptr<Device> make_emulator_device() {
  return std::make_unique<EmulatorDevice>();
}

}  // namespace lockstep
