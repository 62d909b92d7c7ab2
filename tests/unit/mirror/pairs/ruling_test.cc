#include "mirror/pairs/ruling.h"

#include <gtest/gtest.h>

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

class Rulings : public testing::Test {
 protected:
  Rulings() {
    from_.name = "torch.f", from_.framework = "torch";
    to_.name = "tf.f", to_.framework = "tensorflow";
    third_.name = "jax.numpy.f", third_.framework = "jax";
    subject_ = {&from_, &to_, &pair_, &third_, &pair_, ""};
    trial_.change = {"inf in `x`", "inf", "x", {{"x", Fact(1.0)}}};
  }

  static json Fact(const json& value, const std::string& type = "float64") {
    return {{"dtype", type}, {"type", type}, {"shape", {1}}, {"values", {value}}};
  }
  static TwinAnswer Says(const json& result) {
    TwinAnswer out;
    out.wide = {result, {}, 0};
    if (result.contains("values")) out.wide.moved = {result};
    return out;
  }
  static TwinAnswer Error(const std::string& text) { return Says({{"error", text}}); }

  Ruled Of(const std::map<std::string, TwinAnswer>& answers) const {
    return Rule({subject_, conventions_, {"jax", "numpy"}}, trial_, answers);
  }

  knowledge::ApiDoc from_, to_, third_;
  knowledge::Pair pair_;
  Subject subject_;
  Conventions conventions_;
  PairTrial trial_;
};

TEST_F(Rulings, WhoStandsAloneIsAccused) {
  const Ruled ruled =
      Of({{"torch", Says(Fact("nan"))}, {"tensorflow", Says(Fact(1.0))}, {"jax", Says(Fact(1.0))}});
  EXPECT_EQ(ruled.ruling, Ruling::kAccused);
  EXPECT_EQ(ruled.accused, "torch");
  EXPECT_EQ(ruled.difference, "undefined");
  const Ruled third = Of({{"torch", Says(Fact(1.0))},
                          {"tensorflow", Says(Fact(2.0))},
                          {"jax", Says(Fact(1.0))},
                          {"numpy", Says(Fact(1.0))}});
  EXPECT_EQ(third.accused, "tensorflow");
}

TEST_F(Rulings, NanOfSeveralIsNoEvidenceAgainstANumber) {
  // zeta(2, inf) is 0; two frameworks share the code that makes NaN of it.
  std::map<std::string, TwinAnswer> answers = {
      {"torch", Says(Fact("nan"))}, {"tensorflow", Says(Fact(0.0))}, {"jax", Says(Fact("nan"))}};
  EXPECT_EQ(Of(answers).ruling, Ruling::kDiffers);
  answers["numpy"] = Says(Fact("nan"));
  EXPECT_EQ(Of(answers).ruling, Ruling::kAccused);
}

TEST_F(Rulings, OneAgainstOneAccusesNobody) {
  EXPECT_EQ(Of({{"torch", Says(Fact(1.0))}, {"tensorflow", Says(Fact(2.0))}}).ruling,
            Ruling::kDiffers);
  EXPECT_EQ(Of({{"torch", Says(Fact(1.0))},
                {"tensorflow", Says(Fact(2.0))},
                {"jax", Says(Fact(1.0))},
                {"numpy", Says(Fact(2.0))}})
                .ruling,
            Ruling::kDiffers);
}

TEST_F(Rulings, WitnessesMustHaveShownThatTheyDoTheSame) {
  const Ruled ruled =
      Rule({subject_, conventions_, {}}, trial_,
           {{"torch", Says(Fact(1.0))}, {"tensorflow", Says(Fact(2.0))}, {"jax", Says(Fact(2.0))}});
  EXPECT_EQ(ruled.ruling, Ruling::kDiffers);
}

TEST_F(Rulings, ConventionsAccuseNobody) {
  conventions_.all = {{"c", "why", {"torch.f"}, {"inf"}, {"*"}, false}};
  const std::map<std::string, TwinAnswer> answers = {
      {"torch", Says(Fact(1.0))}, {"tensorflow", Says(Fact(2.0))}, {"jax", Says(Fact(2.0))}};
  EXPECT_EQ(Of(answers).ruling, Ruling::kConvention);
  conventions_.all[0].noted = true;
  EXPECT_EQ(Of(answers).ruling, Ruling::kDiffers);
}

TEST_F(Rulings, ErrorsAreNoAccusationUnlessInternal) {
  const Ruled refuses =
      Of({{"torch", Error("ValueError: not empty")}, {"tensorflow", Says(Fact(2.0))}});
  EXPECT_EQ(refuses.ruling, Ruling::kRefuses);
  EXPECT_EQ(refuses.accused, "torch");
  EXPECT_EQ(Of({{"torch", Error("ValueError: a")}, {"tensorflow", Error("TypeError: b")}}).ruling,
            Ruling::kBothRefuse);
  const Ruled internal =
      Of({{"torch", Error("RuntimeError: x INTERNAL ASSERT FAILED at y, please report a bug")},
          {"tensorflow", Says(Fact(2.0))}});
  EXPECT_EQ(internal.ruling, Ruling::kAccused);
  EXPECT_EQ(internal.difference, "internal-error");
}

TEST_F(Rulings, MissingTypesAreNoDifference) {
  trial_.change.kind = "int8";
  EXPECT_EQ(Of({{"torch", Error("TypeError: int8")}, {"tensorflow", Says(Fact(2.0))}}).ruling,
            Ruling::kUnsupported);
}

TEST_F(Rulings, OtherWidthsOfWholeNumbersAreAPromotion) {
  const Ruled ruled =
      Of({{"torch", Says(Fact(300, "int64"))}, {"tensorflow", Says(Fact(44, "uint8"))}});
  EXPECT_EQ(ruled.difference, "promotion");
}

TEST_F(Rulings, WrongInItsOwnTypesOnly) {
  TwinAnswer right = Says(Fact(1.0)), wrong = Says(Fact(1.0));
  right.nudged = wrong.nudged = {Fact(1.0000001)};
  right.narrow = Fact(1.0000001, "float32");
  wrong.narrow = Fact(3.0, "float32");
  const Ruled ruled = Of({{"torch", wrong}, {"tensorflow", right}});
  EXPECT_EQ(ruled.ruling, Ruling::kAccused);
  EXPECT_EQ(ruled.accused, "torch");
  EXPECT_EQ(ruled.difference, "narrow");
  // Both are off in the same way: then it is the task that is hard.
  EXPECT_EQ(Of({{"torch", wrong}, {"tensorflow", wrong}}).ruling, Ruling::kAgreed);
  // An overflow on the way accuses only where a third one has none.
  wrong.narrow = Fact("inf", "float32");
  EXPECT_EQ(Of({{"torch", wrong}, {"tensorflow", right}}).ruling, Ruling::kImprecise);
  EXPECT_EQ(Of({{"torch", wrong}, {"tensorflow", right}, {"jax", right}}).ruling, Ruling::kAccused);
}

}  // namespace
}  // namespace assay::mirror::pairs
