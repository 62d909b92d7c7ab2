#include "trial/model/surroundings.h"

#include <string_view>

#include "base/strings.h"
#include "program/lab/program_lab.h"

namespace assay::trial {
namespace {

// Packages that programs for frameworks like to import.
constexpr std::string_view kAsk = R"(import importlib.metadata as metadata
import platform
import sys
def version(name):
    try:
        return metadata.version(name).split("+")[0]
    except metadata.PackageNotFoundError:
        return ""
SPOKEN = {"torch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX", "onnxruntime": "ONNX Runtime"}
FRAMEWORK = "@FRAMEWORK@"
found = next((v for v in map(version, (FRAMEWORK, FRAMEWORK + "-cpu", FRAMEWORK + "_cpu")) if v), "")
parts = [f"{SPOKEN.get(FRAMEWORK, FRAMEWORK)} {found}".strip(), "Python " + platform.python_version(), platform.machine(), "CPU only"]
engines = ""
if FRAMEWORK == "torch":
    import torch
    supported = [e for e in torch.backends.quantized.supported_engines if e != "none"]
    engines = "; quantised engines: " + (", ".join(supported) or "none")
OTHERS = ("torch", "torchvision", "torchao", "tensorflow", "keras", "tf-keras", "tensorflow-model-optimization", "jax", "jaxlib", "flax", "optax",
          "numpy", "scipy", "onnx", "onnxruntime", "onnxscript", "ml-dtypes", "networkx", "sympy")
packages = [f"{name} {v}" for name in OTHERS if name != FRAMEWORK and (v := version(name))]
print(", ".join(parts) + engines + "; packages: " + (", ".join(packages) or "none") + "; nothing else beside the standard library")
)";

}  // namespace

std::string SurroundingsOf(const std::string& framework, const std::string& environment,
                           bool unsafe) {
  std::string text(kAsk);
  constexpr std::string_view kMark = "@FRAMEWORK@";
  text.replace(text.find(kMark), kMark.size(), framework);
  auto lab = program::ProgramLab::Open({environment, unsafe, true, {}});
  if (!lab.ok()) return "";
  const auto outcome = lab->Run({.text = text, .watch = false});
  if (!outcome.ok() || outcome->status != program::ProgramStatus::kValid) return "";
  return std::string(Trim(outcome->run.out));
}

}  // namespace assay::trial
