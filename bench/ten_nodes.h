// The small model that the benchmarks share.
#pragma once

#include <string_view>

namespace assay {

// Ten nodes as in a small convolution net.
inline constexpr std::string_view kTenNodes = R"(
model ir=10 opset=21
graph ten (x: float32[1,3,8,8]) -> (y: float32[1,5]) {
  w1: float32[4,3,3,3] = fill(0.125)
  b1: float32[4] = fill(0.3)
  w2: float32[4,4,3,3] = fill(-0.07)
  w3: float32[4,5] = fill(0.41)
  b3: float32[5] = fill(0.01)
  half: float32[1] = fill(0.5)
  c1 = Conv<kernel_shape=[3,3], pads=[1,1,1,1]>(x, w1, b1)
  r1 = Relu(c1)
  p1 = MaxPool<kernel_shape=[2,2], strides=[2,2]>(r1)
  c2 = Conv<kernel_shape=[3,3], pads=[1,1,1,1]>(p1, w2)
  a2 = Add(c2, p1)
  s2 = Sigmoid(a2)
  g = GlobalAveragePool(s2)
  f = Flatten(g)
  m = Gemm(f, w3, b3)
  y = Softmax(m)
}
)";

}  // namespace assay
