#include "trial/model/needed_environment.h"

#include <algorithm>

#include "program/lab/program_lab.h"
#include "program/parse/program.h"

namespace assay::trial {
namespace {

// Packages that a framework's own environment need not have, and the one that has them beside it.
constexpr std::string_view kExporting = "torch-optimise";
constexpr std::string_view kExported[] = {"onnx", "onnxruntime", "onnxscript", "torchao"};

// Who reads models only: whoever writes a program for it makes one by another package.
constexpr std::string_view kReaders[] = {"onnxruntime", "openvino"};

std::string IfThere(std::string_view wanted, const std::string& framework) {
  return program::FindEnvironment(std::string(wanted)).ok() ? std::string(wanted) : framework;
}

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

std::string ProgramEnvironment(const std::string& framework) {
  const bool reads = std::ranges::find(kReaders, framework) != std::end(kReaders);
  return reads ? IfThere(kExporting, framework) : framework;
}

std::string NeededEnvironment(const std::string& text, const std::string& framework,
                              const std::vector<std::pair<std::string, std::string>>& needs) {
  const program::Program read = program::ReadProgram(text);
  std::string wanted = ProgramEnvironment(framework);
  for (const auto& [api, environment] : needs)
    if (environment.starts_with(framework) && Calls(read, api)) wanted = environment;
  if (framework == "torch")
    for (const std::string_view package : kExported)
      if (Imports(read, package)) wanted = kExporting;
  return IfThere(wanted, framework);
}

}  // namespace assay::trial
