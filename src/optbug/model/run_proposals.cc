#include "optbug/model/run_proposals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/text.h"
#include "llm/ledger.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"
#include "trial/labs.h"
#include "trial/model/answer.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

// Enough to keep several labs busy, few enough to lose little when stopped.
constexpr size_t kProposalsAtOnce = 8;

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
  ProposalAsker(const Concentration& known, const ProposeOptions& options, int64_t context)
      : known_(known), options_(options), context_(context) {}

  const std::vector<std::string>& notes() const { return notes_; }

  Result<std::vector<Question>> Steps() {
    std::vector<PlanStep> plan = PlanFor();
    LeaveOutMissing(plan);
    if (plan.empty())
      return Invalid(notes_.empty() ? "there is no neighbourhood to ask for" : notes_.front());
    Shuffle(plan);
    const size_t count = options_.count == 0 ? plan.size() : options_.count;
    std::vector<Question> out;
    for (size_t i = 0; i < count; ++i) {
      const PlanStep& step = plan[i % plan.size()];
      const Neighbourhood& hood = known_.neighbourhoods[step.neighbourhood];
      // Of the step alone, so that asking for more changes nothing of what was asked before.
      Rng rng(
          HashCombine(options_.seed, HashBytes(step.rule, HashBytes(hood.id, i / plan.size()))));
      if (options_.making) options_.making(i, count);
      auto prompt = StepPrompt(step, hood, known_.snippets, options_.approach,
                               options_.documentation, rng, ReaderOf(hood.framework));
      if (!prompt.ok()) {
        notes_.push_back(StrCat(hood.id, ": ", prompt.error().message));
        continue;
      }
      Number(*prompt);
      out.push_back(
          {*std::move(prompt), options_.approach.rules ? step.rule : "", hood.id, hood.framework});
    }
    if (out.empty()) return Invalid(notes_.front());
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
      ASSAY_ASSIGN(llm::Prompt prompt,
                   BaselinePrompt(known_.snippets, framework, rng, ReaderOf(framework)));
      Number(prompt);
      out.push_back({std::move(prompt), "", "", framework});
    }
    return out;
  }

 private:
  Reader ReaderOf(const std::string& framework) const {
    const auto found = options_.surroundings.find(framework);
    return {context_, found == options_.surroundings.end() ? "" : found->second};
  }

  std::vector<PlanStep> PlanFor() const {
    std::vector<PlanStep> plan = MakePlan(known_.neighbourhoods, known_.snippets, known_.places);
    std::erase_if(plan, [&](const PlanStep& step) {
      const std::string& framework = known_.neighbourhoods[step.neighbourhood].framework;
      return !options_.framework.empty() && framework != options_.framework;
    });
    return plan;
  }

  // Of a neighbourhood's first bug, which is what the program to write is to be like.
  void LeaveOutMissing(std::vector<PlanStep>& plan) {
    std::map<std::string, size_t> left_out;
    std::erase_if(plan, [&](const PlanStep& step) {
      const Neighbourhood& hood = known_.neighbourhoods[step.neighbourhood];
      const std::string& environment = known_.snippets[hood.members.front()].environment;
      if (!options_.missing.contains(environment)) return false;
      ++left_out[environment];
      return true;
    });
    for (const auto& [environment, steps] : left_out)
      notes_.push_back(StrCat(steps, " steps whose programs need the environment ", environment));
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
  const int64_t context_;
  std::vector<std::string> notes_;
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

  Proposal Take(const Question& question, const llm::Outcome& outcome, const std::string& model) {
    const llm::Answer& answer = outcome.answer;
    Proposal out{.key = outcome.key,
                 .prompt = question.prompt.messages.back().text,
                 .rule = question.rule,
                 .neighbourhood = question.neighbourhood,
                 .framework = question.framework,
                 .prompt_tokens = answer.prompt_tokens,
                 .completion_tokens = answer.completion_tokens,
                 .estimated = answer.estimated,
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

Status RunProposals(const std::vector<Proposal>& proposals, const RunProposalsOptions& options,
                    const OnTrials& on_trials) {
  const auto stopped = [&] { return options.should_stop && options.should_stop(); };
  ASSAY_ASSIGN(const ProposalJudge judge, ProposalJudge::Open());
  trial::LabThreads threads(options.jobs, options.unsafe);
  for (size_t first = 0; first < proposals.size() && !stopped(); first += kProposalsAtOnce) {
    const size_t count = std::min(kProposalsAtOnce, proposals.size() - first);
    std::vector<std::optional<ProposalTrial>> done(count);
    ASSAY_RETURN_IF_ERROR(threads.Do(count, [&](size_t i, trial::Labs& labs) -> Status {
      if (stopped()) return {};
      ASSAY_ASSIGN(done[i], judge.Judge(proposals[first + i], labs));
      return {};
    }));
    std::vector<ProposalTrial> block;
    for (std::optional<ProposalTrial>& trial : done)
      if (trial) block.push_back(std::move(*trial));
    if (!block.empty()) ASSAY_RETURN_IF_ERROR(on_trials(std::move(block)));
  }
  return {};
}

json SummaryOf(const std::vector<ProposalTrial>& trials) {
  json counts = {{"programs", 0}, {"valid", 0}, {"relevant", 0}, {"suspected", 0}};
  json rules = json::object(), statuses = json::object(), problems = json::object(),
       states = json::object();
  json suspected = json::array();
  int64_t tokens = 0, completion = 0;
  bool estimated = false;
  double cost = 0, seconds = 0;
  const auto add = [](json& to, const std::string& name) {
    if (!name.empty()) to[name] = to.value(name, 0) + 1;
  };
  for (const ProposalTrial& trial : trials) {
    const Proposal& proposal = trial.proposal;
    Count(counts, trial);
    if (!proposal.rule.empty()) Count(rules[proposal.rule], trial);
    add(statuses, trial.status);
    add(states, trial.state);
    add(problems, proposal.problem);
    tokens += proposal.prompt_tokens + proposal.completion_tokens;
    completion += proposal.completion_tokens;
    estimated = estimated || proposal.estimated;
    cost += proposal.cost;
    seconds += proposal.seconds;
    if (trial.suspected)
      suspected.push_back({{"id", trial.finding},
                           {"rule", proposal.rule},
                           {"neighbourhood", proposal.neighbourhood},
                           {"framework", proposal.framework},
                           {"status", trial.status},
                           {"exception", trial.exception},
                           {"message", trial.message},
                           {"reason", trial.reason},
                           {"program", proposal.program}});
  }
  return {{"programs", counts["programs"]},
          {"outputs", counts["programs"]},
          {"valid", counts["valid"]},
          {"relevant", counts["relevant"]},
          {"suspected", std::move(suspected)},
          {"statuses", std::move(statuses)},
          {"states", std::move(states)},
          {"rules", std::move(rules)},
          {"problems", std::move(problems)},
          {"tokens", tokens},
          {"estimated", estimated},
          {"completion_tokens", completion},
          {"cost", cost},
          {"model_seconds", seconds}};
}

Result<Proposals> ProposeByModel(const Concentration& known, const ProposeOptions& options,
                                 llm::Client& client) {
  ProposalAsker asker(known, options, client.context());
  ASSAY_ASSIGN(const std::vector<Question> questions,
               options.approach.baseline() ? asker.Baseline() : asker.Steps());
  std::vector<llm::Prompt> prompts;
  for (const Question& question : questions) prompts.push_back(question.prompt);
  const std::vector<llm::Outcome> outcomes = client.AskAll(prompts, options.progress);
  Proposals out{.notes = asker.notes()};
  ASSAY_RETURN_IF_ERROR(out.spent.Add(outcomes));
  Taker taker(known, options);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].ok()) continue;
    out.all.push_back(taker.Take(questions[i], outcomes[i], client.model()));
    out.cost += out.all.back().cost;
  }
  return out;
}

}  // namespace assay::optbug
