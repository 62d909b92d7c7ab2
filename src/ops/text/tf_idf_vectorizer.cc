// TfIdfVectorizer: counts the n-grams of a pool in each sequence, with up to max_skip_count items
// between their members.
//
//   TF: count    IDF: weight if the count is positive    TFIDF: weight * count
//
// Spec:  ONNX opset 9. The pool lists all 1-grams, then all 2-grams, …; ngram_counts holds where
// each length begins. Traps: weights and ngram_indexes run over the n-grams of the pool, not over
// output columns; single items are counted
//        once, whatever the skips; n-grams shorter than min_gram_length are in the pool but not
//        counted.
#include <map>

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kWeights = {
    "weights are per n-gram of the pool; some libraries read them per output column",
    "ONNX TfIdfVectorizer: 'The i-th element in weights is the weight of the i-th n-gram in pool'"};
constexpr int64_t kMaxColumns = int64_t{1} << 24;

// Tokens as text, so that one path serves strings and integers.
using Gram = std::vector<std::string>;

struct NgramPool {
  std::map<Gram, size_t> grams;  // to the position in ngram_indexes
  std::vector<int64_t> columns;
  std::vector<float> weights;
  int64_t width = 0, shortest = 1, longest = 1, skips = 0;
  std::string mode;
};

Result<std::vector<std::string>> PoolTokens(const Call& call) {
  std::vector<std::string> tokens = call.AttrStrings("pool_strings");
  const std::vector<int64_t> ints = call.AttrInts("pool_int64s");
  if (!tokens.empty() && !ints.empty()) return Invalid("pool_strings and pool_int64s are both set");
  for (const int64_t x : ints) tokens.push_back(StrCat(x));
  return tokens;
}

Status CheckOptions(const NgramPool& pool) {
  if (pool.mode != "TF" && pool.mode != "IDF" && pool.mode != "TFIDF")
    return Invalid(StrCat("mode '", pool.mode, "' is not TF, IDF or TFIDF"));
  if (pool.shortest < 1 || pool.longest < pool.shortest)
    return Invalid(StrCat("n-gram lengths ", pool.shortest, " to ", pool.longest));
  if (pool.skips < 0) return Invalid(StrCat("max_skip_count ", pool.skips, " is negative"));
  for (const int64_t column : pool.columns) {
    if (column < 0) return Invalid(StrCat("ngram_indexes holds ", column));
    if (column >= kMaxColumns)
      return Unsupported(StrCat("output column ", column, " is too large to evaluate"));
  }
  if (!pool.weights.empty() && pool.weights.size() != pool.columns.size())
    return Invalid(StrCat(pool.weights.size(), " weights for ", pool.columns.size(), " n-grams"));
  return {};
}

Result<NgramPool> ReadPool(const Call& call) {
  NgramPool pool;
  pool.mode = call.AttrString("mode", "");
  pool.columns = call.AttrInts("ngram_indexes");
  pool.weights = call.AttrFloats("weights");
  pool.shortest = call.AttrInt("min_gram_length", 1);
  pool.longest = call.AttrInt("max_gram_length", 1);
  pool.skips = call.AttrInt("max_skip_count", 0);
  ASSAY_RETURN_IF_ERROR(CheckOptions(pool));
  for (const int64_t column : pool.columns) pool.width = std::max(pool.width, column + 1);
  ASSAY_ASSIGN(const std::vector<std::string> tokens, PoolTokens(call));
  const std::vector<int64_t> starts = call.AttrInts("ngram_counts");
  size_t id = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    const auto length = static_cast<int64_t>(i) + 1, total = static_cast<int64_t>(tokens.size());
    const int64_t begin = starts[i], end = i + 1 < starts.size() ? starts[i + 1] : total;
    if (begin < 0 || end < begin || end > total || (end - begin) % length != 0)
      return Invalid(StrCat("ngram_counts: ", length, "-grams from ", begin, " to ", end,
                            " of a pool of ", total));
    for (int64_t at = begin; at < end; at += length, ++id) {
      if (id >= pool.columns.size())
        return Invalid(StrCat("ngram_indexes has only ", pool.columns.size(), " entries"));
      if (length < pool.shortest || length > pool.longest) continue;
      pool.grams[Gram(tokens.begin() + at, tokens.begin() + at + length)] = id;
    }
  }
  return pool;
}

Result<Types> InferTfIdf(const InferCall& call) {
  ASSAY_ASSIGN(const NgramPool pool, ReadPool(call));
  const TensorType& x = call.input(0);
  const Dim width = Dim::Known(pool.width);
  if (!x.has_rank) return OneType(TensorType(DType::kFloat32));
  if (x.rank() == 1) return OneType(TensorType(DType::kFloat32, Dims{width}));
  if (x.rank() == 2) return OneType(TensorType(DType::kFloat32, Dims{x.dims[0], width}));
  return Invalid(StrCat("input needs rank 1 or 2, has ", x.rank()));
}

