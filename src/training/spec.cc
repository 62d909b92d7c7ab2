#include "training/spec.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "training/labelled.h"

namespace assay::training {
namespace {

using gradient::LabelKind;
using gradient::LossDef;
using gradient::LossKind;
using gradient::Optimizer;
using gradient::OptimizerKind;
using nlohmann::json;

constexpr std::array kOptimizers = {OptimizerKind::kSgd, OptimizerKind::kAdam,
                                    OptimizerKind::kAdamW};

// Curves cost several trainings of the reference: one case in so many has one.
constexpr int kCurveEvery = 4;
// Of the models that fit a labelled task, how many get one.
constexpr double kLabelledShare = 0.5;

template <typename T, size_t n>
T PickOf(Rng& rng, const std::array<T, n>& from) {
  return rng.Pick(std::span<const T>(from));
}

bool IsUsableFloat(const ValueType& type) {
  if (!type.is_tensor() || !IsFloat(type.tensor.dtype)) return false;
  const std::optional<Shape> shape = type.tensor.shape();
  return shape.has_value() && ElementCount(*shape) > 0;
}

Shape ShapeOf(const Graph& graph, ValueId id) { return *graph.type(id).tensor.shape(); }

// Classes need an axis of at least two.
bool HasClasses(const Shape& shape) {
  return !shape.empty() && shape[static_cast<size_t>(gradient::ClassAxis(shape))] >= 2;
}

void DrawLoss(const Graph& graph, const std::vector<ValueId>& floats, Rng& rng, Spec& out) {
  const auto losses = gradient::AllLosses();
  const ValueId one = rng.Pick(std::span<const ValueId>(floats));
  const LossDef* def = &rng.Pick(losses);
  if (def->labels == LabelKind::kClasses && !HasClasses(ShapeOf(graph, one)))
    def = &gradient::LossOf(LossKind::kMeanSquared);
  out.loss = def->kind;
  out.delta = PickOf(rng, std::array{0.5, 1.0, 2.0});
  // All outputs where the loss fits all: more of the model is reached.
  const bool all = def->labels != LabelKind::kClasses && floats.size() > 1 && rng.Chance(0.75);
  for (const ValueId id : floats)
    if (all || id == one) out.outputs.push_back(graph.name_of(id));
}

Optimizer DrawOptimizer(Rng& rng) {
  Optimizer out{.kind = PickOf(rng, kOptimizers),
                .learning_rate = std::ldexp(1, -static_cast<int>(rng.Int(4, 8)))};
  if (rng.Chance(0.5)) out.weight_decay = std::ldexp(1, -static_cast<int>(rng.Int(4, 8)));
  if (out.kind == OptimizerKind::kSgd) {
    if (rng.Chance(0.75)) out.momentum = PickOf(rng, std::array{0.5, 0.75, 0.875, 0.9375});
    out.nesterov = out.momentum > 0 && rng.Chance(0.5);
    return out;
  }
  out.beta1 = PickOf(rng, std::array{0.5, 0.875, 0.9375});
  out.beta2 = PickOf(rng, std::array{0.9375, 0.984375, 0.9990234375});
  out.epsilon = std::ldexp(1, -static_cast<int>(rng.Int(20, 26)));
  return out;
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Optimizer, learning_rate, weight_decay, momentum, nesterov,
                                   beta1, beta2, epsilon)

json OptimizerJson(const Optimizer& optimizer) {
  json out;
  to_json(out, optimizer);
  out["kind"] = OptimizerName(optimizer.kind);
  return out;
}

Result<Optimizer> ParseOptimizer(const json& from) {
  Optimizer out;
  const std::string name = from.at("kind");
  const auto kind =
      std::ranges::find_if(kOptimizers, [&](OptimizerKind k) { return OptimizerName(k) == name; });
  if (kind == kOptimizers.end())
    return Invalid(StrCat("there is no optimiser '", name, "'; known: sgd, adam, adamw"));
  out.kind = *kind;
  from_json(from, out);
  return out;
}

Result<std::vector<ValueId>> FloatOutputs(const Graph& graph) {
  std::vector<ValueId> out;
  for (const ValueId id : graph.outputs) {
    const ValueType& type = graph.type(id);
    if (IsUsableFloat(type))
      out.push_back(id);
    else if (type.is_tensor() && IsFloat(type.tensor.dtype))
      return Reject("an output without elements or of unknown size has no loss");
  }
  if (out.empty()) return Reject("the model has no float output to take a loss of");
  return out;
}

// Everything that can be: parameters and float inputs.
Status SetDifferentiated(const Model& model, Spec& out) {
  const Graph& graph = model.graph;
  out.parameters.clear();
  out.inputs.clear();
  for (const std::string& name : gradient::Parameters(model))
    if (IsUsableFloat(graph.type(graph.Find(name)))) out.parameters.push_back(name);
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr && IsUsableFloat(graph.type(id)))
      out.inputs.push_back(graph.name_of(id));
  if (out.parameters.empty() && out.inputs.empty())
    return Reject("the model has nothing to differentiate by");
  return {};
}

void SetSite(const TaskSite& site, Spec& out) {
  out.outputs = {site.output};
  out.data = site.input;
  out.held_out = "held-out/" + site.input;
}

}  // namespace

