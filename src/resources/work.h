// What a model has to do, in numbers that no machine changes: steps of a few kinds, from the types
// of its values. Kinds of operators: work.def.
#pragma once

#include <array>
#include <optional>

#include "graph/graph.h"
#include "resources/bench.h"

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

// How much memory a model needs: tensors that are alive at the same time.
struct MemoryNeed {
  double weights = 0;  // bytes; kept all the time
  double live = 0;     // bytes of the other tensors at the worst moment, in the order of the nodes
  double all = 0;      // bytes of all of them, as if nothing were ever released
  bool known = true;   // false: the size of some value is not known
  double total() const { return weights + live; }
};

// Inputs and outputs of the graph stay alive from the beginning and to the end: the caller holds
// them. Between, a tensor lives from the node that makes it to the last that reads it.
MemoryNeed NeedOf(const Graph& graph);

// What a case should take on a target: steps of each kind times what such a step takes there, which
// is measured on the spot with simple models of one operator each.
//
// Rough on purpose: operators of one kind differ by several times, so only what is many times
// slower than predicted says anything.
struct CostModel {
  double run_ms = 0;                         // a run of next to nothing
  std::array<double, kWorkKinds> step_ns{};  // by WorkKind

  double PredictMs(const Work& work) const;
};

// Nothing when the target cannot run even these.
std::optional<CostModel> Calibrate(Bench& bench);

}  // namespace assay::resources
