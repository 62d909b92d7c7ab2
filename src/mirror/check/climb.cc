#include "mirror/check/climb.h"

#include <algorithm>

#include "base/strings.h"
#include "mirror/check/compare.h"
#include "mirror/check/noise.h"
#include "mirror/check/roles.h"
#include "mirror/check/symptom.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// From the program as it is to what makes any difference of the frameworks go away.
constexpr Changes kRungs[] = {{},
                              {.wide = true},
                              {.benign = true},
                              {.wide = true, .benign = true},
                              {.wide = true, .benign = true, .shaken = true}};

json RungJson(const Changes& changes, const Recorded& source, const Recorded& twin,
              const Comparison& comparison) {
  json out = ToJson(comparison);
  out["inputs"] = ChangesName(changes);
  if (!source.recording.done) out["source"] = MessageOf(source.outcome);
  if (!twin.recording.done) out["twin"] = MessageOf(twin.outcome);
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

// Both raise, and the twin before it had shown all that the source had: in something else. An error
// by which the framework calls itself broken is worth telling all the same.
bool FailsEarlier(const Recorded& source, const Recorded& twin, const Comparison& comparison) {
  const program::ProgramRun& run = twin.outcome.run;
  return SymptomOf(source.outcome) == "exception" && SymptomOf(twin.outcome) == "exception" &&
         !IsInternalError(run.exception, run.message) &&
         std::any_of(comparison.differences.begin(), comparison.differences.end(),
                     [](const Difference& d) { return d.what == "missing"; });
}

// Whether both programs got other numbers, and the same ones. Where other tensors are filled, or
// none of the lists was found, other numbers were changed.
bool ShakenAlike(const Recording& source, const Recording& twin) {
  return source.done && twin.done && source.lists + source.filled + source.draws > 0 &&
         twin.filled == source.filled && (source.lists == 0 || twin.lists > 0);
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
  // One that leaves early without an error has not done the same, nor one that Python stops where a
  // framework stops the other; and random numbers that numpy cannot hold are drawn by recording.
  return !symptom.empty() && symptom == SymptomOf(twin.outcome) &&
         !IsNumpysLimit(source.outcome.run) && !IsNumpysLimit(twin.outcome.run) &&
         (!IsOwnMistake(twin.outcome.run) || IsOwnMistake(source.outcome.run));
}

Status Climb::StepByStep(const std::string& framework, const std::string& text,
                         const Recorded*& recorded) {
  if (recorded->recording.there || SymptomOf(recorded->outcome) != "crash") return {};
  ASSAY_ASSIGN(const Recorded* steps, runner_.Record(framework, text, {.steps = true}));
  if (SymptomOf(steps->outcome) == "crash") recorded = steps;
  return {};
}

Result<Comparison> Climb::Compare(const Recorded& source, const Recorded& twin,
                                  const Changes& changes) {
  if (!changes.wide || changes.shaken)
    return CompareRecordings(source.recording, twin.recording, {changes.wide});
  Changes narrow = changes;
  narrow.wide = false;
  ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_, narrow));
  ASSAY_ASSIGN(const Recorded* t, runner_.Record(direction_.to, twin_, narrow));
  return CompareRecordings(WithoutNoise(source.recording, s->recording),
                           WithoutNoise(twin.recording, t->recording), {changes.wide});
}

