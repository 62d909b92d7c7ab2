#include "cli/findings/make_repro.h"

#include "base/strings.h"
#include "cli/findings/access.h"
#include "cli/findings/by_program.h"
#include "dossier/installed.h"
#include "dossier/kept_case.h"
#include "report/repro/repro.h"
#include "resources/check.h"

namespace assay::cli::findings {
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
  ASSAY_RETURN_IF_ERROR(store.SetFact(
      row.id, "repro", fact.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  return fact;
}

}  // namespace assay::cli::findings
