// LeNet-5 (LeCun et al., 1998), as published with tanh and average pooling, and as it is taught
// today with rectifiers and max pooling. Both sizes are the same: it is small already.
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr int64_t kImage = 28, kClasses = 10;

ValueId Pool(Builder& b, std::string_view layer, ValueId x, Act act) {
  return act == Act::kTanh ? AveragePool(b, layer, x) : MaxPool(b, layer, x);
}

Subject LeNet5(std::string_view name, const Tensor& image, Act act, Size size, Rng& rng) {
  Builder b(name, kOpset, size, rng);
  ValueId x = b.Input("image", image);
  // The image of 28 is padded to the 32 of the paper.
  x = Activate(b, "act1", Conv(b, "conv1", x, 6, {.kernel = 5, .bias = true}), act);
  x = Pool(b, "pool1", x, act);
  x = Activate(b, "act2",
               Conv(b, "conv2", x, 16, {.kernel = 5, .padding = Padding::kValid, .bias = true}),
               act);
  x = Pool(b, "pool2", x, act);
  b.Head();
  x = Flatten(b, "flatten", x);
  x = Activate(b, "act3", Linear(b, "fc1", x, 120), act);
  x = Activate(b, "act4", Linear(b, "fc2", x, 84), act);
  b.Output(Linear(b, "fc3", x, kClasses), "logits");
  return b.Finish();
}

}  // namespace

Subject BuildLeNet5Fashion(Size size, Rng& rng) {
  return LeNet5("lenet5-fashion", Garment(rng, kImage), Act::kRelu, size, rng);
}

Subject BuildLeNet5Mnist(Size size, Rng& rng) {
  return LeNet5("lenet5-mnist", Digit(rng, kImage), Act::kTanh, size, rng);
}

}  // namespace assay::zoo
