#include "training/spec.h"

#include <map>
#include <set>

#include "lessons.h"

namespace assay::training {
namespace {

TEST(Spec, IsDrawnFromItsSeed) {
  const Model model = SmallSubject().model;
  std::set<std::string> losses, optimizers, texts;
  int curves = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Spec spec = DrawSpec(model, seed).value();
    EXPECT_EQ(spec.Save(), DrawSpec(model, seed)->Save());
    losses.insert(std::string(gradient::LossOf(spec.loss).name));
    optimizers.insert(std::string(OptimizerName(spec.optimizer.kind)));
    texts.insert(spec.Save());
    curves += spec.has_curve() ? 1 : 0;
    EXPECT_EQ(static_cast<float>(spec.optimizer.learning_rate), spec.optimizer.learning_rate);
    EXPECT_EQ(spec.parameters, (std::vector<std::string>{"w", "b", "v"}));
    EXPECT_EQ(spec.inputs, std::vector<std::string>{"x"});
  }
  EXPECT_EQ(losses.size(), gradient::AllLosses().size());
  EXPECT_EQ(optimizers.size(), 3U);
  EXPECT_GT(texts.size(), 190U);
  EXPECT_GT(curves, 20);
  EXPECT_LT(curves, 100);
}

TEST(Spec, EveryKindIsReallyDrawn) {
  constexpr int kDrawn = 500;
  const Model model = SmallSubject().model;
  std::map<std::string, int> losses, optimizers, settings;
  for (uint64_t seed = 0; seed < kDrawn; ++seed) {
    const Spec spec = DrawSpec(model, 1000 + seed).value();
    ++losses[std::string(gradient::LossOf(spec.loss).name)];
    ++optimizers[std::string(OptimizerName(spec.optimizer.kind))];
    settings["momentum"] += spec.optimizer.momentum > 0 ? 1 : 0;
    settings["nesterov"] += spec.optimizer.nesterov ? 1 : 0;
    settings["decay"] += spec.optimizer.weight_decay > 0 ? 1 : 0;
    settings["curve"] += spec.has_curve() ? 1 : 0;
  }
  // Half of an even share is never undercut by chance.
  const auto share = kDrawn / 2 / static_cast<int>(gradient::AllLosses().size());
  for (const gradient::LossDef& def : gradient::AllLosses())
    EXPECT_GE(losses[std::string(def.name)], share) << def.name;
  for (const char* name : {"sgd", "adam", "adamw"}) EXPECT_GE(optimizers[name], kDrawn / 6) << name;
  for (const char* name : {"momentum", "nesterov", "decay", "curve"})
    EXPECT_GE(settings[name], kDrawn / 20) << name;
}

TEST(Spec, RefitsToASmallerModel) {
  const Model model = SmallSubject().model;
  Spec spec = DrawSpec(model, 2).value();
  spec.loss = gradient::LossKind::kMeanSquared;
  Model smaller =
      ParseModelText("graph (a: float32[2,3]) -> (z) { w: float32[3] = [1,2,3] z = Mul(a, w) }")
          .value();
  ASSERT_TRUE(ops::InferTypes(smaller).ok());
  const auto fitted = Refit(spec, smaller);
  ASSERT_TRUE(fitted.ok()) << fitted.error().message;
  EXPECT_EQ(fitted->parameters, std::vector<std::string>{"w"});
  EXPECT_EQ(fitted->inputs, std::vector<std::string>{"a"});
  EXPECT_EQ(fitted->outputs, std::vector<std::string>{"z"});
  EXPECT_EQ(fitted->seed, spec.seed);
  EXPECT_EQ(Refit(spec, model)->Save(), spec.Save());
}

TEST(Spec, SurvivesItsText) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Spec spec = DrawSpec(SmallSubject().model, seed).value();
    const auto again = Spec::Load(spec.Save());
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again->Save(), spec.Save());
  }
}

TEST(Spec, RefusesDamagedText) {
  EXPECT_FALSE(Spec::Load("{").ok());
  EXPECT_FALSE(Spec::Load("{}").ok());
  std::string text = DrawSpec(SmallSubject().model, 1)->Save();
  text.replace(text.find("\"loss\":\"") + 8, 1, "?");
  EXPECT_FALSE(Spec::Load(text).ok());
}

TEST(Spec, NeedsAFloatOutput) {
  auto model = ParseModelText("graph (x: float32[2]) -> (y) { y = ArgMax(x) }");
  ASSERT_TRUE(ops::InferTypes(*model).ok());
  EXPECT_FALSE(DrawSpec(*model, 1).ok());
}

}  // namespace
}  // namespace assay::training
