#include "onnx/scope.h"

#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

TEST(Scope, UseFindsLocalThenOuterThenNothing) {
  ReadContext context;
  Scope outer(context, nullptr);
  const ValueId x = outer.Define("x");
  Scope inner(context, &outer);
  const ValueId y = inner.Define("y");
  EXPECT_EQ(inner.Use("y"), y);
  EXPECT_EQ(inner.Use(""), kAbsent);
  EXPECT_TRUE(inner.graph().captured.empty());
  const ValueId captured = inner.Use("x");
  EXPECT_EQ(inner.graph().captured, std::vector<ValueId>{captured});
  EXPECT_EQ(inner.Use("x"), captured);  // once
  inner.Use("unknown");
  EXPECT_EQ(inner.graph().captured.size(), 1u);
  EXPECT_EQ(outer.Use("x"), x);
}

TEST(Scope, DeclarationsMustAgree) {
  ReadContext context;
  Scope scope(context, nullptr);
  const std::string name = "x";
  EXPECT_TRUE(scope.Declare(name, FromText<onnx::TypeProto>("tensor_type { elem_type: 1 }")).ok());
  EXPECT_TRUE(scope
                  .Declare(name, FromText<onnx::TypeProto>(
                                     "tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } }"))
                  .ok());
  EXPECT_FALSE(
      scope
          .Declare(name, FromText<onnx::TypeProto>(
                             "tensor_type { elem_type: 1 shape { dim { dim_value: 3 } } }"))
          .ok());
  EXPECT_FALSE(scope.Declare(name, FromText<onnx::TypeProto>("tensor_type { elem_type: 7 }")).ok());
  EXPECT_EQ(TypeText(scope.DeclaredType("x")), "float32[2]");
}

TEST(Scope, CapturedValuesCountInEveryGraph) {
  ReadContext context;
  context.captured = 4;
  Scope first(context, nullptr), second(context, &first), third(context, &second);
  first.Define("x");
  first.Define("y");
  third.Use("x");
  EXPECT_TRUE(third.CheckBudget().ok());
  third.Use("y");
  EXPECT_FALSE(third.CheckBudget().ok());
}

}  // namespace
}  // namespace assay::onnxio
