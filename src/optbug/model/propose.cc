#include "optbug/model/propose.h"

#include <set>

#include "base/hash.h"
#include "knowledge/text.h"
#include "llm/ledger.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"
#include "trial/model/answer.h"

namespace assay::optbug {
namespace {

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
    llm::Usage used;
    used.model = model;
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
