// What data movement operators share.
#include "ops/shape/movement.h"

#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Movement, AxesAreNormalizedAndDistinct) {
  const int64_t axes[] = {-1, 0}, twice[] = {1, -1}, outside[] = {2};
  EXPECT_THAT(*DistinctAxes(axes, 2), ElementsAre(1, 0));
  EXPECT_FALSE(DistinctAxes(twice, 2).ok());
  EXPECT_FALSE(DistinctAxes(outside, 2).ok());
}

TEST(Movement, PartAndStack) {
  const Bounded x = Floats({2, 3}, {1, 2, 3, 4, 5, 6}).tensor;
  const Bounded part = TakePart(x, 1, 1, 2);
  EXPECT_THAT(Values(Known(part)), ElementsAre(2, 3, 5, 6));
  const Bounded both[] = {part, part};
  EXPECT_EQ(Stack(both, 2)->shape(), (Shape{2, 2, 2}));
  EXPECT_THAT(Values(Known(*Stack(both, 2))), ElementsAre(2, 2, 3, 3, 5, 5, 6, 6));
}

TEST(Movement, ProductsOfPartlyKnownSizes) {
  const Dims dims = {Dim::Named("n"), Dim::Known(1), Dim::Known(3), Dim::Known(0)};
  EXPECT_EQ(ProductOf(dims, 0, 2), Dim::Named("n"));
  EXPECT_EQ(ProductOf(dims, 0, 3), Dim::Unknown());
  EXPECT_EQ(ProductOf(dims, 0, 4), Dim::Known(0));
  EXPECT_EQ(ProductOf(dims, 1, 3), Dim::Known(3));
  EXPECT_EQ(ProductOf(Dims{Dim::Known(INT64_MAX), Dim::Known(2)}, 0, 2), Dim::Unknown());
}

TEST(Movement, EitherOfTwoValues) {
  const Known hull = EitherOf(Floats({2}, {1, 5}), Floats({2}, {2, 4}));
  EXPECT_THAT(Values(hull), ElementsAre(1, 5));
  EXPECT_EQ(hull.tensor.real(0).hi, 2);
  EXPECT_EQ(hull.tensor.real(1).lo, 4);
  EXPECT_EQ(EitherOf(Floats({1}, {1}), Floats({2}, {1, 1})).kind, Known::Kind::kUndetermined);
  EXPECT_EQ(EitherOf(Strings({1}, {"a"}), Strings({1}, {"b"})).kind, Known::Kind::kUndetermined);
  EXPECT_EQ(EitherOf(Known::Optional(), Known::Optional(Floats({1}, {1}))).kind,
            Known::Kind::kUndetermined);
  EXPECT_EQ(EitherOf(Known::Sequence({Floats({1}, {1})}), Known::Sequence({Floats({1}, {3})}))
                .items[0]
                .tensor.real(0)
                .hi,
            3);
}

}  // namespace
}  // namespace assay::ops
