#include "mirror/check/preservation.h"

#include <algorithm>

#include "base/strings.h"
#include "mirror/check/compare.h"
#include "mirror/check/roles.h"
#include "mirror/check/symptom.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

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
  return std::ranges::any_of(comparison.differences,
                             [](const Difference& d) { return d.what == "type"; });
}

bool OtherShapes(const Comparison& comparison) {
  return std::ranges::any_of(comparison.differences,
                             [](const Difference& d) { return d.what == "shape"; });
}

// Both raise, and the twin before it had shown all that the source had: in something else. An error
// by which the framework calls itself broken is worth telling all the same.
bool FailsEarlier(const Recorded& source, const Recorded& twin, const Comparison& comparison) {
  const program::ProgramRun& run = twin.outcome.run;
  return SymptomOf(source.outcome) == "exception" && SymptomOf(twin.outcome) == "exception" &&
         !IsInternalError(run.exception, run.message) &&
         std::ranges::any_of(comparison.differences,
                             [](const Difference& d) { return d.what == "missing"; });
}

// Both fail a check, the twin an earlier one, and no value behind it differs: one framework refuses
// or converts what the other does not. In double precision nothing may be left of that, and the
// twin would pass for the same.
bool OtherContract(const Recorded& source, const Recorded& twin, const Comparison& comparison) {
  const auto& differences = comparison.differences;
  return SymptomOf(source.outcome) == "assertion" && SymptomOf(twin.outcome) == "assertion" &&
         std::ranges::any_of(differences,
                             [](const Difference& d) { return d.what == "missing"; }) &&
         std::ranges::all_of(differences, [](const Difference& d) {
           return d.what == "missing" || d.where.starts_with("check ");
         });
}

// Whether both programs got other numbers, and the same ones. Where other tensors are filled, or
// none of the lists was found, other numbers were changed.
bool ShakenAlike(const Recording& source, const Recording& twin) {
  return source.done && twin.done && source.lists + source.filled + source.draws > 0 &&
         twin.filled == source.filled && (source.lists == 0 || twin.lists > 0);
}

// The source fails its own check by one value, and the twin has what the check wants: the other
// side of the check, which is alike, is the reference. Where the value is shown, it differs as
// well.
bool OnlyTheFailingValueDiffers(const Recorded& source, const Recorded& twin,
                                const Comparison& comparison) {
  if (SymptomOf(source.outcome) != "assertion" || !twin.recording.done || comparison.numbers == 0)
    return false;
  const Difference* failing = nullptr;
  for (const Difference& d : comparison.differences) {
    if (!d.where.starts_with("compared ")) continue;
    if (failing != nullptr) return false;
    failing = &d;
  }
  return failing != nullptr && std::ranges::all_of(comparison.differences, [&](const auto& d) {
           return d.where.starts_with("check ") ||
                  (d.source == failing->source && d.twin == failing->twin);
         });
}

bool BothEnd(const Recorded& source, const Recorded& twin) {
  return source.recording.done && twin.recording.done;
}

using Progress = PreservationProgress;

bool Always(const Progress&, const Assessment&) { return true; }
bool WhenProvoking(const Progress& known, const Assessment&) { return known.provokes; }
// Zeros, ties and other numbers at which frameworks may differ are ordinary ones elsewhere. Only
// what comes to its end as it is, in both, is asked about them.
bool WhenBothEnded(const Progress& known, const Assessment& out) {
  return known.both_ended && !out.by_model;
}

// From the program as it is to what makes any difference of the frameworks go away.
struct Rung {
  Changes changes;
  bool (*asked)(const Progress&, const Assessment&);
};
constexpr Rung kRungs[] = {{{}, Always},
                           {{.wide = true}, Always},
                           {{.benign = true}, WhenProvoking},
                           {{.wide = true, .benign = true}, WhenProvoking},
                           {{.wide = true, .benign = true, .shaken = true}, WhenBothEnded}};

}  // namespace

// Whether both came as far as it takes to say that they do the same.
bool PreservationCheck::EndAlike(const Recorded& source, const Recorded& twin,
                                 const Changes& changes, bool by_model) const {
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

Status PreservationCheck::StepByStep(const std::string& framework, const std::string& text,
                                     const Recorded*& recorded) {
  if (recorded->recording.there || SymptomOf(recorded->outcome) != "crash") return {};
  ASSAY_ASSIGN(const Recorded* steps, runner_.Record(framework, text, {.steps = true}));
  if (SymptomOf(steps->outcome) == "crash") recorded = steps;
  return {};
}

Result<Comparison> PreservationCheck::Compare(const Recorded& source, const Recorded& twin,
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

Result<std::optional<PreservationCheck::Both>> PreservationCheck::RecordBoth(const Changes& changes,
                                                                             Progress& known,
                                                                             Assessment& out) {
  ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_, changes));
  // Known from the text: where there is nothing to change, nothing is run to see that.
  if (!changes.any() && s->recording.there && s->recording.provokes == 0) known.provokes = false;
  if (changes == Changes{.benign = true}) known.provokes = s->recording.changes > 0;
  if (changes.benign && !changes.shaken && !known.provokes) return std::optional<Both>();
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
                       " recorded nothing: ", MessageOf(source ? s->outcome : t->outcome));
    return std::optional<Both>();
  }
  if (changes.shaken && !ShakenAlike(s->recording, t->recording)) return std::optional<Both>();
  if (!changes.any()) {
    known.source_ended = s->recording.done;
    known.both_ended = BothEnd(*s, *t);
  }
  return std::optional<Both>(Both{*s, *t});
}

