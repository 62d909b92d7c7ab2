#include "knowledge/pairs/build.h"

#include <iomanip>
#include <map>

#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/pairs/comparable.h"
#include "knowledge/pairs/similarity.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// Raised when the way of aligning changes, so that what is kept is made anew.
constexpr uint64_t kMethod = 1;
// More of an example helps nobody to see how an API is called.
constexpr size_t kExampleBytes = 600;

struct Candidate {
  int target = -1;
  double score = 0;
  std::string by;
};

// Who only says "See torch.mm" has the twin of that one.
void FollowReferences(const std::vector<Comparable>& apis, std::vector<Candidate>& matches) {
  for (size_t s = 0; s < apis.size(); ++s) {
    const int meant = apis[s].stands_for;
    if (matches[s].by != "name" && meant >= 0 && matches[static_cast<size_t>(meant)].target >= 0)
      matches[s] = matches[static_cast<size_t>(meant)];
  }
}

std::string FirstExample(const ApiDoc& doc) {
  if (doc.examples.empty()) return "";
  const std::string& example = doc.examples[0];
  if (example.size() <= kExampleBytes) return example;
  const size_t line = example.rfind('\n', kExampleBytes);
  return line == std::string::npos ? "" : example.substr(0, line);
}

std::string TextOfParameter(const Parameter& parameter) {
  const std::vector<std::string> said = Sentences(parameter.description);
  if (said.empty()) return "";  // a name alone was compared already
  return NameWords(parameter.name) + ": " + said[0];
}

// Descriptions of all parameters that the rules for names leave over, as vectors.
Result<std::map<std::string, Embedding>> ParameterVectors(
    const std::vector<std::pair<const ApiDoc*, const ApiDoc*>>& twins, const PairRules& rules,
    Embedder& embedder) {
  std::map<std::string, Embedding> out;
  for (const auto& [from, to] : twins) {
    const auto left = MapParameters(*from, *to, rules);
    for (const ParameterPair& pair : left)
      if (const Parameter* p = pair.to.empty() ? FindParameter(*from, pair.from) : nullptr)
        out[TextOfParameter(*p)];
    for (const Parameter& p : to->parameters) {
      const bool taken = std::ranges::any_of(
          left, [&](const ParameterPair& pair) { return pair.to == p.name && !pair.from.empty(); });
      if (!taken) out[TextOfParameter(p)];
    }
  }
  std::vector<std::string> texts;
  for (const auto& [text, vector] : out) texts.push_back(text);
  ASSAY_ASSIGN(const auto vectors, embedder.Embed(texts));
  size_t i = 0;
  for (auto& [text, vector] : out) vector = vectors[i++];
  return out;
}

Status AddPairs(const std::vector<Comparable>& sources, const std::vector<Comparable>& targets,
                const std::vector<Candidate>& matches, const PairRules& rules, Embedder* embedder,
                PairBase& out) {
  std::vector<std::pair<const ApiDoc*, const ApiDoc*>> twins;
  for (size_t s = 0; s < sources.size(); ++s)
    if (matches[s].target >= 0)
      twins.emplace_back(sources[s].doc, targets[static_cast<size_t>(matches[s].target)].doc);
  ParameterLikeness likeness;
  std::map<std::string, Embedding> vectors;
  if (embedder != nullptr) {
    ASSAY_ASSIGN(vectors, ParameterVectors(twins, rules, *embedder));
    likeness = [&](const Parameter& a, const Parameter& b) {
      return Cosine(vectors[TextOfParameter(a)], vectors[TextOfParameter(b)]);
    };
  }
  size_t next = 0;
  for (const Candidate& match : matches) {
    if (match.target < 0) continue;
    const auto& [from, to] = twins[next++];
    out.pairs.push_back({from->name, to->name, match.score, match.by,
                         MapParameters(*from, *to, rules, likeness), FirstExample(*from),
                         FirstExample(*to)});
  }
  return {};
}

void Digest(const ApiBase& base, uint64_t& hash) {
  const auto add = [&](const std::string& text) { hash = HashCombine(hash, HashBytes(text)); };
  add(base.framework);
  add(base.version);
  for (const ApiDoc& doc : base.docs) {
    for (const std::string* text : {&doc.name, &doc.kind, &doc.text, &doc.deprecated}) add(*text);
    for (const std::string& text : doc.aliases) add(text);
    for (const std::string& text : doc.examples) add(text);
    for (const Parameter& p : doc.parameters) {
      add(p.name + (p.optional ? "?" : "") + p.kind);
      add(p.default_value.value_or(""));
      add(p.description);
    }
  }
}

}  // namespace

Result<PairBase> BuildPairs(const ApiBase& from, const ApiBase& to, const PairRules& rules,
                            Embedder* embedder,
                            const std::function<void(const std::string&)>& tell) {
  PairBase out;
  out.from = from.framework;
  out.from_version = from.version;
  out.to = to.framework;
  out.to_version = to.version;
  const std::vector<Comparable> sources = ComparableApis(from, rules);
  const std::vector<Comparable> targets = ComparableApis(to, rules);
  out.from_apis = sources.size();
  out.to_apis = targets.size();
  tell("comparing names");
  const std::vector<NameMatch> named = MatchByName(sources, targets, rules);
  std::vector<Candidate> matches(sources.size());
  for (size_t s = 0; s < sources.size(); ++s)
    if (named[s].target >= 0) matches[s] = {named[s].target, named[s].score, "name"};
  if (embedder != nullptr) {
    ASSAY_ASSIGN(const auto from_vectors, VectorsOf(sources, *embedder));
    ASSAY_ASSIGN(const auto to_vectors, VectorsOf(targets, *embedder));
    tell("learning what twins have in common");
    const SimilarityResult similar =
        MatchBySimilarity({sources, from_vectors}, {targets, to_vectors}, named, rules);
    out.has_model = true;
    out.model = similar.model;
    for (size_t s = 0; s < sources.size(); ++s)
      if (similar.matches[s].target >= 0)
        matches[s] = {similar.matches[s].target, similar.matches[s].score, "model"};
  }
  FollowReferences(sources, matches);
  tell("comparing parameters");
  ASSAY_RETURN_IF_ERROR(AddPairs(sources, targets, matches, rules, embedder, out));
  return out;
}

std::string PairFingerprint(const ApiBase& from, const ApiBase& to, const std::string& rules,
                            const std::string& model) {
  uint64_t hash = HashCombine(kMethod, HashBytes(rules));
  hash = HashCombine(hash, HashBytes(model));
  Digest(from, hash);
  Digest(to, hash);
  return StrCat(std::hex, std::setfill('0'), std::setw(16), hash);
}

}  // namespace assay::knowledge
