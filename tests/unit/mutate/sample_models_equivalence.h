// Small models in the text form, one per pattern that the equivalences look for, in old and new
// opsets.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "generate/inputs.h"
#include "graph/model_case.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::mutate::equivalence_tests {

inline constexpr std::string_view kSampleModels[] = {
    // A small network with convolution, batch normalisation and a classifier.
    R"(model opset=21
graph cnn (x: float32[1,4,6,6]) -> (p: float32[1,3]) {
  w1: float32[4,4,3,3] = fill(0.125)
  b1: float32[4] = [0.5, -0.25, 0, 1]
  s: float32[4] = [1, 2, 0.5, 1.5]
  t: float32[4] = [0, 0.5, -0.5, 0.25]
  m: float32[4] = [0.1, 0, -0.2, 0.3]
  v: float32[4] = [1, 0.5, 2, 0.25]
  w2: float32[8,4,1,1] = fill(0.25)
  wd: float32[8,2,3,3] = fill(-0.125)
  w3: float32[8,3] = fill(0.5)
  b3: float32[3] = [0.1, 0.2, 0.3]
  c1 = Conv<kernel_shape=[3,3], pads=[1,1,1,1]>(x, w1, b1)
  n1 = BatchNormalization<epsilon=1e-3>(c1, s, t, m, v)
  r1 = Relu(n1)
  c2 = Conv(r1, w2)
  c3 = Conv<group=2>(r1, wd)
  k: float32[1,8,1,1] = fill(0.5)
  a3 = Add(c3, k)
  g3 = GlobalAveragePool(a3)
  d2 = GlobalMaxPool(c2)
  e = Add(g3, d2)
  f = Flatten(e)
  z = Gemm<alpha=0.5, beta=2.0>(f, w3, b3)
  p = Softmax<axis=1>(z)
})",
    // The same kind at an old opset: attributes instead of inputs, axes coerced.
    R"(model ir=4 opset=9
graph old (x: float32[2,3,4,4]) -> (y: float32[2,5], q: float32[2,3]) {
  w: float32[5,3] = fill(0.25)
  b: float32[5] = fill(-0.5)
  m = ReduceMean<axes=[2,3], keepdims=0>(x)
  z = Gemm<transB=1>(m, w, b)
  l = LeakyRelu<alpha=0.25>(z)
  y = Softmax<axis=1>(l)
  c = Clip<min=-1.0, max=1.0>(x)
  s = ReduceMax<axes=[2], keepdims=1>(c)
  u = Squeeze<axes=[2]>(s)
  q = ReduceSum<axes=[2], keepdims=0>(u)
})",
    // Attention as exporters write it, layer normalisation from primitives, gelu by erf.
    R"(model opset=23
graph block (x: float32[1,2,4,8]) -> (y: float32[1,2,4,8]) {
  wq: float32[8,8] = fill(0.125)
  c: float32[] = 0.35355338
  two: float32[] = 2
  eps: float32[] = 1e-5
  g: float32[8] = [1, 1, 2, 1, 0.5, 1, 1, 1]
  h: float32[8] = fill(0.25)
  root: float32[] = 1.4142135
  one: float32[] = 1
  half: float32[] = 0.5
  q = MatMul(x, wq)
  kt = Transpose<perm=[0,1,3,2]>(x)
  qk = MatMul(q, kt)
  sc = Mul(qk, c)
  at = Softmax<axis=-1>(sc)
  o = MatMul(at, x)
  r = Add(o, x)
  ax: int64[1] = [-1]
  mean = ReduceMean(r, ax)
  d = Sub(r, mean)
  d2 = Pow(d, two)
  var = ReduceMean(d2, ax)
  ve = Add(var, eps)
  sd = Sqrt(ve)
  n = Div(d, sd)
  ng = Mul(n, g)
  ln = Add(ng, h)
  e1 = Div(ln, root)
  e2 = Erf(e1)
  e3 = Add(e2, one)
  e4 = Mul(ln, e3)
  y = Mul(e4, half)
})",
    // Fused forms of the same.
    R"(model opset=24
graph fused (q: float32[1,2,3,4], k: float32[1,2,5,4], v: float32[1,2,5,4]) -> (y, z, u, sw) {
  g: float32[4] = [1, 2, 0.5, -1]
  b: float32[4] = [0, 0.5, -0.5, 1]
  a = Attention(q, k, v)
  n = LayerNormalization<axis=-1>(a, g, b)
  y = Gelu(n)
  z = Gelu<approximate="tanh">(n)
  u = Swish<alpha=1.5>(n)
  sg = Sigmoid(n)
  sw = Mul(n, sg)
})",
    // Activations.
    R"(model opset=18
graph act (x: float32[2,6]) -> (a, b, c, d, e, f, g, h, i) {
  a = Relu(x)
  b = Sigmoid(x)
  c = HardSigmoid(x)
  d = HardSwish(x)
  e = Mish(x)
  f = Softsign(x)
  g = Softplus(x)
  h = Elu<alpha=0.5>(x)
  i = LogSoftmax(x)
})",
    // Arithmetic in several types.
    R"(model opset=17
