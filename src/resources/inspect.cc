#include "resources/inspect.h"

#include <memory>
#include <mutex>

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

// Two measurements at a time would disturb each other.
std::mutex& OneAtATime() {
  static std::mutex mutex;
  return mutex;
}

Result<triage::Sighted> Measure(const CheckDef& check, const triage::Probe& plain, Desk& desk,
                                const ModelCase& model_case, const triage::ProbeOptions& options) {
  ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(model_case));
  const lab::Target& target = plain.target();
  triage::Sighted out;
  out.result.name = target.name;
  out.result.version = target.version;
  {
    const std::lock_guard lock(OneAtATime());
    if (options.fresh) desk.Restart();
    if (desk.BenchOf(target).Run(subject).has_value()) {
      const auto found = InspectWith(check, model_case, target, desk, {.thorough = true},
                                     /*confirm=*/options.confirm);
      if (!found.has_value()) return out;
      out.result = found->result;
      out.symptom = triage::SymptomOf(out.result, model_case.model.graph, target.framework);
      return out;
    }
  }
  return plain.Run(model_case, options);
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

triage::Probe MeasuringProbe(const CheckDef& check, const lab::Target& target, lab::Lab& lab) {
  // Shared: probes are copied, and copies may use the same processes.
  const auto desk = std::make_shared<Desk>();
  return triage::Probe(target, lab,
                       [&check, desk, plain = triage::Probe(target, lab)](
                           const ModelCase& model_case, const triage::ProbeOptions& options) {
                         return Measure(check, plain, *desk, model_case, options);
                       });
}

}  // namespace assay::resources
