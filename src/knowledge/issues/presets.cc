#include "knowledge/issues/presets.h"

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

constexpr PresetDef kPresets[] = {
#define PRESET(name, tracker, repo, labels, one_of, until) \
  {name, TrackerKind::tracker, repo, labels, one_of, until},
#include "knowledge/issues/presets.def"
#undef PRESET
};

}  // namespace

std::span<const PresetDef> AllPresets() { return kPresets; }

Status ApplyPreset(const std::string& name, MineRequest& request) {
  std::vector<std::string_view> known;
  for (const PresetDef& preset : kPresets) {
    known.push_back(preset.name);
    if (preset.name != name) continue;
    request.tracker = preset.tracker;
    if (request.repo.empty()) request.repo = preset.repo;
    if (request.filter.labels.empty()) request.filter.labels = PhraseList(preset.labels);
    if (request.one_of.empty()) request.one_of = PhraseList(preset.one_of);
    if (request.filter.until.empty()) request.filter.until = preset.until;
    return {};
  }
  return Invalid(StrCat("--preset ", name, ": there are ", Join(known, ", ")));
}

}  // namespace assay::knowledge
