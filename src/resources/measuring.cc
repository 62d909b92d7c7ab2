#include "resources/measuring.h"

#include <memory>
#include <mutex>

#include "resources/inspect.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace {

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
