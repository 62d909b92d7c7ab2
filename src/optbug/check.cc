#include "optbug/check.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/strings.h"
#include "optbug/forms/parts.h"
#include "program/lab/status.h"
#include "program/parse/decompose.h"
#include "program/parse/model_apis.h"
#include "program/parse/names.h"

namespace assay::optbug {
namespace {

using program::OneLine;
using program::ProgramRun;
using program::ProgramStatus;

// Own checks begin their messages with what they say.
CheckVerdict OfCheck(const std::string& message) {
  if (message.starts_with("wrong value: ")) return CheckVerdict::kWrongValue;
  if (message.starts_with("changed form: ")) return CheckVerdict::kChangedForm;
  if (message.starts_with("changed type: ")) return CheckVerdict::kChangedForm;
  if (message.starts_with("original changed: ")) return CheckVerdict::kOriginalChanged;
  if (message.starts_with("costs more: ")) return CheckVerdict::kCostsMore;
  return CheckVerdict::kException;
}

// Whether the last that a program said is that it looks at the outcome now. What goes wrong there
// goes wrong in our own lines and accuses nobody.
bool InOurPart(const std::string& out) {
  const auto last = [&](std::string_view mark) {
    const size_t at = out.rfind(mark);
    return at == std::string::npos ? -1 : static_cast<long long>(at);
  };
  return std::max(last(kCheckMark), last(kRanMark)) > std::max(last(kOptimiseMark), last(kRunMark));
}

CheckedRun OfException(const ProgramRun& run, const std::string& optimiser,
                       const std::vector<Limitation>& limitations) {
  const std::string said = OneLine(StrCat(run.exception, ": ", run.message));
  if (run.exception == "AssertionError" && OfCheck(run.message) != CheckVerdict::kException)
    return {OfCheck(run.message), OneLine(run.message), ""};
  if (run.invalid || !run.limit.empty() || run.exception == "MemoryError")
    return {CheckVerdict::kNotApplicable, said, ""};
  if (InOurPart(run.out)) return {CheckVerdict::kNotApplicable, "of the check itself: " + said, ""};
  const std::string whole = StrCat(run.exception, ": ", run.message);
  static const RE2 kInternal(
      "(?i)INTERNAL ASSERT|internal error|report (a|this) bug|should not happen");
  // What the ONNX exporter advises whatever has happened.
  const std::string happened = ReplaceAll(whole, "If there is an internal error", "");
  if (RE2::PartialMatch(happened, kInternal)) return {CheckVerdict::kException, said, ""};
  for (const Limitation& limit : limitations)
    if ((limit.optimisers.empty() || RE2::PartialMatch(optimiser, limit.optimisers)) &&
        RE2::PartialMatch(whole, limit.pattern) &&
        (limit.but.empty() || !RE2::PartialMatch(whole, limit.but)))
      return {CheckVerdict::kUnsupported, said, limit.reason};
  return {CheckVerdict::kException, said, ""};
}

// Marks for optimisers on parts of a model, which optimise nothing by themselves.
bool OnlyMarks(const std::string& api) {
  constexpr std::string_view kMarks[] = {"torch.jit.export",       "torch.jit.ignore",
                                         "torch.jit.unused",       "torch.compiler.disable",
                                         "torch.jit.is_scripting", "torch.jit.is_tracing",
                                         "torch.jit.annotate",     "torch.compiler.is_compiling"};
  return std::ranges::find(kMarks, api) != std::end(kMarks);
}

// Whether a tensor is made anywhere in the program, by helpers too.
bool MakesData(const program::Program& read) {
  return std::ranges::any_of(read.calls, [](const program::Call& call) {
    return program::IsTensorType(program::ResultType(call.api));
  });
}

}  // namespace

CheckedRun JudgeException(const ProgramRun& run, const std::string& optimiser,
                          const std::vector<Limitation>& limitations) {
  return OfException(run, optimiser, limitations);
}

std::vector<std::string> OptimisersOf(const ProgramRun& run) {
  const auto optimises = [](const std::string& api) {
    return !program::OptimiserTechnique(api).empty() && !OnlyMarks(api);
  };
  std::vector<std::string> out;
  std::ranges::copy_if(run.models_to, std::back_inserter(out), optimises);
  if (out.empty()) std::ranges::copy_if(run.apis_called, std::back_inserter(out), optimises);
  return out;
}

std::string_view VerdictName(CheckVerdict verdict) {
  constexpr std::array<std::string_view, 10> kNames = {
      "holds",       "not applicable", "unsupported",      "crash",     "hangs", "exception",
      "wrong value", "changed form",   "original changed", "costs more"};
  return kNames[static_cast<size_t>(verdict)];
}

bool IsBug(CheckVerdict verdict) { return verdict >= CheckVerdict::kCrash; }

Result<std::vector<Limitation>> LoadLimitations() {
  ASSAY_ASSIGN(const Toml table, ReadTable(".", "unsupported.toml"));
  std::vector<Limitation> out;
  for (const Toml& entry : table["limit"].items()) {
    out.push_back({Text(entry, "pattern"), Text(entry, "optimisers"), Text(entry, "reason"),
                   Text(entry, "but")});
    const Limitation& one = out.back();
    if (!RE2(one.pattern).ok() || !RE2(one.optimisers).ok() || !RE2(one.but).ok())
      return Invalid(StrCat("data/optbug/unsupported.toml: ", one.pattern,
                            ": pattern, but or optimisers is no regular expression"));
    for (const char* key : {"reason", "page", "says"})
      if (Text(entry, key).empty())
        return Invalid(StrCat("data/optbug/unsupported.toml: ", one.pattern, ": no ", key,
                              ": every limit names the documentation that it rests on"));
  }
  return out;
}

CheckedRun JudgeOutcome(const program::ProgramOutcome& outcome, const std::string& optimiser,
                        const std::vector<Limitation>& limitations) {
  const ProgramRun& run = outcome.run;
  if (outcome.status == ProgramStatus::kValid || outcome.status == ProgramStatus::kNoTarget)
    return {run.out.find(kRanMark) != std::string::npos ? CheckVerdict::kHolds
                                                        : CheckVerdict::kNotApplicable,
            "", ""};
  const std::string said = OneLine(StrCat(run.exception, ": ", run.message));
  if (run.out.find(kOptimiseMark) == std::string::npos)
    return {CheckVerdict::kNotApplicable, said, ""};
  switch (outcome.status) {
    case ProgramStatus::kCrash:
      return {CheckVerdict::kCrash, StrCat("the process ends with signal ", run.signal), ""};
    case ProgramStatus::kHangs:
      return {CheckVerdict::kHangs, "no end within the time limit", ""};
    case ProgramStatus::kException:
      return OfException(run, optimiser, limitations);
    default:
      return {CheckVerdict::kNotApplicable, std::string(ProgramStatusName(outcome.status)), ""};
  }
}

Measures MeasureOf(const std::string& program, const program::ProgramOutcome& outcome) {
  Measures out;
  const ProgramRun& run = outcome.run;
  const program::Program read = program::ReadProgram(program);
  out.valid = read.errors().empty() && !run.invalid;
  if (!out.valid) return out;
  const std::vector<std::string> optimisers = OptimisersOf(run);
  const bool marked = run.out.find(kOptimiseMark) != std::string::npos;
  if (optimisers.empty() && !marked) {
    out.missing = "no optimiser was reached";
    return out;
  }
  // What the text shows of model and data counts for calls that a run cannot look into.
  const bool complete = program::Decompose(read).Complete();
  const bool given = std::ranges::find_first_of(run.models_to, optimisers) != run.models_to.end();
  if (!given && !complete) {
    out.missing = StrCat(optimisers.empty() ? "the optimiser" : optimisers.front(),
                         " was called, but not with a model");
    return out;
  }
  const bool ended = outcome.status != ProgramStatus::kValid;
  out.relevant = complete || run.model_fed || (ended && MakesData(read));
  if (!out.relevant) out.missing = "no model was given data";
  return out;
}

}  // namespace assay::optbug
