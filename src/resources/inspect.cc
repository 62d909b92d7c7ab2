#include "resources/inspect.h"

#include "base/strings.h"
#include "triage/case_bytes.h"
#include "triage/symptom.h"

namespace assay::resources {
namespace {

// Said twice, the second time with new processes, and the same thing.
std::optional<Said> Confirmed(const CheckDef& check, const Scene& scene) {
  const auto first = check.look(scene);
  if (!first.has_value()) return std::nullopt;
  scene.desk.Restart();
  auto second = check.look(scene);
  if (!second.has_value() ||
      triage::NormalizedMessage(second->message) != triage::NormalizedMessage(first->message))
    return std::nullopt;
  return second;
}

}  // namespace

std::optional<Inspected> InspectWith(const CheckDef& check, const ModelCase& model_case,
                                     const lab::Target& target, Desk& desk,
                                     const InspectOptions& options, bool confirm) {
  const auto subject = triage::MakeSubject(model_case);
  if (!subject.ok()) return std::nullopt;
  const Scene scene{model_case, *subject, target, desk, options.seed, options.thorough};
  auto said = confirm ? Confirmed(check, scene) : check.look(scene);
  if (!said.has_value()) return std::nullopt;
  Inspected out;
  out.result.name = target.name;
  out.result.version = target.version;
  out.result.device = target.device;
  out.result.status = check.status;
  out.result.oracle = check.name;
  out.result.stage = "run";
  out.result.message = std::move(said->message);
  out.shown = said->shown.has_value() ? std::move(*said->shown) : model_case;
  return out;
}

std::vector<Inspected> Inspect(const ModelCase& model_case, const lab::Target& target, Desk& desk,
                               const InspectOptions& options) {
  std::vector<Inspected> out;
  for (const CheckDef& check : AllChecks()) {
    const bool memory = check.status == oracle::CaseStatus::kMemory;
    if (memory ? !options.memory : !options.speed) continue;
    if (auto found = InspectWith(check, model_case, target, desk, options))
      out.push_back(std::move(*found));
  }
  return out;
}

}  // namespace assay::resources
