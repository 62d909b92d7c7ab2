// bodies: puts what If, Loop, Scan and calls of local functions hold in place of the node, and
// thins out the bodies that are needed.
//
// A branch is put in whether it was taken or not and a loop body once: that changes what is
// computed, but a candidate only has to show the same failure.
#include <algorithm>

#include "mutate/edit.h"
#include "reduce/extract.h"
#include "reduce/inline_body.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

Makers Inlinings(const ModelCase& now) {
  Makers out;
  for (size_t i = 0; i < now.model.graph.node_count(); ++i) {
    if (!HasBody(now.model, i)) continue;
    for (size_t k = 0; k < kMostBodies; ++k)
      out.push_back([now, i, k] { return Inlined(now, i, k); });
  }
  return out;
}

// `body` without its node `i`, one of whose inputs is used in its place. Nothing when an output is
// then no longer made inside.
std::optional<Graph> Thinner(Graph body, size_t i, size_t k) {
  const NodePtr node = body.nodes()[i];
  for (const ValueId made : node->outputs)
    if (made != kAbsent) mutate::ReplaceUses(body, made, node->inputs[k], i + 1);
  for (const ValueId id : body.outputs)
    if (mutate::ProducerOf(body, id) < 0) return std::nullopt;
  mutate::RemoveDead(body);
  mutate::ForgetTypes(body);
  std::erase_if(body.captured, [&](ValueId id) { return mutate::UseCount(body, id) == 0; });
  return body;
}

std::optional<ModelCase> WithBody(const ModelCase& now, size_t i, const std::string& name,
                                  std::optional<Graph> body) {
  if (!body.has_value()) return std::nullopt;
  ModelCase changed = now;
  Node node = now.model.graph.node(i);
  node.attrs.Set(name, std::make_shared<const Graph>(std::move(*body)));
  changed.model.graph.SetNode(i, std::move(node));
  return Finished(std::move(changed));
}

Makers Thinnings(const ModelCase& now) {
  Makers out;
  for (size_t i = 0; i < now.model.graph.node_count(); ++i)
    for (const auto& [name, attr] : now.model.graph.node(i).attrs) {
      const GraphPtr* held = std::get_if<GraphPtr>(&attr);
      if (held == nullptr) continue;
      const GraphPtr body = *held;
      for (size_t inner = body->node_count(); inner-- > 0;)
        for (size_t k = 0; k < body->node(inner).inputs.size(); ++k)
          if (body->node(inner).inputs[k] != kAbsent)
            out.push_back([now, i, name = name, body, inner, k] {
              return WithBody(now, i, name, Thinner(*body, inner, k));
            });
    }
  return out;
}

}  // namespace

void Bodies(Search& search) {
  search.Sweep(Inlinings);
  search.Sweep(Thinnings);
}

}  // namespace assay::reduce
