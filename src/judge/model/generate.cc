#include "judge/model/generate.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "judge/model/arguments.h"
#include "judge/model/doc_text.h"
#include "judge/model/fitness.h"
#include "judge/model/masks.h"
#include "judge/model/predict.h"
#include "llm/template.h"
#include "program/parse/edit.h"
#include "trial/model/answer.h"

namespace assay::judge::model {
namespace {

class Evolution {
 public:
  Evolution(const knowledge::ApiDoc& doc, const GenerateOptions& options, llm::Client& client,
            const TryProgram& run)
      : doc_(doc), options_(options), client_(client), run_(run) {}

  void Know(const std::string& program) {
    seen_.insert(program::DedupKey(program::SyntaxTree::Parse(program)));
    AddParent(program);
  }

  Status Seeds() {
    if (options_.seeds < 1) return {};
    ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-seed"));
    size_t left_out = 0;
    const std::string documentation = DocumentationText(doc_, options_.shown.doc_bytes, &left_out);
    ASSAY_ASSIGN(llm::Prompt prompt, words.Fill({{"api", doc_.name},
                                                 {"surroundings", SurroundingsLine(options_.shown)},
                                                 {"documentation", documentation}}));
    if (left_out > 0) prompt.left_out.push_back(LeftOutText(doc_, left_out));
    for (const llm::Outcome& outcome : Ask(Samples(prompt, options_.seeds)))
      if (outcome.ok())
        ASSAY_RETURN_IF_ERROR(
            Take("seed", trial::WithoutFence(outcome.answer.value.value("program", ""))));
    return {};
  }

  Status Generation(int number) {
    ASSAY_ASSIGN(const llm::Template words, llm::Template::Load("judge-infill"));
    Rng rng(HashCombine(HashBytes(doc_.name), static_cast<uint64_t>(number)));
    const std::vector<Mask> masks = Choose(rng);
    std::vector<llm::Prompt> prompts;
    for (const Mask& mask : masks) {
      ASSAY_ASSIGN(llm::Prompt prompt,
                   words.Fill({{"api", doc_.name},
                               {"surroundings", SurroundingsLine(options_.shown)},
                               {"signature", doc_.signature},
                               {"kind", mask.kind},
                               {"program", mask.program}}));
      prompts.push_back(Samples(std::move(prompt), 1).front());
    }
    const std::vector<llm::Outcome> outcomes = Ask(prompts);
    for (size_t i = 0; i < outcomes.size(); ++i) ASSAY_RETURN_IF_ERROR(Fill(masks[i], outcomes[i]));
    if (!out_.waiting) ++out_.generations;
    exhausted_ = masks.empty();
    return {};
  }

  bool Done() const {
    return out_.waiting || exhausted_ || parents_.empty() ||
           (options_.should_stop && options_.should_stop());
  }

  Generated Finish() {
    out_.operators = bandit_.arms();
    return std::move(out_);
  }

 private:
  struct Parent {
    std::string program;
    double weight;
  };

  static constexpr double kMostFitness = 100;  // beyond it the exponential overflows one day

  // More would be drawn too seldom to matter.
  static constexpr size_t kMostParents = 20;

  void AddParent(const std::string& program) {
    parents_.push_back({program, std::exp(std::min(FitnessOf(program).value(), kMostFitness))});
    std::ranges::stable_sort(parents_, std::greater(), &Parent::weight);
    if (parents_.size() > kMostParents) parents_.resize(kMostParents);
  }

  const std::string& DrawParent(Rng& rng) const {
    double all = 0;
    for (const Parent& parent : parents_) all += parent.weight;
    double left = rng.Unit() * all;
    for (const Parent& parent : parents_)
      if ((left -= parent.weight) < 0) return parent.program;
    return parents_.back().program;
  }

  // Holes that were not asked for before; fewer where there are no more.
  std::vector<Mask> Choose(Rng& rng) {
    constexpr size_t kDraws = 20;  // for each: most programs have fewer holes
    std::vector<Mask> out;
    for (size_t i = 0; i < kDraws * options_.mutants && out.size() < options_.mutants; ++i) {
      const std::string& parent = DrawParent(rng);
      const std::string_view kind = bandit_.Pick(MaskOperators(), rng);
      if (auto mask = MakeMask(kind, parent, doc_, rng);
          mask && masked_.insert(mask->program).second)
        out.push_back(std::move(*mask));
    }
    return out;
  }

  std::vector<llm::Outcome> Ask(const std::vector<llm::Prompt>& prompts) {
    std::vector<llm::Outcome> outcomes = client_.AskAll(prompts);
    for (const llm::Outcome& outcome : outcomes)
      out_.waiting = out_.waiting || outcome.trouble == llm::Trouble::kPending ||
                     outcome.trouble == llm::Trouble::kStopped;
    out_.outcomes.insert(out_.outcomes.end(), outcomes.begin(), outcomes.end());
    return outcomes;
  }

  // What waits says nothing of its operator; what never fits says that it is hard to fill.
  Status Fill(const Mask& mask, const llm::Outcome& outcome) {
    if (outcome.trouble == llm::Trouble::kPending || outcome.trouble == llm::Trouble::kStopped)
      return {};
    bool success = false;
    if (outcome.ok()) {
      const auto filled =
          FillMask(mask, trial::WithoutFence(outcome.answer.value.value("filling", "")));
      if (!filled) ++out_.rejected["messy"];
      if (filled) {
        ASSAY_ASSIGN(success, Take(mask.kind, *filled));
      }
    }
    bandit_.Tell(mask.kind, success);
    return {};
  }

  // Whether it is new and runs to its end.
  Result<bool> Take(const std::string& source, const std::string& text) {
    const std::string program = trial::CompleteImports(text);
    const program::Program read = program::ReadProgram(program);
    const char* reason = nullptr;
    if (!read.errors().empty())
      reason = "messy";
    else if (CallsOf(read, doc_.name).empty())
      reason = "no-api";
    else if (!seen_.insert(program::DedupKey(read.tree)).second)
      reason = "duplicate";
    if (reason != nullptr) {
      ++out_.rejected[reason];
      return false;
    }
    ASSAY_ASSIGN(const bool valid, run_(source, program));
    if (valid) AddParent(program);
    return valid;
  }

  const knowledge::ApiDoc& doc_;
  const GenerateOptions& options_;
  llm::Client& client_;
  const TryProgram& run_;
  std::set<std::string> seen_, masked_;
  std::vector<Parent> parents_;  // the fittest first
  Bandit bandit_;
  bool exhausted_ = false;
  Generated out_;
};

}  // namespace

Result<Generated> Generate(const knowledge::ApiDoc& doc, const std::vector<std::string>& known,
                           const GenerateOptions& options, llm::Client& client,
                           const TryProgram& run) {
  Evolution evolution(doc, options, client, run);
  for (const std::string& program : known) evolution.Know(program);
  ASSAY_RETURN_IF_ERROR(evolution.Seeds());
  if (options.mutants > 0)
    for (int i = 1; i <= options.generations && !evolution.Done(); ++i)
      ASSAY_RETURN_IF_ERROR(evolution.Generation(i));
  return evolution.Finish();
}

}  // namespace assay::judge::model