graph arith (x: float32[2,3], n: int32[2,3], h: float64[3]) -> (a, b, c, d, e) {
  k: float32[3] = [2, 0.5, -4]
  two: float32[] = 2
  x1 = Add(x, k)
  x2 = Add(x1, x)
  x3 = Mul(x2, k)
  x4 = Mul(k, x1)
  x5 = Sub(x3, x4)
  a = Div(x5, two)
  b = Pow(a, two)
  n1 = Mul(n, n)
  c = Sub(n1, n)
  d = Reciprocal(h)
  e = Sum(x, x1, x2)
})",
    // Booleans, comparisons, selection, integers of several widths.
    R"(model opset=18
graph logic (x: float32[4], y: float32[4], i: int64[2,2], u: uint8[3]) -> (o, p, q, r) {
  c = Less(x, y)
  d = Greater(x, y)
  e = And(c, d)
  f = Or(e, c)
  g = Xor(f, d)
  o = Where(g, x, y)
  p = BitwiseNot(i)
  q = Cast<to=float32>(u)
  r = BitwiseAnd(p, i)
})",
    // Matrix products of several ranks.
    R"(model opset=20
graph products (a: float32[2,3,4], b: float32[4,6], v: float32[4], s: float32[3,4]) -> (y, z, t, g) {
  bias: float32[6] = fill(0.25)
  y = MatMul(a, b)
  z = MatMul(a, v)
  t = MatMul(v, b)
  m = MatMul(s, b)
  g = Add(m, bias)
})",
    // Shape arithmetic with a dynamic batch, as exporters write it.
    R"(model opset=15
graph dynamic (x: float32[batch,4,6]) -> (y) {
  sh = Shape(x)
  zero: int64[] = 0
  b = Gather(sh, zero)
  ax: int64[1] = [0]
  bu = Unsqueeze(b, ax)
  rest: int64[2] = [2, 12]
  to = Concat<axis=0>(bu, rest)
  r = Reshape(x, to)
  y = Softmax<axis=-1>(r)
})",
    // Constants: shared, folded, as nodes.
    R"(model opset=19
graph constants (x: float32[2,2], d: float32[2,2]) -> (y, z) {
  d: float32[2,2] = [[1, 2], [3, 4]]
  w: float32[2,2] = [[1, 0.5], [0.25, 4]]
  wt = Transpose<perm=[1,0]>(w)
  k = Constant<value=float32[2] [0.5, 2]>()
  l = Constant<value_float=3.0>()
  a = MatMul(x, wt)
  b = MatMul(x, w)
  e = Add(a, k)
  f = Mul(b, l)
  g = Add(f, w)
  h = Add(x, d)
  y = Sub(e, g)
  z = Mul(h, w)
})",
    // Subgraphs that capture values, and equal computations.
    R"(model opset=16
graph control (x: float32[2,3], c: bool[]) -> (y, z) {
  Neg_out = Abs(x)
  s = Exp(x)
  t = Exp(x)
  st = Add(s, t)
  i = If<then_branch=graph () -> (o1) { Transpose_out = Neg(Neg_out)  o1 = Mul(Transpose_out, st) },
         else_branch=graph () -> (o2) { o2 = Identity(s) }>(c)
  y = Add(i, s)
  z = Sub(t, i)
})",
    // Functions of the model's own.
    R"(model opset=18 opset my=1
graph calls (x: float32[3]) -> (y) {
  a = my::Twice<by=2.0>(x)
  b = Tanh(a)
  y = my::Twice(b)
}
function my::Twice<by=4.0>(x) -> (y) opset=18 {
  k = Constant<value_float=@by:float>()
  y = Mul(x, k)
})",
    // Quantised, with several consumers of one value.
    R"(model opset=21
graph qdq (x: float32[1,3,8]) -> (y, u) {
  s: float32[] = 0.05
  zp: uint8[] = 128
  w: float32[4,3,3] = fill(0.25)
  q = QuantizeLinear(x, s, zp)
  d = DequantizeLinear(q, s, zp)
  c = Conv<kernel_shape=[3], pads=[1,1]>(d, w)
  y = Relu(c)
  u = ReduceMean(c)
})",
    // Sizes of 0 and 1, scalars.
    R"(model opset=14
graph odd (e: float32[0,3], s: float32[], o: float32[1,1,4]) -> (a, b, c, d) {
  a = Relu(e)
  b = Sigmoid(s)
  ax: int64[1] = [0]
  c = Unsqueeze(o, ax)
  d = Add(o, s)
})",
    // Reductions and pooling over an image.
    R"(model opset=18
graph reduce (x: float32[2,4,3,3]) -> (a, b, c, d, e) {
  hw: int64[2] = [2, 3]
  all: int64[3] = [1, 2, 3]
  a = ReduceMean(x, hw)
  b = ReduceSum<keepdims=0>(x, all)
  c = ReduceMax(x, hw)
  d = GlobalAveragePool(x)
  e = ReduceL2(x, all)
})",
};

// Typed, with inputs. Dynamic sizes are 2, as generate::RandomInputs makes them.
inline ModelCase SampleCase(std::string_view text, uint64_t seed) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message << "\n" << text;
  if (!model.ok()) return {};
  const Status typed = ops::InferTypes(*model);
  EXPECT_TRUE(typed.ok()) << typed.error().message << "\n" << text;
  Rng rng(seed);
  auto inputs = generate::RandomInputs(model->graph, rng);
  EXPECT_TRUE(inputs.ok());
  return {std::move(model).value(), std::move(inputs).value()};
}

}  // namespace assay::mutate::equivalence_tests
