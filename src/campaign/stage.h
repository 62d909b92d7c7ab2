// StageDef: which part of a framework's work a campaign looks at. One line each in stages.def.
//
// A stage decides what happens to a prepared case; making cases, counting and keeping findings are
// the same for all. Some stages run modes of their own (lab::Mode::stage) in place of the targets
// that were named.
#pragma once

#include <span>
#include <string_view>

#include "campaign/examine.h"

namespace assay::campaign {

struct StageDef {
  std::string_view name;     // as in --stage
  std::string_view meaning;  // one line for people
  // Runs one case on every target that is due. Deterministic up to what the targets do.
  Examined (*examine)(const Prepared& prepared, const std::vector<lab::Target>& targets,
                      lab::Lab& lab, Shares& shares, const ExamineOptions& options);
  // Adds what the stage needs to a legal case, and says whether it is fit for it; null: every case
  // is.
  Legality (*fit)(Prepared& prepared) = nullptr;
  std::string_view seeds = "";  // that come along when a campaign starts from the whole zoo
  bool packs = false;           // infer: targets are asked for what they run, many cases at once
  bool own_modes = false;       // runs the modes of this stage, not the named targets themselves
};

std::span<const StageDef> AllStages();
const StageDef* FindStage(std::string_view name);  // nullptr when there is none

}  // namespace assay::campaign
