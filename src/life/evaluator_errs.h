// Where the standard's own evaluator (target `onnx`) is itself wrong by the standard's text.
#pragma once

#include <string>

#include "graph/graph.h"

namespace assay::life {

// Why its answer to this model says nothing; "": it is asked.
std::string EvaluatorErrs(const Model& model);

}  // namespace assay::life
