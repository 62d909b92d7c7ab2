// Many cases on one target in one run: the models stand side by side in one (graph/unite.h), so
// that a compiler is started once for all of them.
//
// What one run says of a case is the whole truth only where nothing bad is seen. Everything else is
// looked at alone: verdicts, messages and ids are those of the single case. A run that fails is
// split in halves until the culprit is alone; a worker may also leave a member out by itself, with
// empty optionals for its outputs. What fails together and holds alone is a finding of the united
// model, which is a model like any other.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/model_case.h"
#include "oracle/check.h"

namespace assay::oracle {

struct PackMember {
  const Subject* subject = nullptr;
  const Truth* truth = nullptr;
  CheckOptions options;
};

// What went wrong only beside others.
struct PackFinding {
  ModelCase model_case;  // the united one
  TargetResult result;
};

struct PackResult {
  std::vector<TargetResult> members;  // one for each
  std::optional<PackFinding> together;
  int alone = 0;  // members that were run by themselves, too
};

// Whether the worker takes packs of models of different opsets (graph/unite.h): its manifest sets
// the variable ASSAY_PACKS to "mixed".
bool MixesOpsets(const lab::Target& target);

// In which mode a pack runs. kQuick: that of the same name with "-quick" behind it, if the manifest
// has one, which compiles the same faster and worse. kFull: the target's own.
enum class PackLevel { kQuick, kFull };

// Whatever the level, what looks bad is looked at in the target's own mode.
PackResult CheckTogether(std::span<const PackMember> members, const lab::Target& target,
                         lab::Lab& lab, PackLevel level = PackLevel::kFull);

}  // namespace assay::oracle
