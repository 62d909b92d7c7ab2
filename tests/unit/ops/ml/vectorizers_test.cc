#include "tests/unit/ops/op_test.h"

namespace assay::ops::vectorizers_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

TEST(OneHotEncoder, CategoriesAndZeros) {
  const auto y = RunOp("OneHotEncoder", {{"cats_int64s", std::vector<int64_t>{3, 5}}},
                       {Floats({2}, {5.9, 1})}, kMl);
  EXPECT_EQ(ShapeOf(y), (Shape{2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(MessageOf(RunOp("OneHotEncoder",
                              {{"cats_int64s", std::vector<int64_t>{3}}, {"zeros", int64_t{0}}},
                              {Ints({1}, {4})}, kMl)),
              HasSubstr("in no category"));
}
TEST(FeatureVectorizer, JoinsColumns) {
  EXPECT_THAT(Values(RunOp("FeatureVectorizer", {},
                           {Ints({2, 1}, {1, 2}), Ints({2, 2}, {3, 4, 5, 6})}, kMl)),
              ElementsAre(1, 3, 4, 2, 5, 6));
}
Known Map(const Known& keys, const std::vector<Known>& values) {
  Known out;
  out.kind = Known::Kind::kMap;
  out.tensor = keys.tensor;
  out.items = values;
  return out;
}
TEST(DictVectorizer, VocabularyOrder) {
  const auto y =
      RunOp("DictVectorizer", {{"string_vocabulary", std::vector<std::string>{"a", "c", "b", "z"}}},
            {Map(Strings({2}, {"c", "a"}), {Floats({}, {8}), Floats({}, {4})})}, kMl);
  EXPECT_THAT(Values(y), ElementsAre(4, 8, 0, 0));
}
TEST(CastMap, DenseAndSparse) {
  const Known map = Map(Ints({2}, {3, 1}), {Floats({}, {30}), Floats({}, {10})});
  EXPECT_THAT(Values(RunOp("CastMap", {}, {map}, kMl)), ElementsAre(10, 30));
  EXPECT_THAT(
      Values(RunOp("CastMap", {{"map_form", std::string("SPARSE")}, {"max_map", int64_t{4}}}, {map},
                   kMl)),
      ElementsAre(0, 10, 0, 30));
  EXPECT_THAT(
      MessageOf(RunOp("CastMap", {{"map_form", std::string("SPARSE")}, {"max_map", int64_t{2}}},
                      {map}, kMl)),
      HasSubstr("key 3 of a map of 2"));
}
TEST(ZipMap, OneMapPerRow) {
  const auto y = RunOp("ZipMap", {{"classlabels_int64s", std::vector<int64_t>{5, 6}}},
                       {Floats({2, 2}, {1, 2, 3, 4})}, kMl);
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  ASSERT_EQ((*y)[0].items.size(), 2u);
  EXPECT_EQ((*y)[0].items[1].tensor.integer(0).v, 5);
  EXPECT_EQ((*y)[0].items[1].items[1].tensor.real(0).v, 4);
}

}  // namespace
}  // namespace assay::ops::vectorizers_test