std::string_view OptimizerName(OptimizerKind kind) {
  return kind == OptimizerKind::kSgd ? "sgd" : kind == OptimizerKind::kAdam ? "adam" : "adamw";
}

gradient::Loss Spec::gradient_loss() const {
  gradient::Loss out;
  out.kind = loss;
  out.delta = delta;
  out.all_outputs = outputs.size() > 1;
  if (!out.all_outputs && !outputs.empty()) out.output = outputs.front();
  return out;
}

std::vector<std::string> Spec::wrt() const {
  std::vector<std::string> out = parameters;
  out.insert(out.end(), inputs.begin(), inputs.end());
  return out;
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Spec, delta, outputs, labels, steps, parameters, inputs, seed,
                                   data, held_out)

std::string Spec::Save() const {
  json out = *this;
  out["loss"] = gradient::LossOf(loss).name;
  out["optimizer"] = OptimizerJson(optimizer);
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Spec> Spec::Load(const std::string& text) {
  try {
    const json from = json::parse(text);
    Spec out = from;
    const std::string name = from.at("loss");
    const LossDef* def = gradient::FindLoss(name);
    if (def == nullptr) return Invalid(StrCat("there is no loss '", name, "'"));
    out.loss = def->kind;
    ASSAY_ASSIGN(out.optimizer, ParseOptimizer(from.at("optimizer")));
    if (out.steps < kJudgedSteps || out.steps > kMaxCurve)
      return Invalid(StrCat("settings of a training are damaged: ", out.steps, " steps"));
    return out;
  } catch (const json::exception& error) {
    return Invalid(StrCat("settings of a training are damaged: ", error.what()));
  }
}

Result<Spec> DrawSpec(const Model& model, uint64_t seed) {
  Rng rng(seed);
  Spec out{.seed = seed};
  ASSAY_ASSIGN(const std::vector<ValueId> floats, FloatOutputs(model.graph));
  DrawLoss(model.graph, floats, rng, out);
  out.optimizer = DrawOptimizer(rng);
  ASSAY_RETURN_IF_ERROR(SetDifferentiated(model, out));
  if (!out.parameters.empty() && rng.Int(1, kCurveEvery) == 1)
    out.steps = static_cast<int>(rng.Int(kMinCurve, kMaxCurve));
  const std::optional<TaskSite> site = FindTaskSite(model);
  if (site.has_value() && !out.parameters.empty() && rng.Chance(kLabelledShare)) {
    SetSite(*site, out);
    out.loss = LossKind::kCrossEntropy;
    out.steps = kMaxCurve;
    // Large, so that something is learnt in so few steps.
    out.optimizer.learning_rate = out.optimizer.kind == OptimizerKind::kSgd ? 0.25 : 0.0625;
  }
  return out;
}

Result<Spec> Refit(Spec spec, const Model& model) {
  const Graph& graph = model.graph;
  ASSAY_ASSIGN(const std::vector<ValueId> floats, FloatOutputs(graph));
  ASSAY_RETURN_IF_ERROR(SetDifferentiated(model, spec));
  if (spec.parameters.empty()) spec.steps = kJudgedSteps;
  if (spec.labelled()) {
    const std::optional<TaskSite> site = FindTaskSite(model);
    if (!site.has_value()) return Reject("the model no longer takes labelled data");
    SetSite(*site, spec);
    return spec;
  }
  const bool classes = gradient::LossOf(spec.loss).labels == LabelKind::kClasses;
  std::vector<std::string> kept, all;
  for (const ValueId id : floats) {
    if (classes && !HasClasses(ShapeOf(graph, id))) continue;
    all.push_back(graph.name_of(id));
    if (std::ranges::find(spec.outputs, all.back()) != spec.outputs.end())
      kept.push_back(all.back());
  }
  // A reduction may rename outputs.
  spec.outputs = !kept.empty() ? kept : all;
  if (classes && spec.outputs.size() > 1) spec.outputs.resize(1);
  if (spec.outputs.empty()) return Reject("no output has classes");
  return spec;
}

}  // namespace assay::training
