#include "training/training_case.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "ops/infer.h"
#include "reference/evaluator.h"
#include "training/fitness.h"
#include "training/labelled.h"

namespace assay::training {
namespace {

// Finite, and far enough from the end of float32 that squares of it are, too.
constexpr double kMaxLoss = 1e15;

// Values near the output, so that losses are neither tiny nor saturated; classes at random.
Datum DrawLabels(gradient::LabelKind kind, const Known& output, Rng& rng) {
  const Bounded& tensor = output.tensor;
  const Shape shape = gradient::LabelShape(kind, tensor.shape());
  const auto count = static_cast<size_t>(ElementCount(shape));
  if (kind == gradient::LabelKind::kClasses) {
    const auto axis = static_cast<size_t>(gradient::ClassAxis(tensor.shape()));
    std::vector<int64_t> classes(count);
    for (int64_t& label : classes) label = rng.Int(0, tensor.shape()[axis] - 1);
    return MakeIntTensor(DType::kInt64, shape, classes);
  }
  double scale = 0;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const double v = std::fabs(tensor.real(i).v);
    if (std::isfinite(v)) scale = std::max(scale, v);
  }
  scale = std::min(std::max(scale, 0.125), 1e6);
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) {
    const double v = tensor.real(static_cast<int64_t>(i)).v;
    values[i] = kind == gradient::LabelKind::kProbability
                    ? rng.Unit()
                    : (std::isfinite(v) ? v : 0) + scale * rng.Normal();
  }
  return MakeTensor(tensor.dtype(), shape, values);
}

Result<std::vector<Known>> KnownInputs(const TrainingCase& lesson, const Rules& rules) {
  std::vector<Known> out;
  for (const Datum& datum : lesson.subject.inputs) {
    ASSAY_ASSIGN(out.emplace_back(), Known::From(datum, rules));
  }
  for (const Datum& datum : lesson.labels) {
    ASSAY_ASSIGN(out.emplace_back(), Known::From(datum, rules));
  }
  return out;
}

Known TieChoice(const TrainingCase& lesson, double lo, double hi) {
  const Graph& graph = lesson.gradient.model.graph;
  const TensorType& type = graph.type(graph.Find(lesson.gradient.tie)).tensor;
  Bounded tie(type.dtype, *type.shape());
  tie.set(0, Real{(lo + hi) / 2, lo, hi, Nan::kNever});
  return tie;
}

size_t PlaceOf(const Graph& graph, const std::string& output) {
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (graph.name_of(graph.outputs[i]) == output) return i;
  return graph.outputs.size();
}

Status DrawAllLabels(TrainingCase& lesson, Rng& rng) {
  const Graph& graph = lesson.subject.model.graph;
  std::vector<Known> inputs;
  for (const Datum& datum : lesson.subject.inputs) {
    ASSAY_ASSIGN(inputs.emplace_back(), Known::From(datum, {}));
  }
  ASSAY_ASSIGN(const reference::Evaluation run,
               reference::Evaluate(lesson.subject.model, std::move(inputs)));
  const gradient::LabelKind kind = gradient::LossOf(lesson.spec.loss).labels;
  for (const std::string& name : lesson.spec.outputs) {
    const Known& output = run.outputs[PlaceOf(graph, name)];
    if (!output.is_tensor()) return Reject("an output depends on rounding even in its shape");
    lesson.labels.push_back(DrawLabels(kind, output, rng));
  }
  return {};
}

// Data and classes of a labelled task take the place of the inputs.
void DrawTask(TrainingCase& lesson, Rng& rng) {
  const Graph& graph = lesson.subject.model.graph;
  const ValueId input = graph.Find(lesson.spec.data);
  const TensorType& type = graph.type(input).tensor;
  const Shape scores = *graph.type(graph.Find(lesson.spec.outputs.front())).tensor.shape();
  const std::vector<LabelledData> drawn =
      DrawLabelled(type.dtype, *type.shape(), scores[1], 2, rng);
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    if (graph.inputs[i] == input) lesson.subject.inputs[i] = drawn[0].data;
  lesson.labels = {MakeIntTensor(DType::kInt64, {scores[0]}, drawn[0].classes)};
  lesson.held_out = drawn[1].data;
  lesson.answers = drawn[1].classes;
}

