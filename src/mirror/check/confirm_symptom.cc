// Whether a symptom of the twin accuses its framework.
//
// - A crash does, when it repeats in a cold process. A hang, when the source took no time. Neither
//   does in a program that can end or stop its process by itself, nor a hang in one that loops,
//   unless it comes to its end on other inputs.
// - An exception only when the framework itself says that it is broken: any other may be a
//   documented refusal, and is told as such; what the program raises itself is no framework's.
// - A failed check of a preserving twin: values must differ by more than rounding; then either the
//   twin is right in double precision and far off in its own while the source is near (it loses
//   what it could have kept), or two others (the source's framework, numpy, a third one) pass the
//   check. What 32-bit defaults explain is no fault.
// - Values that are alike on other numbers only accuse nobody: it may be the rule that wrote the
//   twin, and not the framework, that is wrong at the program's own.
// - Values of a twin that a language model wrote accuse nobody, unless all its calls are paired
//   APIs: it may have chosen a formula that overflows or loses precision by itself, or an API that
//   documents another edge. What such a twin shows is suspected when it repeats in a cold process.
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/strings.h"
#include "mirror/check/assess.h"
#include "mirror/check/compare.h"
#include "mirror/check/roles.h"
#include "mirror/check/runner.h"
#include "mirror/check/symptom.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// Who else passes the checks that a twin fails: numpy, the source's framework, a further one.

struct Votes {
  int with = 0;                                   // pass all checks of the source
  int against = 0;                                // fail one as the twin does
  nlohmann::json told = nlohmann::json::array();  // {"who", "says"}
};

Status Ask(Runner& runner, const Reference& reference, const Changes& changes,
           const std::string& who, Votes& out) {
  ASSAY_ASSIGN(const Recorded* run, runner.Record(reference.framework, reference.text, changes));
  // Without a change it is not numpy that was asked.
  if (changes.numpy && run->recording.changes == 0) return {};
  const std::string symptom = SymptomOf(run->outcome);
  const bool passes = symptom.empty() && run->recording.done;
  out.with += passes ? 1 : 0;
  out.against += symptom == "assertion" ? 1 : 0;
  out.told.push_back({{"who", who},
                      {"says", passes                   ? "passes"
                               : symptom == "assertion" ? "fails the same check"
                                                        : MessageOf(run->outcome)}});
  return {};
}

// Programs of jax are also asked with numpy in place of jax.numpy. What raises another error than a
// failed check has no vote.
Result<Votes> AskOthers(Runner& runner, const std::vector<Reference>& references) {
  Votes out;
  bool numpy = false;
  for (const Reference& reference : references) {
    if (!reference.numpy_only)
      ASSAY_RETURN_IF_ERROR(Ask(runner, reference, {}, reference.framework, out));
    if (reference.framework == "jax" && !numpy) {
      numpy = true;
      ASSAY_RETURN_IF_ERROR(Ask(runner, reference, {.numpy = true}, "numpy", out));
    }
  }
  return out;
}

constexpr double kQuickPart = 0.1;  // of the time limit
constexpr double kFarUnits = 4096, kNearUnits = 64;
constexpr double kLimitSeconds = 60;
// Near the limit on memory (runner.cc) a process may well die of that.
constexpr double kMuchMemoryMb = 4096;

Accusation Differs(std::string why) { return Accusation{.why = std::move(why)}; }

// Whether a value, not only the outcome of a check, differs on the own inputs.
bool ValuesDiffer(const Assessment& assessment) {
  const json rungs = assessment.evidence.value("rungs", json::array());
  for (const json& rung : rungs) {
    if (rung.value("inputs", "") != "own") continue;
    for (const json& difference : rung.value("differences", json::array()))
      if (!difference.value("where", "").starts_with("check ")) return true;
  }
  return false;
}

bool AllChecksHold(const Recording& recording) {
  bool any = false;
  for (const json& event : recording.events) {
    if (!event.is_object() || event.value("kind", "") != "check") continue;
    any = true;
    if (!event.contains("value") || event["value"].value("values", json::array()) != json{true})
      return false;
  }
  return any && recording.done;
}

