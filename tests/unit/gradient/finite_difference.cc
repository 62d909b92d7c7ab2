#include "tests/unit/gradient/finite_difference.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::gradient {
namespace {

// One-sided slopes of a smooth function differ by h f''; more than this (for the usual h of 1e-5)
// is a kink.
constexpr double kSidesDiffer = 1e-3;

Known Exact(const Tensor& tensor) { return Known(Bounded::From(tensor, {}).value()); }

const ValueType& TypeOf(const Model& model, const std::string& name) {
  return model.graph.type(model.graph.Find(name));
}

Tensor RandomLabels(Rng& rng, const TensorType& type, int64_t classes) {
  const Shape shape = *type.shape();
  std::vector<double> values;
  for (int64_t i = 0; i < ElementCount(shape); ++i)
    values.push_back(type.dtype == DType::kInt64 ? static_cast<double>(rng.Int(0, classes - 1))
                                                 : rng.Real(0, 1));
  if (type.dtype != DType::kInt64) return MakeTensor(type.dtype, shape, values);
  return MakeIntTensor(type.dtype, shape, std::vector<int64_t>(values.begin(), values.end()));
}

// The loss as a function of one element of one value.
class Function {
 public:
  Function(const GradientModel& model, std::vector<Known> inputs)
      : model_(model.model), inputs_(std::move(inputs)) {
    const ValueId loss = model_.graph.Find(model.loss);
    model_.graph.outputs = {loss};
  }

  void Choose(const std::string& name) {
    const ValueId id = model_.graph.Find(name);
    const auto at = std::find(model_.graph.inputs.begin(), model_.graph.inputs.end(), id);
    input_ = at - model_.graph.inputs.begin();
    is_input_ = at != model_.graph.inputs.end();
    id_ = id;
    base_ = is_input_ ? inputs_[static_cast<size_t>(input_)].tensor.ToTensor()
                      : *model_.graph.initializer(id);
  }
  const Tensor& base() const { return base_; }

  double At(int64_t element, double by) {
    std::vector<double> values;
    for (int64_t i = 0; i < base_.count(); ++i)
      values.push_back(base_.RealAt(i) + (i == element ? by : 0));
    const Tensor moved = MakeTensor(base_.dtype(), base_.shape(), values);
    std::vector<Known> inputs = inputs_;
    if (is_input_)
      inputs[static_cast<size_t>(input_)] = Exact(moved);
    else
      model_.graph.SetInitializer(id_, moved);
    auto run = reference::Evaluate(model_, inputs);
    if (!is_input_) model_.graph.SetInitializer(id_, base_);
    if (!run.ok() || !run->outputs[0].is_tensor()) return NAN;
    const Real loss = run->outputs[0].tensor.real(0);
    return loss.nan == Nan::kMust ? NAN : loss.v;
  }

 private:
  Model model_;
  std::vector<Known> inputs_;
  Tensor base_;
  ValueId id_ = kAbsent;
  std::ptrdiff_t input_ = 0;
  bool is_input_ = false;
};

void CompareTensor(Function& f, const std::string& name, const Bounded& gradient,
                   const Accuracy& accuracy, Comparison& out) {
  const double h = accuracy.step;
  f.Choose(name);
  if (!(gradient.shape() == f.base().shape())) {
    out.mistake = StrCat("the gradient by '", name, "' has shape ", ShapeText(gradient.shape()));
    return;
  }
  double size = 1;
  for (int64_t i = 0; i < gradient.count(); ++i)
    if (std::isfinite(gradient.real(i).v)) size = std::max(size, std::fabs(gradient.real(i).v));
  const double at = f.At(-1, 0);
  for (int64_t i = 0; i < gradient.count() && out.mistake.empty(); ++i) {
    const double right = (f.At(i, h) - at) / h, left = (at - f.At(i, -h)) / h;
    const double central = (right + left) / 2, got = gradient.real(i).v;
    if (!std::isfinite(central) || std::fabs(right - left) > kSidesDiffer * size * (h / 1e-5)) {
      ++out.kinks;
      continue;
    }
    ++out.elements;
    if (!(std::fabs(got - central) <= accuracy.tolerance * size))
      out.mistake =
          StrCat("'", name, "' element ", i, ": gradient ", got, ", difference ", central);
  }
}

bool AnyTrue(const Known& known) {
  for (int64_t i = 0; known.is_tensor() && i < known.tensor.count(); ++i)
    if (known.tensor.integer(i).hi != 0) return true;
  return false;
}

}  // namespace

