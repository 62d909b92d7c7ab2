#include "judge/model/generate.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "judge/model/arguments.h"
#include "judge/model/doc_text.h"
#include "judge/model/masks.h"
#include "judge/model/predict.h"
#include "knowledge/text.h"
#include "llm/template.h"
#include "program/parse/edit.h"
#include "trial/model/answer.h"
#include "trial/model/imports.h"

namespace assay::judge::model {
namespace {

class Generator {
 public:
  Generator(const knowledge::ApiDoc& doc, llm::Client& client) : doc_(doc), client_(client) {}

  void Know(const std::string& program) {
    seen_.insert(program::DedupKey(program::SyntaxTree::Parse(program)));
  }

  Status Seeds(int count) {
    if (count < 1) return {};
    ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-seed"));
    ASSAY_ASSIGN(const llm::Prompt prompt,
                 words.Fill({{"api", doc_.name},
                             {"documentation", DocumentationText(doc_, kMostDocBytes)}}));
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

}  // namespace assay::judge::model
