#include "gradient/backward.h"

#include <algorithm>

#include "base/strings.h"
#include "gradient/inline_function.h"
#include "mutate/edit.h"

namespace assay::gradient {
namespace {

// Only floats have derivatives; what a sequence or an optional holds is not looked into.
bool CanCarry(const ValueType& type) {
  return !type.is_tensor() || IsFloat(type.tensor.dtype) || type.tensor.dtype == DType::kUndefined;
}

bool IsFlat(const Node& node) {
  const Rule* rule = FindRule(node.domain, node.op);
  return rule != nullptr && rule->vjp == nullptr && rule->expand == nullptr;
}

}  // namespace

Backward::Backward(Tape& tape, Constants& constants, const std::vector<ValueId>& wrt)
    : tape_(tape), constants_(constants), active_(tape.graph().value_count(), false) {
  for (const ValueId id : wrt) active_[static_cast<size_t>(id)] = true;
  MarkActive(0);
}

void Backward::MarkActive(size_t first) {
  const Graph& graph = tape_.graph();
  active_.resize(graph.value_count(), false);
  for (size_t i = first; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    if (IsFlat(node)) continue;
    bool active =
        std::any_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) { return Active(id); });
    for (const ValueId id : mutate::CapturedBy(graph, node)) active = active || Active(id);
    if (!active) continue;
    for (const ValueId id : node.outputs)
      if (id != kAbsent && CanCarry(graph.type(id))) active_[static_cast<size_t>(id)] = true;
  }
}

void Backward::Run(ValueId loss) {
  if (!Active(loss)) return;
  adjoints_[loss] = {tape_.Scalar(tape_.dtype(loss), 1)};
  Walk(0, tape_.graph().node_count());
}

ValueId Backward::Of(ValueId id) {
  const auto it = adjoints_.find(id);
  if (id == kAbsent || it == adjoints_.end()) return kAbsent;
  if (it->second.size() > 1) it->second = {tape_.Sum(it->second)};
  return it->second[0];
}

void Backward::Walk(size_t first, size_t end) {
  for (size_t i = end; i-- > first;) {
    const NodePtr node = tape_.graph().nodes()[i];  // kept: the list grows meanwhile
    std::vector<ValueId> flows;
    for (const ValueId id : node->outputs) flows.push_back(Active(id) ? Of(id) : kAbsent);
    if (std::all_of(flows.begin(), flows.end(), [](ValueId id) { return id == kAbsent; })) continue;
    std::vector<bool> wanted;
    for (const ValueId id : node->inputs) wanted.push_back(Active(id));
    Vjp v(tape_, constants_, *node, std::move(wanted), std::move(flows));
    if (const Function* function = tape_.model().FindFunction(*node)) {
      Expand(*node, [&] { return InlineFunction(tape_, *function, *node); });
      continue;
    }
    const Rule* rule = FindRule(node->domain, node->op);
    if (rule == nullptr) v.Refuse("the operator has no rule");
    Through(*node, *rule, v);
  }
}

void Backward::Through(const Node& node, const Rule& rule, Vjp& v) {
  if (rule.expand != nullptr) return Expand(node, [&] { return rule.expand(v); });
  rule.vjp(v);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!v.wants(i)) continue;
    if (v.given(i) == kAbsent) v.Refuse(StrCat("not by its input ", i));
    adjoints_[node.inputs[i]].push_back(v.given(i));
  }
}

void Backward::Expand(const Node& node, const std::function<std::vector<ValueId>()>& write) {
  const size_t before = tape_.graph().node_count();
  const std::vector<ValueId> outputs = write();
  MarkActive(before);
  for (size_t k = 0; k < node.outputs.size() && k < outputs.size(); ++k) {
    const ValueId flow = Active(node.outputs[k]) ? Of(node.outputs[k]) : kAbsent;
    if (flow == kAbsent || outputs[k] == kAbsent) continue;
    if (!Active(outputs[k])) continue;
    adjoints_[outputs[k]].push_back(flow);
  }
  Walk(before, tape_.graph().node_count());
}

}  // namespace assay::gradient
