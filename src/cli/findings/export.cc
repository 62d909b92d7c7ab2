// assay findings export: a finding as files.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/files.h"
#include "base/strings.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/terminal.h"
#include "onnx/model_io.h"
#include "triage/case_bytes.h"

namespace assay::cli::findings {
namespace {

struct Flags : FindingFlags {
  std::string out;
};

// model.onnx and input_0.pb, input_1.pb, …: what `assay check --inputs DIR` reads.
Status WriteCase(const ModelCase& model_case, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Invalid(StrCat(folder, ": cannot be made: ", error.message()));
  ASSAY_RETURN_IF_ERROR(onnxio::SaveModel(model_case.model, folder + "/model.onnx"));
  ASSAY_ASSIGN(const auto parts, triage::SplitInputs(triage::PackInputs(model_case)));
  for (size_t i = 0; i < parts.size(); ++i)
    ASSAY_RETURN_IF_ERROR(WriteFile(StrCat(folder, "/input_", i, ".pb"), parts[i]));
  return {};
}

int Run(const Flags& flags) {
  const auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  const auto model_case = SmallestCase(*store, row->id);
  if (!model_case.ok()) return Fail(model_case.error());
  const std::string folder = flags.out.empty() ? flags.id : flags.out;
  const Status written = WriteCase(*model_case, folder);
  if (!written.ok()) return Fail(written.error());
  if (flags.json)
    PrintJson({{"id", flags.id}, {"folder", folder}});
  else
    std::cout << "wrote " << folder << "/model.onnx and its inputs\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupExport(CLI::App& app) {
  const auto flags = std::make_shared<Flags>();
  AddFindingFlags(app, *flags);
  app.add_option("--out", flags->out, "folder (default: the id)");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::findings