// Occurrences of each n-gram of the pool in one row.
std::vector<int64_t> CountGrams(const NgramPool& pool, std::span<const std::string> row) {
  std::vector<int64_t> counts(pool.columns.size(), 0);
  const auto n = static_cast<int64_t>(row.size());
  for (int64_t length = pool.shortest; length <= std::min(pool.longest, n); ++length) {
    const int64_t last_skip = length == 1 ? 0 : std::min(pool.skips, n);
    for (int64_t skip = 0; skip <= last_skip; ++skip)
      for (int64_t start = 0; start + (length - 1) * (skip + 1) < n; ++start) {
        Gram gram;
        for (int64_t k = 0; k < length; ++k)
          gram.push_back(row[static_cast<size_t>(start + k * (skip + 1))]);
        const auto it = pool.grams.find(gram);
        if (it != pool.grams.end()) ++counts[it->second];
      }
  }
  return counts;
}

Result<Outputs> EvaluateTfIdf(const EvalCall& call) {
  ASSAY_ASSIGN(const NgramPool pool, ReadPool(call));
  const Bounded& x = call.tensor(0);
  std::vector<std::string> tokens;
  if (x.is_string()) {
    for (int64_t i = 0; i < x.count(); ++i) tokens.push_back(x.string(i));
  } else {
    ASSAY_ASSIGN(const std::vector<int64_t> ints, call.Ints(0));
    for (const int64_t t : ints) tokens.push_back(StrCat(t));
  }
  const int64_t rows = x.rank() == 2 ? x.shape()[0] : 1,
                length = x.rank() == 2 ? x.shape()[1] : x.count();
  ASSAY_ASSIGN(Bounded y, NewTensor(DType::kFloat32,
                                    x.rank() == 2 ? Shape{rows, pool.width} : Shape{pool.width}));
  const Arith arith = call.arith(DType::kFloat32);
  for (int64_t r = 0; r < rows && pool.width > 0; ++r) {
    const std::vector<int64_t> counts = CountGrams(
        pool,
        std::span(tokens).subspan(static_cast<size_t>(r * length), static_cast<size_t>(length)));
    std::map<int64_t, std::vector<Real>> terms;  // by column: several n-grams may share one
    for (size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      const double count = pool.mode == "IDF" ? 1 : static_cast<double>(counts[i]);
      const bool weighted = pool.mode != "TF" && !pool.weights.empty();
      const Real weight = Real::Point(weighted ? pool.weights[i] : 1);
      terms[pool.columns[i]].push_back(arith.Mul(weight, Real::Point(count)));
    }
    for (const auto& [column, sum] : terms) y.set(r * pool.width + column, arith.Sum(sum));
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeTfIdf(const ProposeCall& call) {
  if (call.dtype(0) != DType::kInt64 && call.dtype(0) != DType::kInt32) return std::nullopt;
  if (call.rank(0) != 1 && call.rank(0) != 2) return std::nullopt;
  static constexpr const char* kModes[] = {"TF", "IDF", "TFIDF"};
  Proposal out;
  std::vector<int64_t> pool = {-1, 0, 1, 2};
  // Three different pairs of -2 ... 2: a step coprime to the 25 of them does not repeat.
  int64_t pair = call.rng.Int(0, 24);
  const int64_t step = 5 * call.rng.Int(0, 4) + call.rng.Int(1, 4);
  for (int i = 0; i < 3; ++i, pair = (pair + step) % 25) {
    pool.push_back(pair / 5 - 2);
    pool.push_back(pair % 5 - 2);
  }
  out.attrs = {{"mode", std::string(kModes[call.rng.Int(0, 2)])},
               {"ngram_counts", std::vector<int64_t>{0, 4}},
               {"ngram_indexes", std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6}},
               {"pool_int64s", pool},
               {"min_gram_length", call.rng.Int(1, 2)},
               {"max_gram_length", int64_t{2}},
               {"max_skip_count", call.rng.Int(0, 3)},
               {"weights", std::vector<float>{0.5f, 1.f, 1.5f, 2.f, 2.5f, 3.f, 3.5f}}};
  return out;
}

}  // namespace

OpDef TfIdfVectorizerDef() {
  return {.name = "TfIdfVectorizer",
          .meaning = "weighted counts of n-grams",
          .rounding = Rounding::kCorrect,
          .infer = InferTfIdf,
          .evaluate = EvaluateTfIdf,
          .propose = ProposeTfIdf,
          .open = {kWeights}};
}

}  // namespace assay::ops
