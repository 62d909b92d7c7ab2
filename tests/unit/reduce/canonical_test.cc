#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Canonical, NamesSizesAndValuesDoNotMatter) {
  const std::string a = Canonical(CaseOf(
      "graph (x: float32[2]) -> (y) {\n w: float32[2] = [1, 2]\n a = Relu(x)\n y = Add(a, w)\n}"));
  const std::string b = Canonical(CaseOf(
      "graph (q: float32[3,1]) -> (p) {\n v: float32[] = 7\n r = Relu(q)\n p = Add(r, v)\n}"));
  EXPECT_EQ(a, b);
  EXPECT_EQ(a, "t0:float32 = Relu(i0:float32); t1:float32 = Add(t0, i1:float32)");
}

TEST(Canonical, TheOrderInTheFileDoesNotMatter) {
  EXPECT_EQ(Canonical(CaseOf("graph (x: float32[2]) -> (y) {\n a = Relu(x)\n b = Neg(x)\n"
                             " y = Sub(a, b)\n}")),
            Canonical(CaseOf("graph (x: float32[2]) -> (y) {\n b = Neg(x)\n a = Relu(x)\n"
                             " y = Sub(a, b)\n}")));
}

TEST(Canonical, OperatorsTypesAttributesAndConnectionsMatter) {
  const std::vector<std::string> texts = {
      "graph (x: float32[2]) -> (y) {\n a = Relu(x)\n y = Sub(a, x)\n}",
      "graph (x: float32[2]) -> (y) {\n a = Relu(x)\n y = Sub(x, a)\n}",
      "graph (x: float64[2]) -> (y) {\n a = Relu(x)\n y = Sub(a, x)\n}",
      "graph (x: float32[2]) -> (y) {\n a = Abs(x)\n y = Sub(a, x)\n}",
      "graph (x: float32[2]) -> (y) {\n a = Elu(x)\n y = Sub(a, x)\n}",
      "graph (x: float32[2]) -> (y) {\n a = Elu<alpha=2.0>(x)\n y = Sub(a, x)\n}"};
  std::set<std::string> forms;
  for (const std::string& text : texts) forms.insert(Canonical(CaseOf(text)));
  EXPECT_EQ(forms.size(), texts.size());
}

}  // namespace
}  // namespace assay::reduce
