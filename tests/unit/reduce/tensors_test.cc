#include "reduce/tensors.h"

#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Tensors, ResizedTakesTheFirstOrRepeats) {
  const Tensor tensor = MakeIntTensor(DType::kInt32, {2, 2}, std::vector<int64_t>{1, 2, 3, 4});
  EXPECT_EQ(Resized(tensor, 1, 1).Ints(), (std::vector<int64_t>{1, 3}));
  EXPECT_EQ(Resized(tensor, 0, 3).Ints(), (std::vector<int64_t>{1, 2, 3, 4, 1, 2}));
}

TEST(Tensors, Converted) {
  const Tensor tensor = MakeTensor(DType::kFloat16, {2}, std::vector<double>{1.5, -2});
  EXPECT_EQ(Converted(tensor, DType::kFloat64).RealAt(0), 1.5);
  EXPECT_EQ(Converted(tensor, DType::kInt64).Ints(), (std::vector<int64_t>{1, -2}));
}

TEST(Tensors, PlacesAreInputsThenWeights) {
  const ModelCase now =
      CaseOf("graph (x: float32[2]) -> (y) {\n w: float32[2] = [1, 2]\n y = Add(x, w)\n}");
  const auto places = TensorPlaces(now);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_TRUE(places[0].input);
  EXPECT_EQ(TensorAt(now, places[1]).RealAt(1), 2);
}

}  // namespace
}  // namespace assay::reduce
