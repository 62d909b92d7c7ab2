// Small models of the kinds that people have: what the study's mutators are tried on.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "generate/inputs.h"
#include "graph/model_case.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::mutate::study_tests {

struct SampleModel {
  std::string_view name;
  std::string_view text;
};

inline constexpr SampleModel kStudySamples[] = {
    {"cnn", R"(model opset=13
graph cnn (x: float32[2,3,8,8]) -> (y) {
  w1: float32[4,3,3,3] = fill(0.2)
  b1: float32[4] = [0.1, -0.1, 0.2, 0]
  s: float32[4] = [1, 0.5, 1.5, 1]
  t: float32[4] = [0, 0.1, -0.1, 0]
  m: float32[4] = [0.1, 0, 0, 0.2]
  v: float32[4] = [1, 0.5, 2, 1]
  f: float32[64,5] = fill(0.05)
  g: float32[5] = [0, 0.1, 0.2, -0.1, 0]
  ["backbone/conv"] c = Conv<pads=[1,1,1,1]>(x, w1, b1)
  ["backbone/bn"] n = BatchNormalization(c, s, t, m, v)
  ["backbone/relu"] r = Relu(n)
  ["backbone/pool"] p = MaxPool<kernel_shape=[2,2], strides=[2,2]>(r)
  ["head/flatten"] l = Flatten(p)
  ["head/dense"] d = Gemm(l, f, g)
  ["head/softmax"] y = Softmax(d)
})"},
    {"old-cnn", R"(model ir=4 opset=7
graph old (x: float32[1,2,6,6]) -> (y) {
  w: float32[2,2,3,3] = fill(0.1)
  s: int64[2] = [1, -1]
  c = Conv<pads=[1,1,1,1], kernel_shape=[3,3]>(x, w)
  r = LeakyRelu<alpha=0.2>(c)
  a = AveragePool<kernel_shape=[2,2], strides=[2,2]>(r)
  d = Dropout<ratio=0.5>(a)
  y = Reshape(d, s)
})"},
    {"residual", R"(model opset=17
graph residual (x: float32[1,4,5,5]) -> (y, r1) {
  w1: float32[4,4,1,1] = fill(0.3)
  w2: float32[4,1,3,3] = fill(-0.1)
  c1 = Conv(x, w1)
  r1 = Relu(c1)
  c2 = Conv<group=4, pads=[1,1,1,1]>(r1, w2)
  a = Add(c2, x)
  r2 = Relu(a)
  g = GlobalAveragePool(r2)
  y = Flatten(g)
})"},
    {"transformer", R"(model opset=17
graph block (x: float32[2,4,6]) -> (y) {
  q: float32[6,6] = fill(0.1)
  k: float32[6,6] = fill(-0.2)
  v: float32[6,6] = fill(0.3)
  b: float32[6] = [0.1, 0, 0, 0.2, 0, 0]
  scale: float32[] = 0.4
  g: float32[6] = [1, 1, 0.5, 1, 1, 1]
  ["backbone/q"] xq = MatMul(x, q)
  ["backbone/qb"] xqb = Add(xq, b)
  ["backbone/k"] xk = MatMul(x, k)
  ["backbone/v"] xv = MatMul(x, v)
  ["backbone/t"] xt = Transpose<perm=[0,2,1]>(xk)
  ["backbone/qk"] s = MatMul(xqb, xt)
  ["backbone/scale"] z = Mul(s, scale)
  ["backbone/softmax"] p = Softmax<axis=-1>(z)
  ["backbone/pv"] o = MatMul(p, xv)
  ["backbone/add"] a = Add(o, x)
  ["head/norm"] y = LayerNormalization(a, g, b)
})"},
    {"layer-norm-by-hand", R"(model opset=13
graph norm (x: float32[3,8]) -> (y) {
  two: float32[] = 2
  eps: float32[] = 1e-5
  w: float32[8,8] = fill(0.1)
  h = MatMul(x, w)
  m = ReduceMean<axes=[-1]>(h)
  d = Sub(h, m)
  q = Pow(d, two)
  v = ReduceMean<axes=[-1]>(q)
  e = Add(v, eps)
  r = Sqrt(e)
  y = Div(d, r)
})"},
    {"needs-its-range", R"(model opset=13
graph range (x: float32[3,4]) -> (y, z) {
  w: float32[4,4] = fill(0.1)
  five: float32[] = 50
  a = MatMul(x, w)
  b = Add(a, five)
  y = Log(b)
  c = Relu(a)
  i = Cast<to=int64>(c)
  z = Cast<to=float32>(i)
})"},
    {"lstm", R"(model opset=14
graph lstm (x: float32[5,2,3]) -> (y) {
  w: float32[1,16,3] = fill(0.1)
  r: float32[1,16,4] = fill(-0.1)
  f: float32[4,2] = fill(0.5)
  (_, h) = LSTM<hidden_size=4>(x, w, r)
  axes: int64[1] = [0]
  s = Squeeze(h, axes)
  y = MatMul(s, f)
})"},
    {"shape-arithmetic", R"(model opset=14
graph shapes (x: float32[2,3,4]) -> (y) {
  w: float32[4,4] = fill(0.25)
  zero: int64[1] = [0]
  rest: int64[1] = [-1]
  h = MatMul(x, w)
  n = Shape(h)
  b = Gather(n, zero)
  t = Concat<axis=0>(b, rest)
  f = Reshape(h, t)
  y = Tanh(f)
})"},
    {"branches", R"(model opset=16
graph branches (x: float32[2,4], c: bool[]) -> (y) {
  w: float32[4,4] = fill(0.5)
  h = MatMul(x, w)
  a = Relu(h)
  w2: float32[4] = [1, 2, 3, 4]
  b = Add(a, w2)
  y = If<then_branch=graph () -> (p) { p = Neg(h) }, else_branch=graph () -> (q) { q = Identity(b) }>(c)
})"},
    {"dynamic", R"(model opset=15
graph dynamic (x: float32[batch,3,6,6]) -> (y) {
  w: float32[4,3,3,3] = fill(0.1)
  f: float32[4,4] = fill(0.3)
  c = Conv<pads=[1,1,1,1]>(x, w)
  r = Elu(c)
  g = GlobalMaxPool(r)
  l = Flatten(g)
  y = Gemm<transB=1>(l, f)
})"},
    {"qdq", R"(model opset=13
graph qdq (x: float32[1,2,4,4]) -> (y) {
  s: float32[] = 0.05
  z: int8[] = 3
  w: int8[2,2,1,1] = [10, -20, 30, 5]
  ws: float32[] = 0.02
  wz: int8[] = 0
  b: float32[2] = [0.1, -0.2]
  q = QuantizeLinear(x, s, z)
  d = DequantizeLinear(q, s, z)
  dw = DequantizeLinear(w, ws, wz)
  c = Conv(d, dw, b)
  r = Relu(c)
  p = AveragePool<kernel_shape=[2,2]>(r)
  q2 = QuantizeLinear(p, s, z)
  y = DequantizeLinear(q2, s, z)
})"},
    {"weights-as-inputs", R"(model opset=11
graph inputs (x: float32[2,3], w: float32[3,3], Conv_out: float32[3]) -> (y, MatMul_out) {
  w: float32[3,3] = fill(0.5)
  MatMul_out = MatMul(x, w)
  a = Add(MatMul_out, Conv_out)
  t = Sigmoid(a)
  h: float32[3,3] = fill(0.2)
  u = MatMul(t, h)
  v = MatMul(u, h)
  y = Tanh(v)
})"},
    {"odd-kinds", R"(model opset=21
graph odd (x: float16[2,4,6,6]) -> (y) {
  g: float16[4] = [1, 1, 0.5, 2]
  b: float16[4] = [0, 0.5, 0, 0]
  w: float16[4,2,3,3] = fill(0.1)
  n = GroupNormalization<num_groups=2>(x, g, b)
  e = Gelu(n)
  t = ConvTranspose<strides=[2,2]>(e, w)
  l = LRN<size=3>(t)
  d = SpaceToDepth<blocksize=1>(l)
  g2: float16[2] = [1, 0.5]
  b2: float16[2] = [0, 0.1]
  i = InstanceNormalization(d, g2, b2)
  y = HardSwish(i)
})"},
};

inline ModelCase StudySample(std::string_view text, uint64_t seed = 1) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message;
  ModelCase out;
  out.model = std::move(model).value();
  const Status typed = ops::InferTypes(out.model);
  EXPECT_TRUE(typed.ok()) << typed.error().message;
  Rng rng(seed);
  for (const ValueId id : out.model.graph.inputs)
    out.inputs.push_back(generate::RandomDatum(out.model.graph.type(id), rng).value());
  return out;
}

}  // namespace assay::mutate::study_tests
