#include "trial/labs.h"

#include "base/strings.h"

namespace assay::trial {
namespace {

// Compiling with a C++ compiler takes a while on a busy machine; nothing else does.
constexpr double kSeconds = 60, kSlowSeconds = 240;
constexpr uint64_t kMemoryMb = 6144;

// What most optimisers import at their first use, which takes longer than the programs themselves.
std::vector<std::string> ModulesOf(const std::string& environment) {
  if (!environment.starts_with("torch")) return {};
  return {"torch._dynamo", "torch.export", "torch.ao.quantization.quantize_fx", "torch.onnx",
          "torch._functorch.aot_autograd"};
}

}  // namespace

Result<program::ProgramOutcome> Labs::Run(const std::string& environment,
                                          const std::string& program, bool slow, bool cold) {
  program::ProgramRequest request{.text = program};
  request.limits.wall_s = slow ? kSlowSeconds : kSeconds;
  request.limits.memory_mb = kMemoryMb;
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
  const auto outcome =
      lab->Run({.text = StrCat(
                    "import importlib.metadata as m\nnames = ['", framework, "', '", framework,
                    "-cpu', '", framework,
                    "_cpu']\nfor name in names:\n    try:\n        print(m.version(name))\n        "
                    "break\n    except m.PackageNotFoundError:\n        pass\n")});
  if (!outcome.ok()) return "";
  const std::string& text = outcome->run.out;
  return text.substr(0, text.find_first_of("+\n"));
}

}  // namespace assay::trial
