#include "gradient/optimizer_step.h"

#include <cmath>

#include "base/strings.h"
#include "gradient/tape.h"
#include "ops/infer.h"

namespace assay::gradient {
namespace {

Status CheckSettings(const Optimizer& o, int64_t number) {
  if (number < 1) return Invalid(StrCat("steps are numbered from 1, not ", number));
  if (!(o.learning_rate >= 0) || !(o.weight_decay >= 0) || !(o.momentum >= 0))
    return Invalid("learning rate, weight decay and momentum must not be negative");
  if (!(o.beta1 >= 0 && o.beta1 < 1 && o.beta2 >= 0 && o.beta2 < 1) || !(o.epsilon >= 0))
    return Invalid("betas lie in [0, 1), and epsilon must not be negative");
  if (o.nesterov && (o.momentum <= 0 || o.dampening != 0))
    return Invalid("Nesterov's momentum needs a momentum and no dampening");
  return {};
}

class Step {
 public:
  Step(StepModel& out, Tape& tape, const Optimizer& optimizer, int64_t number)
      : out_(out), t_(tape), o_(optimizer), number_(number) {}

  // The new value of p, whose gradient is g.
  ValueId Update(ValueId p, ValueId g) {
    if (o_.kind == OptimizerKind::kAdamW)
      p = t_.Scale(p, 1 - o_.learning_rate * o_.weight_decay);
    else if (o_.weight_decay != 0)
      g = t_.Add(g, t_.Scale(p, o_.weight_decay));
    const ValueId direction = o_.kind == OptimizerKind::kSgd ? Sgd(g) : Adam(g);
    return t_.Sub(p, direction);
  }

  const std::vector<ValueId>& states() const { return states_; }

 private:
  ValueId Sgd(ValueId g) {
    if (o_.momentum != 0) {
      ValueId buffer = g;
      if (number_ > 1)
        buffer = t_.Add(t_.Scale(State(g, "momentum"), o_.momentum), t_.Scale(g, 1 - o_.dampening));
      states_.push_back(buffer);
      g = o_.nesterov ? t_.Add(g, t_.Scale(buffer, o_.momentum)) : buffer;
    }
    return t_.Scale(g, o_.learning_rate);
  }

  ValueId Adam(ValueId g) {
    ValueId m = t_.Scale(g, 1 - o_.beta1), v = t_.Scale(t_.Square(g), 1 - o_.beta2);
    if (number_ > 1) {
      m = t_.Add(t_.Scale(State(g, "m"), o_.beta1), m);
      v = t_.Add(t_.Scale(State(g, "v"), o_.beta2), v);
    }
    states_.push_back(m);
    states_.push_back(v);
    const auto n = static_cast<double>(number_);
    const double rate = o_.learning_rate / (1 - std::pow(o_.beta1, n));
    const double root = std::sqrt(1 - std::pow(o_.beta2, n));
    const ValueId size = t_.Shift(t_.Div(t_.Sqrt(v), t_.Number(v, root)), o_.epsilon);
    return t_.Scale(t_.Div(m, size), rate);
  }

  // An input with the state of the step before, like `g` in type and shape.
  ValueId State(ValueId g, std::string_view what) {
    Graph& graph = t_.model().graph;
    const ValueId id = graph.AddValue(t_.Name(what), TensorType(t_.dtype(g), t_.shape(g)));
    graph.inputs.push_back(id);
    out_.state_inputs.push_back(graph.name_of(id));
    return id;
  }

  StepModel& out_;
  Tape& t_;
  const Optimizer& o_;
  int64_t number_;
  std::vector<ValueId> states_;
};

void Write(StepModel& out, const std::vector<std::string>& wrt, const Optimizer& optimizer,
           int64_t number) {
  Graph& graph = out.gradient.model.graph;
  Tape tape(out.gradient.model);
  Step step(out, tape, optimizer, number);
  std::vector<ValueId> updated;
  for (size_t i = 0; i < wrt.size(); ++i)
    updated.push_back(step.Update(graph.Find(wrt[i]), graph.Find(out.gradient.gradients[i])));
  for (size_t i = 0; i < wrt.size(); ++i)
    out.updated.push_back(tape.AddOutput(updated[i], StrCat("new_", wrt[i])));
  for (const ValueId id : step.states()) out.states.push_back(tape.AddOutput(id, "state"));
}

}  // namespace

Result<StepModel> AddStep(const GradientModel& gradient, const std::vector<std::string>& wrt,
                          const Optimizer& optimizer, int64_t number) {
  ASSAY_RETURN_IF_ERROR(CheckSettings(optimizer, number));
  if (wrt.size() != gradient.gradients.size())
    return Invalid(StrCat("the model has ", gradient.gradients.size(), " gradients, ", wrt.size(),
                          " parameters are named"));
  for (const std::string& name : wrt)
    if (gradient.model.graph.Find(name) == kAbsent)
      return Invalid(StrCat("the model has no value '", name, "'"));
  StepModel out{.gradient = gradient};
  try {
    Write(out, wrt, optimizer, number);
  } catch (const Refusal& refusal) {
    return refusal.error;
  }
  const Status typed = ops::InferTypes(out.gradient.model);
  ASSAY_CHECK(typed.ok()) << "a step is not well formed: " << typed.error().message;
  return out;
}

}  // namespace assay::gradient