Result<std::optional<Changes>> Climb::Up(Assessment& out) {
  json& rungs = out.evidence["rungs"] = json::array();
  bool provokes = true, ended = false;
  // Where only the source fails, little of it can be compared. So its own inputs count only when no
  // others, on which both come to their end, speak against it.
  bool only_source_fails = false, contradicted = false;
  // Zeros, ties and other numbers at which frameworks may differ are ordinary ones elsewhere. Only
  // what comes to its end as it is, in both, is asked about them.
  bool both_ended = false;
  for (const Changes& changes : kRungs) {
    if (changes.shaken && (!both_ended || out.by_model)) continue;
    if (changes.benign && !changes.shaken && !provokes) continue;
    ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_, changes));
    // Known from the text: where there is nothing to change, nothing is run to see that.
    if (!changes.any() && s->recording.there && s->recording.provokes == 0) provokes = false;
    if (changes == Changes{.benign = true}) provokes = s->recording.changes > 0;
    if (changes.benign && !changes.shaken && !provokes) continue;
    ASSAY_ASSIGN(const Recorded* t, runner_.Record(direction_.to, twin_, changes));
    // What ends its process says nothing at its end; once more, step by step. Who fails where is
    // not known then, so a language model's twin is not helped by it.
    if (!changes.any() && !out.by_model) {
      ASSAY_RETURN_IF_ERROR(StepByStep(direction_.from, source_, s));
      ASSAY_RETURN_IF_ERROR(StepByStep(direction_.to, twin_, t));
    }
    if (!s->recording.there || !t->recording.there) {
      const bool source = !s->recording.there;
      if (out.why.empty())
        out.why = StrCat(source ? "the source" : "the twin",
                         " tells nothing: ", MessageOf(source ? s->outcome : t->outcome));
      continue;
    }
    if (changes.shaken && !ShakenAlike(s->recording, t->recording)) continue;
    ASSAY_ASSIGN(const Comparison c, Compare(*s, *t, changes));
    rungs.push_back(RungJson(changes, *s, *t, c));
    if (!changes.any()) ended = s->recording.done;
    if (!changes.any()) both_ended = s->recording.done && t->recording.done;
    // What comes to its end as it is, and fails on other inputs, fails by the exchange.
    const bool both_fail = !s->recording.done && !t->recording.done;
    const bool alike = EndAlike(*s, *t, changes, out.by_model) && !(ended && both_fail);
    const std::string symptom = SymptomOf(s->outcome);
    const bool both_end = s->recording.done && t->recording.done;
    if (only_source_fails && both_end && c.Agrees()) return std::optional<Changes>(Changes{});
    if (alike && c.Agrees() && !only_source_fails) {
      only_source_fails = !changes.any() && (symptom == "exception" || symptom == "crash") &&
                          t->recording.done && !out.by_model;
      if (!only_source_fails) return std::optional<Changes>(changes);
      continue;
    }
    contradicted = contradicted || (both_end && !c.differences.empty());
    if (out.why.empty()) {
      const std::string end = SymptomOf(t->outcome).empty() ? "it ends otherwise than the source"
                                                            : MessageOf(t->outcome);
      out.why = alike ? Told(c) : StrCat("the twin: ", end);
    }
    // Nothing in them that has a value: the roles must do, and where rules wrote the twin the
    // shapes of tensors without elements.
    const bool empty =
        c.differences.empty() && (c.values == 0 || (!out.by_model && c.numbers == 0));
    if (alike && !changes.any() && both_end && empty && !HasNumbers(s->recording)) {
      out.evidence["by_roles_alone"] = true;
      return std::optional<Changes>(changes);
    }
    // Both refuse the first thing that they are asked, before there is a number.
    const bool refused = symptom == "exception" && !s->recording.done;
    if (alike && refused && !t->recording.done && !out.by_model && !changes.any() &&
        c.differences.empty() && !HasNumbers(s->recording) &&
        FailInOneCall(uses_, s->outcome.run.line, twin_, t->outcome.run.line)) {
      out.evidence["by_the_failing_call"] = true;
      return std::optional<Changes>(changes);
    }
    if (!changes.any() && (OtherTypes(c) || FailsEarlier(*s, *t, c))) break;
  }
  if (only_source_fails && !contradicted) return std::optional<Changes>(Changes{});
  return std::optional<Changes>();
}

Result<std::string> Climb::Contradicted(const Changes& rung, Assessment& out) {
  for (const bool wide : {true, rung.wide}) {
    Changes changes = rung;
    changes.shaken = true;
    changes.wide = wide;
    ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_, changes));
    const Recording& ours = s->recording;
    if (!ours.done || ours.lists + ours.filled + ours.draws == 0) continue;
    ASSAY_ASSIGN(const Recorded* t, runner_.Record(direction_.to, twin_, changes));
    if (!ShakenAlike(ours, t->recording)) continue;
    const Comparison c = CompareRecordings(ours, t->recording, {wide});
    out.evidence["rungs"].push_back(RungJson(changes, *s, *t, c));
    return c.differences.empty() ? "" : StrCat("on other numbers, ", Told(c));
  }
  return std::string();
}

}  // namespace assay::mirror
