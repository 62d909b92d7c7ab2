#include "knowledge/pairs/similarity.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/rng.h"

namespace assay::knowledge {
namespace {

constexpr double kWantedPrecision = 0.9;
constexpr double kLeast = 0.5;  // below, the model itself holds two APIs for strangers
constexpr size_t kFolds = 5;
constexpr int kRandomNegatives = 10, kHardNegatives = 5;  // per twin
constexpr uint64_t kSeed = 3;

// A twin by name to learn from.
struct Lesson {
  size_t source, target, fold;
  std::vector<Example> examples;
};

// What the model says to a held-out source.
struct Answer {
  double score;
  bool right;
};

bool ShareKey(const Comparable& a, const Comparable& b) {
  return std::ranges::any_of(a.keys, [&](const std::string& key) {
    return std::ranges::find(b.keys, key) != b.keys.end();
  });
}

class Aligner {
 public:
  Aligner(const Side& from, const Side& to, const std::vector<NameMatch>& named,
          const PairRules& rules);
  SimilarityResult Run();

 private:
  const Comparable& Source(size_t s) const { return from_.apis[s]; }
  const Comparable& Target(size_t t) const { return to_.apis[t]; }
  void CollectLessons();
  void AddExamples(Lesson& lesson, Rng& rng) const;
  Logistic TrainWithout(size_t fold) const;
  // By target: the highest score that a free source gives it, per kind (class or not).
  using Rivals = std::array<std::vector<double>, 2>;
  Rivals RivalsUnder(const Logistic& model) const;
  // The likeliest target of `s` among the free ones, and its namesakes if `open`; none when a free
  // source suits that target better or the names disagree.
  ModelMatch Answered(size_t s, const Logistic& model, const Rivals& rivals, bool open) const;
  void ChooseThreshold(ModelRecord& record) const;