Status ComputeTruth(TrainingCase& lesson) {
  ASSAY_ASSIGN(std::vector<Known> inputs, KnownInputs(lesson, {}));
  if (!lesson.gradient.tie.empty()) inputs.push_back(TieChoice(lesson, 0, 1));
  ASSAY_ASSIGN(reference::Evaluation run,
               reference::Evaluate(lesson.gradient.model, std::move(inputs)));
  const Graph& graph = lesson.gradient.model.graph;
  lesson.loss = run.outputs[PlaceOf(graph, lesson.gradient.loss)];
  if (!lesson.loss.is_tensor() || !(std::fabs(lesson.loss.tensor.real(0).v) <= kMaxLoss))
    return Reject("the loss is not finite, or too large to train with");
  for (const std::string& name : lesson.gradient.gradients)
    lesson.gradients.push_back(std::move(run.outputs[PlaceOf(graph, name)]));
  return {};
}

// Works out what a spec leaves open.
Result<TrainingCase> Fill(const oracle::Subject& subject, const Spec& spec) {
  TrainingCase out;
  out.subject = subject;
  out.spec = spec;
  const Graph& graph = subject.model.graph;
  ASSAY_RETURN_IF_ERROR(CheckFitness(graph, out.spec));
  out.unit = CoarsestUnit(graph);
  ASSAY_ASSIGN(out.gradient,
               gradient::Differentiate(subject.model, out.spec.gradient_loss(), out.spec.wrt()));
  out.spec.labels = out.gradient.labels;
  if (!FitForCurves(graph, out.gradient.model.graph)) {
    out.spec.steps = kJudgedSteps;
    out.spec.data = out.spec.held_out = "";  // too few steps to learn anything
  }
  Rng rng(spec.seed + 1);
  if (out.spec.labelled())
    DrawTask(out, rng);
  else
    ASSAY_RETURN_IF_ERROR(DrawAllLabels(out, rng));
  ASSAY_RETURN_IF_ERROR(ComputeTruth(out));
  NoteUses(out);
  return out;
}

}  // namespace

void NoteUses(TrainingCase& lesson) {
  const Graph& graph = lesson.subject.model.graph;
  for (const std::string& name : lesson.spec.wrt()) {
    const ValueId id = graph.Find(name);
    lesson.used_by.emplace_back("?");
    lesson.used_at.push_back(0);
    for (size_t i = 0; i < graph.node_count(); ++i) {
      const auto& inputs = graph.node(i).inputs;
      if (std::ranges::find(inputs, id) == inputs.end()) continue;
      lesson.used_by.back() = graph.node(i).op;
      lesson.used_at.back() = i;
    }
  }
}

Result<TrainingCase> MakeTrainingCase(const oracle::Subject& subject, uint64_t seed) {
  ASSAY_ASSIGN(const Spec spec, DrawSpec(subject.model, seed));
  return Fill(subject, spec);
}

Result<TrainingCase> MakeTrainingCase(const oracle::Subject& subject, const Spec& spec) {
  // A case that is being made smaller may be about to be found illegal.
  oracle::Subject typed = subject;
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(typed.model));
  ASSAY_ASSIGN(const Spec fitted, Refit(spec, typed.model));
  return Fill(typed, fitted);
}

