#include "tests/unit/ops/op_test.h"

namespace assay::ops::label_encoder_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

TEST(LabelEncoder, StringsToIntegers) {
  const auto y = RunOp("LabelEncoder",
                       {{"keys_strings", std::vector<std::string>{"Amy", "Sally"}},
                        {"values_int64s", std::vector<int64_t>{5, 6}}},
                       {Strings({3}, {"Dori", "Amy", "Sally"})}, kMl);
  EXPECT_THAT(Values(y), ElementsAre(-1, 5, 6));
}
TEST(LabelEncoder, OldFormLooksUpPositions) {
  const RunOptions old = {.opset = 1, .domain = "ai.onnx.ml"};
  const Attrs attrs = {{"classes_strings", std::vector<std::string>{"a", "b"}}};
  EXPECT_THAT(Values(RunOp("LabelEncoder", attrs, {Strings({2}, {"b", "z"})}, old)),
              ElementsAre(1, -1));
  const auto back = RunOp("LabelEncoder", attrs, {Ints({2}, {0, 9})}, old);
  EXPECT_EQ((*back)[0].tensor.string(0), "a");
  EXPECT_EQ((*back)[0].tensor.string(1), "_Unused");
}
TEST(LabelEncoder, NaNKeysTensorsAndTheLastOfEqualKeys) {
  EXPECT_THAT(Values(RunOp("LabelEncoder",
                           {{"keys_floats", std::vector<float>{static_cast<float>(kNaN), 1, 1}},
                            {"values_floats", std::vector<float>{9, 2, 3}}},
                           {Floats({2}, {kNaN, 1})}, kMl)),
              ElementsAre(9, 3));
  const std::vector<double> keys = {1, 2}, values = {10, 20}, otherwise = {-5};
  EXPECT_THAT(Values(RunOp("LabelEncoder",
                           {{"keys_tensor", MakeTensor(DType::kInt32, {2}, keys)},
                            {"values_tensor", MakeTensor(DType::kInt16, {2}, values)},
                            {"default_tensor", MakeTensor(DType::kInt16, {1}, otherwise)}},
                           {Numbers(DType::kInt32, {2}, {2, 3})}, kMl)),
              ElementsAre(20, -5));
}
TEST(LabelEncoder, UncertainInputsHoldAllOutcomes) {
  const auto y =
      RunOp("LabelEncoder",
            {{"keys_floats", std::vector<float>{1}}, {"values_floats", std::vector<float>{7}}},
            {Reals({1}, {Between(0.5, 1.5)})}, kMl);
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(7));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(0));
}
TEST(LabelEncoder, RefusesUnevenLists) {
  EXPECT_THAT(MessageOf(RunOp("LabelEncoder",
                              {{"keys_int64s", std::vector<int64_t>{1}},
                               {"values_int64s", std::vector<int64_t>{5, 6}}},
                              {Ints({1}, {1})}, kMl)),
              HasSubstr("1 keys for 2 values"));
}
TEST(CategoryMapper, BothWays) {
  const Attrs attrs = {{"cats_int64s", std::vector<int64_t>{3, 4}},
                       {"cats_strings", std::vector<std::string>{"x", "y"}}};
  EXPECT_THAT(Values(RunOp("CategoryMapper", attrs, {Strings({2}, {"y", "q"})}, kMl)),
              ElementsAre(4, -1));
  EXPECT_EQ((*RunOp("CategoryMapper", attrs, {Ints({1}, {3})}, kMl))[0].tensor.string(0), "x");
}

}  // namespace
}  // namespace assay::ops::label_encoder_test
