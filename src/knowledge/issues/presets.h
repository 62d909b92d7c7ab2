// Requests that have a name: repositories and filters of published studies.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "knowledge/issues/mine.h"

namespace assay::knowledge {

struct PresetDef {
  std::string_view name;
  TrackerKind tracker;
  std::string_view repo, labels, one_of, until;
};

std::span<const PresetDef> AllPresets();  // presets.def

// Fills in what `request` leaves open; what is set in it stays. An error lists those there are.
Status ApplyPreset(const std::string& name, MineRequest& request);

}  // namespace assay::knowledge
