#include "knowledge/pairs/features.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "knowledge/pairs/comparable.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// Whole numbers: the compiler may sum them in any order.
int32_t Dot(const int8_t* a, const int8_t* b, size_t count) {
  int32_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += int32_t{a[i]} * int32_t{b[i]};
  return sum;
}

constexpr size_t kNearest = 10;
// A word may be bent ("pad", "pads"); other letters make another word ("erf", "erfinv").
constexpr std::array<std::string_view, 6> kEndings = {"s", "es", "d", "ed", "ing", "er"};
constexpr size_t kShortestStem = 3;
// Words that are in nearly every description.
constexpr std::array<std::string_view, 12> kEmptyWords = {"the", "a",    "of",  "and", "or", "to",
                                                          "in",  "with", "for", "by",  "on", "as"};

// Words and numbers in lower case, sorted.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : Lower(text) + " ") {
    const bool part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (part) word += c;
    if (part || word.empty()) continue;
    if (std::ranges::find(kEmptyWords, word) == kEmptyWords.end()) out.push_back(word);
    word.clear();
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool SameStem(const std::string& a, const std::string& b) {
  const std::string& shorter = a.size() < b.size() ? a : b;
  const std::string& longer = a.size() < b.size() ? b : a;
  if (a == b) return true;
  if (shorter.size() < kShortestStem || !longer.starts_with(shorter)) return false;
  const std::string_view ending = std::string_view(longer).substr(shorter.size());
  return std::ranges::find(kEndings, ending) != kEndings.end();
}

// The share of `words` that `text` has, by stem.
double Covered(const std::vector<std::string>& words, const std::vector<std::string>& text) {
  if (words.empty()) return 0;
  const auto found = std::ranges::count_if(words, [&](const std::string& word) {
    return std::ranges::any_of(text,
                               [&](const std::string& other) { return SameStem(word, other); });
  });
  return static_cast<double>(found) / static_cast<double>(words.size());
}

double MeanOfLargest(std::vector<float>& values) {
  const size_t count = std::min(kNearest, values.size());
  if (count == 0) return 0;
  std::partial_sort(values.begin(), values.begin() + static_cast<long>(count), values.end(),
                    std::greater<>());
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += values[i];
  return sum / static_cast<double>(count);
}

bool Comparing(const PairRules& rules, const Comparable& api) {
  const auto& topics = rules.by_meaning;
  return !api.text.empty() && std::ranges::find(topics, api.topic) != topics.end();
}

}  // namespace

Embedding MakeEmbedding(const std::vector<float>& values) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  Embedding out;
  if (largest == 0) return out;
  for (const float value : values)
    out.values.push_back(static_cast<int8_t>(std::lround(value / largest * 127)));
  out.length = std::sqrt(Dot(out.values.data(), out.values.data(), out.values.size()));
  return out;
}

double Cosine(const Embedding& a, const Embedding& b) {
  if (a.values.empty() || a.values.size() != b.values.size()) return 0;
  return Dot(a.values.data(), b.values.data(), a.values.size()) / (a.length * b.length);
}

Result<std::vector<ApiVectors>> VectorsOf(const std::vector<Comparable>& apis, Embedder& embedder) {
  std::vector<std::string> texts;
  for (const Comparable& api : apis)
    for (const std::string* text : {&api.text, &api.words, &api.parameters}) texts.push_back(*text);
  ASSAY_ASSIGN(const std::vector<Embedding> vectors, embedder.Embed(texts));
  std::vector<ApiVectors> out;
  for (size_t i = 0; i < vectors.size(); i += 3)
    out.push_back({vectors[i], vectors[i + 1], vectors[i + 2]});
  return out;
}

PairTable::PairTable(const Side& from, const Side& to, const PairRules& rules)
    : from_(from), to_(to), targets_(to.apis.size()), candidates_(from.apis.size()) {
  for (size_t s = 0; s < from.apis.size(); ++s)
    for (size_t t = 0; t < targets_; ++t)
      if (Comparing(rules, from.apis[s]) && Comparing(rules, to.apis[t]) &&
          Compatible(rules, from.apis[s].topic, to.apis[t].topic))
        candidates_[s].push_back(t);
  for (const Comparable& api : from.apis) from_words_.push_back(WordsOf(api.text));
  for (const Comparable& api : to.apis) to_words_.push_back(WordsOf(api.text));
  text_ = Measure(&ApiVectors::text, &ApiVectors::text);
  name_to_text_ = Measure(&ApiVectors::words, &ApiVectors::text);
  text_to_name_ = Measure(&ApiVectors::text, &ApiVectors::words);
}

PairTable::Nearness PairTable::Measure(Embedding ApiVectors::* of_source,
                                       Embedding ApiVectors::* of_target) const {
  Nearness out;
  out.cosine.resize(from_.apis.size() * targets_);
  std::vector<std::vector<float>> columns(targets_);
  for (size_t s = 0; s < from_.apis.size(); ++s) {
    std::vector<float> row;
    for (const size_t t : candidates_[s]) {
      const double cosine = Cosine(from_.vectors[s].*of_source, to_.vectors[t].*of_target);
      out.cosine[s * targets_ + t] = static_cast<float>(cosine);
      row.push_back(static_cast<float>(cosine));
      columns[t].push_back(static_cast<float>(cosine));
    }
    out.of_source.push_back(MeanOfLargest(row));
  }
  for (std::vector<float>& column : columns) out.of_target.push_back(MeanOfLargest(column));
  return out;
}

Features PairTable::At(size_t s, size_t t) const {
  const Comparable& a = from_.apis[s];
  const Comparable& b = to_.apis[t];
  return {text_.Margin(s, t, targets_),
          name_to_text_.Margin(s, t, targets_),
          text_to_name_.Margin(s, t, targets_),
          Covered(Split(a.words, ' '), to_words_[t]),
          Covered(Split(b.words, ' '), from_words_[s]),
          Cosine(from_.vectors[s].parameters, to_.vectors[t].parameters),
          ParameterOverlap(a, b),
          KindLikeness(*a.doc, *b.doc) / 2.0,
          a.topic == b.topic ? 1.0 : 0.0};
}

bool NamesAgree(const Comparable& a, const Comparable& b) {
  return Covered(Split(a.words, ' '), WordsOf(b.words + " " + b.text)) == 1 &&
         Covered(Split(b.words, ' '), WordsOf(a.words + " " + a.text)) == 1;
}

}  // namespace assay::knowledge
