// TextCNN (Kim, 2014): word vectors of 300, convolutions over 3, 4 and 5 words with 100 filters
// each, the largest response of each filter, one linear layer.
#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {}  // namespace

Subject BuildTextCnn(Size size, Rng& rng) {
  Builder b("textcnn", kOpset, size, rng);
  const int64_t words = b.Pick<int64_t>(24, 56), vector = b.Pick<int64_t>(16, 300);
  const int64_t vocabulary = b.Pick<int64_t>(200, 18765), filters = b.Pick<int64_t>(8, 100);
  const ValueId ids = b.Input("ids", Tokens(rng, words, vocabulary));
  ValueId x =
      b.Op("Gather", "embedding",
           {b.Weight("embedding", "weight", NormalTensor(rng, {vocabulary, vector}, 0, 1)), ids});
  // One picture: words down, the vector across.
  x = b.Op("Unsqueeze", "unsqueeze", {x, b.Ints("unsqueeze", "axes", {1})});
  std::vector<ValueId> branches;
  for (const int64_t height : {3, 4, 5}) {
    const Builder::Scope scope(b, StrCat("conv", height));
    ValueId y =
        Conv(b, "conv", x, filters,
             {.kernel = height, .kernel_w = vector, .padding = Padding::kValid, .bias = true});
    y = Activate(b, "relu", y, Act::kRelu);
    y = b.Op("MaxPool", "pool", {y},
             {{"kernel_shape", std::vector<int64_t>{words - height + 1, 1}}});
    branches.push_back(Flatten(b, "flatten", y));
  }
  x = Concat(b, "concat", branches);
  b.Head();
  b.Output(Linear(b, "fc", Dropout(b, "dropout", x, 0.5f), 2), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