  const Side& from_;
  const Side& to_;
  const std::vector<NameMatch>& named_;
  PairTable table_;
  std::vector<bool> free_source_, free_target_;
  std::vector<Lesson> lessons_;
};

size_t IsClass(const Comparable& api) { return api.doc->kind == "class" ? 1 : 0; }

// Who only refers to another follows that one, and who has a namesake is taken.
Aligner::Aligner(const Side& from, const Side& to, const std::vector<NameMatch>& named,
                 const PairRules& rules)
    : from_(from), to_(to), named_(named), table_(from, to, rules) {
  for (size_t s = 0; s < from.apis.size(); ++s)
    free_source_.push_back(named[s].target < 0 && Source(s).stands_for < 0);
  const std::vector<NameMatch> back = MatchByName(to.apis, from.apis, rules);
  for (size_t t = 0; t < to.apis.size(); ++t)
    free_target_.push_back(back[t].target < 0 && Target(t).stands_for < 0);
}

// What only refers to another repeats its description, and what has none teaches nothing.
void Aligner::CollectLessons() {
  Rng rng(kSeed);
  for (size_t s = 0; s < named_.size(); ++s) {
    if (named_[s].target < 0 || named_[s].score < 1 || Source(s).stands_for >= 0) continue;
    const size_t t = static_cast<size_t>(named_[s].target);
    const auto& candidates = table_.Candidates(s);
    if (!std::ranges::binary_search(candidates, t)) continue;
    lessons_.push_back({s, t, HashBytes(Source(s).keys[0]) % kFolds, {}});
    AddExamples(lessons_.back(), rng);
  }
}

void Aligner::AddExamples(Lesson& lesson, Rng& rng) const {
  const auto add = [&](size_t t, bool positive) {
    const Features features = table_.At(lesson.source, t);
    lesson.examples.push_back({{features.begin(), features.end()}, positive, 1});
  };
  add(lesson.target, true);
  std::vector<size_t> others;
  for (const size_t t : table_.Candidates(lesson.source))
    if (!ShareKey(Source(lesson.source), Target(t))) others.push_back(t);
  if (others.empty()) return;
  for (int i = 0; i < kRandomNegatives; ++i) add(rng.Pick(std::span<const size_t>(others)), false);
  std::vector<std::pair<double, size_t>> alike;
  for (const size_t t : others) alike.emplace_back(-table_.TextCosine(lesson.source, t), t);
  const size_t hard = std::min<size_t>(kHardNegatives, alike.size());
  std::partial_sort(alike.begin(), alike.begin() + static_cast<long>(hard), alike.end());
  for (size_t i = 0; i < hard; ++i) add(alike[i].second, false);
}

Logistic Aligner::TrainWithout(size_t fold) const {
  std::vector<Example> examples;
  for (const Lesson& lesson : lessons_)
    if (lesson.fold != fold)
      examples.insert(examples.end(), lesson.examples.begin(), lesson.examples.end());
  return Train(examples);
}

Aligner::Rivals Aligner::RivalsUnder(const Logistic& model) const {
  Rivals out;
  for (auto& scores : out) scores.resize(to_.apis.size());
  for (size_t s = 0; s < from_.apis.size(); ++s) {
    if (!free_source_[s]) continue;
    std::vector<double>& scores = out[IsClass(Source(s))];
    for (const size_t t : table_.Candidates(s))
      scores[t] = std::max(scores[t], model(table_.At(s, t)));
  }
  return out;
}

ModelMatch Aligner::Answered(size_t s, const Logistic& model, const Rivals& rivals,
                             bool open) const {
  ModelMatch best;
  for (const size_t t : table_.Candidates(s)) {
    if (ShareKey(Source(s), Target(t)) ? !open : !free_target_[t]) continue;
    const double score = model(table_.At(s, t));
    if (score > best.score) best = {static_cast<int>(t), score};
  }
  if (best.target < 0) return best;
  const size_t t = static_cast<size_t>(best.target);
  if (best.score < rivals[IsClass(Source(s))][t] || !NamesAgree(Source(s), Target(t))) return {};
  return best;
}

void Aligner::ChooseThreshold(ModelRecord& record) const {
  std::vector<Answer> answers;
  for (size_t fold = 0; fold < kFolds; ++fold) {
    const Logistic model = TrainWithout(fold);
    const Rivals rivals = RivalsUnder(model);
    for (const Lesson& lesson : lessons_) {
      if (lesson.fold != fold) continue;
      for (const bool open : {true, false})
        if (const ModelMatch match = Answered(lesson.source, model, rivals, open);
            match.target >= 0)
          answers.push_back({match.score, ShareKey(Source(lesson.source),
                                                   Target(static_cast<size_t>(match.target)))});
    }
  }
  std::ranges::stable_sort(answers,
                           [](const Answer& a, const Answer& b) { return a.score > b.score; });
  record.threshold = 1;
  size_t right = 0;
  for (size_t i = 0; i < answers.size(); ++i) {
    right += answers[i].right ? 1 : 0;
    const double precision = static_cast<double>(right) / static_cast<double>(i + 1);
    if (precision < kWantedPrecision || answers[i].score < kLeast) continue;
    record.threshold = answers[i].score;
    record.precision = precision;
    record.recall = static_cast<double>(right) / static_cast<double>(lessons_.size());
  }
}

SimilarityResult Aligner::Run() {
  SimilarityResult out;
  out.matches.resize(named_.size());
  CollectLessons();
  out.model.positives = lessons_.size();
  for (const Lesson& lesson : lessons_) out.model.negatives += lesson.examples.size() - 1;
  if (lessons_.empty()) return out;
  const Logistic model = TrainWithout(kFolds);
  for (size_t i = 0; i < kFeatureNames.size(); ++i)
    out.model.weights[std::string(kFeatureNames[i])] = model.weights[i];
  out.model.weights["bias"] = model.weights.back();
  ChooseThreshold(out.model);
  const Rivals rivals = RivalsUnder(model);
  for (size_t s = 0; s < named_.size(); ++s) {
    if (!free_source_[s]) continue;
    const ModelMatch match = Answered(s, model, rivals, false);
    if (match.target >= 0 && match.score >= out.model.threshold) out.matches[s] = match;
  }
  return out;
}

constexpr double kPenalty = 1e-2;  // small beside the thousands of examples
constexpr int kSteps = 30;         // it ends earlier where the weights settle
constexpr double kSettled = 1e-9;

using Matrix = std::vector<std::vector<double>>;

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// x of a x = b, by elimination; `a` is positive definite here.
std::vector<double> Solve(Matrix a, std::vector<double> b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k)
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; ++j) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

SimilarityResult MatchBySimilarity(const Side& from, const Side& to,
                                   const std::vector<NameMatch>& named, const PairRules& rules) {
  return Aligner(from, to, named, rules).Run();
}

double Logistic::operator()(std::span<const double> features) const {
  double sum = weights.back();
  for (size_t i = 0; i < features.size(); ++i) sum += weights[i] * features[i];
  return Sigmoid(sum);
}

Logistic Train(const std::vector<Example>& examples) {
  const size_t n = examples.empty() ? 1 : examples[0].features.size() + 1;
  Logistic out{std::vector<double>(n)};
  for (int step = 0; step < kSteps && !examples.empty(); ++step) {
    std::vector<double> gradient(n);
    Matrix curvature(n, std::vector<double>(n));
    for (size_t i = 0; i < n; ++i) {
      gradient[i] = -kPenalty * out.weights[i];
      curvature[i][i] = kPenalty;
    }
    for (const Example& example : examples) {
      std::vector<double> x = example.features;
      const double p = out(x);
      x.push_back(1);
      for (size_t i = 0; i < n; ++i) {
        gradient[i] += example.weight * (example.positive - p) * x[i];
        for (size_t j = 0; j < n; ++j)
          curvature[i][j] += example.weight * p * (1 - p) * x[i] * x[j];
      }
    }
    const std::vector<double> move = Solve(curvature, gradient);
    double largest = 0;
    for (size_t i = 0; i < n; ++i) {
      out.weights[i] += move[i];
      largest = std::max(largest, std::abs(move[i]));
    }
    if (largest < kSettled) break;
  }
  return out;
}

}  // namespace assay::knowledge
