#include "zoo/builder.h"

#include <algorithm>

#include "base/check.h"
#include "base/strings.h"
#include "ops/op.h"

namespace assay::zoo {
namespace {

// The oldest file format that holds the opset: old releases of a framework refuse newer ones.
int IrVersionFor(int opset) { return opset <= 18 ? 8 : opset <= 20 ? 9 : 10; }

// Per channel for images, in one for all else.
Moments Measure(const Tensor& value) {
  if (!IsFloat(value.dtype()) || value.count() == 0) return {};
  const bool image = value.rank() == 4;
  const int64_t channels = image ? value.shape()[1] : 1;
  const int64_t run = image ? value.shape()[2] * value.shape()[3] : value.count();
  Moments out{{}, {}};
  for (int64_t c = 0; c < channels; ++c) {
    double sum = 0, squares = 0;
    for (int64_t i = c * run; i < (c + 1) * run; ++i) {
      sum += value.RealAt(i);
      squares += value.RealAt(i) * value.RealAt(i);
    }
    const double mean = sum / static_cast<double>(run);
    out.mean.push_back(static_cast<float>(mean));
    out.var.push_back(
        static_cast<float>(std::max(squares / static_cast<double>(run) - mean * mean, 1e-4)));
  }
  return out;
}

}  // namespace

Builder::Builder(std::string_view model_name, int opset, Size size, Rng& rng)
    : rng_(rng), size_(size), opset_(opset) {
  subject_.model.ir_version = IrVersionFor(opset);
  subject_.model.opsets[""] = opset;
  subject_.model.producer_name = "assay";
  subject_.model.graph.name = model_name;
}

Builder::Scope::Scope(Builder& builder, std::string_view name)
    : builder_(builder), before_(builder.scope_.size()) {
  builder_.scope_ += StrCat(name, "/");
}

Builder::Scope::~Scope() { builder_.scope_.resize(before_); }

std::string Builder::FullName(std::string_view layer) const {
  return StrCat(role_, "/", scope_, layer);
}

std::string Builder::Unique(std::string name) {
  std::string out = name;
  for (int i = 2; !names_.insert(out).second; ++i) out = StrCat(name, "_", i);
  return out;
}

ValueId Builder::AddValue(std::string name, ValueType type, Moments moments) {
  const ValueId id = subject_.model.graph.AddValue(Unique(std::move(name)), std::move(type));
  ASSAY_CHECK(static_cast<size_t>(id) == moments_.size()) << "values are numbered in order";
  moments_.push_back(std::move(moments));
  return id;
}

ValueId Builder::Input(std::string_view name, const Tensor& value) {
  const ValueId id =
      AddValue(std::string(name), TensorType(value.dtype(), value.shape()), Measure(value));
  subject_.model.graph.inputs.push_back(id);
  subject_.inputs.emplace_back(value);
  return id;
}

ValueId Builder::Weight(std::string_view layer, std::string_view what, Tensor value) {
  const ValueId id = AddValue(StrCat(FullName(layer), ".", what),
                              TensorType(value.dtype(), value.shape()), Moments());
  subject_.model.graph.SetInitializer(id, std::move(value));
  return id;
}

ValueId Builder::Ints(std::string_view layer, std::string_view what, std::vector<int64_t> values) {
  return Weight(layer, what, Int64Vector(values));
}

ValueId Builder::Scalar(std::string_view layer, std::string_view what, float value) {
  return Weight(layer, what, FloatTensor({}, {value}));
}

void Builder::Output(ValueId id, std::string_view name) {
  subject_.model.graph.Rename(id, Unique(std::string(name)));
  subject_.model.graph.outputs.push_back(id);
}

ValueId Builder::Op(std::string_view op, std::string_view layer, std::vector<ValueId> inputs,
                    Attrs attrs) {
  return OpMany(op, layer, std::move(inputs), std::move(attrs), 1)[0];
}

std::vector<ValueId> Builder::OpMany(std::string_view op, std::string_view layer,
                                     std::vector<ValueId> inputs, Attrs attrs, int outputs) {
  Graph& graph = subject_.model.graph;
  Node node{.name = Unique(FullName(layer)), .op = std::string(op), .attrs = std::move(attrs)};
  std::vector<ValueType> types;
  std::vector<const Tensor*> constants;
  for (const ValueId id : inputs) {
    node.inputs.push_back(id);
    types.push_back(id == kAbsent ? ValueType() : graph.type(id));
    constants.push_back(id == kAbsent ? nullptr : graph.initializer(id));
  }
  node.outputs = decltype(node.outputs)(static_cast<size_t>(outputs), kAbsent);
  const ops::OpDef* def = ops::FindOp("", op);
  ASSAY_CHECK(def != nullptr) << "no operator " << op;
  const auto result = def->infer(ops::InferCall(node, opset_, types, constants, nullptr));
  ASSAY_CHECK(result.ok()) << node.name << " (" << op << "): " << result.error().message;
  std::vector<ValueId> made;
  for (int i = 0; i < outputs; ++i) {
    const auto at = static_cast<size_t>(i);
    made.push_back(AddValue(outputs == 1 ? StrCat(node.name, "/out") : StrCat(node.name, "/out", i),
                            (*result)[at], Moments()));
    if (!inputs.empty()) SetMoments(made.back(), moments(inputs[0]));
    node.outputs[at] = made.back();
  }
  graph.AddNode(std::move(node));
  return made;
}

Shape Builder::shape(ValueId id) const {
  const auto shape = subject_.model.graph.type(id).tensor.shape();
  ASSAY_CHECK(shape.has_value()) << subject_.model.graph.name_of(id) << " has no known shape";
  return *shape;
}

const Moments& Builder::moments(ValueId id) const { return moments_[static_cast<size_t>(id)]; }

ValueId Builder::SetMoments(ValueId id, Moments moments) {
  const TensorType& type = subject_.model.graph.type(id).tensor;
  const bool fits =
      type.rank() >= 2 && type.dims[1].size == static_cast<int64_t>(moments.mean.size());
  moments_[static_cast<size_t>(id)] = fits ? std::move(moments) : moments.Pooled();
  return id;
}

Subject Builder::Finish() { return std::move(subject_); }

}  // namespace assay::zoo
