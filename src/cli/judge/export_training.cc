#include "cli/judge/export_training.h"

#include <iostream>
#include <memory>

#include "base/files.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "judge/model/export_training.h"

namespace assay::cli::judging {
namespace {

using nlohmann::json;

struct ExportTrainingFlags {
  std::string store = "assay.db", out = "train.jsonl";
  bool json = false;
};

int RunExportTraining(const ExportTrainingFlags& flags) {
  const auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto cases = judge::model::ExportTraining(*store);
  if (!cases.ok()) return Fail(cases.error());
  json counts = cases->counts;
  if (counts["rows"] == 0)
    return Fail(Invalid(StrCat(flags.store, ": nothing to learn from; run `assay judge --api NAME ",
                               "--llm local --store ", flags.store, "` first")));
  const Status written = WriteFile(flags.out, cases->text);
  if (!written.ok()) return Fail(written.error());
  counts["out"] = flags.out;
  if (flags.json)
    std::cout << counts.dump(1) << "\n";
  else
    std::cout << counts["rows"].get<size_t>() << " rows in " << flags.out << ", labels "
              << counts["labels"].dump() << "; left out: " << counts["repeated"].get<size_t>()
              << " repeated, " << counts["undocumented"].get<size_t>()
              << " without documentation\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupExportTraining(App& app) {
  const auto flags = std::make_shared<ExportTrainingFlags>();
  app.AddOption("--store", flags->store, "where runs and findings are kept").ShowDefault();
  app.AddOption("--out", flags->out, "JSON lines, one conversation each").ShowDefault();
  app.AddFlag("--json", flags->json, "print the counts as JSON");
  return [flags] { return RunExportTraining(*flags); };
}

}  // namespace assay::cli::judging
