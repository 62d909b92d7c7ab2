// What the similarity model looks at in two APIs.
//
// The model learns from twins that bear the same name, so nothing that compares name with name may
// be a feature: it would learn that alone, and find nobody whose name differs. Names are compared
// with descriptions instead.
//
// A cosine says little by itself: a description in general words is near to all. What counts is the
// margin by which a pair is nearer than either is to its ten nearest others.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/pairs/comparable.h"

namespace assay::knowledge {

// Texts as vectors: what means the same lies near.
// Eight bits per number do: measured cosines changed by 0.0014 at most, and sums of whole numbers
// are the same on every machine.
struct Embedding {
  std::vector<int8_t> values;  // empty: of an empty text
  double length = 0;
};

// `values` scaled so that the largest becomes 127.
Embedding MakeEmbedding(const std::vector<float>& values);

// -1 to 1; 0 when either is empty.
double Cosine(const Embedding& a, const Embedding& b);

class Embedder {
 public:
  virtual ~Embedder() = default;
  // One embedding per text, in order. The same text always gives the same.
  virtual Result<std::vector<Embedding>> Embed(const std::vector<std::string>& texts) = 0;
};

inline constexpr std::array<std::string_view, 9> kFeatureNames = {
    "text",           // margin: what both do
    "name-to-text",   // margin: name of the first, what the second does
    "text-to-name",   // the other way round
    "name-in-text",   // words of the first's name that the second's description has
    "text-has-name",  // the other way round
    "parameters",     // cosine of the parameters as words
    "overlap",        // parameters in common
    "kind",           // class, function or method
    "topic",          // of the same topic
};
using Features = std::array<double, kFeatureNames.size()>;

struct ApiVectors {
  Embedding text, words, parameters;
};
// Vectors of all `apis`.
Result<std::vector<ApiVectors>> VectorsOf(const std::vector<Comparable>& apis, Embedder& embedder);

// One framework's APIs with their vectors. Borrows both.
struct Side {
  const std::vector<Comparable>& apis;
  const std::vector<ApiVectors>& vectors;
};

// All pairs of sources and targets whose topics fit and may be compared by meaning.
class PairTable {
 public:
  PairTable(const Side& from, const Side& to, const PairRules& rules);

  // Targets that source `s` may be compared with.
  const std::vector<size_t>& Candidates(size_t s) const { return candidates_[s]; }
  Features At(size_t s, size_t t) const;
  double TextCosine(size_t s, size_t t) const { return text_.cosine[s * targets_ + t]; }

 private:
  // A cosine for every pair, and how near each is to its nearest on the whole.
  struct Nearness {
    std::vector<float> cosine;
    std::vector<double> of_source, of_target;
    double Margin(size_t s, size_t t, size_t targets) const {
      return 2.0 * cosine[s * targets + t] - of_source[s] - of_target[t];
    }
  };
  Nearness Measure(Embedding ApiVectors::* of_source, Embedding ApiVectors::* of_target) const;

  const Side from_, to_;
  size_t targets_;
  std::vector<std::vector<size_t>> candidates_;
  std::vector<std::vector<std::string>> from_words_, to_words_;  // of the descriptions
  Nearness text_, name_to_text_, text_to_name_;
};

// Whether every word of either name is found in the other's name or description. Where it is not,
// one says something that the other does not: log_sigmoid is no sigmoid.
bool NamesAgree(const Comparable& a, const Comparable& b);

}  // namespace assay::knowledge
