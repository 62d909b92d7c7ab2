#include "judge/model/generate.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "judge/model/arguments.h"
#include "judge/model/doc_text.h"
#include "judge/model/predict.h"
#include "knowledge/text.h"
#include "llm/template.h"
#include "program/parse/edit.h"
#include "trial/model/answer.h"

namespace assay::judge::model {
namespace {

using program::Call;
using program::Node;
using program::Program;
using program::Span;

class Generator {
 public:
  Generator(const knowledge::ApiDoc& doc, llm::Client& client) : doc_(doc), client_(client) {}

  void Know(const std::string& program) {
    seen_.insert(program::DedupKey(program::SyntaxTree::Parse(program)));
  }

  Status Seeds(int count) {
    if (count < 1) return {};
    ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-seed"));
    ASSAY_ASSIGN(
        const llm::Prompt prompt,
        words.Fill({{"api", doc_.name},
                    {"documentation", DocumentationText(doc_, DocBytes(client_.context()))}}));
    for (const llm::Outcome& outcome : Ask(Samples(prompt, count)))
      if (outcome.ok())
        Take("seed", trial::WithoutFence(outcome.answer.value.value("program", "")));
    return {};
  }

  Status Mutants(const std::vector<std::string>& programs, size_t count) {
    ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-infill"));
    const std::vector<Mask> masks = Choose(programs, count);
    std::vector<llm::Prompt> prompts;
    for (const Mask& mask : masks) {
      ASSAY_ASSIGN(llm::Prompt prompt, words.Fill({{"api", doc_.name},
                                                   {"signature", doc_.signature},
                                                   {"kind", mask.kind},
                                                   {"program", mask.program}}));
      prompts.push_back(Samples(std::move(prompt), 1).front());
    }
    const std::vector<llm::Outcome> outcomes = Ask(prompts);
    for (size_t i = 0; i < outcomes.size(); ++i) {
      if (!outcomes[i].ok()) continue;
      const auto filled =
          FillMask(masks[i], trial::WithoutFence(outcomes[i].answer.value.value("filling", "")));
      if (filled)
        Take(masks[i].kind, *filled);
      else
        ++out_.rejected["messy"];
    }
    return {};
  }

  Generated Finish() { return std::move(out_); }
  const Generated& out() const { return out_; }

 private:
  std::vector<Mask> Choose(const std::vector<std::string>& programs, size_t count) const {
    std::vector<Mask> all;
    for (const std::string& program : programs)
      for (Mask& mask : MakeMasks(program, doc_)) all.push_back(std::move(mask));
    if (all.size() <= count) return all;
    const auto turn = static_cast<std::ptrdiff_t>(HashBytes(doc_.name, 0) % all.size());
    std::rotate(all.begin(), all.begin() + turn, all.end());
    all.resize(count);
    return all;
  }

  std::vector<llm::Outcome> Ask(const std::vector<llm::Prompt>& prompts) {
    std::vector<llm::Outcome> outcomes = client_.AskAll(prompts);
    out_.outcomes.insert(out_.outcomes.end(), outcomes.begin(), outcomes.end());
    return outcomes;
  }

  void Take(const std::string& source, const std::string& text) {
    const std::string program = trial::CompleteImports(text);
    const program::Program read = program::ReadProgram(program);
    if (!read.errors().empty()) {
      ++out_.rejected["messy"];
    } else if (CallsOf(read, doc_.name).empty()) {
      ++out_.rejected["no-api"];
    } else if (!seen_.insert(program::DedupKey(read.tree)).second) {
      ++out_.rejected["duplicate"];
    } else {
      out_.programs.push_back({source, program});
    }
  }

  const knowledge::ApiDoc& doc_;
  llm::Client& client_;
  std::set<std::string> seen_;
  Generated out_;
};

void Add(const char* kind, const std::string& text, Span span, const std::string& filling,
         std::vector<Mask>& out) {
  const auto edited = program::ApplyEdits(text, {{span, filling}});
  if (edited.ok()) out.push_back({kind, *edited});
}

bool IsImport(const Node& node) {
  return node.is("import_statement") || node.is("import_from_statement") ||
         node.is("future_import_statement");
}

// The name behind the last point of a call that is not the API's own.
std::optional<Span> OtherName(const Program& program, const std::string& api) {
  for (const Call& call : program.calls) {
    const size_t dot = call.written.rfind('.');
    if (call.api.empty() || call.api == api || call.decorator || dot == std::string::npos) continue;
    const auto length = static_cast<uint32_t>(call.written.size() - dot - 1);
    return Span{call.callee.end - length, call.callee.end};
  }
  return std::nullopt;
}

// From behind the imports to the statement that calls.
std::optional<Span> Prefix(const Program& program, Span home) {
  uint32_t begin = 0;
  bool any = false;
  for (const Node& node : program.tree.root().children()) {
    if (node.span().begin >= home.begin) break;
    if (IsImport(node))
      begin = node.span().end + 1;
    else
      any = true;
  }
  if (!any || begin >= home.begin) return std::nullopt;
  return Span{begin, home.begin};
}

}  // namespace

Result<Generated> Generate(const knowledge::ApiDoc& doc, const std::vector<std::string>& known,
                           const GenerateOptions& options, llm::Client& client) {
  Generator generator(doc, client);
  for (const std::string& program : known) generator.Know(program);
  ASSAY_RETURN_IF_ERROR(generator.Seeds(options.seeds));
  if (options.mutants > 0) {
    std::vector<std::string> parents = known;
    for (const Generated::Item& item : generator.out().programs) parents.push_back(item.program);
    ASSAY_RETURN_IF_ERROR(generator.Mutants(parents, options.mutants));
  }
  return generator.Finish();
}

std::vector<Mask> MakeMasks(const std::string& text, const knowledge::ApiDoc& doc) {
  const Program program = program::ReadProgram(text);
  const auto calls = CallsOf(program, doc.name);
  std::vector<Mask> out;
  if (calls.empty() || !program.errors().empty()) return out;
  const Call& call = *calls.back();
  Span home;
  for (const Node& node : program.tree.root().children())
    if (node.span().begin <= call.span.begin && call.span.end <= node.span().end)
      home = node.span();
  const std::string hole(kHole);
  if (!call.arguments.empty()) Add("argument", text, call.arguments.back().span, hole, out);
  if (const auto name = OtherName(program, doc.name)) Add("method", text, *name, hole, out);
  if (const auto span = Prefix(program, home)) Add("prefix", text, *span, hole + "\n", out);
  Add("suffix", text, {home.end, static_cast<uint32_t>(text.size())}, "\n" + hole + "\n", out);
  return out;
}

std::optional<std::string> FillMask(const Mask& mask, const std::string& filling) {
  if (knowledge::IsBlank(filling)) return std::nullopt;
  std::string out = mask.program;
  const size_t at = out.find(kHole);
  if (at == std::string::npos) return std::nullopt;
  out.replace(at, kHole.size(), filling);
  if (!program::SyntaxTree::Parse(out).errors().empty()) return std::nullopt;
  return out;
}

}  // namespace assay::judge::model
