// Cast, CastLike: every class of conversion, overflow, strings, attributes.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Outputs> CastTo(DType to, const Known& x, Attrs attrs = {}, int opset = kTestOpset) {
  attrs.Set("to", static_cast<int64_t>(to));
  return RunOp("Cast", attrs, {x}, {.opset = opset});
}

TEST(Cast, FloatsBecomeIntegersByTruncation) {
  EXPECT_THAT(Values(CastTo(DType::kInt32, Floats({3}, {-1.9, 2.9, 0.5}))), ElementsAre(-1, 2, 0));
  EXPECT_EQ(
      (*CastTo(DType::kUint64, Numbers(DType::kFloat64, {1}, {0x1p63})))[0].tensor.integer(0).v,
      INT64_MIN);  // bits of 2^63
  const Int jump = (*CastTo(DType::kInt32, Reals({1}, {Between(0.99, 1.01)})))[0].tensor.integer(0);
  EXPECT_EQ(jump.lo, 0);
  EXPECT_EQ(jump.hi, 1);
}

TEST(Cast, FloatsThatDoNotFitAnIntegerAreOpen) {
  for (const double x : {300.0, -129.0, double{kNaN}, double{kInf}})
    EXPECT_EQ((*CastTo(DType::kInt8, Floats({1}, {x})))[0].tensor.integer(0).hi, 127) << x;
  EXPECT_TRUE(Exact(CastTo(DType::kInt8, Floats({1}, {-128.9}))));
}

TEST(Cast, BooleansAreWhatIsNotZero) {
  EXPECT_THAT(Values(CastTo(DType::kBool, Floats({4}, {0, -0.0, 0.25, kNaN}))),
              ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(Values(CastTo(DType::kFloat32, Bools({2}, {0, 1}))), ElementsAre(0, 1));
}

TEST(Cast, IntegersWrap) {
  EXPECT_THAT(Values(CastTo(DType::kInt8, Numbers(DType::kInt16, {2}, {200, -1}))),
              ElementsAre(-56, -1));
  EXPECT_THAT(Values(CastTo(DType::kUint8, Numbers(DType::kInt16, {1}, {-1}))), ElementsAre(255));
  EXPECT_THAT(Values(CastTo(DType::kInt4, Numbers(DType::kInt8, {1}, {9}))), ElementsAre(-7));
}

TEST(Cast, FloatsRoundToNearestAndOverflowToInfinity) {
  const auto y = CastTo(DType::kFloat16, Floats({4}, {65519, 65520, 0.1F, 1}));
  EXPECT_EQ((*y)[0].tensor.real(0).v, 65504);
  EXPECT_FALSE((*y)[0].tensor.real(0).contains(kInf));
  EXPECT_EQ((*y)[0].tensor.real(1).v, kInf);
  EXPECT_EQ((*y)[0].tensor.real(2).v, 0.0999755859375);
  EXPECT_TRUE((*y)[0].tensor.real(3).point());
}

TEST(Cast, Float8SaturatesUnlessToldOtherwise) {
  const Known x = Floats({4}, {1e6, -kInf, kNaN, 17});
  const auto y = CastTo(DType::kFloat8E4M3FN, x);
  EXPECT_EQ((*y)[0].tensor.real(0).v, 448);
  EXPECT_EQ((*y)[0].tensor.real(1).v, -448);
  EXPECT_EQ((*y)[0].tensor.real(2).nan, Nan::kMust);
  EXPECT_EQ((*y)[0].tensor.real(3).v, 16);  // a tie between 16 and 18 goes to the even one
  const Attrs wild = {{"saturate", int64_t{0}}};
  EXPECT_EQ((*CastTo(DType::kFloat8E4M3FN, x, wild))[0].tensor.real(0).nan, Nan::kMust);
  EXPECT_EQ((*CastTo(DType::kFloat8E5M2, x, wild))[0].tensor.real(0).v, kInf);
  EXPECT_EQ((*CastTo(DType::kFloat8E5M2FNUZ, x, wild))[0].tensor.real(1).nan, Nan::kMust);
}

TEST(Cast, PowersOfTwoFollowTheRoundMode) {
  const Known x = Floats({3}, {1.1, 1.5, 0.25});
  const auto mode = [](const char* text) { return Attrs{{"round_mode", std::string(text)}}; };
  EXPECT_THAT(Values(CastTo(DType::kFloat8E8M0, x)), ElementsAre(2, 2, 0.25));
  EXPECT_THAT(Values(CastTo(DType::kFloat8E8M0, x, mode("down"))), ElementsAre(1, 1, 0.25));
  EXPECT_THAT(Values(CastTo(DType::kFloat8E8M0, x, mode("nearest"))), ElementsAre(1, 2, 0.25));
  EXPECT_THAT(Values(CastTo(DType::kFloat8E8M0, Floats({2}, {0, kInf}))),
              ElementsAre(0x1p-127, 0x1p127));
  EXPECT_THAT(MessageOf(CastTo(DType::kFloat8E8M0, x, mode("odd"))), HasSubstr("round_mode"));
  EXPECT_FALSE(Exact(CastTo(DType::kFloat8E8M0, Floats({1}, {-1}))));
}

TEST(Cast, StringsSpellNumbers) {
  const auto y = CastTo(DType::kFloat32, Strings({5}, {"3.5", "1e-5", "+INF", "nan", "-inf"}));
  const Bounded& t = (*y)[0].tensor;
  EXPECT_EQ(t.real(0).v, 3.5);
  EXPECT_EQ(t.real(1).v, double{1e-5F});
  EXPECT_EQ(t.real(2).v, kInf);
  EXPECT_EQ(t.real(3).nan, Nan::kMust);
  EXPECT_EQ(t.real(4).v, -kInf);
  EXPECT_TRUE(
      (*CastTo(DType::kFloat32, Strings({1}, {"Hello World!"})))[0].tensor.real(0).undetermined());
  EXPECT_THAT(Values(CastTo(DType::kInt64, Strings({2}, {"-12", "+7"}))), ElementsAre(-12, 7));
  EXPECT_EQ((*CastTo(DType::kString, Ints({1}, {-42})))[0].tensor.string(0), "-42");
  EXPECT_TRUE(IsUndetermined(CastTo(DType::kString, Floats({1}, {0.5}))));
}

TEST(Cast, RefusesTypesThatAreNotThereYet) {
  EXPECT_THAT(MessageOf(CastTo(DType::kFloat8E4M3FN, Floats({1}, {1}), {}, 18)),
              HasSubstr("not defined at opset 18"));
  EXPECT_THAT(MessageOf(RunOp("Cast", {{"to", int64_t{99}}}, {Floats({1}, {1})})),
              HasSubstr("not an element type"));
}

TEST(CastLike, TakesTheTypeOfItsSecondInput) {
  const auto y = RunOp("CastLike", {}, {Floats({2}, {1.5, -2.5}), Ints({1}, {0})});
  EXPECT_EQ((*y)[0].tensor.dtype(), DType::kInt64);
  EXPECT_THAT(Values(y), ElementsAre(1, -2));
  EXPECT_EQ(ShapeOf(RunOp("CastLike", {}, {Floats({0, 2}, {}), Ints({1}, {0})})), (Shape{0, 2}));
}

}  // namespace
}  // namespace assay::ops
