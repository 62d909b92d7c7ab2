// Labels: what people who looked at a finding say of it. Listed in labels.def.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/store.h"

namespace assay::casebook {

struct Label {
  std::string_view label;
  // "true", "unsure" or "false", or the label of the false positives that this one is a kind of.
  std::string_view group;
  std::string_view name;     // the study's
  std::string_view meaning;  // the study's explanation or example
};

std::span<const Label> AllLabels();
// An error that lists all of them.
Result<Label> FindLabel(const std::string& label);

// Whether a table counts the finding as a bug: what a reviewer says of it, and without a word of
// one whether it is more than a suspicion.
bool IsBug(const store::FindingRow& row);

// Whether `label` is `wanted` or one of its kinds: false holds all false positives.
bool IsKindOf(std::string_view label, std::string_view wanted);

// What is suspected and labelled true is confirmed by that. The fact "label": {"label", "verdict",
// "name", "note", "bug_type"}. `bug_type`: as the reviewer sees it; "" leaves the guess.
Status KeepLabel(store::Store& store, const store::FindingRow& row, const Label& label,
                 const std::string& note, const std::string& bug_type);

}  // namespace assay::casebook
