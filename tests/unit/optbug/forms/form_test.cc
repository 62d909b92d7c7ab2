#include <gtest/gtest.h>

#include "../sample_parts.h"
#include "optbug/forms/parts.h"

namespace assay::optbug::form_test {
namespace {

Form Chain(std::vector<size_t> layers) { return {.origin = "layers", .layers = std::move(layers)}; }

TEST(Form, ChainsWhoseEndsMeetFit) {
  const Parts parts = SampleParts();
  EXPECT_TRUE(Fits(parts, Chain({2, 3, 0})));
  EXPECT_FALSE(Fits(parts, Chain({3, 2})));  // vec into img
  EXPECT_FALSE(Fits(parts, Chain({})));
}

TEST(Form, AValueMustFeedTheStart) {
  const Parts parts = SampleParts();
  Form form = Chain({0});
  form.value = 2;  // tokens
  EXPECT_FALSE(Fits(parts, form));
}

TEST(Form, OptimisersRefuseWhatTheyAreDocumentedNotToTake) {
  const Parts parts = SampleParts();
  Form form = Chain({0});
  form.passing = 1;
  EXPECT_TRUE(Fits(parts, form));
  form.optimiser = 1;
  EXPECT_FALSE(Fits(parts, form));
}

TEST(Form, AnOptimiserNeedsSomethingToDo) {
  const Parts parts = SampleParts();
  Form form = Chain({1});
  form.optimiser = 2;
  EXPECT_FALSE(Fits(parts, form));
  form.layers = {1, 0};
  EXPECT_TRUE(Fits(parts, form));
}

TEST(Form, ATwistKeepsAwayFromTechniquesItDoesNotSuit) {
  const Parts parts = SampleParts();
  Form form = Chain({0});
  form.twist = 0;
  EXPECT_TRUE(Fits(parts, form));
  form.optimiser = 2;
  EXPECT_FALSE(Fits(parts, form));
}

TEST(Form, OnlyWhatIsUnusualIsTold) {
  const Parts parts = SampleParts();
  EXPECT_EQ(Describe(parts, Chain({0, 1})), "linear+relu");
  Form form = Chain({0});
  form.value = 1;
  form.training = true;
  EXPECT_EQ(Describe(parts, form), "linear, value double, training");
}

TEST(Form, WhereOnlySomeLayersAreKnownNothingIsComputedBetweenThem) {
  Parts parts = SampleParts();
  parts.optimisers[0].only = {"linear"};
  Form form{.origin = "layers", .layers = {0}};
  EXPECT_TRUE(Fits(parts, form));
  form.giving = 1;
  EXPECT_FALSE(Fits(parts, form));
  form.giving = 0;
  form.passing = 1;
  EXPECT_FALSE(Fits(parts, form));
}

TEST(Form, LayersOfAModelThatWasTakenAreKnownByTheirApis) {
  Parts parts = SampleParts();
  Form form{.origin = "a",
            .taken = Taken{.origin = "a", .model = "net", .inputs = {"x"}, .gives = "float32"},
            .optimiser = 2};
  EXPECT_FALSE(Fits(parts, form)) << "nothing to prune";
  form.taken->apis = {"torch.nn.Linear"};
  EXPECT_TRUE(Fits(parts, form));
  parts.optimisers[2].only = {"linear"};
  EXPECT_FALSE(Fits(parts, form)) << "what a class of its own does is not known";
  form.taken->container = true;
  EXPECT_TRUE(Fits(parts, form));
  form.taken->apis.insert("torch.nn.Conv2d");
  EXPECT_FALSE(Fits(parts, form));
  form.optimiser = 0;
  form.layers = {1};
  EXPECT_TRUE(Fits(parts, form));
  form.taken->gives = "int64";
  EXPECT_FALSE(Fits(parts, form)) << "what follows takes numbers";
}

}  // namespace
}  // namespace assay::optbug::form_test
