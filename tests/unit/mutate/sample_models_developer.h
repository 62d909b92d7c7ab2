// Small models of many kinds, for the mutators that imitate developers: what zoos and users have,
// at opsets from 7 to 22.
#pragma once

#include <string_view>
#include <vector>

namespace assay::mutate::developer_tests {

struct SampleModel {
  std::string_view name;
  std::string_view text;
};

inline std::vector<SampleModel> SampleModels() {
  return {
      {"cnn", R"(
model opset=21
graph cnn (x: float32[1,3,12,12]) -> (y) {
  w1: float32[4,3,3,3] = fill(0.11)  b1: float32[4] = [0.1, -0.1, 0.2, 0]
  s: float32[4] = [1, 0.5, 2, 1]  b: float32[4] = [0, 0.1, -0.1, 0.3]
  m: float32[4] = [0.1, 0, 0, 0.2]  v: float32[4] = [1, 2, 0.5, 1]
  w2: float32[8,4,3,3] = fill(-0.07)  fc: float32[8,5] = fill(0.2)  fb: float32[5] = [1, 2, 3, 4, 5]
  ["backbone/conv1"] c1 = Conv<pads=[1,1,1,1]>(x, w1, b1)
  ["backbone/bn1"] n1 = BatchNormalization(c1, s, b, m, v)
  ["backbone/relu1"] r1 = Relu(n1)
  ["backbone/pool1"] p1 = MaxPool<kernel_shape=[2,2], strides=[2,2]>(r1)
  ["backbone/conv2"] c2 = Conv<pads=[1,1,1,1], strides=[1,1]>(p1, w2)
  ["backbone/relu2"] r2 = Sigmoid(c2)
  ["head/pool"] g = GlobalAveragePool(r2)
  ["head/flat"] f = Flatten(g)
  ["head/fc"] y = Gemm(f, fc, fb)
})"},
      {"old-cnn", R"(
model opset=7 ir=3
graph old (x: float32[2,2,8,8], w: float32[4,2,3,3], t: float32[64,3]) -> (y, z) {
  w: float32[4,2,3,3] = fill(0.2)  t: float32[64,3] = fill(0.03)
  c = Conv<auto_pad="SAME_UPPER", strides=[2,2]>(x, w)
  k = Clip<min=0.0, max=6.0>(c)
  d = Dropout<ratio=0.3>(k)
  a = AveragePool<kernel_shape=[2,2], pads=[0,0,1,1]>(d)
  l = LeakyRelu<alpha=0.2>(a)
  f = Flatten(l)
  y = MatMul(f, t)
  z = ReduceMean<axes=[2,3], keepdims=0>(l)
})"},
      {"separable", R"(
model opset=13
graph sep (x: float32[1,4,10]) -> (y) {
  dw: float32[4,1,3] = fill(0.3)  pw: float32[6,4,1] = fill(0.25)
  a = Conv<group=4, dilations=[2], pads=[2,2]>(x, dw)
  b = HardSigmoid(a)
  c = Conv(b, pw)
  s: float32[6] = fill(1)  t: float32[6] = fill(0.1)
  n = InstanceNormalization(c, s, t)
  e = Elu(n)
  p = AveragePool<kernel_shape=[3], strides=[2], ceil_mode=1>(e)
  y = Concat<axis=1>(p, p)
})"},
      {"transformer", R"(
model opset=17
graph block (x: float32[2,4,8]) -> (y) {
  sc: float32[8] = fill(1)  bi: float32[8] = fill(0.1)
  wq: float32[8,8] = fill(0.05)  wk: float32[8,8] = fill(-0.04)  wv: float32[8,8] = fill(0.06)
  root: float32[] = 2.83  i0: int64[] = 0  i1: int64[] = 1  axis: int64[1] = [0]  heads: int64[2] = [2, 4]
  n = LayerNormalization<axis=-1>(x, sc, bi)
  q = MatMul(n, wq)  k = MatMul(n, wk)  v = MatMul(n, wv)
  sh = Shape(q)
  b = Gather(sh, i0)  l = Gather(sh, i1)
  bu = Unsqueeze(b, axis)  lu = Unsqueeze(l, axis)
  target = Concat<axis=0>(bu, lu, heads)
  qh = Reshape(q, target)  kh = Reshape(k, target)  vh = Reshape(v, target)
  qt = Transpose<perm=[0,2,1,3]>(qh)  kt = Transpose<perm=[0,2,3,1]>(kh)  vt = Transpose<perm=[0,2,1,3]>(vh)
  sco = MatMul(qt, kt)
  scs = Div(sco, root)
  p = Softmax<axis=-1>(scs)
  o = MatMul(p, vt)
  ot = Transpose<perm=[0,2,1,3]>(o)
  or = Reshape(ot, sh)
  r = Add(x, or)
  e = Erf(r)
  y = Mul(r, e)
})"},
      {"primitive-norm", R"(
model opset=18
graph norm (x: float32[3,6]) -> (y) {
  two: float32[] = 2  eps: float32[] = 0.00001  last: int64[1] = [-1]
  w: float32[6,6] = fill(0.3)
  h = MatMul(x, w)
  a = Tanh(h)
  m = ReduceMean(a, last)
  d = Sub(a, m)
  q = Pow(d, two)
  v = ReduceMean(q, last)
  e = Add(v, eps)
  s = Sqrt(e)
  n = Div(d, s)
  y = Relu(n)
})"},
      {"quantised", R"(
model opset=13
graph qdq (x: float32[1,2,6,6]) -> (y) {
  xs: float32[] = 0.05  xz: uint8[] = 128
  wq: int8[3,2,3,3] = fill(17)  ws: float32[3] = [0.01, 0.02, 0.015]  wz: int8[3] = [0, 0, 0]
  q = QuantizeLinear(x, xs, xz)
  d = DequantizeLinear(q, xs, xz)
  w = DequantizeLinear<axis=0>(wq, ws, wz)
  c = Conv<pads=[1,1,1,1]>(d, w)
  r = Relu(c)
  q2 = QuantizeLinear(r, xs, xz)
  y = DequantizeLinear(q2, xs, xz)
})"},
      {"branches", R"(
model opset=16
graph branches (x: float32[2,3], c: bool[], k: int64[]) -> (y, z) {
  w: float32[3] = [0.5, -1, 2]
  a = Add(x, w)
  y = If<then_branch=graph () -> (p) { p = Relu(a) }, else_branch=graph () -> (q) { Relu_out = Mul(a, w)  q = Neg(Relu_out) }>(c)
  b = Relu(y)
  z = Gather<axis=1>(b, k)
})"},
      {"dynamic", R"(
model opset=20
graph dyn (x: float32["batch",4,"len"], w: float32[4,4,1]) -> (y, m) {
  w: float32[4,4,1] = fill(0.2)
  a = Conv(x, w)
  g = Gelu(a)
  s = Shape(g)
  f = Flatten(g)
  m = ReduceMax(f)
  r = Reshape(f, s)
  y = Add(r, g)
})"},
      {"recurrent", R"(
model opset=14
graph rnn (x: float32[5,1,3]) -> (y, h) {
  w: float32[1,16,3] = fill(0.1)  r: float32[1,16,4] = fill(-0.1)  b: float32[1,32] = fill(0.05)
  fc: float32[4,2] = fill(0.4)  fb: float32[2] = [0.1, 0.2]
  (o, h, _) = LSTM<hidden_size=4>(x, w, r, b)
  ax: int64[2] = [0, 1]
  s = Squeeze(h, ax)
  m = MatMul(s, fc)
  a = Add(m, fb)
  y = HardSwish(a)
})"},
      {"half-and-double", R"(
model opset=19
graph types (x: float16[2,4], d: float64[2,4]) -> (y, z, k) {
  w: float16[4,4] = fill(0.5)  v: float64[4,4] = fill(-0.25)
  a = MatMul(x, w)
  y = Relu(a)
  b = MatMul(d, v)
  s = Sigmoid(b)
  z = LogSoftmax(s)
  k = ArgMax(z)
})"},
      {"colliding-names", R"(
model opset=21
graph names (Relu_out: float32[1,2,4,4]) -> (Add_out, Conv_out_1) {
  Conv_out: float32[2,2,1,1] = fill(0.7)  starts: float32[] = 2
  Relu_out_1 = Relu(Relu_out)
  Conv_out_1 = Conv(Relu_out_1, Conv_out)
  Cast_out = Softplus(Conv_out_1)
  Add_out = Mul(Cast_out, starts)
})"},
      {"embedding", R"(
model opset=15
graph words (ids: int64[1,6]) -> (y) {
  table: float32[10,8] = fill(0.3)  w: float32[8,8] = fill(0.1)  b: float32[8] = fill(0.2)
  axis: int64[1] = [1]
  e = Gather(table, ids)
  h = MatMul(e, w)
  i = Add(h, b)
  t = Tanh(i)
  m = ReduceSum<keepdims=0>(t, axis)
  y = Softmax(m)
})"},
      {"old-quantised", R"(
model opset=10 ir=5
graph qdq (x: float32[2,4]) -> (y) {
  s: float32[] = 0.1  z: int8[] = 0  wq: uint8[4,4] = fill(130)  ws: float32[] = 0.02  wz: uint8[] = 128
  q = QuantizeLinear(x, s, z)
  d = DequantizeLinear(q, s, z)
  w = DequantizeLinear(wq, ws, wz)
  m = MatMul(d, w)
  y = Tanh(m)
})"},
      {"twins", R"(
model opset=12
graph twins (x: float32[1,3,5,5]) -> (y, z) {
  w1: float32[3,3,3,3] = fill(0.1)  w2: float32[3,3,3,3] = fill(0.2)  f1: float32[5,5] = fill(0.3)
  f2: float32[5,5] = fill(-0.3)  b1: float32[3] = [1, 0, 1]  b2: float32[3] = [0, 0.5, 0]
  c1 = Conv<pads=[1,1,1,1]>(x, w1, b1)
  r1 = Relu(c1)
  c2 = Conv<pads=[1,1,1,1]>(r1, w2, b2)
  s = Add(c2, x)
  y = MatMul(s, f1)
  t = MatMul(s, f2)
  z = Concat<axis=-1>(t, s)
})"},
      {"modern-norms", R"(
model opset=23
graph norms (x: float32[2,4,3,3]) -> (y) {
  s: float32[4] = [1, 2, 1, 0.5]  b: float32[4] = fill(0.1)  k: float32[4,4,2,2] = fill(0.1)
  l: float32[3] = fill(1.5)
  g = GroupNormalization<num_groups=2>(x, s, b)
  a = Mish(g)
  c = Conv(a, k)
  p = LpPool<kernel_shape=[2,2], pads=[1,1,0,0]>(c)
  u = GlobalMaxPool(p)
  m = Mul(a, u)
  y = RMSNormalization(m, l)
})"},
  };
}

}  // namespace assay::mutate::developer_tests
