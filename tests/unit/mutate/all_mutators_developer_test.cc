// Property tests over the mutators of src/mutate/developer, on small models of many kinds and on
// random graphs: every mutant is legal by our checks and by the official library's, the same seed
// gives the same mutant, the base is untouched, the promise holds in the reference, and numbers
// that were finite stay so.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "generate/inputs.h"
#include "generate/random_graph.h"
#include "graph/text.h"
#include "mutate/mutate.h"
#include "onnx/official.h"
#include "ops/infer.h"
#include "reference/evaluator.h"
#include "sample_models_developer.h"

namespace assay::mutate::developer_tests::all_mutators_developer_test {
namespace {

constexpr int kSeedsPerSample = 4;
constexpr int kRandomGraphs = 150;
constexpr double kLargest = 1e6;  // a mutation of a model with values of order one stays below

struct Base {
  std::string name;
  ModelCase test;
  std::vector<Known> outputs;
  bool finite = false;  // with all values in between
};

Result<reference::Evaluation> Run(const ModelCase& test, bool all_values = false) {
  std::vector<Known> inputs;
  for (const Datum& datum : test.inputs) {
    ASSAY_ASSIGN(Known known, Known::From(datum, {}));
    inputs.push_back(std::move(known));
  }
  reference::EvalOptions options;
  const Graph& graph = test.model.graph;
  if (all_values)
    for (const NodePtr& node : graph.nodes())
      for (const ValueId id : node->outputs)
        if (id != kAbsent) options.wanted.push_back(graph.name_of(id));
  return reference::Evaluate(test.model, std::move(inputs), options);
}

bool IsFinite(const Known& known) {
  if (!known.is_tensor() || !known.tensor.is_real()) return true;
  for (int64_t i = 0; i < known.tensor.count(); ++i) {
    const Real x = known.tensor.real(i);
    if (x.nan == Nan::kMust || !std::isfinite(x.v) || std::fabs(x.v) > kLargest) return false;
  }
  return true;
}

bool AllFinite(const reference::Evaluation& run) {
  return std::all_of(run.outputs.begin(), run.outputs.end(), IsFinite) &&
         std::all_of(run.wanted.begin(), run.wanted.end(),
                     [](const auto& item) { return IsFinite(item.second); });
}

// Weights that are all equal (the texts say fill) would make every sum degenerate.
void ScatterWeights(Graph& graph, Rng& rng) {
  const std::map<ValueId, Tensor> weights = graph.initializers();
  for (const auto& [id, tensor] : weights) {
    if (tensor.count() < 8 || !IsFloat(tensor.dtype())) continue;
    std::vector<double> values(static_cast<size_t>(tensor.count()));
    for (double& value : values) value = 0.3 * rng.Normal();
    graph.SetInitializer(id, MakeTensor(tensor.dtype(), tensor.shape(), values));
  }
}

ModelCase Sample(const SampleModel& sample) {
  auto model = ParseModelText(sample.text);
  EXPECT_TRUE(model.ok()) << sample.name << ": " << model.error().message;
  const Status typed = ops::InferTypes(*model);
  EXPECT_TRUE(typed.ok()) << sample.name << ": " << typed.error().message;
  ModelCase out{.model = std::move(model).value(), .inputs = {}};
  Rng rng(5);
  ScatterWeights(out.model.graph, rng);
  const Graph& graph = out.model.graph;
  for (const ValueId id : graph.inputs) {
    const Tensor* given = graph.initializer(id);
    out.inputs.push_back(given != nullptr ? Datum(*given)
                                          : generate::RandomDatum(graph.type(id), rng).value());
  }
  return out;
}

std::vector<Base> MakeBases() {
  std::vector<Base> bases;
  for (const SampleModel& sample : SampleModels())
    bases.push_back({std::string(sample.name), Sample(sample), {}, false});
  Rng rng(77);
  constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat32, DType::kFloat64, DType::kFloat16};
  constexpr int kOpsets[] = {21, 18, 13, 11, 9, 22};
  for (int i = 0; i < kRandomGraphs; ++i) {
    auto made = generate::RandomGraph(
        rng,
        {.nodes = 6, .opset = kOpsets[i % 6], .dtype = kTypes[i % 4], .only = {}, .first = {}});
    if (made.has_value())
      bases.push_back({"random " + std::to_string(i), {made->model, made->inputs}, {}, false});
  }
  std::erase_if(bases, [](Base& base) {
    auto run = Run(base.test, true);
    if (!run.ok()) return true;
    base.finite = AllFinite(*run);
    base.outputs = std::move(run->outputs);
    return false;
  });
  return bases;
}

const std::vector<Base>& Bases() {
  static const std::vector<Base> bases = MakeBases();
  return bases;
}

// The first difference between what base and mutant give, "" when there is none that the promise
// forbids.
std::string Difference(const Known& a, const Known& b, Promise promise) {
  if (a.kind == Known::Kind::kUndetermined || b.kind == Known::Kind::kUndetermined) return "";
  if (a.kind != b.kind) return "another kind";
  if (!a.is_tensor() || a.tensor.is_string()) return "";
  if (!(a.tensor.shape() == b.tensor.shape())) return "another shape";
  if (a.tensor.dtype() != b.tensor.dtype()) return "another type";
  for (int64_t i = 0; i < a.tensor.count(); ++i) {
    const std::string at = " at element " + std::to_string(i);
    if (!a.tensor.is_real()) {
      const Int x = a.tensor.integer(i), y = b.tensor.integer(i);
      if (promise == Promise::kSameBits ? x.v != y.v : !(x.lo <= y.hi && y.lo <= x.hi))
        return "another integer" + at;
      continue;
    }
    const Real x = a.tensor.real(i), y = b.tensor.real(i);
    if (x.nan == Nan::kMust || y.nan == Nan::kMust) {
      if (promise == Promise::kSameBits ? x.nan != y.nan
                                        : x.nan == Nan::kNever || y.nan == Nan::kNever)
        return "NaN on one side" + at;
      continue;
    }
    if (promise == Promise::kSameBits ? x.v != y.v : !(x.lo <= y.hi && y.lo <= x.hi))
      return std::to_string(x.v) + " became " + std::to_string(y.v) + at;
  }
  return "";
}

void CheckMutant(const Base& base, const MutatorDef& mutator, const Mutant& mutant) {
  const Status official = onnxio::CheckWithOfficial(mutant.result.model);
  EXPECT_TRUE(official.ok()) << official.error().message;
  if (onnxio::CheckWithOfficialInference(base.test.model).ok()) {
    const Status inference = onnxio::CheckWithOfficialInference(mutant.result.model);
    EXPECT_TRUE(inference.ok()) << inference.error().message;
  }
  const auto run = Run(mutant.result);
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_TRUE(!base.finite || AllFinite(*run)) << "not finite or too large";
  if (mutator.promise == Promise::kChanges) return;
  // The reference's centre is not rounded to the type; a Cast there and back rounds it.
  const Promise promise = mutator.name == "cast-chain" ? Promise::kClose : mutator.promise;
  ASSERT_GE(run->outputs.size(), base.outputs.size());
  for (size_t i = 0; i < base.outputs.size(); ++i)
    EXPECT_EQ(Difference(base.outputs[i], run->outputs[i], promise), "") << "output " << i;
}

// Applies `mutator` to every base; returns how often it did.
int Exercise(const MutatorDef& mutator) {
  int applied = 0;
  uint64_t seed = 1;
  for (const Base& base : Bases()) {
    const bool random = base.name.starts_with("random");
    for (int k = 0; k < (random ? 1 : kSeedsPerSample); ++k, ++seed) {
      Rng first(seed), second(seed);
      const Model before = base.test.model;
      const auto mutant = Mutate(base.test, mutator, first);
      const auto again = Mutate(base.test, mutator, second);
      EXPECT_EQ(mutant.ok(), again.ok());
      EXPECT_TRUE(base.test.model == before) << base.name;
      if (!mutant.ok()) {
        EXPECT_EQ(mutant.error().kind, ErrorKind::kRejected) << mutant.error().message;
        continue;
      }
      EXPECT_TRUE(mutant->result.model == again->result.model) << base.name;
      ++applied;
      const bool failed_before = testing::Test::HasFailure();
      CheckMutant(base, mutator, *mutant);
      if (!failed_before && testing::Test::HasFailure()) {
        ADD_FAILURE() << mutator.name << " on " << base.name << ", seed " << seed << "\nbase:\n"
                      << PrintModel(base.test.model) << "\nmutant:\n"
                      << PrintModel(mutant->result.model);
        return applied;
      }
    }
  }
  return applied;
}

class DeveloperMutator : public testing::TestWithParam<std::string_view> {};

TEST_P(DeveloperMutator, KeepsItsPromiseEverywhere) {
  const MutatorDef* mutator = FindMutator(GetParam());
  ASSERT_NE(mutator, nullptr);
  // Each kind finds a place in at least two of the sample models, mostly in far more.
  const int applied = Exercise(*mutator);
  std::printf("%s: applied %d times\n", std::string(mutator->name).c_str(), applied);
  EXPECT_GE(applied, 2 * kSeedsPerSample);
}

std::vector<std::string_view> DeveloperNames() {
  std::vector<std::string_view> names;
  for (const MutatorDef& mutator : AllMutators())
    if (mutator.family == Family::kDeveloper) names.push_back(mutator.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, DeveloperMutator, testing::ValuesIn(DeveloperNames()),
                         [](const auto& tested) {
                           std::string name(tested.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace assay::mutate::developer_tests::all_mutators_developer_test
