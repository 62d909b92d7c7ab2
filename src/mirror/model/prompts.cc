#include "mirror/model/prompts.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "knowledge/text.h"
#include "lab/registry.h"
#include "llm/sorting.h"
#include "llm/template.h"
#include "trial/model/approach.h"

namespace assay::mirror {
namespace {

// 4096 tokens of a small model at three bytes each, less the answer and what surrounds it.
constexpr size_t kMostProgram = 3000;
constexpr size_t kMostKnowledge = 4000;
constexpr size_t kMostFillKnowledge = 1500;  // of the APIs that are left only
constexpr size_t kMostSamples = 4000;
constexpr size_t kMostError = 600;
constexpr size_t kSamplesOfEach = 2;  // FuzzGPT: two of either framework
constexpr size_t kMostSimilar = 4;    // YanHui: two to four

using Values = std::map<std::string, std::string>;

Result<AskedPrompt> Fill(const char* name, Values values, size_t knowledge_bytes,
                         size_t code_bytes) {
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load(name));
  ASSAY_ASSIGN(llm::Prompt prompt, words.Fill(values));
  prompt.pipeline = "mirror";
  return AskedPrompt{std::move(prompt), knowledge_bytes, code_bytes};
}

// Of the places that are left only: the rest is carried already.
std::vector<ApiUse> UsesLeft(const Rewritten& rewritten) {
  std::vector<ApiUse> out;
  for (const Left& left : rewritten.left) {
    const auto same = [&](const ApiUse& use) { return use.api == left.api; };
    if (left.api.empty() || std::ranges::any_of(out, same)) continue;
    const auto use = std::ranges::find_if(rewritten.uses, same);
    out.push_back(use != rewritten.uses.end() ? *use : ApiUse{left.api, left.line, "", ""});
  }
  return out;
}

// APIs without a twin have nothing to be told apart from.
std::vector<ApiUse> WithTwins(std::vector<ApiUse> uses) {
  std::erase_if(uses, [](const ApiUse& use) { return use.twin.empty(); });
  return uses;
}

std::string SampleText(const Sample& sample, bool with_error) {
  std::string out = StrCat("# Framework: ", FrameworkName(sample.framework), "\n");
  if (!sample.api.empty()) out += StrCat("# API: ", sample.api, "\n");
  if (!sample.title.empty()) out += StrCat("# Title: ", knowledge::Squeeze(sample.title), "\n");
  if (with_error && !sample.error.empty())
    out += StrCat("# Error: ", knowledge::Squeeze(sample.error), "\n");
  return out + llm::CutText(sample.text, kMostProgram / 2) + "\n";
}

std::string Joined(const std::vector<const Sample*>& samples, bool with_error) {
  std::string out;
  for (const Sample* sample : samples) {
    const std::string text = SampleText(*sample, with_error);
    if (out.empty() || out.size() + text.size() <= kMostSamples) out += text;
  }
  return out;
}

std::vector<const Sample*> OfFramework(const std::vector<Sample>& all, const std::string& framework,
                                       const Source& source) {
  std::vector<const Sample*> out;
  for (const Sample& sample : all)
    if (sample.framework == framework && sample.text != source.text) out.push_back(&sample);
  return out;
}

std::vector<const Sample*> Draw(std::vector<const Sample*> from, size_t count, Rng& rng) {
  std::vector<const Sample*> out;
  while (out.size() < count && !from.empty()) {
    const auto at = rng.Int(0, static_cast<int64_t>(from.size()) - 1);
    out.push_back(from[static_cast<size_t>(at)]);
    from.erase(from.begin() + at);
  }
  return out;
}

// Those that speak most of the same APIs come first.
std::vector<const Sample*> Similar(std::vector<const Sample*> from,
                                   const std::vector<ApiUse>& uses) {
  const auto score = [&](const Sample* sample) {
    return std::ranges::count_if(uses, [&](const ApiUse& use) {
      const std::string last = use.api.substr(use.api.rfind('.') + 1);
      return sample->text.find(last) != std::string::npos;
    });
  };
  std::ranges::stable_sort(from,
                           [&](const Sample* a, const Sample* b) { return score(a) > score(b); });
  if (from.size() > kMostSimilar) from.resize(kMostSimilar);
  return from;
}

constexpr std::array kApproaches = {
#define APPROACH(Name, name, kind, matching_model, screening, distinction, help) \
  Approach{name, Approach::Kind::kind, matching_model, screening, distinction, help},
#include "mirror/model/approaches.def"
#undef APPROACH
};

}  // namespace

std::string FrameworkName(const std::string& framework) {
  if (framework == "torch") return "PyTorch";
  if (framework == "tensorflow") return "TensorFlow";
  return framework == "jax" ? "JAX" : framework == "mindspore" ? "MindSpore" : framework;
}

