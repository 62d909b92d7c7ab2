#include "trial/model/needed_environment.h"

#include <algorithm>

#include "program/lab/program_lab.h"
#include "program/parse/program.h"

namespace assay::trial {
namespace {

// Packages that torch's own environment need not have, and the one that has them beside torch.
constexpr std::string_view kExporting = "torch-optimise";
constexpr std::string_view kExported[] = {"onnx", "onnxruntime", "onnxscript", "torchao"};

bool Imports(const program::Program& read, std::string_view package) {
  return std::ranges::any_of(read.imports, [&](const program::Import& import) {
    return import.full.substr(0, import.full.find('.')) == package;
  });
}

bool Calls(const program::Program& read, const std::string& api) {
  return std::ranges::any_of(read.calls,
                             [&](const program::Call& call) { return call.api == api; });
}

}  // namespace

std::string NeededEnvironment(const std::string& text, const std::string& framework,
                              const std::vector<std::pair<std::string, std::string>>& needs) {
  const program::Program read = program::ReadProgram(text);
  std::string wanted = framework;
  for (const auto& [api, environment] : needs)
    if (environment.starts_with(framework) && Calls(read, api)) wanted = environment;
  if (framework == "torch")
    for (const std::string_view package : kExported)
      if (Imports(read, package)) wanted = kExporting;
  return program::FindEnvironment(wanted).ok() ? wanted : framework;
}

}  // namespace assay::trial
