#include "trial/labs.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::trial {
namespace {

// Compiling with a C++ compiler takes a while on a busy machine; nothing else does.
constexpr double kSeconds = 60, kSlowSeconds = 240;
constexpr uint64_t kMemoryMb = 6144;

// What most optimisers import at their first use, which takes longer than the programs themselves.
std::vector<std::string> ModulesOf(const std::string& environment) {
  if (!environment.starts_with("torch")) return {};
  std::vector<std::string> out = {"torch._dynamo", "torch.export",
                                  "torch.ao.quantization.quantize_fx", "torch.onnx",
                                  "torch._functorch.aot_autograd"};
  if (environment == "torch-optimise")
    for (const char* more : {"onnx", "onnxruntime.quantization", "openvino"})
      out.emplace_back(more);
  out.emplace_back("torch.optimisers");  // a step of workers/python/program_warm.py
  return out;
}

}  // namespace

Result<program::ProgramOutcome> Labs::Run(const std::string& environment,
                                          const std::string& program, bool slow, bool cold,
                                          bool watch) {
  program::ProgramRequest request{.text = program};
  request.limits.wall_s = slow ? kSlowSeconds : kSeconds;
  request.limits.memory_mb = kMemoryMb;
  request.patient = true;
  request.watch = watch;
  if (cold) {
    ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({environment, unsafe_, true, {}}));
    return lab.Run(request);
  }
  auto found = warm_.find(environment);
  if (found == warm_.end()) {
    ASSAY_ASSIGN(auto lab,
                 program::ProgramLab::Open({environment, unsafe_, false, ModulesOf(environment)}));
    found = warm_.emplace(environment, std::move(lab)).first;
  }
  return found->second.Run(request);
}

std::string InstalledVersion(const std::string& framework, const std::string& environment,
                             bool unsafe) {
  auto lab = program::ProgramLab::Open({environment, unsafe, true, {}});
  if (!lab.ok()) return "";
  const auto outcome = lab->Run(
      {.text = StrCat("import importlib.metadata as m\nnames = ['", framework, "', '", framework,
                      "-cpu', '", framework,
                      "_cpu']\nfor name in names:\n    try:\n        print(m.version(name))\n      "
                      "  break\n    except m.PackageNotFoundError:\n        pass\n")});
  if (!outcome.ok()) return "";
  const std::string& text = outcome->run.out;
  return text.substr(0, text.find_first_of("+\n"));
}

LabThreads::LabThreads(int jobs, bool unsafe) {
  for (int i = 0; i < std::max(jobs, 1); ++i)
    threads_.emplace_back([this, unsafe] { Loop(unsafe); });
}

LabThreads::~LabThreads() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Status LabThreads::Do(size_t count, const Work& work) {
  if (count == 0) return {};
  std::unique_lock<std::mutex> lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = left_ = count;
  failed_ = {};
  wake_.notify_all();
  done_.wait(lock, [&] { return left_ == 0; });
  work_ = nullptr;
  return failed_;
}

void LabThreads::Loop(bool unsafe) {
  Labs labs(unsafe);
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return over_ || (work_ != nullptr && next_ < count_); });
    if (over_) return;
    const size_t index = next_++;
    const Work* work = work_;
    lock.unlock();
    const Status done = (*work)(index, labs);
    lock.lock();
    if (!done.ok() && failed_.ok()) failed_ = done;
    if (--left_ == 0) done_.notify_all();
  }
}

}  // namespace assay::trial