Result<AskedPrompt> CarryPrompt(const Source& source, const std::vector<ApiUse>& uses,
                                const PromptContext& context, Rng& rng) {
  using Kind = Approach::Kind;
  const std::string from = FrameworkName(context.direction.from);
  const std::string to = FrameworkName(context.direction.to);
  const std::string code = llm::CutText(source.text, kMostProgram);
  const std::string known =
      context.approach.distinction
          ? DistinctionText(WithTwins(uses), context.knowledge, kMostKnowledge)
          : std::string();
  static const std::vector<Sample> kNone;
  const std::vector<Sample>& all = context.samples == nullptr ? kNone : *context.samples;
  switch (context.approach.kind) {
    case Kind::kFill:
    case Kind::kCarry:
      return Fill("mirror-carry",
                  {{"from", from}, {"to", to}, {"knowledge", known}, {"program", code}},
                  known.size(), code.size());
    case Kind::kBasic:
      return Fill("mirror-basic", {{"from", from}, {"to", to}, {"program", code}}, 0, code.size());
    case Kind::kFuzzGpt: {
      auto samples = Draw(OfFramework(all, context.direction.from, source), kSamplesOfEach, rng);
      for (const Sample* sample :
           Draw(OfFramework(all, context.direction.to, source), kSamplesOfEach, rng))
        samples.push_back(sample);
      const std::string text = Joined(samples, false);
      return Fill("mirror-fuzzgpt",
                  {{"from", from}, {"to", to}, {"samples", text}, {"program", code}}, 0,
                  text.size() + code.size());
    }
    case Kind::kYanHui:
      break;
  }
  const std::string text =
      Joined(Similar(OfFramework(all, context.direction.from, source), uses), true);
  return Fill("mirror-yanhui", {{"from", from}, {"to", to}, {"samples", text}, {"program", code}},
              0, text.size() + code.size());
}

Result<AskedPrompt> FillPrompt(const Source& source, const Rewritten& rewritten,
                               const std::vector<std::string>& statements, const std::string& error,
                               const PromptContext& context) {
  const std::string known =
      DistinctionText(UsesLeft(rewritten), context.knowledge, kMostFillKnowledge);
  const std::string code = llm::CutText(source.text, kMostProgram);
  std::string listed;
  for (size_t i = 0; i < statements.size(); ++i)
    listed += StrCat(i + 1, ":\n", statements[i], "\n");
  const std::string told =
      error.empty() ? ""
                    : StrCat("With these, the new program fails; write all of them anew:\n",
                             llm::CutText(error, kMostError), "\n");
  return Fill("mirror-fill",
              {{"from", FrameworkName(context.direction.from)},
               {"to", FrameworkName(context.direction.to)},
               {"knowledge", known},
               {"program", code},
               {"statements", listed},
               {"error", told}},
              known.size(), code.size() + listed.size());
}

Result<AskedPrompt> RepairPrompt(const Source& source, const std::string& twin,
                                 const std::string& error, const std::vector<ApiUse>& uses,
                                 const PromptContext& context) {
  const std::string known = DistinctionText(WithTwins(uses), context.knowledge, kMostKnowledge);
  const std::string code = llm::CutText(source.text, kMostProgram);
  const std::string& draft = twin;
  return Fill("mirror-repair",
              {{"from", FrameworkName(context.direction.from)},
               {"to", FrameworkName(context.direction.to)},
               {"knowledge", known},
               {"program", code},
               {"draft", draft},
               {"error", llm::CutText(error, kMostError)}},
              known.size(), code.size() + draft.size());
}

std::span<const Approach> AllApproaches() { return kApproaches; }

Result<Approach> FindApproach(std::string_view name) {
  return trial::ApproachNamed(AllApproaches(), name);
}

Result<Knowledge> PairKnowledge::Of(const Direction& direction) {
  std::unique_ptr<knowledge::FoundPairs>& kept = known_[StrCat(direction.from, " ", direction.to)];
  if (kept == nullptr) {
    ASSAY_ASSIGN(knowledge::FoundPairs found,
                 knowledge::PairsOf({.from = direction.from, .to = direction.to}));
    // Left out here, not where pairs are made: other runs go on with what is kept there.
    if (names_only_)
      std::erase_if(found.pairs.pairs,
                    [](const knowledge::Pair& pair) { return pair.by != "name"; });
    kept = std::make_unique<knowledge::FoundPairs>(std::move(found));
  }
  return Knowledge{&kept->from, &kept->to, &kept->pairs};
}

Result<std::vector<Sample>> PoolSamples() {
  ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(lab::HomeFolder() + "/pool"));
  std::vector<Sample> out;
  for (const knowledge::PoolProgram& program : pool)
    out.push_back({program.framework, program.shows, program.api, program.message, program.code});
  return out;
}

}  // namespace assay::mirror
