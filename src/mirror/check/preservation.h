// Two programs held against each other on ever more ordinary inputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirror/check/assess.h"
#include "mirror/check/compare.h"
#include "mirror/check/facts.h"
#include "mirror/check/runner.h"

namespace assay::mirror {

// What is known of the two programs by the rungs below.
struct PreservationProgress {
  bool provokes = true;                           // there are numbers that benign ones replace
  bool source_ended = false, both_ended = false;  // on the own inputs
  // Where only the source fails, little of it can be compared. So its own inputs count only when no
  // others, on which both come to their end, speak against it.
  bool only_source_fails = false, contradicted = false;
};

class PreservationCheck {
 public:
  // All are borrowed. `uses`: what the source uses and what it should have become.
  PreservationCheck(Runner& runner, const Direction& direction, const std::string& source,
                    const std::string& twin, const std::vector<ApiUse>& uses)
      : runner_(runner), direction_(direction), source_(source), twin_(twin), uses_(uses) {}

  // The first rung on which values agree; nothing when they never do: `out.why` says why then.
  Result<std::optional<Changes>> FirstAgreement(Assessment& out);

  // Whether other numbers than the program's own, in double precision, speak against what was seen
  // on `rung`: where they differ; "" when they do not, or cannot tell.
  Result<std::string> Contradicted(const Changes& rung, Assessment& out);

 private:
  using Progress = PreservationProgress;
  struct Both {
    const Recorded &source, &twin;
  };
  // Values agree here, or on the own inputs after all; or no other inputs can help.
  enum class Step { kNext, kAgrees, kOwnAgrees, kStop };

  // Nothing where there is nothing to compare.
  Result<std::optional<Both>> RecordBoth(const Changes& changes, Progress& known, Assessment& out);
  Step Judge(const Changes& changes, const Both& both, const Comparison& c, Progress& known,
             Assessment& out) const;
  std::string WithoutValues(const Both& both, const Comparison& c, bool by_model) const;
  // The recording of what ends its process, as far as it came, in place of none.
  Status StepByStep(const std::string& framework, const std::string& text,
                    const Recorded*& recorded);
  // In double precision, what is noise in both precisions is nothing.
  Result<Comparison> Compare(const Recorded& source, const Recorded& twin, const Changes& changes);
  bool EndAlike(const Recorded& source, const Recorded& twin, const Changes& changes,
                bool by_model) const;

  Runner& runner_;
  const Direction& direction_;
  const std::string &source_, &twin_;
  const std::vector<ApiUse>& uses_;
};

}  // namespace assay::mirror
