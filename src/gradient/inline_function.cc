#include "gradient/inline_function.h"

#include <algorithm>
#include <map>

#include "base/strings.h"

namespace assay::gradient {
namespace {

void CheckOpsets(Tape& tape, const Function& function) {
  for (const auto& [domain, version] : function.opsets)
    if (tape.model().opset(domain) != version)
      Refuse(StrCat("function ", function.name, " is written for opset ", version, " of '", domain,
                    "', the model for ", tape.model().opset(domain)));
}

}  // namespace

std::vector<ValueId> InlineFunction(Tape& tape, const Function& function, const Node& call) {
  CheckOpsets(tape, function);
  const Graph body = BindAttributes(function, call);
  std::map<ValueId, ValueId> here;
  for (size_t i = 0; i < body.inputs.size(); ++i)
    here[body.inputs[i]] = i < call.inputs.size() ? call.inputs[i] : kAbsent;
  for (const NodePtr& inner : body.nodes()) {
    Node node = *inner;
    for (const auto& [name, attr] : node.attrs)
      if (std::holds_alternative<GraphPtr>(attr) ||
          std::holds_alternative<std::vector<GraphPtr>>(attr))
        Refuse(StrCat("function ", function.name, " holds a graph within ", node.op));
    if (tape.model().FindFunction(node) != nullptr)
      Refuse(StrCat("function ", function.name, " calls function ", node.op));
    for (ValueId& id : node.inputs)
      if (id != kAbsent) id = here.at(id);
    node.outputs.clear();
    const auto made = tape.Append(std::move(node), inner->outputs.size());
    for (size_t k = 0; k < made.size(); ++k)
      if (inner->outputs[k] != kAbsent) here[inner->outputs[k]] = made[k];
  }
  std::vector<ValueId> outputs;
  for (const ValueId id : body.outputs) outputs.push_back(here.at(id));
  return outputs;
}

}  // namespace assay::gradient