class SymptomCheck {
 public:
  SymptomCheck(Runner& runner, const Direction& direction, const Source& source,
               const std::string& twin, const Assessment& assessment)
      : runner_(runner),
        direction_(direction),
        source_(source),
        twin_(twin),
        assessment_(assessment),
        own_(OwnDoingOf(program::ReadProgram(twin))) {}

  // What does not accuse is suspected where a language model wrote the twin.
  Result<Accusation> Decide(const std::function<std::vector<Reference>()>& references) {
    ASSAY_ASSIGN(Accusation out, Accuse(references));
    const bool suspicious = assessment_.by_model && assessment_.preserving && !out.stands &&
                            assessment_.symptom != "limit" && own_.ends.empty();
    if (!suspicious) return out;
    const auto& symptom = assessment_.symptom;
    const std::string kind = symptom == "assertion" || symptom == "wrong" ? "wrong" : symptom;
    const program::ProgramRun& run = assessment_.twin_outcome.run;
    if (symptom == "exception" && IsStatedLimit(run.exception, run.message))
      return Differs("it says itself that it does not support that");
    // Values that no check of the program notices are nothing that can be shown again.
    if (symptom == "wrong") return out;
    ASSAY_ASSIGN(Accusation shown, Confirmed(kind, out.why));
    if (!shown.stands) return out;
    shown.stands = false;
    shown.suspected = true;
    shown.references = std::move(out.references);
    return shown;
  }

 private:
  Result<Accusation> Accuse(const std::function<std::vector<Reference>()>& references) {
    const std::string& symptom = assessment_.symptom;
    if (symptom == "crash") return Crash();
    if (symptom == "hangs") return Hang();
    if (symptom == "limit") return Differs("a limit of the sandbox or of the machine was reached");
    if (!assessment_.preserving) return Differs("not known to do the same: " + assessment_.why);
    if (symptom == "exception") return Exception();
    if (assessment_.inputs.find("shaken") != std::string::npos)
      return Differs("both do the same only on other numbers than the program's own");
    if (assessment_.by_model && !assessment_.paired &&
        (symptom == "assertion" || symptom == "wrong"))
      return Differs("suspicious: a language model chose the APIs, and maybe a formula of its own");
    if (symptom == "assertion") return FailedCheck(references);
    if (symptom == "wrong") return WrongValue();
    return Differs("");
  }

  Result<Accusation> Crash() {
    if (!own_.ends.empty()) return Differs(StrCat("the program itself uses ", own_.ends));
    if (assessment_.twin_outcome.run.peak_mb > kMuchMemoryMb)
      return Differs("it takes much memory, and may die of that");
    return Confirmed("crash", "the process dies in a cold process, too");
  }

  Result<Accusation> Hang() {
    if (!own_.ends.empty()) return Differs(StrCat("the program itself uses ", own_.ends));
    if (own_.loops > 0 && !assessment_.preserving)
      return Differs("the program itself has a loop, and may never leave it");
    if (assessment_.source_outcome.run.cpu_seconds > kQuickPart * kLimitSeconds ||
        assessment_.source_symptom == "hangs")
      return Differs("the source takes long as well");
    return Confirmed("hangs", "the source ends at once");
  }

  Result<Accusation> Exception() {
    const program::ProgramRun& run = assessment_.twin_outcome.run;
    if (own_.raises > OwnDoingOf(program::ReadProgram(source_.text)).raises)
      return Differs("the program raises errors itself, where the source does not");
    if (IsInternalError(run.exception, run.message))
      return Confirmed("exception", StrCat(direction_.to, " names a fault of its own"));
    return Differs(StrCat("suspicious: it raises an error where ", direction_.from,
                          assessment_.source_symptom.empty() ? " computes" : " fails as well",
                          ", and may document that it does"));
  }

