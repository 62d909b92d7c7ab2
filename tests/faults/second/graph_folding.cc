// Neighbours folded into Conv, pools, MatMul and quantisation although a condition does not hold.
#include <algorithm>

#include "second/pattern.h"

namespace assay::faults {
namespace {

// Node i takes over the padding of the Pad before it, whatever the Pad fills in.
void FoldPad(Rewriter& r, size_t i) {
  const auto pad = r.FusableProducer(i, 0);
  if (!pad || !r.Is(*pad, {"Pad"}) || r.Has(*pad, 3) || r.node(i).attrs.Has("auto_pad") ||
      IntAttr(r.node(i), "ceil_mode", 0) != 0 || r.node(i).outputs.size() != 1)
    return;
  const auto* mode = r.node(*pad).attrs.Get<std::string>("mode");
  const auto sizes = ConstantInts(r, *pad, 1);
  if ((mode != nullptr && *mode != "constant") || !sizes) return;
  const size_t rank = sizes->size() / 2;
  std::vector<int64_t> pads(2 * (rank - 2), 0);
  if (const auto* own = r.node(i).attrs.Get<std::vector<int64_t>>("pads")) pads = *own;
  const auto* window = r.node(i).attrs.Get<std::vector<int64_t>>("kernel_shape");
  for (size_t k = 0; k < 2 * rank; ++k) {
    const size_t axis = k % rank;
    const int64_t size = (*sizes)[k];
    if (axis < 2 && size != 0) return;
    if (axis < 2) continue;
    int64_t& sum = pads[axis - 2 + (k < rank ? 0 : rank - 2)];
    sum += size;
    // No pass may make windows that see nothing but padding.
    if (size < 0 || (window != nullptr && sum >= (*window)[axis - 2])) return;
  }
  Node folded = r.node(i);
  folded.inputs[0] = r.node(*pad).inputs[0];
  folded.attrs.Set("pads", pads);
  r.Set(i, std::move(folded));
}

}  // namespace

void PadFoldedIntoConv(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (r.Is(i, {"Conv"})) FoldPad(r, i);
}

void PadFoldedIntoAveragePool(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (const auto pad = r.FusableProducer(i, 0);
        r.Is(i, {"AveragePool"}) && pad && OneNumber(r, *pad, 2).value_or(0) == 0)
      FoldPad(r, i);
}

void PadFoldedIntoMaxPool(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (const auto pad = r.FusableProducer(i, 0);
        r.Is(i, {"MaxPool"}) && pad && OneNumber(r, *pad, 2).value_or(0) == 0)
      FoldPad(r, i);
}

// The weights of a ConvTranspose with groups have a group's channels in axis 1: the scales of the
// first group are used for all.
void BatchNormFoldedOverGroups(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto conv = r.FusableProducer(i, 0);
    if (!r.Is(i, {"BatchNormalization"}) || !conv || !r.Is(*conv, {"ConvTranspose"}) ||
        r.node(i).outputs.size() != 1)
      continue;
    const int64_t groups = IntAttr(r.node(*conv), "group", 1);
    if (groups < 2) continue;
    for (const size_t input : {size_t{1}, size_t{4}}) {
      const Tensor* all = r.Constant(r.node(i).inputs[input]);
      if (all == nullptr) continue;
      std::vector<double> values;
      for (int64_t k = 0; k < all->count(); ++k)
        values.push_back(all->RealAt(k % (all->count() / groups)));
      SetInput(r, i, input, r.AddConstant(MakeTensor(all->dtype(), all->shape(), values)));
    }
  }
}

// A constant factor behind a MatMul becomes its alpha, which is one number.
void MatmulFactorIsOneNumber(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto product = r.FusableProducer(i, 0);
    if (!r.Is(i, {"Mul", "Div"}) || !product || !r.Is(*product, {"MatMul"})) continue;
    const Tensor* factor = r.Constant(r.node(i).inputs[1]);
    if (factor == nullptr || factor->count() < 2 || !IsFloat(factor->dtype()) ||
        r.ShapeOf(r.node(i).outputs[0]) != r.ShapeOf(r.node(i).inputs[0]))
      continue;
    SetInput(r, i, 1, AddScalar(r, r.node(i).inputs[0], factor->RealAt(0)));
  }
}

// MatMul and Add become Gemm although the addend makes the result larger.
void MatmulAddIsGemm(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto product = r.FusableProducer(i, 0);
    if (!r.Is(i, {"Add"}) || !product || !r.Is(*product, {"MatMul"}) ||
        !IsFloat(r.TypeOf(r.node(i).outputs[0])))
      continue;
    const ValueId a = r.node(*product).inputs[0], b = r.node(*product).inputs[1];
    const ValueId c = r.node(i).inputs[1];
    const auto rank = [&](ValueId id) { return r.ShapeOf(id) ? r.ShapeOf(id)->size() : 9; };
    const bool larger = r.ShapeOf(r.node(i).outputs[0]) != r.ShapeOf(r.node(i).inputs[0]);
    // Where it is allowed nothing is done: Gemm may round otherwise in the 16-bit types.
    if (larger && rank(a) == 2 && rank(b) == 2 && rank(c) <= 2)
      Become(r, i, NewNode("Gemm", {a, b, c}));
  }
}

// As many numbers as there are channels are a bias, even where they lie along the last axis.
void LastAxisAddendIsBias(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto conv = r.FusableProducer(i, 0);
    if (!r.Is(i, {"Add"}) || !conv || !r.Is(*conv, {"Conv"}) || r.Has(*conv, 2)) continue;
    const Tensor* addend = r.Constant(r.node(i).inputs[1]);
    const auto shape = r.ShapeOf(r.node(i).outputs[0]);
    if (addend == nullptr || addend->rank() != 1 || !shape || shape->size() < 3 ||
        addend->count() < 2 || addend->count() != (*shape)[1])
      continue;
    const ValueId x = r.node(*conv).inputs[0], w = r.node(*conv).inputs[1];
    Node fused = r.node(*conv);
    fused.inputs = {x, w, r.node(i).inputs[1]};
    Become(r, i, std::move(fused));
  }
}

// Dequantising and quantising with one scale is removed although the zero points differ.
void RequantizeIgnoresZeroPoint(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!r.Is(i, {"QuantizeLinear"}) || !before || !r.Is(*before, {"DequantizeLinear"})) continue;
    const auto from = OneNumber(r, *before, 1), to = OneNumber(r, i, 1);
    const ValueId x = r.node(*before).inputs[0];
    if (from && to && *from == *to && r.TypeOf(x) == r.TypeOf(r.node(i).outputs[0])) r.Bypass(i, x);
  }
}

}  // namespace assay::faults
