#include "life/repro.h"

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "casebook/records.h"
#include "casebook/standalone.h"
#include "dossier/facts.h"
#include "life/probe_of.h"
#include "onnx/model_io.h"
#include "report/repro/repro.h"
#include "resources/check.h"
#include "triage/case_bytes.h"

namespace assay::life {
namespace {

// The same framework and version in its plain mode.
std::optional<lab::Target> PlainTarget(const lab::Target& target,
                                       const std::vector<std::string>& backend_dirs) {
  const std::string mode = report::PlainModeOf(target);
  if (mode.empty()) return std::nullopt;
  const auto registry = lab::Registry::Load(backend_dirs);
  if (!registry.ok()) return std::nullopt;
  const auto found =
      registry->Find(StrCat(target.name.substr(0, target.name.find(':')), ":", mode));
  if (!found.ok()) return std::nullopt;
  return *found;
}

// The fact "repro", made or (unless `again`) run once more.
Result<nlohmann::json> ReproduceProgram(store::Store& store, const store::FindingRow& row,
                                        const casebook::ProgramFinding& finding, bool again) {
  ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, row.id));
  const auto kept = facts.find("repro");
  const bool usable = !again && kept != facts.end() && kept->second.is_object() &&
                      kept->second.value("shows", false);
  const std::string text = usable ? kept->second.value("text", "") : "";
  ASSAY_ASSIGN(nlohmann::json fact, text.empty() ? casebook::MakeStandalone(finding)
                                                 : casebook::RunStandalone(finding, text));
  ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, "repro", casebook::DumpJson(fact)));
  return fact;
}

Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Invalid(StrCat(folder, ": cannot be made: ", error.message()));
  return {};
}

}  // namespace

Result<nlohmann::json> MakeRepro(store::Store& store, const store::FindingRow& row,
                                 const std::vector<std::string>& backend_dirs) {
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
  if (program.has_value()) return ReproduceProgram(store, row, *program, true);
  if (resources::FindCheck(row.kind) != nullptr)
    return Invalid(StrCat(row.id, " is about time or memory ('", row.kind,
                          "'), which a file that runs the model once does not show; `assay "
                          "findings export ",
                          row.id,
                          "` writes the model, `assay check MODEL --speed "
                          "--memory` measures it"));
  ASSAY_RETURN_IF_ERROR(NeedsPlainRun(row, "a stand-alone file"));
  ASSAY_ASSIGN(const ModelCase model_case, dossier::SmallestCase(store, row.id));
  ASSAY_ASSIGN(const lab::Target target, dossier::TargetOf(row, backend_dirs));
  lab::Lab lab;
  ASSAY_ASSIGN(const report::Repro repro,
               report::Reproduce({.model_case = &model_case,
                                  .target = target,
                                  .plain = PlainTarget(target, backend_dirs),
                                  .kind = row.kind},
                                 lab));
  nlohmann::json fact = report::ReproJson(repro);
  ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, "repro", casebook::DumpJson(fact)));
  return fact;
}

Result<nlohmann::json> RunRepro(store::Store& store, const store::FindingRow& row,
                                const std::vector<std::string>& backend_dirs, bool again) {
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
  if (program.has_value()) return ReproduceProgram(store, row, *program, again);
  ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, row.id));
  const auto kept = facts.find("repro");
  bool usable = !again && kept != facts.end() && kept->second.value("shows", false);
  ASSAY_ASSIGN(const auto rows, store.Facts(row.id));
  ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
  for (const store::FactRow& fact : rows)
    if (fact.aspect == "repro" && reduction.has_value() && fact.learnt <= reduction->made)
      usable = false;
  if (!usable) return MakeRepro(store, row, backend_dirs);
  const auto target = dossier::TargetOf(row, backend_dirs);
  if (!target.ok()) {  // a store that came from another machine
    nlohmann::json fact = kept->second;
    fact["not_run"] = target.error().message;
    return fact;
  }
  ASSAY_ASSIGN(const report::Repro ran, report::RunAgain(kept->second.value("text", ""), *target));
  return report::ReproJson(ran);
}

Result<std::string> ReproText(store::Store& store, const store::FindingRow& row,
                              const std::vector<std::string>& backend_dirs) {
  ASSAY_ASSIGN(auto facts, dossier::FactsOf(store, row.id));
  nlohmann::json fact = facts["repro"];
  if (!fact.is_object() || fact.value("text", "").empty()) {
    ASSAY_ASSIGN(fact, MakeRepro(store, row, backend_dirs));
  }
  std::string text = fact.value("text", "");
  if (text.empty())
    return Unsupported(StrCat(row.id, ": there is no stand-alone reproduction: ",
                              fact.value("why_not", "no reason was given")));
  return text;
}

Status WriteCase(const ModelCase& model_case, const std::string& folder) {
  ASSAY_RETURN_IF_ERROR(MakeFolder(folder));
  ASSAY_RETURN_IF_ERROR(onnxio::SaveModel(model_case.model, folder + "/model.onnx"));
  ASSAY_ASSIGN(const auto parts, triage::SplitInputs(triage::PackInputs(model_case)));
  for (size_t i = 0; i < parts.size(); ++i)
    ASSAY_RETURN_IF_ERROR(WriteFile(StrCat(folder, "/input_", i, ".pb"), parts[i]));
  return {};
}

Status WritePrograms(const casebook::ProgramFinding& finding, const std::string& folder) {
  ASSAY_RETURN_IF_ERROR(MakeFolder(folder));
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/program.py", finding.program));
  for (size_t i = 0; i < finding.others.size(); ++i)
    ASSAY_RETURN_IF_ERROR(
        WriteFile(StrCat(folder, "/beside_", i, "_", finding.others[i].environment, ".py"),
                  finding.others[i].text));
  return {};
}

}  // namespace assay::life
