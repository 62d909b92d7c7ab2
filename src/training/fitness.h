// Which models training can be judged with.
#pragma once

#include "graph/graph.h"
#include "training/spec.h"

namespace assay::training {

// Rejected: float types other than float32 and float64, operators whose derivative we leave out,
// gradients that are too many to send.
Status CheckFitness(const Graph& graph, const Spec& spec);

// Of the float types in it.
double CoarsestUnit(const Graph& graph);

// Whether trainings of many steps can be told apart from wrong ones, in reasonable time. `gradient`
// is the graph with its derivatives.
bool FitForCurves(const Graph& graph, const Graph& gradient);

}  // namespace assay::training
