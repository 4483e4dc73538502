// SPDX-License-Identifier: Apache-2.0
// capture_vectors FILE… [--dump FILE]: runs every form of the vector files on
// the first GPU and writes the results into them. --dump also keeps those of
// the first 1024 rows of each form. vectors/README.md has the command.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>

#include "device/child/driver_api.h"
#include "vector_file.h"
#include "vector_inputs.h"

using namespace lockstep;
using namespace lockstep::ptx;

namespace {

constexpr unsigned block_threads = 128;
constexpr unsigned dumped_rows = 1024;
static_assert(vector_rows % block_threads == 0);

/// The first GPU with its primary context, kept until the program ends.
class Gpu {
 public:
  Gpu() : api_(driver::load_api()) {
    check(api_.init(0), "cuInit");
    check(api_.device_get(&device_, 0), "cuDeviceGet");
    driver::Context context = nullptr;
    check(api_.retain_context(&context, device_), "cuDevicePrimaryCtxRetain");
    check(api_.set_context(context), "cuCtxSetCurrent");
  }

  std::string description() const {
    char name[256] = {};
    check(api_.device_name(name, sizeof name, device_), "cuDeviceGetName");
    int version = 0;
    check(api_.driver_version(&version), "cuDriverGetVersion");
    const std::time_t now = std::time(nullptr);
    char date[16] = {};
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    return std::string(name) + ", driver for CUDA " +
           std::to_string(version / 1000) + "." +
           std::to_string(version % 1000 / 10) + ", " + date;
  }

  /// Two words a row.
  std::vector<std::uint64_t> run(const std::string& ptx,
                                 const std::vector<std::uint64_t>& in) const {
    std::string log(4096, '\0');
    int options[] = {driver::jit_error_log_buffer,
                     driver::jit_error_log_buffer_size_bytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    driver::Module module = nullptr;
    const driver::Result result =
        api_.load_module(&module, ptx.c_str(), 2, options, values);
    if (result != driver::success) {
      throw std::runtime_error(std::string("does not compile: ") + log.c_str());
    }
    driver::Function function = nullptr;
    check(api_.get_function(&function, module, "run"), "cuModuleGetFunction");
    const std::vector<std::uint64_t> out = launch(function, in);
    check(api_.unload_module(module), "cuModuleUnload");
    return out;
  }

 private:
  void check(driver::Result result, const char* call) const {
    driver::check(api_, result, call);
  }

  std::vector<std::uint64_t> launch(
      driver::Function function, const std::vector<std::uint64_t>& in) const {
    std::vector<std::uint64_t> out(std::size_t{vector_rows} * 2);
    const std::size_t in_bytes = in.size() * 8, out_bytes = out.size() * 8;
    driver::Address from = 0, to = 0;
    check(api_.allocate(&from, in_bytes), "cuMemAlloc");
    check(api_.allocate(&to, out_bytes), "cuMemAlloc");
    check(api_.copy_to_device(from, in.data(), in_bytes), "cuMemcpyHtoD");
    check(api_.set_bytes(to, 0, out_bytes), "cuMemsetD8");
    void* parameters[] = {&from, &to};
    check(api_.launch(function, vector_rows / block_threads, 1, 1,
                      block_threads, 1, 1, 0, nullptr, parameters, nullptr),
          "cuLaunchKernel");
    check(api_.synchronize(), "cuCtxSynchronize");
    check(api_.copy_from_device(out.data(), to, out_bytes), "cuMemcpyDtoH");
    check(api_.free_memory(from), "cuMemFree");
    check(api_.free_memory(to), "cuMemFree");
    return out;
  }

  driver::Api api_;
  driver::Device device_ = 0;
};

/// The results alone, of the first rows.
void write_dump(const VectorCase& one, const std::vector<std::uint64_t>& all,
                std::ostream& dump) {
  for (std::size_t n = 0; n < std::size_t{dumped_rows} * 2; ++n) {
    if (n % 2 >= one.results.size()) continue;
    dump.write(reinterpret_cast<const char*>(&all[n]), sizeof all[n]);
  }
}

void capture(const Gpu& gpu, VectorCase& one, std::ostream& dump) {
  std::vector<std::uint64_t> all =
      gpu.run(kernel_of(form_of(one)), vector_inputs(one));
  mask_results(one, all);
  write_dump(one, all, dump);
  one.captured.clear();
  for (std::size_t n = 0; n < std::size_t{one.listed_rows()} * 2; ++n) {
    if (n % 2 < one.results.size()) one.captured.push_back(all[n]);
  }
  one.hash = hash_of_others(one, all);
}

/// Returns how many forms failed.
unsigned capture_file(const Gpu& gpu, const std::string& path,
                      std::ostream& dump) {
  VectorFile file = read_vectors(path);
  unsigned failures = 0;
  for (VectorCase& one : file.cases) {
    try {
      capture(gpu, one, dump);
    } catch (const std::exception& error) {
      std::cerr << path << ':' << one.line << ": " << one.instruction << ": "
                << error.what() << '\n';
      one.captured.clear();
      write_dump(one, std::vector<std::uint64_t>(vector_rows * 2), dump);
      ++failures;
    }
  }
  write_vectors(path, file, gpu.description());
  std::cout << path << ": " << file.cases.size() - failures << " of "
            << file.cases.size() << " forms captured\n";
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<std::string> paths(argv + 1, argv + argc);
    std::ofstream dump;
    const auto option = std::find(paths.begin(), paths.end(), "--dump");
    if (option != paths.end() && option + 1 != paths.end()) {
      dump.open(option[1], std::ios::binary);
      paths.erase(option, option + 2);
    }
    if (paths.empty()) throw std::runtime_error("no vector file is named");
    const Gpu gpu;
    unsigned failures = 0;
    for (const std::string& path : paths) {
      failures += capture_file(gpu, path, dump);
    }
    return failures == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "capture_vectors: " << error.what() << '\n';
    return 2;
  }
}
