#include <gtest/gtest.h>

#include <map>

#include "cases.h"
#include "generate/random_graph.h"
#include "graph/text.h"

namespace assay::generate {
namespace {

// Every name stands for one size of the concrete inputs, and the model still runs on them.
TEST(MakeDynamic, KeepsTheInputsValid) {
  GraphOptions options{.nodes = 8};
  options.dynamic = 1;
  int dynamic = 0;
  for (const RandomCase& test : Cases(1, 200, options)) {
    std::map<Symbol, int64_t> sizes;
    const Graph& graph = test.model.graph;
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
      const Dims& dims = graph.type(graph.inputs[i]).tensor.dims;
      for (size_t k = 0; k < dims.size(); ++k) {
        if (dims[k].symbol == 0) continue;
        const int64_t size = test.inputs[i].tensor.shape()[k];
        EXPECT_EQ(sizes.try_emplace(dims[k].symbol, size).first->second, size);
      }
    }
    dynamic += sizes.empty() ? 0 : 1;
    EXPECT_EQ(Problem(test), "") << PrintModel(test.model);
  }
  EXPECT_GT(dynamic, 100);
}

TEST(MakeDynamic, NeedsAnAxis) {
  Model model = ParseModelText(R"(model ir=10 opset=21
graph g (x: float32[]) -> (y: float32[]) {
  y = Relu(x)
})")
                    .value();
  Rng rng(1);
  EXPECT_FALSE(MakeDynamic(rng, model));
}

}  // namespace
}  // namespace assay::generate
