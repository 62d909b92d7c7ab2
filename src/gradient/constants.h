// Values of a model that do not depend on what is fed to it: initializers that are not inputs, and
// what nodes compute from such, or from static shapes.
#pragma once

#include <map>
#include <optional>

#include "graph/graph.h"

namespace assay::gradient {

class Constants {
 public:
  // Nodes of `model` from index `count` on are not looked at.
  Constants(const Model& model, size_t count);
  // Nothing when it depends on an input or cannot be evaluated exactly.
  std::optional<Tensor> Value(ValueId id);

 private:
  std::optional<Tensor> Compute(ValueId id);

  const Model& model_;
  std::map<ValueId, NodePtr> producers_;
  std::map<ValueId, std::optional<Tensor>> known_;
};

}  // namespace assay::gradient