// What stands in for values on the own inputs, where there are none; "": nothing does.
std::string PreservationCheck::WithoutValues(const Both& both, const Comparison& c,
                                             bool by_model) const {
  if (!c.differences.empty() || HasNumbers(both.source.recording)) return "";
  // Nothing in them that has a value: the roles must do, and where rules wrote the twin the shapes
  // of tensors without elements.
  if (BothEnd(both.source, both.twin))
    return c.values == 0 || (!by_model && c.numbers == 0) ? "by_roles_alone" : "";
  // Both refuse the first thing that they are asked, before there is a number.
  const bool refused = SymptomOf(both.source.outcome) == "exception" &&
                       !both.source.recording.done && !both.twin.recording.done && !by_model;
  return refused && FailInOneCall(uses_, both.source.outcome.run.line, twin_,
                                  both.twin.outcome.run.line)
             ? "by_the_failing_call"
             : "";
}

PreservationCheck::Step PreservationCheck::Judge(const Changes& changes, const Both& both,
                                                 const Comparison& c, Progress& known,
                                                 Assessment& out) const {
  const auto& [s, t] = both;
  // What comes to its end as it is, and fails on other inputs, fails by the exchange.
  const bool both_fail = !s.recording.done && !t.recording.done;
  const bool alike = EndAlike(s, t, changes, out.by_model) && !(known.source_ended && both_fail);
  const bool both_end = BothEnd(s, t);
  if (known.only_source_fails && both_end && c.Agrees()) return Step::kOwnAgrees;
  if (!changes.any() && alike && OnlyTheFailingValueDiffers(s, t, c)) {
    out.evidence["by_the_other_side_of_the_check"] = true;
    return Step::kAgrees;
  }
  if (alike && c.Agrees() && !known.only_source_fails) {
    const std::string symptom = SymptomOf(s.outcome);
    known.only_source_fails = !changes.any() && (symptom == "exception" || symptom == "crash") &&
                              t.recording.done && !out.by_model;
    return known.only_source_fails ? Step::kNext : Step::kAgrees;
  }
  known.contradicted = known.contradicted || (both_end && !c.differences.empty());
  if (out.why.empty()) {
    const std::string end =
        SymptomOf(t.outcome).empty() ? "it ends otherwise than the source" : MessageOf(t.outcome);
    out.why = alike ? Told(c) : StrCat("the twin: ", end);
  }
  if (changes.any()) return Step::kNext;
  if (const std::string by = alike ? WithoutValues(both, c, out.by_model) : ""; !by.empty()) {
    out.evidence[by] = true;
    return Step::kAgrees;
  }
  const bool contract = out.by_model && OtherContract(s, t, c);
  return OtherTypes(c) || FailsEarlier(s, t, c) || contract ? Step::kStop : Step::kNext;
}

Result<std::optional<Changes>> PreservationCheck::FirstAgreement(Assessment& out) {
  out.evidence["rungs"] = json::array();
  Progress known;
  for (const auto& [changes, asked] : kRungs) {
    if (!asked(known, out)) continue;
    ASSAY_ASSIGN(const std::optional<Both> both, RecordBoth(changes, known, out));
    if (!both) continue;
    ASSAY_ASSIGN(const Comparison c, Compare(both->source, both->twin, changes));
    out.evidence["rungs"].push_back(RungJson(changes, both->source, both->twin, c));
    const Step step = Judge(changes, *both, c, known, out);
    if (step == Step::kAgrees) return std::optional<Changes>(changes);
    if (step == Step::kOwnAgrees) return std::optional<Changes>(Changes{});
    if (step == Step::kStop) break;
  }
  if (known.only_source_fails && !known.contradicted) return std::optional<Changes>(Changes{});
  return std::optional<Changes>();
}

Result<std::string> PreservationCheck::Contradicted(const Changes& rung, Assessment& out) {
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
    // A twin that looks at bits gives another shape for wider numbers.
    if (wide && !rung.wide && OtherShapes(c)) continue;
    return c.differences.empty() ? "" : StrCat("on other numbers, ", Told(c));
  }
  return std::string();
}

}  // namespace assay::mirror
