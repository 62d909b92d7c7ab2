#include "executor.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::faults {
namespace {

// An execution works on points; flushing to zero is drawn by the arithmetic.
Rules ExactRules() {
  Rules rules;
  rules.flush_to_zero = false;
  return rules;
}

uint64_t HashDatum(const Datum& datum, uint64_t seed) {
  const auto* bytes = reinterpret_cast<const char*>(datum.tensor.data());
  uint64_t hash = HashBytes({bytes, bytes == nullptr ? 0 : datum.tensor.byte_size()}, seed);
  for (const Datum& item : datum.items) hash = HashDatum(item, hash);
  return hash;
}

bool Given(const Datum& datum) {
  return datum.kind != Datum::Kind::kTensor || datum.tensor.dtype() != DType::kUndefined;
}

// Between nodes a value lies in memory in its own type: what the arithmetic kept wider is rounded,
// and what the specification leaves open (a cast out of range) becomes one number.
void Materialise(Known& known) {
  for (Known& item : known.items) Materialise(item);
  if (!known.is_tensor() || known.tensor.is_string()) return;
  Bounded& tensor = known.tensor;
  for (int64_t k = 0; k < tensor.count(); ++k) {
    if (tensor.is_real()) {
      const Real element = tensor.real(k);
      if (element.nan == Nan::kMust) continue;
      const double stored = RoundTo(tensor.dtype(), element.v);
      if (!element.point() || stored != element.v) tensor.set(k, Real::Point(stored));
    } else if (const Int element = tensor.integer(k); !element.point()) {
      tensor.set(k, Int::Point(element.v));
    }
  }
}

// A pass may have changed shapes behind it: only what the file states of inputs and weights holds.
void ForgetTypes(Graph& graph) {
  const std::vector<NodePtr> nodes = graph.nodes();
  for (const NodePtr& node : nodes)
    for (const ValueId id : node->outputs)
      if (id != kAbsent) graph.SetType(id, {});
}

std::vector<std::string> Names(const Graph& graph, const std::vector<ValueId>& ids) {
  std::vector<std::string> out;
  for (const ValueId id : ids) out.push_back(graph.name_of(id));
  return out;
}

}  // namespace

Status Executor::Load(std::string_view bytes, std::vector<const Fault*> faults) {
  faults_ = std::move(faults);
  shapes_.clear();
  session_.runs_of_model = 0;
  session_.kept.clear();
  hash_ = HashBytes(bytes);
  ASSAY_ASSIGN(loaded_, onnxio::ParseModel(bytes, {.official_check = false, .base_dir = ""}));
  return {};
}

Status Executor::Compile(const std::vector<Datum>& inputs) {
  compiled_ = loaded_;
  shapes_.clear();
  Graph& graph = compiled_.graph;
  for (size_t i = 0; i < inputs.size(); ++i) {
    shapes_.push_back(inputs[i].tensor.shape());
    if (inputs[i].kind == Datum::Kind::kTensor && Given(inputs[i]))
      graph.SetType(graph.inputs[i],
                    TensorType(inputs[i].tensor.dtype(), inputs[i].tensor.shape()));
  }
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(compiled_));
  for (const Fault* fault : faults_)
    if (fault->graph != nullptr) ASSAY_RETURN_IF_ERROR(Rewrite(*fault));
  return {};
}

Status Executor::Rewrite(const Fault& fault) {
  Rewriter rewriter(compiled_, session_);
  fault.graph(rewriter);
  if (!rewriter.refusal().empty()) return Invalid(rewriter.refusal());
  if (!rewriter.changed()) return {};
  ForgetTypes(compiled_.graph);
  const Status status = ops::InferTypes(compiled_);
  if (status.ok()) return {};
  return Invalid(StrCat("after optimisation: ", status.error().message));
}

bool Executor::Fits(const std::vector<Datum>& inputs) const {
  if (shapes_.size() != inputs.size()) return false;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!(shapes_[i] == inputs[i].tensor.shape())) return false;
  return true;
}

