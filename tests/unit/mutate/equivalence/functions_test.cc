#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(OutlineFunction, CallsWhatItTookOut) {
  const Model m = Apply("outline-function", R"(model ir=7 opset=13 graph (x: float32[2,3]) -> (y) {
    s: int64[1] = [-1]  a = Exp(x)  y = Reshape(a, s) })");
  ASSERT_EQ(m.functions.size(), 1u);
  EXPECT_THAT(Ops(m), HasSubstr("Part"));
  EXPECT_GE(m.ir_version, 8);
  EXPECT_EQ(m.opset("outlined"), 1);
}

TEST(OutlineFunction, NamesAnotherFunctionTheSecondTime) {
  const Model once = Apply(
      "outline-function",
      "graph (x: float32[2]) -> (y) { a = Exp(x)  b = Neg(a)  c = Abs(b)  d = Exp(c)  y = Neg(d) }",
      1);
  Rng rng(1);
  auto inputs = generate::RandomInputs(once.graph, rng);
  const auto twice = Mutate({once, *inputs}, *FindMutator("outline-function"), rng);
  ASSERT_TRUE(twice.ok()) << twice.error().message;
  EXPECT_EQ(twice->result.model.functions.size(), 2u);
  EXPECT_NE(twice->result.model.functions[0].name, twice->result.model.functions[1].name);
}

constexpr std::string_view kCall = R"(model opset=18 opset my=1
graph (x: float32[3]) -> (y) { y = my::Scaled<by=2.0>(x) }
function my::Scaled<by>(x) -> (y) opset=VERSION { k = Constant<value_float=@by:float>()  y = Mul(x, k) })";

std::string Call(const char* version) {
  std::string text(kCall);
  return text.replace(text.find("VERSION"), 7, version);
}

TEST(InlineFunction, BindsAttributes) {
  const Model m = Apply("inline-function", Call("18"));
  EXPECT_EQ(Ops(m), "Constant Mul");
  EXPECT_EQ(*Last(m, "Constant").attrs.Get<float>("value_float"), 2.0f);
}

TEST(InlineFunction, NeedsTheSameOpset) { EXPECT_EQ(SiteCount("inline-function", Call("17")), 0u); }

}  // namespace
}  // namespace assay::mutate::equivalence_tests
