#include "mirror/model/carry.h"

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/text.h"
#include "llm/ledger.h"
#include "mirror/check/roles.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"
#include "program/parse/syntax.h"
#include "trial/model/answer.h"

namespace assay::mirror {
namespace {

using program::Node;

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
      if (options_.making) options_.making(i, sources_.size());
      if (options_.context.approach.kind == Approach::Kind::kFill && one.rewritten.left.empty()) {
        out_.programs[i].program = one.rewritten.text;
        continue;
      }
      auto question = FirstQuestion(one, gaps_[i]);
      if (!question.ok()) {  // one that is too long is no reason to ask for none
        out_.programs[i].asked = true;
        out_.programs[i].problem = question.error().message;
        continue;
      }
      who.push_back(i);
      asked.push_back(*std::move(question));
    }
    return Ask(who, asked);
  }

  // Ours asks for the statements that are left, where they can be told from the rest.
  Result<AskedPrompt> FirstQuestion(const ToCarry& one, std::vector<Gap>& gaps) {
    const PromptContext& context = options_.context;
    if (context.approach.kind == Approach::Kind::kFill)
      gaps = FindGaps(one.rewritten.text, one.rewritten.left, context.direction.from);
    if (gaps.size() > kMostGaps) gaps.clear();
    if (!gaps.empty()) return FillPrompt(one.source, one.rewritten, TextsOf(gaps), {}, context);
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
    const FailedTwin failed{out_.programs[i].program, error};
    if (gaps_[i].empty())
      return RepairPrompt(one.source, failed, one.rewritten.uses, options_.context);
    return FillPrompt(one.source, one.rewritten, TextsOf(gaps_[i]), failed, options_.context);
  }

  // One round: every program that fails is asked for again, with its error.
  Status Repair() {
    if (!options_.errors_of || client_.Stopped()) return {};
    std::vector<size_t> tried;
    std::vector<std::string> twins;
    for (size_t i = 0; i < sources_.size(); ++i) {
      const CarriedProgram& one = out_.programs[i];
      // What was not repaired in the round before is as it was.
      if (one.pending || one.program.empty() || fine_.contains(i)) continue;
      tried.push_back(i);
      twins.push_back(one.program);
    }
    ASSAY_ASSIGN(const std::vector<std::string> errors, options_.errors_of(twins));
    std::vector<size_t> who;
    std::vector<AskedPrompt> asked;
    for (size_t n = 0; n < tried.size(); ++n) {
      auto question = errors[n].empty() ? Result<AskedPrompt>(Invalid("nothing to repair"))
                                        : RepairQuestion(tried[n], errors[n]);
      if (!question.ok()) {  // also where it would be longer than the model can read
        fine_.insert(tried[n]);
        continue;
      }
      ++out_.programs[tried[n]].repairs;
      who.push_back(tried[n]);
      asked.push_back(*std::move(question));
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
    out.prompt = outcome.key;
    out.prompt_text = asked.prompt.messages.back().text;
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
    out.estimated = out.estimated || answer.estimated;
    llm::Usage used{.model = client_.model()};
    llm::AddAnswer(answer, options_.prices, used);
    out.cost += used.cost;
  }

  const std::vector<ToCarry>& sources_;
  const CarryOptions& options_;
  llm::Client& client_;
  CarriedAll out_;
  std::vector<std::vector<Gap>> gaps_;  // as the sources; none: the whole program is asked for
  std::vector<std::map<int, std::string>> written_;  // statements in place of gaps, by number
  std::set<size_t> fine_;                            // not to be repaired, or not to be helped
};

// What shows that a statement is still for the source's framework.
struct Marks {
  std::set<std::string, std::less<>> names;    // bound by its imports
  std::set<std::string, std::less<>> methods;  // of its objects
};

Marks MarksOf(const program::Program& draft, const std::vector<Left>& left,
              const std::string& from) {
  Marks out;
  for (const program::Import& import : draft.imports)
    if (BelongsTo(import.full, from))
      out.names.insert(import.local.substr(0, import.local.find('.')));
  for (const Left& one : left)
    if (const size_t dot = one.api.rfind('.'); dot != std::string::npos)
      out.methods.insert(one.api.substr(dot + 1));
  return out;
}

bool IsImport(const Node& node) {
  return node.is("import_statement") || node.is("import_from_statement");
}

