// Reshape.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Six() { return Floats({2, 3}, {1, 2, 3, 4, 5, 6}); }

TEST(Reshape, SolvesTheOpenSize) {
  EXPECT_EQ(ShapeOf(RunOp("Reshape", {}, {Six(), Ints({2}, {3, -1})})), (Shape{3, 2}));
  EXPECT_EQ(ShapeOf(RunOp("Reshape", {}, {Six(), Ints({3}, {0, -1, 1})})), (Shape{2, 3, 1}));
  EXPECT_EQ(ShapeOf(RunOp("Reshape", {}, {Floats({1, 1}, {1}), Ints({0}, {})})), Shape{});
}

TEST(Reshape, ZeroStandsForItselfWhenAllowed) {
  EXPECT_EQ(ShapeOf(RunOp("Reshape", {{"allowzero", int64_t{1}}},
                          {Floats({0, 3}, {}), Ints({2}, {7, 0})})),
            (Shape{7, 0}));
  EXPECT_THAT(MessageOf(RunOp("Reshape", {{"allowzero", int64_t{1}}},
                              {Floats({0, 3}, {}), Ints({2}, {-1, 0})})),
              HasSubstr("both 0 and -1"));
}

TEST(Reshape, RefusesOtherCounts) {
  EXPECT_THAT(MessageOf(RunOp("Reshape", {}, {Six(), Ints({1}, {5})})), HasSubstr("6 elements"));
  EXPECT_THAT(MessageOf(RunOp("Reshape", {}, {Six(), Ints({2}, {-1, -1})})),
              HasSubstr("more than one -1"));
  EXPECT_THAT(MessageOf(RunOp("Reshape", {}, {Six(), Ints({3}, {2, 3, 0})})),
              HasSubstr("no counterpart"));
  EXPECT_THAT(MessageOf(RunOp("Reshape", {}, {Six(), Ints({1}, {-5})})), HasSubstr("below -1"));
}

TEST(Reshape, UnknownSizesCancel) {
  Node node{.op = "Reshape", .inputs = {0, 1}, .outputs = {2}};
  const std::vector<ValueType> types = {
      TensorType(DType::kFloat32, Dims{Dim::Named("n"), Dim::Known(3), Dim::Known(4)}),
      TensorType(DType::kInt64, Shape{2})};
  const int64_t wanted[] = {0, -1};
  const Tensor shape = Int64Vector(wanted);
  const std::vector<const Tensor*> constants = {nullptr, &shape};
  const auto out =
      FindOp("", "Reshape")->infer(InferCall(node, kTestOpset, types, constants, nullptr));
  ASSERT_TRUE(out.ok());
  EXPECT_EQ(TypeText((*out)[0]), "float32[n,12]");
}

}  // namespace
}  // namespace assay::ops
