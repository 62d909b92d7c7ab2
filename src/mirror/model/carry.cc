#include "mirror/model/carry.h"

#include "base/hash.h"
#include "base/strings.h"
#include "judge/model/imports.h"
#include "knowledge/text.h"
#include "llm/cost.h"
#include "optbug/model/propose.h"
#include "program/parse/syntax.h"

namespace assay::mirror {
namespace {

class Carrier {
 public:
  Carrier(const std::vector<ToCarry>& sources, const CarryOptions& options, llm::Client& client)
      : sources_(sources), options_(options), client_(client) {}

  Result<CarriedAll> All() {
    out_.programs.resize(sources_.size());
    ASSAY_RETURN_IF_ERROR(AskFirst());
    for (int i = 0; i < options_.repairs && options_.context.approach.repairs(); ++i)
      ASSAY_RETURN_IF_ERROR(Repair());
    return std::move(out_);
  }

 private:
  Status AskFirst() {
    std::vector<size_t> who;
    std::vector<Asked> asked;
    for (size_t i = 0; i < sources_.size(); ++i) {
      const ToCarry& one = sources_[i];
      if (options_.context.approach.kind == Approach::Kind::kFill && one.rewritten.left.empty()) {
        out_.programs[i].program = one.rewritten.text;
        continue;
      }
      // Of the source alone, so that asking for more changes nothing of what was asked before.
      Rng rng(HashCombine(options_.seed, HashBytes(one.source.text)));
      ASSAY_ASSIGN(Asked question, CarryPrompt(one.source, one.rewritten.uses, one.rewritten,
                                               options_.context, rng));
      who.push_back(i);
      asked.push_back(std::move(question));
    }
    return Ask(who, asked);
  }

  // One round: every program that fails is asked for again, with its error.
  Status Repair() {
    if (!options_.error_of) return {};
    std::vector<size_t> who;
    std::vector<Asked> asked;
    for (size_t i = 0; i < sources_.size(); ++i) {
      Carried& one = out_.programs[i];
      if (one.pending || one.program.empty()) continue;
      ASSAY_ASSIGN(const std::string error, options_.error_of(sources_[i].source, one.program));
      if (error.empty()) continue;
      ASSAY_ASSIGN(Asked question, RepairPrompt(sources_[i].source, one.program, error,
                                                sources_[i].rewritten.uses, options_.context));
      ++one.repairs;
      who.push_back(i);
      asked.push_back(std::move(question));
    }
    return Ask(who, asked);
  }

  Status Ask(const std::vector<size_t>& who, const std::vector<Asked>& asked) {
    std::vector<llm::Prompt> prompts;
    for (const Asked& one : asked) prompts.push_back(one.prompt);
    const std::vector<llm::Outcome> outcomes = client_.AskAll(prompts, options_.progress);
    ASSAY_RETURN_IF_ERROR(out_.spent.Add(outcomes));
    for (size_t i = 0; i < outcomes.size(); ++i) Take(asked[i], outcomes[i], out_.programs[who[i]]);
    return {};
  }

  // A repair that is no program leaves the one before.
  void Take(const Asked& asked, const llm::Outcome& outcome, Carried& out) {
    out.asked = true;
    out.pending = outcome.trouble == llm::Trouble::kPending;
    if (!outcome.ok()) return;
    Count(asked, outcome.answer, out);
    const nlohmann::json& value = outcome.answer.value;
    const std::string answer = value.is_object() && value.contains("program")
                                   ? value["program"].get<std::string>()
                                   : outcome.answer.text;
    const std::string program = judge::model::CompleteImports(optbug::ProgramOfAnswer(answer));
    std::string problem;
    if (knowledge::IsBlank(program))
      problem = "empty";
    else if (!program::SyntaxTree::Parse(program).errors().empty())
      problem = "messy";
    if (!problem.empty() && !out.program.empty()) return;
    out.program = program;
    out.problem = problem;
  }

  void Count(const Asked& asked, const llm::Answer& answer, Carried& out) const {
    size_t bytes = 1;
    for (const llm::Message& message : asked.prompt.messages) bytes += message.text.size();
    const auto share = [&](size_t part) {
      return static_cast<int64_t>(static_cast<double>(answer.prompt_tokens) *
                                  static_cast<double>(part) / static_cast<double>(bytes));
    };
    // What is neither is the instruction, which the paper counts as knowledge.
    const int64_t code = share(asked.code_bytes);
    out.code_tokens += code;
    out.knowledge_tokens += answer.prompt_tokens - code;
    out.input_tokens += answer.prompt_tokens;
    out.output_tokens += answer.completion_tokens;
    out.seconds += answer.seconds;
    llm::Usage used;
    used.model = client_.model();
    llm::AddAnswer(answer, options_.prices, used);
    out.cost += used.cost;
  }

  const std::vector<ToCarry>& sources_;
  const CarryOptions& options_;
  llm::Client& client_;
  CarriedAll out_;
};

}  // namespace

Result<CarriedAll> CarryByModel(const std::vector<ToCarry>& sources, const CarryOptions& options,
                                llm::Client& client) {
  return Carrier(sources, options, client).All();
}

}  // namespace assay::mirror
