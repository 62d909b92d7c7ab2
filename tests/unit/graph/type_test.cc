#include "graph/type.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

const ValueType kFloat =
    TensorType(DType::kFloat32, Dims{Dim::Known(2), Dim::Named("n"), Dim::Unknown()});

TEST(Type, SymbolsAreInternedOnce) {
  EXPECT_EQ(InternSymbol("batch"), InternSymbol("batch"));
  EXPECT_NE(InternSymbol("batch"), InternSymbol("other"));
  EXPECT_EQ(SymbolName(InternSymbol("batch")), "batch");
  EXPECT_EQ(InternSymbol(""), 0u);
}

TEST(Type, Text) {
  EXPECT_EQ(TypeText(kFloat), "float32[2,n,?]");
  EXPECT_EQ(TypeText(TensorType(DType::kInt64)), "int64[...]");
  EXPECT_EQ(TypeText(TensorType(DType::kBool, Shape{})), "bool[]");
  EXPECT_EQ(TypeText(TensorType(DType::kBool, Dims{Dim::Named("a b")})), "bool[\"a b\"]");
  EXPECT_EQ(TypeText(ValueType::SequenceOf(kFloat)), "seq(float32[2,n,?])");
  EXPECT_EQ(TypeText(ValueType::OptionalOf(ValueType())), "optional(?)");
  EXPECT_EQ(TypeText(ValueType::MapOf(DType::kInt64, kFloat)), "map(int64, float32[2,n,?])");
  ValueType without_element;
  without_element.kind = ValueType::Kind::kSequence;
  EXPECT_EQ(TypeText(without_element), "seq(?)");
}

TEST(Type, Equality) {
  EXPECT_EQ(ValueType::SequenceOf(kFloat), ValueType::SequenceOf(kFloat));
  EXPECT_FALSE(ValueType::SequenceOf(kFloat) == ValueType::OptionalOf(kFloat));
  EXPECT_FALSE(ValueType::MapOf(DType::kInt64, kFloat) == ValueType::MapOf(DType::kString, kFloat));
  EXPECT_FALSE(ValueType(TensorType(DType::kInt64)) ==
               ValueType(TensorType(DType::kInt64, Shape{})));
}

TEST(Type, ShapeNeedsEverySize) {
  EXPECT_FALSE(kFloat.tensor.shape().has_value());
  EXPECT_FALSE(TensorType(DType::kInt64).shape().has_value());
  EXPECT_EQ(TensorType(DType::kInt64, Shape{2, 3}).shape(), (Shape{2, 3}));
}

std::string UnifyText(const TensorType& a, const TensorType& b) {
  const auto result = Unify(a, b);
  return result ? TypeText(*result) : "contradiction";
}

TEST(Type, UnifyKeepsTheMostThatIsKnown) {
  const TensorType none, floats(DType::kFloat32), ints(DType::kInt64);
  const TensorType f23(DType::kFloat32, Shape{2, 3}), f24(DType::kFloat32, Shape{2, 4}),
      f2(DType::kFloat32, Shape{2});
  const TensorType named(DType::kFloat32, Dims{Dim::Named("n"), Dim::Unknown()});
  EXPECT_EQ(UnifyText(floats, f23), "float32[2,3]");
  EXPECT_EQ(UnifyText(f23, floats), "float32[2,3]");
  EXPECT_EQ(UnifyText(named, f23), "float32[2,3]");
  EXPECT_EQ(UnifyText(f23, named), "float32[2,3]");
  EXPECT_EQ(UnifyText(floats, ints), "contradiction");
  EXPECT_EQ(UnifyText(f23, f24), "contradiction");
  EXPECT_EQ(UnifyText(f23, f2), "contradiction");
  EXPECT_EQ(UnifyText(none, f23), "float32[2,3]");
}

TEST(Type, UnifyComparesShapesAlsoWithoutAnElementType) {
  const TensorType shaped(DType::kUndefined, Shape{2, 3});
  EXPECT_EQ(UnifyText(shaped, TensorType(DType::kFloat32, Shape{2, 4})), "contradiction");
  EXPECT_EQ(UnifyText(shaped, TensorType(DType::kFloat32)), "float32[2,3]");
  EXPECT_EQ(UnifyText(TensorType(DType::kFloat32, Dims{Dim::Unknown(), Dim::Known(3)}), shaped),
            "float32[2,3]");
}

TEST(Type, UnifyGoesIntoElements) {
  const auto unified = Unify(ValueType::SequenceOf(ValueType()), ValueType::SequenceOf(kFloat));
  ASSERT_TRUE(unified.has_value());
  EXPECT_EQ(*unified, ValueType::SequenceOf(kFloat));
  EXPECT_FALSE(Unify(ValueType::SequenceOf(kFloat), kFloat).has_value());
  EXPECT_EQ(Unify(ValueType(), kFloat), kFloat);
}

TEST(Type, JoinKeepsWhatHoldsOfBoth) {
  const ValueType f23 = TensorType(DType::kFloat32, Shape{2, 3}),
                  f24 = TensorType(DType::kFloat32, Shape{2, 4});
  EXPECT_EQ(TypeText(*Join(f23, f24)), "float32[2,?]");
  EXPECT_EQ(TypeText(*Join(f23, TensorType(DType::kFloat32, Shape{2}))), "float32[...]");
  EXPECT_EQ(TypeText(*Join(f23, TensorType(DType::kUndefined, Shape{2, 3}))), "undefined[2,3]");
  EXPECT_EQ(TypeText(*Join(f23, ValueType())), "?");
  EXPECT_FALSE(Join(f23, TensorType(DType::kInt64, Shape{2, 3})).has_value());
  EXPECT_FALSE(Join(f23, ValueType::SequenceOf(f23)).has_value());
  EXPECT_EQ(TypeText(*Join(ValueType::SequenceOf(f23), ValueType::SequenceOf(f24))),
            "seq(float32[2,?])");
}

}  // namespace
}  // namespace assay
