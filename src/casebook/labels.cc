#include "casebook/labels.h"

#include <array>

#include "base/strings.h"
#include "casebook/finding.h"

namespace assay::casebook {
namespace {

constexpr std::array kLabels = {
#define LABEL(label, group, name, meaning) Label{label, group, name, meaning},
#include "casebook/labels.def"
#undef LABEL
};

const Label* Find(std::string_view label) {
  for (const Label& known : kLabels)
    if (known.label == label) return &known;
  return nullptr;
}

// "true", "unsure" or "false".
std::string_view VerdictOf(const Label& label) {
  const Label* above = &label;
  while (above->label != above->group && Find(above->group) != nullptr) above = Find(above->group);
  return above->group;
}

}  // namespace

std::span<const Label> AllLabels() { return kLabels; }

Result<Label> FindLabel(const std::string& label) {
  if (const Label* found = Find(label); found != nullptr) return *found;
  std::vector<std::string> names;
  for (const Label& known : kLabels) names.emplace_back(known.label);
  const std::string near = Nearest(label, names);
  return Invalid(StrCat("there is no label '", label, "'; ",
                        near.empty() ? "" : StrCat("did you mean ", near, "? "),
                        "labels: ", Join(names, ", ")));
}

bool IsBug(const store::FindingRow& row) {
  const Label* label = Find(row.label);
  if (label != nullptr && VerdictOf(*label) != "unsure") return VerdictOf(*label) == "true";
  return row.kind != kSuspected;
}

bool IsKindOf(std::string_view label, std::string_view wanted) {
  for (const Label* at = Find(label); at != nullptr; at = Find(at->group)) {
    if (at->label == wanted) return true;
    if (at->label == at->group) break;
  }
  return false;
}

Status KeepLabel(store::Store& store, const store::FindingRow& row, const Label& label,
                 const std::string& note, const std::string& bug_type) {
  nlohmann::json fact = {
      {"label", label.label}, {"verdict", VerdictOf(label)}, {"name", label.name}, {"note", note}};
  if (!bug_type.empty()) fact["bug_type"] = bug_type;
  ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, "label", DumpJson(fact)));
  if (row.kind == kSuspected) {
    const bool is_true = VerdictOf(label) == "true";
    if (is_true && row.state == kSuspected)
      ASSAY_RETURN_IF_ERROR(store.SetState(row.id, "confirmed"));
    if (!is_true && row.state == "confirmed")
      ASSAY_RETURN_IF_ERROR(store.SetState(row.id, std::string(kSuspected)));
  }
  return store.AddHistory({row.id, "", row.target, row.version, "labelled",
                           StrCat(label.label, note.empty() ? "" : ": ", note)});
}

}  // namespace assay::casebook
