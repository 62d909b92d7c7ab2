#include "optbug/model/run_proposals.h"

#include <cctype>
#include <map>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::optbug {
namespace {

using nlohmann::json;
using program::ProgramStatus;

// A first compilation takes half a minute on a busy machine.
constexpr double kProposalSeconds = 60;
// The second run shows whether a failure repeats.
constexpr int kRuns = 2;

constexpr std::string_view kPlatforms[] = {
    "mkldnn", "mkl-dnn", "onednn", "mps", "cuda", "cudnn", "rocm", "hip", "metal", "tensorrt",
    "xpu", "tpu",
    // torch's quantised engine x86 elsewhere, as it spells it
    "unknown architecure"};

class ProposalRunner {
 public:
  explicit ProposalRunner(const RunProposalsOptions& options) : options_(options) {}

  Result<ProposalTrial> Run(const Proposal& proposal) {
    ProposalTrial out;
    out.proposal = proposal;
    if (proposal.problem == "empty" || proposal.problem == "messy") return out;
    ASSAY_ASSIGN(program::ProgramLab* const lab, LabOf(proposal.framework));
    program::ProgramRequest request;
    request.text = proposal.program;
    request.limits.wall_s = kProposalSeconds;
    ASSAY_ASSIGN(program::ProgramOutcome outcome, lab->Run(request));
    out.status = program::ProgramStatusName(outcome.status);
    out.exception = outcome.run.exception;
    out.message = outcome.run.message;
    out.valid = !outcome.run.invalid;
    out.relevant = out.valid && options_.relevant && options_.relevant(proposal.program, outcome);
    // A known program that fails shows the known bug.
    const bool known = proposal.problem == "duplicate";
    if (known || !out.relevant || !Failed(outcome.status) || PlatformOnly(out.message)) return out;
    request.repeat = kRuns;
    ASSAY_ASSIGN(const program::ProgramOutcome again, lab->Run(request));
    out.suspected = again.status == outcome.status && again.run.exception == out.exception;
    return out;
  }

 private:
  static bool Failed(ProgramStatus status) {
    return status == ProgramStatus::kCrash || status == ProgramStatus::kException ||
           status == ProgramStatus::kHangs;
  }

  Result<program::ProgramLab*> LabOf(const std::string& framework) {
    auto found = labs_.find(framework);
    if (found == labs_.end()) {
      ASSAY_ASSIGN(program::ProgramLab lab, program::ProgramLab::Open({.environment = framework,
                                                                       .unsafe = options_.unsafe}));
      found = labs_.emplace(framework, std::move(lab)).first;
    }
    return &found->second;
  }

  const RunProposalsOptions& options_;
  std::map<std::string, program::ProgramLab> labs_;
};

void Count(json& counts, const ProposalTrial& trial) {
  if (counts.is_null()) counts = json::object();
  const auto add = [&](const char* key, bool holds) {
    counts[key] = counts.value(key, 0) + (holds ? 1 : 0);
  };
  add("programs", true);
  add("valid", trial.valid);
  add("relevant", trial.relevant);
  add("suspected", trial.suspected);
}

}  // namespace

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

Result<std::vector<ProposalTrial>> RunProposals(const std::vector<Proposal>& proposals,
                                                const RunProposalsOptions& options) {
  ProposalRunner runner(options);
  std::vector<ProposalTrial> out;
  for (const Proposal& proposal : proposals) {
    if (options.should_stop && options.should_stop()) break;
    ASSAY_ASSIGN(ProposalTrial trial, runner.Run(proposal));
    out.push_back(std::move(trial));
    if (options.progress) options.progress(out.size(), proposals.size());
  }
  return out;
}

json SummaryOf(const std::vector<ProposalTrial>& trials) {
  json counts = {{"programs", 0}, {"valid", 0}, {"relevant", 0}, {"suspected", 0}};
  json rules = json::object(), statuses = json::object(), problems = json::object();
  json suspected = json::array();
  int64_t tokens = 0, completion = 0;
  double cost = 0, seconds = 0;
  for (const ProposalTrial& trial : trials) {
    Count(counts, trial);
    if (!trial.proposal.rule.empty()) Count(rules[trial.proposal.rule], trial);
    if (!trial.status.empty()) statuses[trial.status] = statuses.value(trial.status, 0) + 1;
    const std::string& problem = trial.proposal.problem;
    if (!problem.empty()) problems[problem] = problems.value(problem, 0) + 1;
    tokens += trial.proposal.prompt_tokens + trial.proposal.completion_tokens;
    completion += trial.proposal.completion_tokens;
    cost += trial.proposal.cost;
    seconds += trial.proposal.seconds;
    if (trial.suspected)
      suspected.push_back({{"rule", trial.proposal.rule},
                           {"neighbourhood", trial.proposal.neighbourhood},
                           {"framework", trial.proposal.framework},
                           {"status", trial.status},
                           {"exception", trial.exception},
                           {"message", trial.message},
                           {"program", trial.proposal.program}});
  }
  return {{"programs", counts["programs"]},
          {"valid", counts["valid"]},
          {"relevant", counts["relevant"]},
          {"findings", json::array()},
          {"suspected", std::move(suspected)},
          {"statuses", std::move(statuses)},
          {"rules", std::move(rules)},
          {"problems", std::move(problems)},
          {"tokens", tokens},
          {"completion_tokens", completion},
          {"cost", cost},
          {"model_seconds", seconds}};
}

}  // namespace assay::optbug
