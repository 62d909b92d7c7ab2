#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

Result<Outputs> Einsum(const std::string& equation, const std::vector<Known>& inputs) {
  return RunOp("Einsum", {{"equation", equation}}, inputs);
}

const Known kMatrix = Floats({2, 2}, {1, 2, 3, 4});

TEST(Einsum, OneOperand) {
  EXPECT_THAT(Values(Einsum("ij->ji", {kMatrix})), ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(Values(Einsum("ii->i", {kMatrix})), ElementsAre(1, 4));
  EXPECT_THAT(Values(Einsum("ii", {kMatrix})), ElementsAre(5));
  EXPECT_THAT(Values(Einsum("ij->i", {kMatrix})), ElementsAre(3, 7));
}

TEST(Einsum, TwoOperands) {
  EXPECT_THAT(Values(Einsum("ij,jk", {kMatrix, kMatrix})), ElementsAre(7, 10, 15, 22));
  EXPECT_THAT(Values(Einsum("ij,jk->ki", {kMatrix, kMatrix})), ElementsAre(7, 15, 10, 22));
  EXPECT_THAT(Values(Einsum("ij,kj->i", {kMatrix, kMatrix})),
              ElementsAre(16, 36));  // k is summed in one operand only
  EXPECT_EQ(ShapeOf(Einsum("...ij,...jk", {Floats({3, 1, 2}, {1, 2, 3, 4, 5, 6}),
                                           Floats({1, 2, 2}, {1, 2, 3, 4})})),
            (Shape{3, 1, 2}));
}

TEST(Einsum, LeavesOpenWhatIsNotDescribed) {
  const auto kind = [](const Result<Outputs>& y) { return y.ok() ? ErrorKind() : y.error().kind; };
  const Known column = Floats({2, 1}, {1, 2});
  EXPECT_EQ(kind(Einsum("ii", {column})), ErrorKind::kUnsupported);
  EXPECT_EQ(kind(Einsum("ij,jk", {column, kMatrix})), ErrorKind::kUnsupported);
  EXPECT_EQ(kind(Einsum("...j,...j", {kMatrix, Floats({2}, {1, 2})})), ErrorKind::kUnsupported);
  EXPECT_EQ(kind(Einsum("IJ->JI", {kMatrix})), ErrorKind::kUnsupported);
}

// Of "ij,kj->i" a library sums the second operand over k first; what it multiplies then is cut.
TEST(Einsum, FactorsMayBeCutToTf32WhateverIsSummedFirst) {
  const Known a = Floats({1, 1}, {1.0009765}), b = Floats({2, 1}, {1.0009765, 2.0019531});
  const auto radius = [&](bool tf32) {
    const auto y =
        RunOp("Einsum", {{"equation", std::string("ij,kj->i")}}, {a, b}, {.rules = {.tf32 = tf32}});
    const Real element = (*y)[0].tensor.real(0);
    return (element.hi - element.lo) / 2;
  };
  EXPECT_LT(radius(false), 1e-5);
  EXPECT_GT(radius(true), 3 * 0x1p-10);
  EXPECT_LT(radius(true), 9 * 0x1p-10);
}

TEST(Einsum, ThreeOperands) {
  EXPECT_THAT(
      Values(Einsum("i,j,k->ijk", {Floats({1}, {2}), Floats({2}, {3, 4}), Floats({1}, {0.5})})),
      ElementsAre(DoubleNear(3, 1e-12), DoubleNear(4, 1e-12)));
}

TEST(Einsum, IntegersAndEmptyAxes) {
  EXPECT_THAT(Values(Einsum("i,i->", {Ints({2}, {3, 4}), Ints({2}, {5, 6})})), ElementsAre(39));
  EXPECT_THAT(Values(Einsum("i,i->", {Floats({0}, {}), Floats({0}, {})})), ElementsAre(0));
}

TEST(Einsum, Refuses) {
  EXPECT_FALSE(Einsum("ij,jk", {kMatrix, Floats({3, 1}, {1, 2, 3})}).ok());
  // A trillion products.
  const Known thousand = Floats({1000}, std::vector<double>(1000, 1));
  const auto y = Einsum("a,b,c,d->", {thousand, thousand, thousand, thousand});
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.error().kind, ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace assay::ops
