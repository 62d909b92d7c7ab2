#include "optbug/model/model_trial.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "optbug/forms/parts.h"
#include "optbug/model/plain_form.h"
#include "optbug/model/quiet_difference.h"
#include "program/lab/status.h"
#include "program/parse/decompose.h"
#include "program/parse/program.h"
#include "trial/model/needed_environment.h"

namespace assay::optbug {
namespace {

using nlohmann::json;
using program::OneLine;
using program::ProgramOutcome;
using program::ProgramStatus;

constexpr std::string_view kPlatforms[] = {
    "mkldnn", "mkl-dnn", "onednn", "mps", "cuda", "cudnn", "rocm", "hip", "metal", "tensorrt",
    "xpu", "tpu",
    // torch's quantised engine x86 elsewhere, as it spells it
    "unknown architecure"};

bool Failed(ProgramStatus status) {
  return status == ProgramStatus::kCrash || status == ProgramStatus::kException ||
         status == ProgramStatus::kHangs;
}

std::string Said(const program::ProgramRun& run) {
  return OneLine(run.exception.empty() ? run.message : StrCat(run.exception, ": ", run.message));
}

// Whether the original model fails as the optimised one does. Optimisers wrap errors in their own,
// so any exception of both will do; but an attribute that only an optimised model has is no failure
// of the original, and an optimiser that calls itself broken is not excused.
bool FailsAlike(const ProgramOutcome& outcome, const ProgramOutcome& plain) {
  static const RE2 kInternal("(?i)INTERNAL ASSERT|internal error|report (a|this) bug");
  if (plain.status != outcome.status) return false;
  if (plain.status != ProgramStatus::kException) return true;
  if (plain.run.exception == outcome.run.exception) return true;
  return plain.run.exception != "AttributeError" &&
         !RE2::PartialMatch(outcome.run.message, kInternal);
}

std::string SymptomOf(const ProgramOutcome& outcome) {
  if (outcome.status == ProgramStatus::kCrash) return "crash";
  if (outcome.status == ProgramStatus::kHangs) return "hangs";
  return outcome.run.exception == "AssertionError" ? "difference" : "exception";
}

// The paper's three patterns (section 4.3) by what can be seen of them: an optimiser that stumbles
// over Python itself, a model that only raises, and everything else.
std::string KindOf(const ProposalTrial& trial) {
  static const RE2 kLanguage(
      "(?i)frontend|\\bast\\b|syntax|unsupportednode|bytecode|source code|\\bstatement|expression|"
      "dataclass|comprehension|keyword argument|\\bkwargs|decorator|annotation");
  static const RE2 kRaises("def (forward|call|__call__)\\([^\\n]*\\n\\s+raise ");
  if (RE2::PartialMatch(trial.proposal.program, kRaises)) return "illogical";
  return RE2::PartialMatch(StrCat(trial.exception, ": ", trial.message), kLanguage) ? "desugar"
                                                                                    : "api";
}

std::string Title(const ProposalTrial& trial) {
  const std::string api =
      trial.optimisers.empty() ? trial.proposal.framework : trial.optimisers.front();
  if (trial.symptom == "crash") return StrCat(api, " in a model's program: the process dies");
  if (trial.symptom == "hangs")
    return StrCat(api, " in a model's program: it does not come to an end");
  if (trial.symptom == "difference")
    return StrCat(api, " in a model's program: a check that the original passes fails");
  return StrCat(api, " in a model's program: it raises ", trial.exception);
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Proposal, key, rule, neighbourhood, framework,
                                                program, problem, prompt_tokens, completion_tokens,
                                                estimated, seconds, cost)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProposalTrial, proposal, status, state, reason,
                                                valid, relevant, suspected, exception, message,
                                                kind, symptom, finding, environment, version,
                                                optimisers, plain, checked)

json TrialJson(const ProposalTrial& trial) { return trial; }

ProposalTrial ReadTrial(const json& json) {
  json.at("proposal");  // throws of what is none
  return json.get<ProposalTrial>();
}

Result<ProposalJudge> ProposalJudge::Open() {
  ProposalJudge out;
  ASSAY_ASSIGN(out.limitations_, LoadLimitations());
  for (const std::string& framework : KnownFrameworks()) {
    ASSAY_ASSIGN(const std::vector<Optimiser> all, LoadOptimisers(framework));
    for (const Optimiser& one : all) {
      out.names_.emplace_back(one.api, one.name);
      if (!one.environment.empty()) out.environments_.emplace_back(one.api, one.environment);
    }
  }
  return out;
}

Result<ProposalTrial> ProposalJudge::Judge(const Proposal& proposal, trial::Labs& labs) const {
  ProposalTrial out{.proposal = proposal};
  if (proposal.problem == "empty" || proposal.problem == "messy") {
    out.state = "invalid";
    out.reason = "there is no program in the answer";
    if (proposal.problem == "empty") return out;
    const auto errors = program::ReadProgram(proposal.program).errors();
    out.reason =
        errors.empty() ? "it is no Python" : StrCat("it is no Python: line ", errors.front().line);
    return out;
  }
  return Run(std::move(out), labs);
}

Result<ProposalTrial> ProposalJudge::Run(ProposalTrial out, trial::Labs& labs) const {
  const Proposal& proposal = out.proposal;
  out.environment = trial::NeededEnvironment(proposal.program, proposal.framework, environments_);
  ASSAY_ASSIGN(const ProgramOutcome outcome, labs.Run(out.environment, proposal.program, false));
  const Measures measures = MeasureOf(proposal.program, outcome);
  out.status = program::ProgramStatusName(outcome.status);
  out.exception = outcome.run.exception;
  out.message = outcome.run.message;
  out.valid = measures.valid;
  out.relevant = measures.relevant;
  out.optimisers = OptimisersOf(outcome.run);
  // A known program that fails shows the known bug.
  if (proposal.problem == "duplicate") {
    out.state = "duplicate";
    out.reason = "the same program as one before, or as a known bug's";
  } else if (!out.valid) {
    out.state = "invalid";
    out.reason = Said(outcome.run);
  } else if (!out.relevant) {
    out.state = "irrelevant";
    out.reason = measures.missing;
  } else if (!Failed(outcome.status)) {
    out.state = "passes";
    out.reason = "the program ends as it should";
    ASSAY_RETURN_IF_ERROR(LookBehind(out, labs));
  } else {
    ASSAY_RETURN_IF_ERROR(Look(outcome, out, labs));
  }
  return out;
}

// Why the failure is not the optimiser's, without running anything; "" when nothing says so.
std::string ProposalJudge::Explained(const ProgramOutcome& outcome,
                                     const ProposalTrial& trial) const {
  const program::ProgramRun& run = outcome.run;
  if (!run.limit.empty() && outcome.status != ProgramStatus::kHangs)
    return StrCat("a limit was reached: ", run.limit);
  if (PlatformOnly(run.message))
    return StrCat("it speaks of a platform that is not here: ", Said(run));
  if (outcome.status != ProgramStatus::kException || run.exception == "AssertionError") return "";
  std::vector<std::string> called;
  for (const auto& [api, name] : names_)
    if (std::ranges::find(trial.optimisers, api) != trial.optimisers.end()) called.push_back(name);
  if (called.empty()) called = trial.optimisers;
  for (const std::string& name : called)
    if (const CheckedRun judged = JudgeException(run, name, limitations_);
        judged.verdict == CheckVerdict::kUnsupported)
      return StrCat("documented: ", judged.reason, " (", judged.message, ")");
  return "";
}

Status ProposalJudge::LookBehind(ProposalTrial& out, trial::Labs& labs) const {
  const Proposal& proposal = out.proposal;
  if (!HasPlainForm(proposal.framework, out.optimisers) || DrawsInside(proposal.program)) return {};
  ASSAY_ASSIGN(const std::string telling, TellingForm(proposal.program, proposal.framework));
  ASSAY_ASSIGN(const ProgramOutcome with, labs.Run(out.environment, telling, false));
  // Tracing follows one way of many, and says so.
  if (with.status != ProgramStatus::kValid ||
      with.run.err.find("TracerWarning") != std::string::npos)
    return {};
  const std::string text = PlainForm(telling, PlainLines(proposal.framework));
  ASSAY_ASSIGN(const ProgramOutcome plain, labs.Run(out.environment, text, false));
  if (plain.status != ProgramStatus::kValid) return {};
  out.checked = WithItsCheck(proposal.program, proposal.framework, with.run.out, plain.run.out);
  if (out.checked.empty()) return {};
  ASSAY_ASSIGN(const ProgramOutcome checked, labs.Run(out.environment, out.checked, false));
  if (!Failed(checked.status)) {
    out.checked.clear();  // it comes and goes
    return {};
  }
  out.exception = checked.run.exception;
  out.message = checked.run.message;
  return Look(checked, out, labs);
}

// A failure of a relevant program: explained, of the original model too, or suspected.
Status ProposalJudge::Look(const ProgramOutcome& outcome, ProposalTrial& out,
                           trial::Labs& labs) const {
  out.state = "explained";
  out.reason = Explained(outcome, out);
  if (!out.reason.empty()) return {};
  const Proposal& proposal = out.proposal;
  std::string beside = "there is no form of it without the optimisation";
  if (HasPlainForm(proposal.framework, out.optimisers)) {
    const std::string text = PlainForm(ShowingProgram(out), PlainLines(proposal.framework));
    ASSAY_ASSIGN(const ProgramOutcome plain, labs.Run(out.environment, text, false));
    out.plain = plain.status == ProgramStatus::kValid;
    if (FailsAlike(outcome, plain)) {
      out.reason = "it fails alike without the optimisation: " + Said(plain.run);
      return {};
    }
    beside = out.plain ? "without the optimisation it passes"
                       : StrCat("without the optimisation: ", Said(plain.run));
  }
  out.seen = casebook::SignatureOf(outcome, 0);
  ASSAY_ASSIGN(const ProgramOutcome alone,
               labs.Run(out.environment, ShowingProgram(out), false, true));
  if (!SameFailure(out.seen, casebook::SignatureOf(alone, 0))) {
    out.reason = "it comes and goes: in a process of its own " +
                 StrCat(ProgramStatusName(alone.status), " ", Said(alone.run));
    return {};
  }
  out.state = "suspected";
  out.suspected = true;
  out.symptom = SymptomOf(outcome);
  out.kind = KindOf(out);
  out.reason = StrCat(out.symptom == "crash"   ? "the process dies"
                      : out.symptom == "hangs" ? "it does not come to an end"
                                               : Said(outcome.run),
                      "; ", beside);
  return {};
}

bool PlatformOnly(const std::string& message) {
  const std::string text = Lower(message);
  for (const std::string_view name : kPlatforms) {
    const size_t at = text.find(name);
    if (at == std::string::npos) continue;
    const auto letter = [&](size_t place) {
      return place < text.size() && std::isalpha(static_cast<unsigned char>(text[place])) != 0;
    };
    // "mps" is no part of "imps"; "mkldnn_" and "cuda:0" count.
    if ((at == 0 || !letter(at - 1)) && !letter(at + name.size())) return true;
  }
  return false;
}

casebook::ProgramFinding FindingOf(const ProposalTrial& trial, const std::string& approach,
                                   const std::string& model) {
  const Proposal& proposal = trial.proposal;
  casebook::ProgramFinding out{
      .pipeline = "optbug",
      .framework = proposal.framework,
      .version = trial.version,
      .environment = trial.environment,
      .api = trial.optimisers.empty() ? "" : trial.optimisers.front(),
      .oracle = "model",
      // Failed checks are told apart by the program, errors by their words.
      .parameter = trial.symptom == "difference" ? trial.proposal.key : "",
      .kind = std::string(casebook::kSuspected),
      .title = Title(trial),
      .sentence = trial.plain ? "without the optimisation the same program passes" : "",
      .message = trial.reason,
      .program = ShowingProgram(trial),
      .target_api = trial.optimisers.empty() ? "" : trial.optimisers.front(),
      .seen = trial.seen};
  out.facts = {{"approach", approach},
               {"model_name", model},
               {"prompt", proposal.key},
               {"prompt_text", proposal.prompt},
               {"rule", proposal.rule},
               {"neighbourhood", proposal.neighbourhood},
               {"optbug_kind", trial.kind},
               {"verdict", trial.symptom},
               {"reason", trial.reason},
               {"optimisers", trial.optimisers},
               {"confirmed", 1}};
  // Reducing holds on to it: whatever is left must still be the optimiser's.
  if (trial.plain) out.facts[casebook::kPlainLines] = PlainLines(proposal.framework);
  return out;
}

}  // namespace assay::optbug
