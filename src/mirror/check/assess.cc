#include "mirror/check/assess.h"

#include <optional>

#include "base/strings.h"
#include "mirror/check/error_kind.h"
#include "mirror/check/roles.h"
#include "mirror/check/state.h"
#include "mirror/check/symptom.h"
#include "program/lint/lint.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// From the program as it is to what makes any difference of the frameworks go away.
constexpr Changes kRungs[] = {{}, {.wide = true}, {.benign = true}, {.wide = true, .benign = true}};
// Beyond this the numbers of the twin are wrong, while the source's are as good as rounding lets
// them be.
constexpr double kWrongUnits = 4096, kGoodUnits = 64;

std::string FirstLint(const std::string& twin, const std::string& environment) {
  const auto messages = program::Lint(program::ReadProgram(twin), {.environment = environment});
  if (messages.empty()) return "";
  return StrCat("line ", messages[0].line, ": ", messages[0].symbol, ": ", messages[0].message);
}

Showing ShowingOf(const std::string& source, const std::string& twin) {
  if (twin.empty()) return Showing::kNone;
  return source == twin ? Showing::kSame : Showing::kDifferent;
}

// Whether both came as far as it takes to say that they do the same.
bool EndAlike(const Recorded& source, const Recorded& twin, const Changes& changes) {
  if (source.recording.done && twin.recording.done) return true;
  // Only the source fails, on its own inputs: its known bug.
  if (!changes.any() && twin.recording.done) return true;
  return SymptomOf(source.outcome) == SymptomOf(twin.outcome);
}

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

class Climb {
 public:
  Climb(Runner& runner, const Direction& direction, const std::string& source,
        const std::string& twin)
      : runner_(runner), direction_(direction), source_(source), twin_(twin) {}

  // The first rung on which values agree; nothing when they never do.
  Result<std::optional<Changes>> Up(Assessment& out) {
    json& rungs = out.evidence["rungs"] = json::array();
    bool provokes = true;
    for (const Changes& changes : kRungs) {
      if (changes.benign && !provokes) continue;
      ASSAY_ASSIGN(const Recorded* s, runner_.Record(direction_.from, source_, changes));
      if (changes == Changes{.benign = true}) provokes = s->recording.changes > 0;
      if (changes.benign && !provokes) continue;
      ASSAY_ASSIGN(const Recorded* t, runner_.Record(direction_.to, twin_, changes));
      if (!s->recording.there || !t->recording.there) continue;
      const Comparison c = CompareRecordings(s->recording, t->recording, {changes.wide});
      rungs.push_back(RungJson(changes, c));
      const bool alike = EndAlike(*s, *t, changes);
      if (alike && c.Agrees()) return std::optional<Changes>(changes);
      if (out.why.empty()) out.why = alike ? Told(c) : StrCat("the twin: ", MessageOf(t->outcome));
      // Nothing in them that has a value: the roles must do.
      if (alike && c.values == 0 && !changes.any() && s->recording.done && t->recording.done) {
        out.evidence["by_roles_alone"] = true;
        return std::optional<Changes>(changes);
      }
    }
    return std::optional<Changes>();
  }

 private:
  Runner& runner_;
  const Direction& direction_;
  const std::string &source_, &twin_;
};

}  // namespace

std::string_view ShowingName(Showing showing) {
  constexpr std::string_view kNames[] = {"same", "different", "none"};
  return kNames[static_cast<int>(showing)];
}

Assessor::Assessor(std::unique_ptr<State> state) : state_(std::move(state)) {}
Assessor::Assessor(Assessor&&) noexcept = default;
Assessor& Assessor::operator=(Assessor&&) noexcept = default;
Assessor::~Assessor() = default;

Result<Assessor> Assessor::Open(const Direction& direction, bool unsafe) {
  ASSAY_ASSIGN(Runner runner, Runner::Open(unsafe));
  return Open(direction, std::make_shared<Runner>(std::move(runner)));
}

Result<Assessor> Assessor::Open(const Direction& direction, std::shared_ptr<Runner> runner) {
  ASSAY_RETURN_IF_ERROR(program::FindEnvironment(direction.from));
  ASSAY_ASSIGN(std::string environment, program::FindEnvironment(direction.to));
  return Assessor(
      std::make_unique<State>(State{direction, std::move(runner), std::move(environment)}));
}

Result<Assessment> Assessor::Assess(const Source& source, const std::string& twin_text,
                                    const std::vector<ApiUse>& uses) {
  Runner& runner = state_->runner();
  const Direction& direction = state_->direction;
  runner.Forget(source.text);
  Assessment out;
  ASSAY_ASSIGN(const Recorded* own, runner.Record(direction.from, source.text, {}));
  ASSAY_ASSIGN(const Recorded* twin, runner.Record(direction.to, twin_text, {}));
  out.source_outcome = own->outcome;
  out.twin_outcome = twin->outcome;
  out.source_symptom = SymptomOf(own->outcome);
  out.symptom = SymptomOf(twin->outcome);
  out.message = MessageOf(twin->outcome);
  const std::string lint = FirstLint(twin_text, state_->environment);
  out.valid = lint.empty() && !IsInvalid(twin->outcome.run);
  const Roles roles = CompareRoles(source.text, twin_text, direction, uses);
  out.evidence["roles"] = {{"source", roles.source_apis},
                           {"twin", roles.twin_apis},
                           {"found", roles.found},
                           {"missing", roles.missing},
                           {"source_checks", roles.source_checks},
                           {"twin_checks", roles.twin_checks}};
  if (!out.valid) {
    out.why = lint.empty() ? out.message : lint;
  } else if (!roles.lost.empty()) {
    out.why = roles.lost;
  } else {
    Climb climb(runner, direction, source.text, twin_text);
    ASSAY_ASSIGN(const std::optional<Changes> rung, climb.Up(out));
    out.preserving = rung.has_value();
    if (out.preserving) {
      out.why.clear();
      out.inputs = ChangesName(*rung);
    }
    // Alike in double precision, not alike as they are, and no check of the program noticed.
    if (out.preserving && rung->any() && !rung->benign && out.symptom.empty()) {
      ASSAY_ASSIGN(const Recorded* s, runner.Record(direction.from, source.text, {.wide = true}));
      const Farness good = FarFromWide(own->recording, s->recording);
      ASSAY_ASSIGN(const Recorded* t, runner.Record(direction.to, twin_text, {.wide = true}));
      const Farness bad = FarFromWide(twin->recording, t->recording);
      out.evidence["units"] = {{"source", FormatDouble(good.units)},
                               {"twin", FormatDouble(bad.units)},
                               {"where", bad.where}};
      if (bad.units > kWrongUnits && good.units < kGoodUnits) {
        out.symptom = "wrong";
        out.message = StrCat(bad.where, " is ", FormatDouble(bad.units),
                             " rounding units from its value in double precision");
      }
    }
  }
  out.showing = ShowingOf(out.source_symptom, out.symptom);
  NameError(roles, out);
  return out;
}

}  // namespace assay::mirror
