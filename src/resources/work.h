// What a model has to do, in numbers that no machine changes: steps of a few kinds, from the types
// of its values. Kinds of operators: work.def.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "graph/graph.h"

namespace assay::resources {

enum class WorkKind { kEach, kFunction, kMove, kGather, kWindow, kProduct };
inline constexpr size_t kWorkKinds = 6;

// The kind of an operator of the default domain; nothing when its cost is unknown.
std::optional<WorkKind> KindOf(const Node& node);

// Steps of the node. Nothing when its cost is unknown or sizes are.
std::optional<double> StepsOf(const Graph& graph, const Node& node);

// Bytes of a value; 0 when it is no tensor or its size is not known.
double BytesOf(const Graph& graph, ValueId id);

struct Work {
  std::array<double, kWorkKinds> steps{};
  double nodes = 0;
  bool known = true;  // false: some node is not counted

  double total() const;
};
Work WorkOf(const Graph& graph);

}  // namespace assay::resources