Result<Execution> Execute(const TrainingCase& lesson, Rng& rng, const ExecuteOptions& options) {
  reference::EvalOptions eval{.adversary = &rng};
  eval.rules.flush_to_zero = false;
  eval.after_node = options.after_node;
  ASSAY_ASSIGN(std::vector<Known> inputs, KnownInputs(lesson, eval.rules));
  const Graph& original = lesson.subject.model.graph;
  if (options.inputs != nullptr)
    for (size_t i = 0, at = 0; i < original.inputs.size(); ++i) {
      if (at == lesson.spec.inputs.size() ||
          original.name_of(original.inputs[i]) != lesson.spec.inputs[at])
        continue;
      ASSAY_ASSIGN(inputs[i], Known::From((*options.inputs)[at++], eval.rules));
    }
  if (!lesson.gradient.tie.empty())
    inputs.push_back(options.tie.has_value() ? TieChoice(lesson, *options.tie, *options.tie)
                                             : Known());
  Model model = lesson.gradient.model;
  if (options.parameters != nullptr)
    for (size_t i = 0; i < lesson.spec.parameters.size(); ++i)
      model.graph.SetInitializer(model.graph.Find(lesson.spec.parameters[i]),
                                 (*options.parameters)[i]);
  ASSAY_ASSIGN(const reference::Evaluation run,
               reference::Evaluate(model, std::move(inputs), eval));
  Execution out;
  const Known& loss = run.outputs[PlaceOf(model.graph, lesson.gradient.loss)];
  if (!loss.is_tensor()) return Undetermined("the loss depends on undetermined values");
  out.loss = loss.tensor.ToTensor().RealAt(0);
  for (const std::string& name : lesson.gradient.gradients) {
    const Known& gradient = run.outputs[PlaceOf(model.graph, name)];
    if (!gradient.is_tensor()) return Undetermined("a gradient that is undetermined");
    out.gradients.push_back(gradient.tensor.ToTensor());
  }
  return out;
}

std::vector<Tensor> ParameterTensors(const TrainingCase& lesson) {
  const Graph& graph = lesson.subject.model.graph;
  std::vector<Tensor> out;
  for (const std::string& name : lesson.spec.parameters)
    out.push_back(*graph.initializer(graph.Find(name)));
  return out;
}

std::vector<Tensor> InputTensors(const TrainingCase& lesson) {
  const Graph& graph = lesson.subject.model.graph;
  std::vector<Tensor> out;
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    if (out.size() < lesson.spec.inputs.size() &&
        graph.name_of(graph.inputs[i]) == lesson.spec.inputs[out.size()])
      out.push_back(lesson.subject.inputs[i].tensor);
  return out;
}

std::vector<Tensor> Perturbed(const std::vector<Tensor>& tensors, double units, Rng& rng) {
  std::vector<Tensor> out;
  for (const Tensor& tensor : tensors) {
    const double step = units * FormatOf(tensor.dtype()).unit;
    double scale = 0;
    for (int64_t i = 0; i < tensor.count(); ++i)
      scale = std::max(scale, std::fabs(tensor.RealAt(i)));
    std::vector<double> values(static_cast<size_t>(tensor.count()));
    for (int64_t i = 0; i < tensor.count(); ++i) {
      const double x = tensor.RealAt(i), sign = rng.Chance(0.5) ? 1 : -1;
      values[static_cast<size_t>(i)] = x + sign * step * (x == 0 ? scale : x);
    }
    out.push_back(MakeTensor(tensor.dtype(), tensor.shape(), values));
  }
  return out;
}

std::string AnswerName(std::string_view what, int step, const std::string& name) {
  return step == 1 ? StrCat(what, ":", name) : StrCat(what, step, ":", name);
}

std::vector<std::string> Answers(const Spec& spec) {
  std::vector<std::string> out = {kLosses};
  for (int step = 1; step <= kJudgedSteps; ++step)
    for (const std::string_view what : {"gradient", "updated"})
      for (const std::string& name : spec.parameters) out.push_back(AnswerName(what, step, name));
  for (const std::string& name : spec.inputs) out.push_back(AnswerName("gradient", 1, name));
  if (spec.labelled()) out.push_back(AnswerName("predicted", 1, spec.outputs.front()));
  return out;
}

lab::Request TaskRequest(const TrainingCase& lesson) {
  lab::Request request = oracle::PlainRequest(lesson.subject);
  for (size_t i = 0; i < lesson.labels.size(); ++i)
    request.inputs.emplace_back(lesson.spec.labels[i], lesson.labels[i]);
  if (lesson.spec.labelled()) request.inputs.emplace_back(lesson.spec.held_out, lesson.held_out);
  request.task = kTask;
  request.settings = lesson.spec.Save();
  request.wanted = Answers(lesson.spec);
  return request;
}

}  // namespace assay::training
