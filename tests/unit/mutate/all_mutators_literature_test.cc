// The mutators that the search methods of the literature need besides the study's: legal,
// repeatable, and each does what it says.
#include <gtest/gtest.h>

#include <cmath>

#include "generate/inputs.h"
#include "generate/random_graph.h"
#include "graph/text.h"
#include "mutate/mutate.h"
#include "onnx/official.h"
#include "ops/infer.h"

namespace assay::mutate::all_mutators_literature_test {
namespace {

constexpr int kSeeds = 40;
constexpr int kRandomGraphs = 120;

constexpr std::string_view kNet =
    R"(graph (x: float32[1,4,6,6], ids: int64[2,3]) -> (y: float32[1,4,6,6], z: float32[2,3,2]) {
  w: float32[4,4,1,1] = [0.5, -1, 0.25, 1, 2, -0.5, 0.125, 1, 0.5, 0.5, -0.25, 1, 0.75, -1, 1, 0.5]
  table: float32[4,2] = [1, 2, 3, 4, 5, 6, 7, 8]
  a = Conv(x, w)
  b = Relu(a)
  c = Conv(b, w)
  d = Tanh(c)
  y = Add(d, b)
  z = Gather(table, ids)
})";

ModelCase Net() {
  auto model = ParseModelText(kNet);
  EXPECT_TRUE(model.ok()) << model.error().message;
  const Status typed = ops::InferTypes(*model);
  EXPECT_TRUE(typed.ok()) << typed.error().message;
  Rng rng(3);
  auto inputs = generate::RandomInputs(model->graph, rng);
  EXPECT_TRUE(inputs.ok());
  return {std::move(model).value(), std::move(inputs).value()};
}

bool SameCase(const ModelCase& a, const ModelCase& b) {
  return a.model == b.model && a.inputs == b.inputs;
}

class LiteratureMutator : public testing::TestWithParam<const char*> {
 protected:
  static const MutatorDef& Def() {
    const MutatorDef* def = FindMutator(GetParam());
    EXPECT_NE(def, nullptr);
    return *def;
  }
};

TEST_P(LiteratureMutator, LegalAndRepeatableOnANet) {
  const ModelCase base = Net();
  int applied = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Rng rng(seed), again(seed);
    const auto mutant = Mutate(base, Def(), rng);
    if (!mutant.ok()) continue;
    ++applied;
    const auto twin = Mutate(base, Def(), again);
    ASSERT_TRUE(twin.ok());
    EXPECT_TRUE(SameCase(mutant->result, twin->result));
    EXPECT_FALSE(SameCase(mutant->result, base)) << PrintModel(mutant->result.model);
    const Status status = onnxio::CheckWithOfficialInference(mutant->result.model);
    EXPECT_TRUE(status.ok()) << status.error().message << PrintModel(mutant->result.model);
    for (size_t i = 0; i < base.model.graph.outputs.size(); ++i)
      EXPECT_EQ(mutant->result.model.graph.name_of(mutant->result.model.graph.outputs[i]),
                base.model.graph.name_of(base.model.graph.outputs[i]));
  }
  EXPECT_GE(applied, kSeeds * 3 / 4);
}

TEST_P(LiteratureMutator, LegalOnRandomGraphs) {
  constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat16, DType::kFloat64, DType::kBfloat16};
  constexpr int kOpsets[] = {21, 13, 18, 9};
  int applied = 0;
  for (int i = 0; i < kRandomGraphs; ++i) {
    Rng rng(static_cast<uint64_t>(i));
    generate::GraphOptions options;
    options.dtype = kTypes[static_cast<size_t>(i) % std::size(kTypes)];
    options.opset = kOpsets[static_cast<size_t>(i / 4) % std::size(kOpsets)];
    auto made = generate::RandomGraph(rng, options);
    if (!made.has_value()) continue;
    const ModelCase base{std::move(made->model), std::move(made->inputs)};
    if (!onnxio::CheckWithOfficialInference(base.model).ok()) continue;
    const auto mutant = Mutate(base, Def(), rng);
    if (!mutant.ok()) continue;
    ++applied;
    const Status status = onnxio::CheckWithOfficialInference(mutant->result.model);
    EXPECT_TRUE(status.ok()) << status.error().message << PrintModel(base.model)
                             << PrintModel(mutant->result.model);
  }
  EXPECT_GE(applied, 10);
}

TEST_P(LiteratureMutator, WithoutConstraintsItStillGivesACase) {
  const ModelCase base = Net();
  MutateOptions options;
  options.unconstrained = true;
  Rng rng(1);
  EXPECT_TRUE(Mutate(base, Def(), rng, options).ok());
}

INSTANTIATE_TEST_SUITE_P(All, LiteratureMutator,
                         testing::Values("special-value", "merge", "edge", "input-noise",
                                         "new-inputs"),
                         [](const auto& test) {
                           std::string name(test.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST(NewInputs, DrawsFromWhatIsThere) {
  const ModelCase base = Net();
  Rng rng(1);
  const auto mutant = Mutate(base, *FindMutator("new-inputs"), rng);
  ASSERT_TRUE(mutant.ok());
  EXPECT_EQ(mutant->result.model, base.model);
  const Tensor &was = base.inputs[0].tensor, &is = mutant->result.inputs[0].tensor;
  double low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < was.count(); ++i) {
    low = std::min(low, was.RealAt(i));
    high = std::max(high, was.RealAt(i));
  }
  for (int64_t i = 0; i < is.count(); ++i) {
    EXPECT_GE(is.RealAt(i), low);
    EXPECT_LE(is.RealAt(i), high);
  }
  const std::vector<int64_t> before = base.inputs[1].tensor.Ints();
  for (const int64_t id : mutant->result.inputs[1].tensor.Ints())
    EXPECT_NE(std::find(before.begin(), before.end(), id), before.end());
}

TEST(SpecialValue, ChangesAFewElements) {
  const ModelCase base = Net();
  Rng rng(4);
  for (int i = 0; i < 20; ++i) {
    const auto mutant = Mutate(base, *FindMutator("special-value"), rng);
    if (!mutant.ok() || mutant->result.inputs == base.inputs) continue;
    const Tensor &was = base.inputs[0].tensor, &is = mutant->result.inputs[0].tensor;
    int changed = 0;
    for (int64_t k = 0; k < was.count(); ++k) {
      EXPECT_TRUE(std::isfinite(is.RealAt(k)));
      changed += was.RealAt(k) != is.RealAt(k) ? 1 : 0;
    }
    EXPECT_GE(changed, 1);
    EXPECT_LE(changed, 3);
    return;
  }
  FAIL() << "no input was changed in 20 tries";
}

}  // namespace
}  // namespace assay::mutate::all_mutators_literature_test
