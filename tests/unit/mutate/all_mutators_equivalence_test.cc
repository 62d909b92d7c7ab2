// What holds of every equivalence: the mutant is legal by our rules and the official ones, the same
// seed gives the same mutant, the base stays as it was, and the promise holds in the reference, on
// ordinary values and on special ones.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "base/strings.h"
#include "generate/random_graph.h"
#include "mutate/mutate.h"
#include "onnx/official.h"
#include "promise.h"
#include "sample_models_equivalence.h"

namespace assay::mutate::equivalence_tests::all_mutators_equivalence_test {
namespace {

// Raised by hand: ASSAY_PROOF_SCALE=20.
int Scale() {
  const char* scale = std::getenv("ASSAY_PROOF_SCALE");
  return scale == nullptr ? 1 : std::max(1, std::atoi(scale));
}

struct BaseCase {
  ModelCase test;
  std::string text;
  bool special = false;
  bool official = false;  // the official library has nothing against the base itself
  std::vector<Known> outputs;
};

void AddCase(std::vector<BaseCase>& cases, ModelCase test, bool special, Rng& rng) {
  if (special) AddSpecialValues(test, rng);
  auto outputs = ReferenceOutputs(test);
  if (!outputs.ok()) return;  // nothing to hold a mutant against
  const bool official = onnxio::CheckWithOfficial(test.model).ok() &&
                        onnxio::CheckWithOfficialInference(test.model).ok();
  cases.push_back({test, PrintModel(test.model), special, official, std::move(outputs).value()});
}

// Made once for all mutators.
const std::vector<BaseCase>& Samples() {
  static const std::vector<BaseCase> kCases = [] {
    std::vector<BaseCase> cases;
    Rng rng(1);
    for (const std::string_view text : kSampleModels)
      for (const bool special : {false, true}) AddCase(cases, SampleCase(text, 3), special, rng);
    return cases;
  }();
  return kCases;
}

const std::vector<BaseCase>& RandomGraphs() {
  static const std::vector<BaseCase> kCases = [] {
    std::vector<BaseCase> cases;
    Rng rng(2);
    constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat32, DType::kFloat64, DType::kFloat16};
    for (int i = 0; i < 150 * Scale(); ++i) {
      auto made = generate::RandomGraph(rng, {.nodes = static_cast<int>(rng.Int(1, 6)),
                                              .opset = static_cast<int>(rng.Int(7, 24)),
                                              .dtype = rng.Pick(std::span<const DType>(kTypes))});
      if (made.has_value())
        AddCase(cases, {std::move(made->model), std::move(made->inputs)}, i % 2 == 1, rng);
    }
    return cases;
  }();
  return kCases;
}

std::vector<const MutatorDef*> Equivalences() {
  std::vector<const MutatorDef*> out;
  for (const MutatorDef& mutator : AllMutators())
    if (mutator.family == Family::kEquivalence) out.push_back(&mutator);
  return out;
}

bool AllFinite(const std::vector<Known>& outputs) {
  for (const Known& known : outputs)
    for (int64_t i = 0; known.is_tensor() && known.tensor.is_real() && i < known.tensor.count();
         ++i)
      if (!std::isfinite(known.tensor.real(i).v)) return false;
  return true;
}

// True when a mutant was made; failures are reported with both models.
bool Holds(const MutatorDef& mutator, const BaseCase& base, uint64_t seed) {
  Rng rng(seed);
  const auto mutant = Mutate(base.test, mutator, rng);
  if (!mutant.ok()) {
    EXPECT_EQ(mutant.error().kind, ErrorKind::kRejected);
    // Whether a result is rounded, or a weight would become subnormal, shows only on the way.
    EXPECT_TRUE(mutator.find(base.test.model).empty() || mutator.name == "constant-fold" ||
                mutator.name == "conv-bn-unfuse")
        << mutator.name << " finds a site but " << mutant.error().message << "\n"
        << base.text;
    return false;
  }
  const Model& made = mutant->result.model;
  const auto context = [&] {
    return StrCat(mutator.name, " at node ", mutant->site.node, ", seed ", seed, " of\n", base.text,
                  "\n", PrintModel(made));
  };
  if (base.official) {
    const Status checked = onnxio::CheckWithOfficial(made);
    EXPECT_TRUE(checked.ok()) << checked.error().message << "\n" << context();
    const Status inferred = onnxio::CheckWithOfficialInference(made);
    EXPECT_TRUE(inferred.ok()) << inferred.error().message << "\n" << context();
  }
  const auto outputs = ReferenceOutputs(mutant->result);
  EXPECT_TRUE(outputs.ok()) << outputs.error().message << "\n" << context();
  if (!outputs.ok()) return true;
  const std::string broken = Broken(mutator.promise, base.outputs, *outputs);
  EXPECT_EQ(broken, "") << context();
  // No mutation may bring NaN or infinity into an ordinary run.
  EXPECT_TRUE(base.special || AllFinite(*outputs) || !AllFinite(base.outputs)) << context();
  return true;
}

class Equivalence : public testing::TestWithParam<const MutatorDef*> {};

TEST_P(Equivalence, KeepsItsPromise) {
  const MutatorDef& mutator = *GetParam();
  int applied = 0;
  for (const BaseCase& base : Samples())
    for (uint64_t seed = 0; seed < 3 && !HasFailure(); ++seed)
      applied += Holds(mutator, base, seed);
  for (size_t i = 0; i < RandomGraphs().size() && !HasFailure(); ++i)
    applied += Holds(mutator, RandomGraphs()[i], i);
  EXPECT_GE(applied, 3) << mutator.name << " never found a place";
  RecordProperty("applied", applied);
}

TEST_P(Equivalence, IsRepeatableAndLeavesTheBaseAlone) {
  const MutatorDef& mutator = *GetParam();
  for (const BaseCase& base : Samples()) {
    Rng one(5), two(5);
    const auto first = Mutate(base.test, mutator, one), second = Mutate(base.test, mutator, two);
    ASSERT_EQ(first.ok(), second.ok());
    if (first.ok()) {
      EXPECT_TRUE(first->result.model == second->result.model) << mutator.name;
    }
    ASSERT_EQ(PrintModel(base.test.model), base.text) << mutator.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Equivalence, testing::ValuesIn(Equivalences()),
                         [](const auto& parameters) {
                           std::string name(parameters.param->name);
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

// Several, one on top of the other: what one leaves must suit the next.
TEST(EquivalenceChains, StayLegal) {
  const std::vector<const MutatorDef*> all = Equivalences();
  for (uint64_t seed = 0; seed < 40u * static_cast<unsigned>(Scale()); ++seed) {
    Rng rng(seed);
    const BaseCase& base = Samples()[seed % Samples().size()];
    ModelCase test = base.test;
    std::vector<std::string_view> names;
    Promise promise = Promise::kSameBits;
    for (int i = 0; i < 8; ++i) {
      const MutatorDef& mutator = *rng.Pick(std::span<const MutatorDef* const>(all));
      auto mutant = Mutate(test, mutator, rng);
      if (!mutant.ok()) continue;
      names.push_back(mutator.name);
      promise = std::max(promise, mutator.promise);
      test = std::move(mutant->result);
    }
    const std::string context = StrCat(Join(names, ", "), "\n", PrintModel(test.model));
    const Status checked = onnxio::CheckWithOfficial(test.model);
    ASSERT_TRUE(checked.ok()) << checked.error().message << "\n" << context;
    const Status inferred = onnxio::CheckWithOfficialInference(test.model);
    ASSERT_TRUE(inferred.ok()) << inferred.error().message << "\n" << context;
    const auto outputs = ReferenceOutputs(test);
    ASSERT_TRUE(outputs.ok()) << outputs.error().message << "\n" << context;
    ASSERT_EQ(Broken(promise, base.outputs, *outputs), "") << context;
  }
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests::all_mutators_equivalence_test
