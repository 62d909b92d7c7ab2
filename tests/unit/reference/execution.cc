#include "execution.h"

#include "base/strings.h"

namespace assay::reference {

std::vector<std::string> NodeOutputs(const Graph& graph) {
  std::vector<std::string> names;
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent) names.push_back(graph.name_of(id));
  return names;
}

std::vector<Known> KnownInputs(const generate::RandomCase& test, const Rules& rules) {
  std::vector<Known> inputs;
  for (const Datum& datum : test.inputs) inputs.push_back(Known::From(datum, rules).value());
  return inputs;
}

Result<std::map<std::string, Known>> Bounds(const generate::RandomCase& test, const Rules& rules) {
  EvalOptions options;
  options.rules = rules;
  options.wanted = NodeOutputs(test.model.graph);
  ASSAY_ASSIGN(Evaluation evaluation, Evaluate(test.model, KnownInputs(test, rules), options));
  return std::move(evaluation.wanted);
}

Result<std::map<std::string, Known>> Execution(
    const generate::RandomCase& test, const Rules& rules, Rng& rng,
    const std::function<void(const Node&, std::vector<Known>&)>& after_node) {
  EvalOptions options;
  options.rules = rules;
  options.adversary = &rng;
  options.wanted = NodeOutputs(test.model.graph);
  options.after_node = after_node;
  // An execution starts from points; flushing is drawn by the arithmetic.
  Rules exact_inputs = rules;
  exact_inputs.flush_to_zero = false;
  ASSAY_ASSIGN(Evaluation evaluation,
               Evaluate(test.model, KnownInputs(test, exact_inputs), options));
  return std::move(evaluation.wanted);
}

namespace {

std::string EscapeAt(const Bounded& bound, const Bounded& got) {
  if (bound.dtype() != got.dtype() || !(bound.shape() == got.shape()))
    return StrCat("has shape ", ShapeText(got.shape()), ", the bound ", ShapeText(bound.shape()));
  for (int64_t i = 0; i < got.count(); ++i) {
    if (got.is_real()) {
      const Real b = bound.real(i);
      const double x = got.real(i).v, stored = RoundTo(got.dtype(), x);
      if (b.contains(x) && b.contains(stored)) continue;
      return StrCat("element ", i, ": ", FormatDouble(x), " (stored ", FormatDouble(stored),
                    ") is outside [", FormatDouble(b.lo), ", ", FormatDouble(b.hi), "], nan state ",
                    static_cast<int>(b.nan), ", v ", FormatDouble(b.v));
    }
    if (got.is_string()) {
      if (got.string(i) != bound.string(i)) return StrCat("string ", i, " differs");
      continue;
    }
    const Int b = bound.integer(i);
    if (!b.contains(got.integer(i).v))
      return StrCat("element ", i, ": ", got.integer(i).v, " is outside [", b.lo, ", ", b.hi, "]");
  }
  return "";
}

}  // namespace

std::string Escape(const generate::RandomCase& test, const std::map<std::string, Known>& bounds,
                   const std::map<std::string, Known>& execution) {
  for (const NodePtr& node : test.model.graph.nodes()) {
    for (const ValueId id : node->outputs) {
      if (id == kAbsent) continue;
      const std::string& name = test.model.graph.name_of(id);
      const auto bound = bounds.find(name), got = execution.find(name);
      if (bound == bounds.end() || got == execution.end()) continue;
      if (!bound->second.is_tensor() || !got->second.is_tensor())
        continue;  // undetermined, or a container
      const std::string escape = EscapeAt(bound->second.tensor, got->second.tensor);
      if (!escape.empty()) return StrCat(node->op, " gives '", name, "': ", escape);
    }
  }
  return "";
}

}  // namespace assay::reference
