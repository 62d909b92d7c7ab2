#include "apply.h"

namespace assay::mutate::developer_tests::change_padding_test {
namespace {

constexpr std::string_view kConv = R"(graph (x: float32[1,4,8,8]) -> (y) {
  w: float32[4,4,3,3] = fill(0.1)
  y = Conv<pads=[1,1,1,1]>(x, w)
})";

TEST(ChangePadding, WritesAutomaticAndExplicitPadding) {
  bool automatic = false, asymmetric = false;
  for (const ModelCase& mutant : Mutants("change-padding", CaseOf(kConv))) {
    const Node& conv = *FirstOf(mutant.model.graph, "Conv");
    const auto* pads = conv.attrs.Get<std::vector<int64_t>>("pads");
    automatic = automatic || conv.attrs.Has("auto_pad");
    EXPECT_NE(conv.attrs.Has("auto_pad"), pads != nullptr);
    if (pads != nullptr) asymmetric = asymmetric || (*pads)[0] != (*pads)[2];
  }
  EXPECT_TRUE(automatic);
  EXPECT_TRUE(asymmetric);
}

TEST(ChangePadding, PadsPoolingByLessThanItsWindow) {
  const ModelCase base =
      CaseOf("graph (x: float32[1,1,5,5]) -> (y) { y = AveragePool<kernel_shape=[2,2]>(x) }");
  for (const ModelCase& mutant : Mutants("change-padding", base)) {
    const Node& pool = *FirstOf(mutant.model.graph, "AveragePool");
    const auto* pads = pool.attrs.Get<std::vector<int64_t>>("pads");
    EXPECT_TRUE(pads == nullptr || *std::max_element(pads->begin(), pads->end()) < 2);
  }
}

}  // namespace
}  // namespace assay::mutate::developer_tests::change_padding_test
