#include "study/causal.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "onnx/model_io.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "oracle/layers.h"

namespace assay::study {
namespace causal {
namespace {

constexpr double kAgree = 1e-4;  // mean distance: what the study asks of its seeds

using Runs = std::vector<lab::Observation>;

std::optional<oracle::Subject> SubjectOf(Model model, const std::vector<Datum>& inputs) {
  if (!ops::InferTypes(model).ok()) return std::nullopt;
  auto bytes = onnxio::SerializeModel(model);
  if (!bytes.ok()) return std::nullopt;
  return oracle::Subject{std::move(model), std::move(bytes).value(), inputs, 0};
}

oracle::NamedTensors TensorsOf(const lab::Observation& run) {
  oracle::NamedTensors out;
  for (const auto& [name, datum] : run.outputs)
    if (datum.kind == Datum::Kind::kTensor) out[name] = datum.tensor;
  return out;
}

class Localiser {
 public:
  Localiser(const oracle::Subject& subject, const std::vector<lab::Target>& targets, lab::Lab& lab)
      : subject_(subject), targets_(targets), lab_(lab) {}

  Cause Localise() {
    Cause out;
    const Runs runs = RunBoth(subject_);
    const std::optional<size_t> node = BothRan(runs) ? LayerOfDifference() : LayerOfFailure(runs);
    if (!node.has_value()) return out;
    const Node& layer = subject_.model.graph.node(*node);
    out.op = layer.op;
    out.tensor = subject_.model.graph.name_of(layer.outputs[0]);
    out.parameters = CausesAt(*node);
    return out;
  }

 private:
  Runs RunBoth(const oracle::Subject& subject) {
    Runs out;
    for (const lab::Target& target : targets_)
      out.push_back(lab_.Run(target, oracle::PlainRequest(subject)));
    return out;
  }

  static bool BothRan(const Runs& runs) { return runs[0].ok() && runs[1].ok(); }

  std::vector<oracle::Layer> Layers(const Graph& graph, const Runs& runs) const {
    const oracle::NamedTensors a = TensorsOf(runs[0]), b = TensorsOf(runs[1]);
    return oracle::CompareLayers(graph, {{targets_[0].name, &a}, {targets_[1].name, &b}}, {},
                                 oracle::Ground::kOnes);
  }

  // Whether both run it and agree.
  bool Agree(const oracle::Subject& subject) {
    const Runs runs = RunBoth(subject);
    if (!BothRan(runs)) return false;
    const auto layers = Layers(subject.model.graph, runs);
    return std::ranges::all_of(layers,
                               [](const oracle::Layer& layer) { return layer.distance <= kAgree; });
  }

  std::optional<size_t> MakerOf(const std::string& tensor) const {
    const Graph& graph = subject_.model.graph;
    const ValueId id = graph.Find(tensor);
    const int maker = id == kAbsent ? -1 : graph.Producers()[static_cast<size_t>(id)];
    return maker < 0 ? std::nullopt : std::optional(static_cast<size_t>(maker));
  }

  std::optional<size_t> LayerOfDifference() {
    const auto tapped = SubjectOf(oracle::WithTaps(subject_.model), subject_.inputs);
    if (!tapped.has_value()) return std::nullopt;
    const Runs runs = RunBoth(*tapped);
    if (!BothRan(runs)) return std::nullopt;
    const oracle::Layer* worst = nullptr;
    const auto layers = Layers(subject_.model.graph, runs);
    for (const oracle::Layer& layer : layers) {
      // NaN or an infinity on one side only: everything behind it follows.
      if (!std::isfinite(layer.distance)) return MakerOf(layer.tensor);
      if (worst == nullptr || layer.rate > worst->rate) worst = &layer;
    }
    if (worst == nullptr || worst->rate == 0) return std::nullopt;
    return MakerOf(worst->tensor);
  }

  // The model up to node `last`, with its results as outputs.
  std::optional<oracle::Subject> BeginningUpTo(size_t last) const {
    Model model = subject_.model;
    Graph& graph = model.graph;
    while (graph.node_count() > last + 1) graph.EraseNode(graph.node_count() - 1);
    graph.outputs.clear();
    for (const ValueId id : graph.node(last).outputs)
      if (id != kAbsent) graph.outputs.push_back(id);
    return SubjectOf(std::move(model), subject_.inputs);
  }

  std::optional<size_t> LayerOfFailure(const Runs& whole) {
    if (whole[0].ok() == whole[1].ok()) return std::nullopt;
    const size_t failing = whole[0].ok() ? 1 : 0;
    size_t low = 0, high = subject_.model.graph.node_count() - 1;  // the whole model fails
    while (low < high) {
      const size_t middle = (low + high) / 2;
      const auto beginning = BeginningUpTo(middle);
      const bool fails = beginning.has_value() &&
                         !lab_.Run(targets_[failing], oracle::PlainRequest(*beginning)).ok();
      if (fails)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  static Tensor Ones(const Tensor& like) {
    const std::vector<double> ones(static_cast<size_t>(like.count()), 1.0);
    return MakeTensor(like.dtype(), like.shape(), ones);
  }

  std::vector<std::string> CausesAt(size_t at) {
    std::vector<std::string> out;
    const Node& layer = subject_.model.graph.node(at);
    const auto without = [&](const std::string& name, Model model, std::vector<Datum> inputs) {
      const auto changed = SubjectOf(std::move(model), inputs);
      if (changed.has_value() && Agree(*changed)) out.push_back(name);
    };
    for (const auto& [name, attr] : layer.attrs) {
      Model model = subject_.model;
      Node node = layer;
      node.attrs.Erase(name);
      model.graph.SetNode(at, std::move(node));
      without(name, std::move(model), subject_.inputs);
    }
    for (const ValueId id : layer.inputs) {
      const Tensor* weight = id == kAbsent ? nullptr : subject_.model.graph.initializer(id);
      if (weight == nullptr || !IsFloat(weight->dtype())) continue;
      Model model = subject_.model;
      model.graph.SetInitializer(id, Ones(*weight));
      without(subject_.model.graph.name_of(id), std::move(model), subject_.inputs);
    }
    std::vector<Datum> inputs = subject_.inputs;
    for (Datum& input : inputs)
      if (input.kind == Datum::Kind::kTensor && IsFloat(input.tensor.dtype()))
        input.tensor = Ones(input.tensor);
    without("inputs", subject_.model, std::move(inputs));
    return out;
  }

  const oracle::Subject& subject_;
  const std::vector<lab::Target>& targets_;
  lab::Lab& lab_;
};

}  // namespace
}  // namespace causal

nlohmann::json Cause::Json() const {
  return {{"op", op}, {"tensor", tensor}, {"parameters", parameters}};
}

Cause LocaliseCause(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                    lab::Lab& lab) {
  if (targets.size() != 2 || subject.model.graph.node_count() == 0) return {};
  return causal::Localiser(subject, targets, lab).Localise();
}

}  // namespace assay::study
