#include "optbug/model/run_proposals.h"

#include <cctype>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/text.h"
#include "llm/ledger.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"
#include "trial/model/answer.h"

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
    ProposalTrial out{.proposal = proposal};
    if (proposal.problem == "empty" || proposal.problem == "messy") return out;
    ASSAY_ASSIGN(program::ProgramLab* const lab, LabOf(proposal.framework));
    program::ProgramRequest request{.text = proposal.program};
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

// One question: what is asked, and for whom.
struct Question {
  llm::Prompt prompt;
  std::string rule, neighbourhood, framework;
};

class ProposalAsker {
 public:
  ProposalAsker(const Concentration& known, const ProposeOptions& options)
      : known_(known), options_(options) {}

  Result<std::vector<Question>> Steps() {
    std::vector<PlanStep> plan = PlanFor();
    if (plan.empty()) return Invalid("there is no neighbourhood to ask for");
    Shuffle(plan);
    const size_t count = options_.count == 0 ? plan.size() : options_.count;
    std::vector<Question> out;
    for (size_t i = 0; i < count; ++i) {
      const PlanStep& step = plan[i % plan.size()];
      const Neighbourhood& hood = known_.neighbourhoods[step.neighbourhood];
      // Of the step alone, so that asking for more changes nothing of what was asked before.
      Rng rng(
          HashCombine(options_.seed, HashBytes(step.rule, HashBytes(hood.id, i / plan.size()))));
      ASSAY_ASSIGN(llm::Prompt prompt, StepPrompt(step, hood, known_.snippets, options_.approach,
                                                  options_.documentation, rng));
      Number(prompt);
      out.push_back(
          {std::move(prompt), options_.approach.rules ? step.rule : "", hood.id, hood.framework});
    }
    return out;
  }

  // As many as ours without another number, from random examples.
  Result<std::vector<Question>> Baseline() {
    std::vector<std::string> frameworks;
    for (const Snippet& snippet : known_.snippets)
      if (options_.framework.empty() || snippet.framework == options_.framework)
        frameworks.push_back(snippet.framework);
    if (frameworks.empty()) return Invalid("there is no snippet to ask for");
    const size_t count = options_.count == 0 ? PlanFor().size() : options_.count;
    std::vector<Question> out;
    for (size_t i = 0; i < count; ++i) {
      Rng rng(HashCombine(options_.seed, i));
      // Frameworks as often as the snippets have them.
      const std::string framework = rng.Pick(std::span<const std::string>(frameworks));
      ASSAY_ASSIGN(llm::Prompt prompt, BaselinePrompt(known_.snippets, framework, rng));
      Number(prompt);
      out.push_back({std::move(prompt), "", "", framework});
    }
    return out;
  }

 private:
  std::vector<PlanStep> PlanFor() const {
    std::vector<PlanStep> plan = MakePlan(known_.neighbourhoods, known_.snippets, known_.places);
    std::erase_if(plan, [&](const PlanStep& step) {
      const std::string& framework = known_.neighbourhoods[step.neighbourhood].framework;
      return !options_.framework.empty() && framework != options_.framework;
    });
    return plan;
  }

  void Shuffle(std::vector<PlanStep>& plan) const {
    Rng rng(options_.seed);
    for (size_t i = plan.size(); i > 1; --i)
      std::swap(plan[i - 1], plan[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(i) - 1))]);
  }

  // The same words once more ask for another sample.
  void Number(llm::Prompt& prompt) {
    uint64_t words = 0;
    for (const llm::Message& message : prompt.messages) words = HashBytes(message.text, words);
    prompt.parameters.seed = static_cast<int64_t>(options_.seed);
    prompt.sample = asked_[words]++;
  }

  const Concentration& known_;
  const ProposeOptions& options_;
  std::map<uint64_t, int> asked_;  // how often, by the hash of the words
};

std::string ProgramKey(const std::string& program) {
  return program::DedupKey(program::SyntaxTree::Parse(program));
}

// Turns answers into proposals.
class Taker {
 public:
  Taker(const Concentration& known, const ProposeOptions& options) : prices_(options.prices) {
    for (const Snippet& snippet : known.snippets) seen_.insert(ProgramKey(snippet.source));
  }

  Proposal Take(const Question& question, const llm::Answer& answer, const std::string& model) {
    Proposal out{.rule = question.rule,
                 .neighbourhood = question.neighbourhood,
                 .framework = question.framework,
                 .prompt_tokens = answer.prompt_tokens,
                 .completion_tokens = answer.completion_tokens,
                 .seconds = answer.seconds};
    llm::Usage used{.model = model};
    llm::AddAnswer(answer, prices_, used);
    out.cost = used.cost;
    out.program = trial::CompleteImports(trial::ProgramOfAnswer(answer.text));
    out.problem = ProblemOf(out.program);
    return out;
  }

 private:
  std::string ProblemOf(const std::string& program) {
    if (knowledge::IsBlank(program)) return "empty";
    const program::SyntaxTree tree = program::SyntaxTree::Parse(program);
    if (!tree.errors().empty()) return "messy";
    return seen_.insert(program::DedupKey(tree)).second ? "" : "duplicate";
  }

  const std::map<std::string, llm::Price>& prices_;
  std::set<std::string> seen_;
};

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
    ASSAY_ASSIGN(out.emplace_back(), runner.Run(proposal));
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

Result<Proposals> ProposeByModel(const Concentration& known, const ProposeOptions& options,
                                 llm::Client& client) {
  ProposalAsker asker(known, options);
  ASSAY_ASSIGN(const std::vector<Question> questions,
               options.approach.baseline() ? asker.Baseline() : asker.Steps());
  std::vector<llm::Prompt> prompts;
  for (const Question& question : questions) prompts.push_back(question.prompt);
  const std::vector<llm::Outcome> outcomes = client.AskAll(prompts, options.progress);
  Proposals out;
  ASSAY_RETURN_IF_ERROR(out.spent.Add(outcomes));
  Taker taker(known, options);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].ok()) continue;
    out.all.push_back(taker.Take(questions[i], outcomes[i].answer, client.model()));
    out.cost += out.all.back().cost;
  }
  return out;
}

}  // namespace assay::optbug
