#include "triage/form.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

TEST(Form, PlainTypesAndWhichConstantDoNotCount) {
  EXPECT_EQ(FormOf("t0:float32 = Slice(i0:float32, i1:int64, i2:int64, -, i1:int64)"),
            FormOf("t0:bool = Slice(i0:bool, i1:int64, i2:int64, i3:int64, i4:int64)"));
  const Form plain = FormOf("t0:float32 = Exp(i0:float32)");
  const Form special = FormOf("t0:float64 = Exp(i0:float64)");
  EXPECT_TRUE(plain.Explains(special));
  EXPECT_FALSE(special.Explains(plain));
}

TEST(Form, OptionalOperandsAndResultsDoNotCount) {
  EXPECT_EQ(FormOf("t0:float32 = Split(i0:float32)"),
            FormOf("t0:float32,t1:float32 = Split(i0:float32, i1:int64)"));
  EXPECT_EQ(FormOf("t0:float32 = Neg(i0:float32); t1:float32 = Add(i1:float32, t0)").skeleton,
            "t0 = Neg(); t1 = Add(t0)");
}

TEST(Form, AConstantIsAnInputHoweverItIsWritten) {
  const Form plain = FormOf("t0:float16 = Conv<group>(i0:float16, i1:float16)");
  EXPECT_EQ(FormOf("t0:float16 = Constant<value>(); t1:float16 = Conv<group>(i0:float16, t0)"),
            plain);
  EXPECT_EQ(
      FormOf("t0:int64 = Constant<value>(); t1:float16 = Conv<group>(i0:float16, i1:float16)"),
      plain);
  // Not every name that begins so.
  EXPECT_FALSE(FormOf("t0:float32 = ConstantOfShape(i0:int64); t1:float32 = Neg(t0)") ==
               FormOf("t0:float32 = Neg(i0:float32)"));
  EXPECT_EQ(FormOf("t0:float32 = Constant<value>()").skeleton, "Constant");
}

TEST(Form, ConnectionsCount) {
  EXPECT_FALSE(FormOf("t0:float32 = Neg(i0:float32); t1:float32 = Relu(t0)") ==
               FormOf("t0:float32 = Neg(i0:float32); t1:float32 = Relu(i0:float32)"));
}

TEST(Form, FewerAttributesExplainMore) {
  const Form few = FormOf("t0:float32 = Conv<dilations>(i0:float32, i1:float32)");
  const Form more = FormOf("t0:float32 = Conv<dilations,pads>(i0:float32, i1:float32)");
  const Form other = FormOf("t0:float32 = Conv<group>(i0:float32, i1:float32)");
  EXPECT_TRUE(few.Explains(more));
  EXPECT_FALSE(more.Explains(few));
  EXPECT_FALSE(few.Explains(other));
  EXPECT_EQ(few.Text(), "Conv with 0.dilations");
}

TEST(Form, WhatAnOperatorCannotDoWithoutDoesNotCount) {
  EXPECT_EQ(FormOf("t0:float32 = MaxPool<kernel_shape,pads>(i0:float32)").Text(),
            "MaxPool with 0.pads");
  EXPECT_EQ(FormOf("t0:float32 = AveragePool<auto_pad,count_include_pad>(i0:float32)"),
            FormOf("t0:float32 = AveragePool<count_include_pad,pads>(i0:float32)"));
}

TEST(Form, MessagesLoseTheirOperators) {
  EXPECT_EQ(WithoutOperators("Concat: axis # is out of range"),
            WithoutOperators("Split: axis # is out of range"));
  EXPECT_NE(WithoutOperators("Concat: no"), WithoutOperators("Concat: yes"));
}

}  // namespace
}  // namespace assay::triage