bool Names(const Node& node, const Marks& marks, bool below_body) {
  if (node.is("block") && !below_body) return false;
  if (node.is("identifier")) return marks.names.contains(node.text());
  if (node.is("keyword_argument")) return Names(node.field("value"), marks, below_body);
  if (node.is("attribute"))
    return marks.methods.contains(node.field("attribute").text()) ||
           Names(node.field("object"), marks, below_body);
  const auto children = node.children();
  return std::ranges::any_of(children,
                             [&](const Node& child) { return Names(child, marks, below_body); });
}

bool HasBody(const Node& node) {
  const auto children = node.children();
  return std::ranges::any_of(children, [](const Node& child) {
    return child.is("block") || child.is("else_clause") || child.is("except_clause") ||
           child.is("finally_clause") || child.is("elif_clause") ||
           child.is("function_definition") || child.is("class_definition");
  });
}

std::string Shifted(const std::string& text, int by) {
  std::vector<std::string> lines = Split(text, '\n');
  for (std::string& line : lines) {
    if (by > 0 && !line.empty()) line.insert(0, static_cast<size_t>(by), ' ');
    if (by < 0) line.erase(0, std::min(line.find_first_not_of(' '), static_cast<size_t>(-by)));
  }
  return Join(lines, "\n");
}

void Collect(const Node& node, const Marks& marks, std::vector<Gap>& out) {
  for (const Node& child : node.children()) {
    if (IsImport(child) || child.is("comment")) continue;
    const bool parts = child.is("block") || child.is("else_clause") || child.is("except_clause") ||
                       child.is("finally_clause") || HasBody(child);
    if (!parts ? !Names(child, marks, true) : !Names(child, marks, false)) {
      if (parts) Collect(child, marks, out);
      continue;
    }
    // Only statements can be replaced; what else names the framework is a part of a head.
    const std::string_view type = child.type();
    if (!type.ends_with("_statement") && !type.ends_with("_definition")) continue;
    const int column = child.column();
    std::string text = std::string(column, ' ') + std::string(child.text());
    out.push_back({child.span(), column, Shifted(text, -column)});
  }
}

// Without imports of the source's framework that bind no name in use.
std::string WithoutImports(const std::string& text, const std::string& from) {
  const program::Program read = program::ReadProgram(text);
  std::vector<program::Edit> edits;
  for (const Node& statement : read.tree.root().children()) {
    if (!IsImport(statement)) continue;
    Marks own;
    bool foreign = false;
    for (const program::Import& import : read.imports) {
      if (import.line < statement.line() || import.line > statement.end_line()) continue;
      foreign = foreign || !BelongsTo(import.full, from);
      own.names.insert(import.local.substr(0, import.local.find('.')));
    }
    if (own.names.empty() || foreign) continue;
    const auto all = read.tree.root().children();
    if (std::ranges::none_of(all,
                             [&](const Node& n) { return !IsImport(n) && Names(n, own, true); })) {
      program::Span span = statement.span();
      while (span.end < text.size() && text[span.end] != '\n') ++span.end;
      if (span.end < text.size()) ++span.end;
      edits.push_back({span, ""});
    }
  }
  const auto out = program::ApplyEdits(text, edits);
  return out.ok() ? *out : text;
}

}  // namespace

Result<CarriedAll> CarryByModel(const std::vector<ToCarry>& sources, const CarryOptions& options,
                                llm::Client& client) {
  return Carrier(sources, options, client).All();
}

std::vector<Gap> FindGaps(const std::string& draft, const std::vector<Left>& left,
                          const std::string& from) {
  const program::Program read = program::ReadProgram(draft);
  std::vector<Gap> out;
  Collect(read.tree.root(), MarksOf(read, left, from), out);
  return out;
}

std::string FillGaps(const std::string& draft, const std::vector<Gap>& gaps,
                     const std::map<int, std::string>& statements, const std::string& from) {
  std::vector<program::Edit> edits;
  for (const auto& [number, code] : statements) {
    if (number < 1 || static_cast<size_t>(number) > gaps.size()) continue;
    const Gap& gap = gaps[static_cast<size_t>(number) - 1];
    std::string text = code;
    while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
    const size_t first = text.find_first_not_of("\n");
    text = Shifted(first == std::string::npos ? "pass" : text.substr(first), gap.column);
    edits.push_back({gap.span, text.substr(std::min<size_t>(gap.column, text.size()))});
  }
  const auto out = program::ApplyEdits(draft, edits);
  return WithoutImports(out.ok() ? *out : draft, from);
}

}  // namespace assay::mirror