std::vector<Known> Executor::KnownInputs(const std::vector<Datum>& inputs, Status& status) const {
  std::vector<Known> out(inputs.size());
  for (size_t i = 0; i < inputs.size() && status.ok(); ++i) {
    if (!Given(inputs[i])) continue;
    auto known = Known::From(inputs[i], ExactRules());
    if (known.ok())
      out[i] = std::move(known).value();
    else
      status = known.error();
  }
  return out;
}

Result<std::vector<Datum>> Executor::Run(const std::vector<Datum>& inputs) {
  if (!Fits(inputs)) ASSAY_RETURN_IF_ERROR(Compile(inputs));
  Status status;
  std::vector<Known> known = KnownInputs(inputs, status);
  ASSAY_RETURN_IF_ERROR(status);
  uint64_t seed = hash_;
  for (const Datum& datum : inputs) seed = HashDatum(datum, seed);
  Rng adversary(seed);
  reference::EvalOptions options;
  options.adversary = &adversary;
  const bool kernels = std::any_of(faults_.begin(), faults_.end(),
                                   [](const Fault* fault) { return fault->kernel != nullptr; });
  if (kernels) {
    values_.assign(compiled_.graph.value_count(), Known());
    for (size_t i = 0; i < known.size(); ++i)
      values_[static_cast<size_t>(compiled_.graph.inputs[i])] = known[i];
  }
  size_t done = 0;
  options.after_node = [&](const Node& node, std::vector<Known>& outputs) {
    for (Known& output : outputs) Materialise(output);
    if (!kernels) return;
    AfterNode(node, outputs, adversary);
    Release(done++);
  };
  ASSAY_ASSIGN(reference::Evaluation evaluation,
               reference::Evaluate(compiled_, std::move(known), options));
  for (const Fault* fault : faults_) {
    if (fault->reply == nullptr) continue;
    Reply reply{compiled_.graph, session_, evaluation.outputs};
    fault->reply(reply);
  }
  ++session_.runs_of_model;
  ++session_.runs;
  std::vector<Datum> out;
  for (const Known& result : evaluation.outputs) {
    // An index that is NaN, for example: no executor could go on in a way that means anything.
    if (result.kind == Known::Kind::kUndetermined || !result.present())
      return Undetermined("an output depends on values that nobody can tell");
    out.push_back(result.ToDatum());
  }
  return out;
}

void Executor::AfterNode(const Node& node, std::vector<Known>& outputs, Rng& adversary) {
  std::vector<Known> inputs(node.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueId id = node.inputs[i];
    if (id == kAbsent) continue;
    Known& known = values_[static_cast<size_t>(id)];
    if (!known.present()) {
      const Tensor* weight = compiled_.graph.initializer(id);
      if (weight == nullptr) return;
      auto bounded = Bounded::From(*weight, ExactRules());
      if (!bounded.ok()) return;
      known = Known(std::move(bounded).value());
    }
    inputs[i] = known;
  }
  Rules rules;
  Kernel kernel(node, compiled_.opset(node.domain), std::move(inputs), outputs, rules, adversary,
                session_);
  for (const Fault* fault : faults_)
    if (fault->kernel != nullptr) fault->kernel(kernel);
  for (size_t i = 0; i < node.outputs.size() && i < outputs.size(); ++i)
    if (node.outputs[i] != kAbsent) values_[static_cast<size_t>(node.outputs[i])] = outputs[i];
}

void Executor::Release(size_t done) {
  const auto& nodes = compiled_.graph.nodes();
  for (const ValueId id : nodes[done]->inputs) {
    if (id == kAbsent) continue;
    bool read_again = false;
    for (size_t i = done + 1; i < nodes.size() && !read_again; ++i)
      read_again =
          std::find(nodes[i]->inputs.begin(), nodes[i]->inputs.end(), id) != nodes[i]->inputs.end();
    if (!read_again) values_[static_cast<size_t>(id)] = Known();
  }
}

std::vector<std::string> Executor::input_names() const {
  return Names(loaded_.graph, loaded_.graph.inputs);
}
std::vector<std::string> Executor::output_names() const {
  return Names(loaded_.graph, loaded_.graph.outputs);
}

}  // namespace assay::faults
