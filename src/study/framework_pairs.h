// Pairs of targets, as the paper would call them: its own, and those of today.
#pragma once

#include <string>
#include <vector>

#include "study/output.h"
#include "study/paper.h"

namespace assay::study {

// "ONNX vs PyTorch" for "torch:eager vs onnxruntime"; "": the paper has no such pair. Its third
// runtime, ONNX, is ONNX Runtime here.
std::string PaperPairOf(const std::string& pair, const Paper& paper);

// Mean inconsistency of one operator.
struct PairMeans {
  std::string name;
  std::vector<double> means;  // per pair
};

// Two tables: the paper's pairs with its figures beside ours, and all other pairs. `prefix` goes
// before their names.
std::vector<Table> InconsistencyTables(const std::string& prefix,
                                       const std::vector<PairMeans>& rows,
                                       const std::vector<std::string>& pairs, const Paper& paper);

}  // namespace assay::study
