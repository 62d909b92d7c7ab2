#include "mirror/check/assess.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "mirror/check/preservation.h"
#include "mirror/check/roles.h"
#include "mirror/check/seen_twins.h"
#include "mirror/check/symptom.h"
#include "program/lint/lint.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// Beyond this the numbers of the twin are wrong, while the source's are as good as rounding lets
// them be.
constexpr double kWrongUnits = 4096, kGoodUnits = 64;

std::string FirstLint(const std::string& twin, const std::string& environment) {
  const auto messages = program::Lint(program::ReadProgram(twin), {.environment = environment});
  if (messages.empty()) return "";
  return StrCat("line ", messages[0].line, ": ", messages[0].symbol, ": ", messages[0].message);
}

// What Python and the frameworks raise for arguments that they do not take.
bool IsAboutArguments(const program::ProgramRun& run) {
  static const RE2 kKinds(
      "(TypeError|ValueError|InvalidArgumentError|IndexError|RuntimeError|UnimplementedError|"
      "NotImplementedError|KeyError)$");
  return RE2::PartialMatch(run.exception, kKinds);
}

void Set(const char* kind, const char* transfer, Assessment& out) {
  out.error_kind = kind;
  out.transfer_error = transfer;
}

}  // namespace

std::string_view ShowingName(Showing showing) {
  constexpr std::string_view kNames[] = {"same", "different", "none"};
  return kNames[static_cast<int>(showing)];
}

Result<Assessor> Assessor::Open(const Direction& direction, std::shared_ptr<Runner> runner) {
  ASSAY_RETURN_IF_ERROR(program::FindEnvironment(direction.from));
  ASSAY_ASSIGN(std::string environment, program::FindEnvironment(direction.to));
  return Assessor(direction, std::move(runner), std::move(environment));
}

Result<Assessment> Assessor::Assess(const Source& source, const std::string& twin_text,
                                    const std::vector<ApiUse>& uses, bool by_model) {
  Runner& runner = *labs_;
  const Direction& direction = direction_;
  runner.Forget(source.text);
  Assessment out{.by_model = by_model};
  ASSAY_ASSIGN(const Recorded* own, runner.Record(direction.from, source.text, {}));
  ASSAY_ASSIGN(const Recorded* twin, runner.Record(direction.to, twin_text, {}));
  out.source_outcome = own->outcome;
  out.twin_outcome = twin->outcome;
  out.source_symptom = SymptomOf(own->outcome);
  out.symptom = SymptomOf(twin->outcome);
  out.message = MessageOf(twin->outcome);
  const auto environment = program::FindEnvironment(EnvironmentFor(direction.to, twin_text));
  const std::string lint = FirstLint(twin_text, environment.ok() ? *environment : environment_);
  const bool blank = program::ReadProgram(twin_text).tree.root().children().empty();
  out.valid = !blank && lint.empty() && !IsInvalid(twin->outcome.run);
  const Roles roles = CompareRoles(source.text, twin_text, direction, uses, by_model);
  // A language model may choose other APIs than the tables do: what it called is told, and judged
  // by its values.
  const SeenTwins seen = by_model ? SeenTwins{roles.found, roles.missing, {}, ""}
                                  : SeeTwins(uses, own->recording, twin->recording, twin_text);
  out.emulated = !seen.emulated.empty();
  out.evidence["roles"] = {{"source", roles.source_apis},
                           {"twin", roles.twin_apis},
                           {"found", seen.found},
                           {"missing", seen.missing},
                           {"emulated", seen.emulated},
                           {"source_checks", roles.source_checks},
                           {"twin_checks", roles.twin_checks}};
  out.paired = std::ranges::all_of(roles.twin_apis, [&](const std::string& api) {
    return std::ranges::any_of(uses, [&](const ApiUse& use) { return use.twin == api; });
  });
  if (!out.valid) {
    out.why = blank ? "there is no program" : lint.empty() ? out.message : lint;
  } else if (!roles.lost.empty()) {
    out.why = roles.lost;
  } else {
    PreservationCheck check(runner, direction, source.text, twin_text, uses);
    ASSAY_ASSIGN(const std::optional<Changes> rung, check.FirstAgreement(out));
    out.preserving = rung.has_value();
    if (out.preserving) out.why.clear();
    if (out.preserving && by_model) {
      ASSAY_ASSIGN(out.why, check.Contradicted(*rung, out));
      out.preserving = out.why.empty();
    }
    if (out.preserving) out.inputs = ChangesName(*rung);
    if (out.preserving && !seen.why.empty()) {
      // Alike, and no word of the framework's own.
      out.preserving = false;
      out.why = seen.why;
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
  out.showing = out.symptom.empty()                 ? Showing::kNone
                : out.source_symptom == out.symptom ? Showing::kSame
                                                    : Showing::kDifferent;
  NameError(roles, out);
  return out;
}

void NameError(const Roles& roles, Assessment& out) {
  if (out.valid && out.preserving) return;
  const program::ProgramRun& run = out.twin_outcome.run;
  if (roles.empty || run.exception == "SyntaxError" || run.exception == "IndentationError" ||
      run.exception == "NameError")
    return Set("empty", "incomplete-code", out);
  if (!out.valid || run.exception == "AttributeError")
    return Set("untargeted", "nonexistent-api", out);
  if (out.symptom == "exception" && out.source_symptom.empty() && IsAboutArguments(run))
    return Set("wrong-args", "wrong-args", out);
  Set("untargeted", "behaviour-not-followed", out);
}

}  // namespace assay::mirror
