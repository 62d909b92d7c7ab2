#include "mirror/check/votes.h"

#include "mirror/check/symptom.h"

namespace assay::mirror {
namespace {

Status Ask(Runner& runner, const Reference& reference, const Changes& changes,
           const std::string& who, Votes& out) {
  ASSAY_ASSIGN(const Recorded* run, runner.Record(reference.framework, reference.text, changes));
  // Without a change it is not numpy that was asked.
  if (changes.numpy && run->recording.changes == 0) return {};
  const std::string symptom = SymptomOf(run->outcome);
  const bool passes = symptom.empty() && run->recording.done;
  out.with += passes ? 1 : 0;
  out.against += symptom == "assertion" ? 1 : 0;
  out.told.push_back({{"who", who},
                      {"says", passes                   ? "passes"
                               : symptom == "assertion" ? "fails the same check"
                                                        : MessageOf(run->outcome)}});
  return {};
}

}  // namespace

Result<Votes> AskOthers(Runner& runner, const std::vector<Reference>& references) {
  Votes out;
  bool numpy = false;
  for (const Reference& reference : references) {
    if (!reference.numpy_only)
      ASSAY_RETURN_IF_ERROR(Ask(runner, reference, {}, reference.framework, out));
    if (reference.framework == "jax" && !numpy) {
      numpy = true;
      ASSAY_RETURN_IF_ERROR(Ask(runner, reference, {.numpy = true}, "numpy", out));
    }
  }
  return out;
}

}  // namespace assay::mirror
