#include "mirror/model/carry.h"

#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/text.h"
#include "llm/ledger.h"
#include "mirror/model/gaps.h"
#include "program/parse/syntax.h"
#include "trial/model/answer.h"

namespace assay::mirror {
namespace {

// Longer ones no test is; a model that does not find an end writes them.
constexpr size_t kMostAnswerBytes = 256 << 10;
// As many as the schema of mirror-fill takes.
constexpr size_t kMostGaps = 24;

class Carrier {
 public:
  Carrier(const std::vector<ToCarry>& sources, const CarryOptions& options, llm::Client& client)
      : sources_(sources), options_(options), client_(client) {}

  Result<CarriedAll> All() {
    out_.programs.resize(sources_.size());
    gaps_.resize(sources_.size());
    written_.resize(sources_.size());
    ASSAY_RETURN_IF_ERROR(AskFirst());
    const int repairs = options_.context.approach.repairs() ? options_.repairs : 0;
    for (int i = 0; i < repairs && out_.spent.stopped == 0; ++i) ASSAY_RETURN_IF_ERROR(Repair());
    return std::move(out_);
  }

 private:
  Status AskFirst() {
    std::vector<size_t> who;
    std::vector<AskedPrompt> asked;
    for (size_t i = 0; i < sources_.size(); ++i) {
      const ToCarry& one = sources_[i];
      if (options_.context.approach.kind == Approach::Kind::kFill && one.rewritten.left.empty()) {
        out_.programs[i].program = one.rewritten.text;
        continue;
      }
      ASSAY_ASSIGN(AskedPrompt question, FirstQuestion(one, gaps_[i]));
      who.push_back(i);
      asked.push_back(std::move(question));
    }
    return Ask(who, asked);
  }

  // Ours asks for the statements that are left, where they can be told from the rest.
  Result<AskedPrompt> FirstQuestion(const ToCarry& one, std::vector<Gap>& gaps) {
    const PromptContext& context = options_.context;
    if (context.approach.kind == Approach::Kind::kFill)
      gaps = FindGaps(one.rewritten.text, one.rewritten.left, context.direction.from);
    if (gaps.size() > kMostGaps) gaps.clear();
    if (!gaps.empty()) return FillPrompt(one.source, one.rewritten, TextsOf(gaps), "", context);
    // Of the source alone, so that asking for more changes nothing of what was asked before.
    Rng rng(HashCombine(options_.seed, HashBytes(one.source.text)));
    return CarryPrompt(one.source, one.rewritten.uses, context, rng);
  }

  static std::vector<std::string> TextsOf(const std::vector<Gap>& gaps) {
    std::vector<std::string> out;
    for (const Gap& gap : gaps) out.push_back(gap.text);
    return out;
  }

  Result<AskedPrompt> RepairQuestion(size_t i, const std::string& error) {
    const ToCarry& one = sources_[i];
    if (gaps_[i].empty())
      return RepairPrompt(one.source, out_.programs[i].program, error, one.rewritten.uses,
                          options_.context);
    return FillPrompt(one.source, one.rewritten, TextsOf(gaps_[i]), error, options_.context);
  }

  // One round: every program that fails is asked for again, with its error.
  Status Repair() {
    if (!options_.error_of) return {};
    std::vector<size_t> who;
    std::vector<AskedPrompt> asked;
    for (size_t i = 0; i < sources_.size(); ++i) {
      CarriedProgram& one = out_.programs[i];
      if (client_.Stopped()) break;  // programs take their time as well
      if (one.pending || one.program.empty()) continue;
      ASSAY_ASSIGN(const std::string error, options_.error_of(sources_[i].source, one.program));
      if (error.empty()) continue;
      ASSAY_ASSIGN(AskedPrompt question, RepairQuestion(i, error));
      ++one.repairs;
      who.push_back(i);
      asked.push_back(std::move(question));
    }
    return Ask(who, asked);
  }

  Status Ask(const std::vector<size_t>& who, const std::vector<AskedPrompt>& asked) {
    std::vector<llm::Prompt> prompts;
    for (const AskedPrompt& one : asked) prompts.push_back(one.prompt);
    const std::vector<llm::Outcome> outcomes = client_.AskAll(prompts, options_.progress);
    ASSAY_RETURN_IF_ERROR(out_.spent.Add(outcomes));
    for (size_t i = 0; i < outcomes.size(); ++i) Take(asked[i], outcomes[i], who[i]);
    return {};
  }

  // A repair that is no program leaves the one before.
  void Take(const AskedPrompt& asked, const llm::Outcome& outcome, size_t index) {
    CarriedProgram& out = out_.programs[index];
    out.asked = true;
    out.pending = outcome.trouble == llm::Trouble::kPending;
    if (!outcome.ok()) return;
    Count(asked, outcome.answer, out);
    const std::string program = trial::CompleteImports(ProgramOf(outcome.answer, index));
    std::string problem;
    if (knowledge::IsBlank(program) || program.size() > kMostAnswerBytes)
      problem = "empty";
    else if (!program::SyntaxTree::Parse(program).errors().empty())
      problem = "messy";
    if (!problem.empty() && !out.program.empty()) return;
    out.program = problem == "empty" ? "" : program;
    out.problem = problem;
  }

  std::string ProgramOf(const llm::Answer& answer, size_t index) {
    const nlohmann::json& value = answer.value;
    if (!value.is_object()) return trial::ProgramOfAnswer(answer.text);
    if (value.contains("program"))
      return trial::ProgramOfAnswer(value["program"].get<std::string>());
    std::map<int, std::string>& statements = written_[index];
    for (const nlohmann::json& one : value.value("statements", nlohmann::json::array())) {
      const int number = one.at("number").get<int>();
      if (number < 1 || static_cast<size_t>(number) > gaps_[index].size()) continue;
      statements[number] = trial::ProgramOfAnswer(one.at("code").get<std::string>());
      // What a repair shows is what the model wrote.
      gaps_[index][static_cast<size_t>(number) - 1].text = statements[number];
    }
    if (statements.empty()) return "";
    return FillGaps(sources_[index].rewritten.text, gaps_[index], statements,
                    options_.context.direction.from);
  }

  void Count(const AskedPrompt& asked, const llm::Answer& answer, CarriedProgram& out) const {
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
  std::vector<std::vector<Gap>> gaps_;  // as the sources; none: the whole program is asked for
  std::vector<std::map<int, std::string>> written_;  // statements in place of gaps, by number
};

}  // namespace

Result<CarriedAll> CarryByModel(const std::vector<ToCarry>& sources, const CarryOptions& options,
                                llm::Client& client) {
  return Carrier(sources, options, client).All();
}

}  // namespace assay::mirror
