#include "resources/glance.h"

#include "triage/case_bytes.h"

namespace assay::resources {

std::optional<double> GlanceMs(Bench& bench, const ModelCase& model_case) {
  const auto subject = triage::MakeSubject(model_case);
  // The first run also loads it.
  if (!subject.ok() || !bench.Run(*subject).has_value()) return std::nullopt;
  const auto sample = bench.Run(*subject);
  if (!sample.has_value()) return std::nullopt;
  return sample->own_ms;
}

}  // namespace assay::resources
