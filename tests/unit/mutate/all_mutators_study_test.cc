// Every mutator of the study on small models and on random graphs: legal, repeatable, sane.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "generate/random_graph.h"
#include "mutate/mutate.h"
#include "onnx/official.h"
#include "reference/evaluator.h"
#include "tests/unit/mutate/sample_models_study.h"

namespace assay::mutate::study_tests::all_mutators_study_test {
namespace {

constexpr int kSeedsPerSample = 8;
constexpr int kRandomGraphs = 150;
// A mutation of values of ordinary size must stay below the second.
constexpr double kOrdinary = 100;
constexpr double kLargest = 1e6;

std::vector<const MutatorDef*> StudyMutators() {
  std::vector<const MutatorDef*> out;
  for (const std::string_view name : {"LA", "LR", "LC", "LS", "ARFm", "ARFp", "SM", "DM", "PM",
                                      "WS", "NS", "GF", "NAI", "NEB", "MLA"})
    out.push_back(FindMutator(name));
  return out;
}

double LargestIn(const Known& value) {
  double largest = 0;
  if (!value.is_tensor() || !value.tensor.is_real()) return largest;
  for (int64_t i = 0; i < value.tensor.count(); ++i) {
    const Real x = value.tensor.real(i);
    largest = std::max(largest, x.nan == Nan::kMust || std::isnan(x.v) ? INFINITY : std::fabs(x.v));
  }
  return largest;
}

// The largest magnitude among all values that the model computes; infinite when one is NaN or
// infinite, nothing when the reference cannot run it.
std::optional<double> Largest(const ModelCase& model_case) {
  std::vector<Known> inputs;
  for (const Datum& datum : model_case.inputs) {
    auto known = Known::From(datum, {});
    if (!known.ok()) return std::nullopt;
    inputs.push_back(std::move(known).value());
  }
  double largest = 0;
  reference::EvalOptions options;
  options.after_node = [&](const Node&, std::vector<Known>& outputs) {
    for (const Known& output : outputs) largest = std::max(largest, LargestIn(output));
  };
  const auto run = reference::Evaluate(model_case.model, std::move(inputs), options);
  if (run.ok()) return largest;
  EXPECT_NE(run.error().kind, ErrorKind::kInvalid) << run.error().message;
  return std::nullopt;
}

struct Tally {
  int applied = 0;
};

constexpr double kOrdinaryInput = 20;

double LargestInput(const ModelCase& base) {
  double largest = 0;
  for (const Datum& input : base.inputs)
    if (input.kind == Datum::Kind::kTensor && IsFloat(input.tensor.dtype()))
      for (int64_t i = 0; i < input.tensor.count(); ++i)
        largest = std::max(largest, std::fabs(input.tensor.RealAt(i)));
  return largest;
}

void Check(const MutatorDef& mutator, const ModelCase& base, uint64_t seed, Tally& tally) {
  const Model before = base.model;
  Rng rng(seed), again(seed);
  const auto mutant = Mutate(base, mutator, rng);
  EXPECT_EQ(base.model, before);
  if (!mutant.ok()) return;
  ++tally.applied;
  const Model& model = mutant->result.model;
  const auto twin = Mutate(base, mutator, again);
  ASSERT_TRUE(twin.ok());
  EXPECT_EQ(model, twin->result.model);
  const std::string text = PrintModel(model);
  EXPECT_FALSE(model == before) << text;
  const Status checked = onnxio::CheckWithOfficial(model);
  EXPECT_TRUE(checked.ok()) << checked.error().message << "\n" << text;
  const Status inferred = onnxio::CheckWithOfficialInference(model);
  EXPECT_TRUE(inferred.ok()) << inferred.error().message << "\n" << text;
  ASSERT_EQ(model.graph.outputs.size(), before.graph.outputs.size());
  for (size_t i = 0; i < model.graph.outputs.size(); ++i)
    EXPECT_EQ(model.graph.name_of(model.graph.outputs[i]),
              before.graph.name_of(before.graph.outputs[i]));
  const auto was = Largest(base), is = Largest(mutant->result);
  if (!was.has_value() || *was > kOrdinary || !is.has_value()) return;
  EXPECT_LT(*is, kLargest) << PrintModel(before) << text;
}

class StudyMutator : public testing::TestWithParam<const MutatorDef*> {};

TEST_P(StudyMutator, LegalOnSampleModels) {
  Tally tally;
  for (const SampleModel& sample : kStudySamples) {
    SCOPED_TRACE(sample.name);
    const ModelCase base = StudySample(sample.text);
    for (uint64_t seed = 0; seed < kSeedsPerSample; ++seed) {
      SCOPED_TRACE(seed);
      Check(*GetParam(), base, seed, tally);
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(tally.applied, 4 * kSeedsPerSample);
}

// Random graphs that begin with an operator on which the mutators act.
TEST_P(StudyMutator, LegalOnRandomGraphs) {
  constexpr std::string_view kFirst[] = {"Conv",
                                         "Gemm",
                                         "MatMul",
                                         "BatchNormalization",
                                         "MaxPool",
                                         "AveragePool",
                                         "Relu",
                                         "Softmax",
                                         "LayerNormalization",
                                         "Flatten",
                                         "Transpose",
                                         "ConvTranspose",
                                         "LSTM",
                                         "Elu",
                                         "Pad",
                                         "LRN",
                                         "Add",
                                         "GroupNormalization",
                                         "LpPool",
                                         "HardSigmoid",
                                         "DepthToSpace",
                                         "Dropout",
                                         ""};
  constexpr int kOpsets[] = {21, 21, 13, 18, 9, 23, 7, 11};
  constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat32, DType::kFloat16, DType::kFloat64,
                              DType::kBfloat16};
  Tally tally;
  for (int i = 0; i < kRandomGraphs; ++i) {
    SCOPED_TRACE(i);
    Rng rng(static_cast<uint64_t>(i));
    generate::GraphOptions options;
    options.first = kFirst[static_cast<size_t>(i) % std::size(kFirst)];
    options.opset = kOpsets[static_cast<size_t>(i) % std::size(kOpsets)];
    options.dtype = kTypes[static_cast<size_t>(i) % std::size(kTypes)];
    auto made = generate::RandomGraph(rng, options);
    if (!made.has_value()) continue;
    const ModelCase base{std::move(made->model), std::move(made->inputs)};
    if (!onnxio::CheckWithOfficialInference(base.model).ok()) continue;
    // Without its limiter an exponential of such a number leaves every range.
    if (LargestInput(base) > kOrdinaryInput) continue;
    Check(*GetParam(), base, static_cast<uint64_t>(i), tally);
    if (HasFailure()) return;
  }
  EXPECT_GE(tally.applied, 10);
}

// The forms of the literature always give a model to look at, legal or not.
TEST_P(StudyMutator, UnconstrainedFormApplies) {
  Tally tally;
  for (const SampleModel& sample : kStudySamples) {
    const ModelCase base = StudySample(sample.text);
    for (uint64_t seed = 0; seed < kSeedsPerSample; ++seed) {
      Rng rng(seed);
      const auto mutant = Mutate(base, *GetParam(), rng, {.unconstrained = true});
      if (mutant.ok()) ++tally.applied;
    }
  }
  EXPECT_GE(tally.applied, 4 * kSeedsPerSample);
}

INSTANTIATE_TEST_SUITE_P(All, StudyMutator, testing::ValuesIn(StudyMutators()),
                         [](const auto& one) { return std::string(one.param->name); });

}  // namespace
}  // namespace assay::mutate::study_tests::all_mutators_study_test
