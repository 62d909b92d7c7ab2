// Passes that fuse or fold neighbours and lose something on the way.
#include "rewriter.h"

namespace assay::faults {
namespace {

// Node i without its inputs from `count` on.
void KeepInputs(Rewriter& r, size_t i, size_t count) {
  Node changed = r.node(i);
  while (changed.inputs.size() > count) changed.inputs.pop_back();
  r.Set(i, std::move(changed));
}

void SetInput(Rewriter& r, size_t i, size_t input, ValueId value) {
  Node changed = r.node(i);
  changed.inputs[input] = value;
  r.Set(i, std::move(changed));
}

Node Binary(std::string op, ValueId a, ValueId b) {
  Node node;
  node.op = std::move(op);
  node.inputs = {a, b};
  return node;
}

bool Contains(const std::vector<ValueId>& ids, ValueId id) {
  for (const ValueId other : ids)
    if (other == id) return true;
  return false;
}

}  // namespace

void ConvActivationDropsBias(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.node(i).domain.empty() || !IsActivation(r.node(i).op)) continue;
    const auto conv = r.FusableProducer(i, 0);
    if (conv && r.Is(*conv, {"Conv", "ConvTranspose"}) && r.Has(*conv, 2)) KeepInputs(r, *conv, 2);
  }
}

// A scale folded into the weights of the node before it takes the place of that node's bias.
void ScaleFoldDropsBias(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"BatchNormalization", "Mul", "Div"}) || r.node(i).attrs.Has("training_mode"))
      continue;
    const auto before = r.FusableProducer(i, 0);
    if (before && r.Is(*before, {"Conv", "ConvTranspose", "Gemm"}) && r.Has(*before, 2))
      KeepInputs(r, *before, 2);
  }
}

// What limits its results is taken for part of the Clip behind it; a Relu for part of the Clip
// before.
void LimitsMerged(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Clip", "Relu"})) continue;
    const auto before = r.FusableProducer(i, 0);
    if (!before) continue;
    if (r.Is(i, {"Clip"}) && r.Is(*before, {"Relu", "Clip", "Sigmoid", "HardSigmoid", "Tanh"}))
      r.Bypass(*before, r.node(*before).inputs[0]);
    if (r.Is(i, {"Relu"}) && r.Is(*before, {"Clip"})) r.Bypass(i, r.node(i).inputs[0]);
  }
}

// (x + a) * b becomes x * b + a; the same with - and with /.
void AddMulReassociated(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Mul", "Div"})) continue;
    const auto add = r.FusableProducer(i, 0);
    if (!add || !r.Is(*add, {"Add", "Sub"})) continue;
    const ValueId x = r.node(*add).inputs[0], a = r.node(*add).inputs[1];
    const ValueId product = r.InsertBefore(i, Binary(r.node(i).op, x, r.node(i).inputs[1]));
    Node sum = r.node(i);
    sum.op = r.node(*add).op;
    sum.inputs = {product, a};
    r.Set(i, std::move(sum));
  }
}

void ResidualTakesFirstRow(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Add", "Sub"})) continue;
    for (size_t k = 0; k < 2; ++k) {
      const auto product = r.FusableProducer(i, k);
      if (!product || !r.Is(*product, {"MatMul", "Gemm", "Conv", "BatchNormalization"})) continue;
      const ValueId bias = r.node(i).inputs[1 - k];
      const auto shape = r.ShapeOf(bias);
      if (!shape || shape->size() < 2 || (*shape)[shape->size() - 2] < 2) continue;
      const int64_t first = 0;
      Node row = Binary("Gather", bias, r.AddConstant(Int64Vector(std::span(&first, 1))));
      row.attrs.Set("axis", static_cast<int64_t>(shape->size()) - 2);
      const ValueId taken = r.InsertBefore(i, std::move(row));
      SetInput(r, i, 1 - k, taken);
    }
  }
}

void IdentityEliminationSkipsNode(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Identity", "Dropout"}) || r.node(i).outputs.size() != 1) continue;
    const auto before = r.Producer(r.node(i).inputs[0]);
    if (before && IsUnaryElementwise(r.node(*before).op)) r.Bypass(i, r.node(*before).inputs[0]);
  }
}

void QdqPairRemoved(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"DequantizeLinear"})) continue;
    const auto quantize = r.FusableProducer(i, 0);
    if (!quantize || !r.Is(*quantize, {"QuantizeLinear"})) continue;
    const ValueId x = r.node(*quantize).inputs[0];
    if (r.TypeOf(x) == r.TypeOf(r.node(i).outputs[0])) r.Bypass(i, x);
  }
}

// Also where something that only moves elements stands between them.
void CastsMerged(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Cast"})) continue;
    auto before = r.FusableProducer(i, 0);
    if (before && r.Is(*before, {"Expand", "Flatten", "Identity", "Reshape", "Slice", "Squeeze",
                                 "Tile", "Transpose", "Unsqueeze"}))
      before = r.FusableProducer(*before, 0);
    if (before && r.Is(*before, {"Cast"}) && r.TypeOf(r.node(*before).inputs[0]) != DType::kString)
      r.Bypass(*before, r.node(*before).inputs[0]);
  }
}

void NegAbsorbed(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Add", "Sub", "Mul", "Div", "MatMul", "Max", "Min"})) continue;
    for (size_t k = 0; k < r.node(i).inputs.size(); ++k) {
      const auto neg = r.FusableProducer(i, k);
      if (neg && r.Is(*neg, {"Neg"})) SetInput(r, i, k, r.node(*neg).inputs[0]);
    }
  }
}

// The memory planner lets an activation write into its input although somebody else reads it later.
void InPlaceOverwritesShared(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Relu", "LeakyRelu", "Clip", "Sigmoid", "Tanh"})) continue;
    const ValueId x = r.node(i).inputs[0];
    if (!r.Producer(x) || Contains(r.graph().outputs, x)) continue;
    for (size_t later = i + 1; later < r.node_count(); ++later)
      for (size_t k = 0; k < r.node(later).inputs.size(); ++k)
        if (r.node(later).inputs[k] == x) SetInput(r, later, k, r.node(i).outputs[0]);
  }
}

void ExpandEliminated(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Add", "Sub", "Mul", "Div", "Max", "Min", "Pow", "Less", "Greater", "Equal",
                  "And", "Or", "Xor", "Where", "PRelu", "Mod", "Sum", "Mean"}))
      continue;
    for (size_t k = 0; k < r.node(i).inputs.size(); ++k) {
      const auto expand = r.FusableProducer(i, k);
      if (expand && r.Is(*expand, {"Expand"})) SetInput(r, i, k, r.node(*expand).inputs[0]);
    }
  }
}

void ScalarOperandSwapped(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Sub", "Div", "Less", "Greater"})) continue;
    const auto a = r.ShapeOf(r.node(i).inputs[0]), b = r.ShapeOf(r.node(i).inputs[1]);
    if (!a || !b || !a->empty() || b->empty()) continue;
    Node changed = r.node(i);
    std::swap(changed.inputs[0], changed.inputs[1]);
    r.Set(i, std::move(changed));
  }
}

}  // namespace assay::faults
