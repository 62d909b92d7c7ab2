#include "mirror/check/climb.h"

#include <algorithm>

#include "base/strings.h"
#include "mirror/check/compare.h"
#include "mirror/check/roles.h"
#include "mirror/check/symptom.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// From the program as it is to what makes any difference of the frameworks go away.
constexpr Changes kRungs[] = {{}, {.wide = true}, {.benign = true}, {.wide = true, .benign = true}};

json RungJson(const Changes& changes, const Comparison& comparison) {
  json out = ToJson(comparison);
  out["inputs"] = ChangesName(changes);
  return out;
}

std::string Told(const Comparison& comparison) {
  if (comparison.differences.empty()) return "nothing could be compared";
  const Difference& first = comparison.differences.front();
  return StrCat(first.where, ": ", first.source, " became ", first.twin);
}

// An element type is the program's own: no other inputs excuse it.
bool OtherTypes(const Comparison& comparison) {
  return std::any_of(comparison.differences.begin(), comparison.differences.end(),
                     [](const Difference& d) { return d.what == "type"; });
}

}  // namespace

// Whether both came as far as it takes to say that they do the same.
bool Climb::EndAlike(const Recorded& source, const Recorded& twin, const Changes& changes,
                     bool by_model) const {
  if (source.recording.done && twin.recording.done) return true;
  const std::string symptom = SymptomOf(source.outcome);
  // Only the source fails, on its own inputs: its known bug. What fails there must be in the twin.
  if (!changes.any() && twin.recording.done)
    return !symptom.empty() &&
           (!by_model || NotThere(uses_, source.outcome.run.line, twin_).empty());
  // One that leaves early without an error has not done the same.
  return !symptom.empty() && symptom == SymptomOf(twin.outcome);
}

Result<std::optional<Changes>> Climb::Up(Assessment& out) {
  json& rungs = out.evidence["rungs"] = json::array();
  bool provokes = true;
  for (const Changes& changes : kRungs) {
    if (changes.benign && !provokes) continue;
    ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_, changes));
    if (changes == Changes{.benign = true}) provokes = s->recording.changes > 0;
    if (changes.benign && !provokes) continue;
    ASSAY_ASSIGN(const Recorded* t, runner_.Record(direction_.to, twin_, changes));
    if (!s->recording.there || !t->recording.there) {
      const bool source = !s->recording.there;
      if (out.why.empty())
        out.why = StrCat(source ? "the source" : "the twin",
                         " tells nothing: ", MessageOf(source ? s->outcome : t->outcome));
      continue;
    }
    const Comparison c = CompareRecordings(s->recording, t->recording, {changes.wide});
    rungs.push_back(RungJson(changes, c));
    const bool alike = EndAlike(*s, *t, changes, out.by_model);
    if (alike && c.Agrees()) return std::optional<Changes>(changes);
    if (out.why.empty()) {
      const std::string end = SymptomOf(t->outcome).empty() ? "it ends otherwise than the source"
                                                            : MessageOf(t->outcome);
      out.why = alike ? Told(c) : StrCat("the twin: ", end);
    }
    // Nothing in them that has a value: the roles must do, and where rules wrote the twin the
    // shapes of tensors without elements.
    const bool empty = c.values == 0 || (!out.by_model && c.numbers == 0 && c.differences.empty());
    if (alike && !changes.any() && s->recording.done && t->recording.done && empty &&
        !HasNumbers(s->recording)) {
      out.evidence["by_roles_alone"] = true;
      return std::optional<Changes>(changes);
    }
    if (!changes.any() && OtherTypes(c)) break;
  }
  return std::optional<Changes>();
}

Result<std::string> Climb::Contradicted(const Changes& rung, Assessment& out) {
  for (const bool wide : {true, rung.wide}) {
    Changes changes = rung;
    changes.shaken = true;
    changes.wide = wide;
    ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_, changes));
    const Recording& ours = s->recording;
    if (!ours.done || (ours.lists == 0 && ours.filled == 0 && ours.draws == 0)) continue;
    ASSAY_ASSIGN(const Recorded* t, runner_.Record(direction_.to, twin_, changes));
    // Where other tensors are filled, or none of the lists was found, other numbers were changed.
    if (!t->recording.done || t->recording.filled != ours.filled) continue;
    if (ours.lists > 0 && t->recording.lists == 0) continue;
    const Comparison c = CompareRecordings(ours, t->recording, {wide});
    out.evidence["rungs"].push_back(RungJson(changes, c));
    return c.differences.empty() ? "" : StrCat("on other numbers, ", Told(c));
  }
  return std::string();
}

}  // namespace assay::mirror