std::vector<Known> ToKnown(const std::vector<Datum>& inputs) {
  std::vector<Known> out;
  for (const Datum& datum : inputs) out.push_back(Known::From(datum, {}).value());
  return out;
}

std::vector<Known> WithLabels(const GradientModel& model, std::vector<Known> inputs,
                              uint64_t seed) {
  Rng rng(seed);
  const Graph& graph = model.model.graph;
  // Enough for the class losses of these tests: labels 0 and 1 exist wherever there are classes.
  constexpr int64_t kClasses = 2;
  for (size_t i = inputs.size(); i < graph.inputs.size(); ++i) {
    const std::string& name = graph.name_of(graph.inputs[i]);
    inputs.push_back(name == model.tie
                         ? Known()
                         : Exact(RandomLabels(rng, TypeOf(model.model, name).tensor, kClasses)));
  }
  return inputs;
}

Result<Comparison> CompareWithDifferences(const Model& model, const std::vector<Datum>& inputs,
                                          const std::vector<std::string>& wrt, const Loss& loss,
                                          uint64_t seed, const Accuracy& accuracy) {
  ASSAY_ASSIGN(const GradientModel made, Differentiate(model, loss, wrt));
  const std::vector<Known> fed = WithLabels(made, ToKnown(inputs), seed);
  ASSAY_ASSIGN(const reference::Evaluation run, reference::Evaluate(made.model, fed));
  Comparison out;
  const size_t first = model.graph.outputs.size();
  for (size_t i = 0; i < made.ties.size(); ++i)
    out.tied = out.tied || AnyTrue(run.outputs[first + 1 + wrt.size() + i]);
  const Known& value = run.outputs[first];
  out.undefined = !value.is_tensor() || value.tensor.real(0).nan != Nan::kNever ||
                  !std::isfinite(value.tensor.real(0).v);
  if (out.tied || out.undefined) return out;
  Function f(made, fed);
  for (size_t i = 0; i < wrt.size(); ++i) {
    if (!run.outputs[first + 1 + i].is_tensor())
      return Undetermined(StrCat("the gradient by '", wrt[i], "' is undetermined"));
    CompareTensor(f, wrt[i], run.outputs[first + 1 + i].tensor, accuracy, out);
  }
  return out;
}

Result<Comparison> CompareText(std::string_view text, double lo, double hi, uint64_t seed,
                               const Loss& loss, const Accuracy& accuracy) {
  ASSAY_ASSIGN(Model model, ParseModelText(text));
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(model));
  Rng rng(seed);
  std::vector<Datum> inputs;
  std::vector<std::string> wrt = Parameters(model);
  for (const ValueId id : model.graph.inputs) {
    const TensorType& type = model.graph.type(id).tensor;
    std::vector<double> values;
    std::vector<int64_t> whole;
    for (int64_t i = 0; i < ElementCount(*type.shape()); ++i) {
      values.push_back(rng.Real(lo, hi));
      whole.push_back(rng.Int(0, 1));
    }
    inputs.emplace_back(IsFloat(type.dtype) ? MakeTensor(type.dtype, *type.shape(), values)
                                            : MakeIntTensor(type.dtype, *type.shape(), whole));
    if (IsFloat(type.dtype)) wrt.push_back(model.graph.name_of(id));
  }
  return CompareWithDifferences(model, inputs, wrt, loss, seed, accuracy);
}

}  // namespace assay::gradient