  Result<Accusation> FailedCheck(const std::function<std::vector<Reference>()>& references) {
    if (!ValuesDiffer(assessment_))
      return Differs("only the check differs, by rounding or by an element type");
    ASSAY_ASSIGN(const Recorded* wide, runner_.Record(direction_.to, twin_, {.wide = true}));
    if (AllChecksHold(wide->recording)) {
      ASSAY_ASSIGN(const bool loses, LosesPrecision(wide->recording));
      if (!loses) return Differs("64-bit element types explain it");
      return Confirmed("wrong", StrCat("right in double precision, far off in its own, where ",
                                       direction_.from, " is near"));
    }
    ASSAY_ASSIGN(const Votes votes, AskOthers(runner_, AllReferences(references)));
    json told = votes.told;
    if (votes.with < 2 || votes.against > 0) {
      Accusation out = Differs("fewer than two others pass the check");
      out.references = std::move(told);
      return out;
    }
    ASSAY_ASSIGN(Accusation out, Confirmed("wrong", "others pass the check"));
    out.references = std::move(told);
    return out;
  }

  // Others than the twin; numpy is asked through any program of jax, the twin's own as well.
  std::vector<Reference> AllReferences(
      const std::function<std::vector<Reference>()>& references) const {
    std::vector<Reference> out = {{direction_.from, source_.text}};
    if (direction_.to == "jax") out.push_back({"jax", twin_, true});
    if (references)
      for (Reference& other : references())
        if (other.framework != direction_.to && other.framework != direction_.from)
          out.push_back(std::move(other));
    return out;
  }

  Result<bool> LosesPrecision(const Recording& wide) {
    ASSAY_ASSIGN(const Recorded* own, runner_.Record(direction_.to, twin_, {}));
    ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_.text, {}));
    ASSAY_ASSIGN(const Recorded* s_wide,
                 runner_.Record(direction_.from, source_.text, {.wide = true}));
    return FarFromWide(own->recording, wide).units > kFarUnits &&
           FarFromWide(s->recording, s_wide->recording).units < kNearUnits;
  }

  // The values are wrong and no check of the program notices: one is written.
  Result<Accusation> WrongValue() {
    ASSAY_ASSIGN(const Recorded* own, runner_.Record(direction_.to, twin_, {}));
    ASSAY_ASSIGN(const Recorded* wide, runner_.Record(direction_.to, twin_, {.wide = true}));
    const Farness far = FarFromWide(own->recording, wide->recording);
    if (std::isfinite(far.units)) return Differs(StrCat("suspicious: ", assessment_.message));
    const ValueCheck check =
        WithValueCheck(twin_, far.where, own->recording, wide->recording, direction_);
    if (check.text.empty()) return Differs(StrCat("suspicious: ", assessment_.message));
    return Confirmed("wrong", StrCat(direction_.from, " and double precision give finite numbers"),
                     check.text, check.claim_line);
  }

  Result<Accusation> Confirmed(const std::string& kind, const std::string& why,
                               const std::string& program = "", int claim_line = 0) {
    Accusation out{
        .kind = kind, .program = program.empty() ? twin_ : program, .claim_line = claim_line};
    ASSAY_ASSIGN(const auto cold, runner_.RunPlain(direction_.to, out.program, true));
    const std::string symptom = SymptomOf(cold);
    const std::string wanted = kind == "wrong"       ? "assertion"
                               : kind == "exception" ? "exception"
                                                     : kind;
    out.seen = casebook::SignatureOf(cold, claim_line);
    if (symptom != wanted) return Differs(StrCat("does not repeat in a cold process: ", why));
    out.stands = true;
    out.why = why;
    const std::string library = UpstreamOf(assessment_.message);
    if (!library.empty() && !assessment_.source_symptom.empty() &&
        UpstreamOf(MessageOf(assessment_.source_outcome)) == library)
      out.upstream = library;
    return out;
  }

  Runner& runner_;
  const Direction& direction_;
  const Source& source_;
  const std::string& twin_;
  const Assessment& assessment_;
  const OwnDoing own_;
};

}  // namespace

Result<Accusation> Assessor::ConfirmSymptom(
    const Source& source, const std::string& twin_text, const Assessment& assessment,
    const std::function<std::vector<Reference>()>& references) {
  SymptomCheck check(*labs_, direction_, source, twin_text, assessment);
  return check.Decide(references);
}

}  // namespace assay::mirror
