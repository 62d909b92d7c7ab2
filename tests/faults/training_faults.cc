// The faults of training, in the order of training_faults.def.
#include <cmath>
#include <limits>

#include "training_fault.h"

namespace assay::faults {

#define TRAINING_FAULT(hook_, function, name_, what_) TRAINING_FAULT_OF_##hook_(function)
#define TRAINING_FAULT_OF_backward(function) void function(BackwardNode&);
#define TRAINING_FAULT_OF_gradients(function) void function(Gradients&);
#define TRAINING_FAULT_OF_settings(function) void function(Settings&);
#define TRAINING_FAULT_OF_trained(function) void function(Trained&);
#include "training_faults.def"
#undef TRAINING_FAULT

namespace {

constexpr double kLossScale = 1024;  // a usual one of mixed precision
constexpr double kClip = 0.01;
constexpr int64_t kLateStep = 1'000'000'000;  // by then there is nothing left to correct

template <typename F>
Tensor Mapped(const Tensor& tensor, F f) {
  std::vector<double> values(static_cast<size_t>(tensor.count()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = f(tensor.RealAt(static_cast<int64_t>(i)));
  return MakeTensor(tensor.dtype(), tensor.shape(), values);
}

// Changes what is reported and what is applied.
template <typename F>
void Change(Gradients& g, size_t i, F f) {
  g.applied[i] = Mapped(g.applied[i], f);
  if (g.reported[i].has_value()) g.reported[i] = g.applied[i];
}

Tensor Sum(const Tensor& a, const Tensor& b) {
  std::vector<double> values(static_cast<size_t>(a.count()));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = a.RealAt(static_cast<int64_t>(i)) + b.RealAt(static_cast<int64_t>(i));
  return MakeTensor(a.dtype(), a.shape(), values);
}

}  // namespace

void BroadcastGradientAveraged(BackwardNode& b) {
  if (b.node.op != "ReduceSum" || b.outputs.empty() || !b.outputs[0].is_tensor()) return;
  const auto shape = b.graph.type(b.node.inputs[0]).tensor.shape();
  Bounded& out = b.outputs[0].tensor;
  // A scalar is the loss itself.
  if (!shape.has_value() || !out.is_real() || out.count() == 0 || out.rank() == 0) return;
  const auto repeated =
      static_cast<double>(ElementCount(*shape)) / static_cast<double>(out.count());
  for (int64_t i = 0; i < out.count(); ++i)
    out.set(i, Real::Point(RoundTo(out.dtype(), out.real(i).v / repeated)));
}

void ReluMaskLost(BackwardNode& b) {
  if (b.node.op != "Greater" || b.outputs.empty() || !b.outputs[0].is_tensor()) return;
  Bounded& out = b.outputs[0].tensor;
  for (int64_t i = 0; i < out.count(); ++i) out.set(i, Int::Point(1));
}

void LosesBiasGradient(Gradients& g) {
  for (size_t i = 0; i < g.lesson.spec.parameters.size(); ++i) {
    const std::string& op = g.lesson.used_by[i];
    if (g.applied[i].rank() != 1 || (op != "Conv" && op != "ConvTranspose" && op != "Gemm"))
      continue;
    g.reported[i].reset();
    g.applied[i] = Mapped(g.applied[i], [](double) { return 0.0; });
  }
}

void LossSummed(Gradients& g) {
  const auto terms = static_cast<double>(g.lesson.labels[0].tensor.count());
  g.loss *= terms;
  for (size_t i = 0; i < g.applied.size(); ++i) Change(g, i, [&](double x) { return x * terms; });
}

void GradientScaled(Gradients& g) {
  for (size_t i = 0; i < g.lesson.spec.parameters.size(); ++i)
    if (g.applied[i].rank() >= 2) Change(g, i, [](double x) { return x * kLossScale; });
}

void GradientClipped(Gradients& g) {
  for (size_t i = 0; i < g.applied.size(); ++i)
    Change(g, i, [](double x) { return std::fmax(-kClip, std::fmin(kClip, x)); });
}

void NanGradient(Gradients& g) {
  for (size_t i = 0; i < g.applied.size(); ++i)
    Change(g, i, [](double x) { return x == 0 ? std::numeric_limits<double>::quiet_NaN() : x; });
}

void GradientsAccumulate(Gradients& g) {
  for (size_t i = 0; i < g.kept.size(); ++i) {
    g.applied[i] = Sum(g.applied[i], g.kept[i]);
    if (g.reported[i].has_value()) g.reported[i] = g.applied[i];
  }
  g.kept = g.applied;
}

void StaleGradient(Gradients& g) {
  const std::vector<Tensor> fresh = g.applied;
  if (!g.kept.empty()) g.applied = g.kept;
  g.kept = fresh;
}

void WrongMomentum(Settings& s) { s.optimizer.dampening = s.optimizer.momentum; }

void NesterovIgnored(Settings& s) { s.optimizer.nesterov = false; }

void NoBiasCorrection(Settings& s) {
  if (s.optimizer.kind != gradient::OptimizerKind::kSgd) s.number = kLateStep;
}

void DecaySkipsVectors(Settings& s) {
  if (s.parameter.rank() == 1) s.optimizer.weight_decay = 0;
}

void RateDecays(Settings& s) {
  if (s.step > 2) s.optimizer.learning_rate = std::ldexp(s.optimizer.learning_rate, 2 - s.step);
}

void PredictsUntrained(Trained& t) { t.parameters = training::ParameterTensors(t.lesson); }

namespace {

constexpr TrainingFault kFaults[] = {
#define TRAINING_FAULT(hook_, function, name_, what_) \
  {.name = name_, .what = what_, .hook_ = function},
#include "training_faults.def"
#undef TRAINING_FAULT
};

}  // namespace

std::span<const TrainingFault> AllTrainingFaults() { return kFaults; }

const TrainingFault* FindTrainingFault(std::string_view name) {
  for (const TrainingFault& fault : kFaults)
    if (fault.name == name) return &fault;
  return nullptr;
}

}  // namespace assay::faults
