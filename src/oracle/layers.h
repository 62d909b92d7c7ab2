// The study's layer table: how far two targets are apart, tensor by tensor.
//
//   D     = mean |M - N|
//   R     = |(D - D_pre) / (D_pre + 1e-7)|, D_pre the D of the layer before; of several direct
//           precursors the one with the largest D counts, so that R shows what this layer adds to
//           the worst of its inputs; precursors that are inputs or weights have D = 0
//   D_MAD = |d1 - d2| / (d1 + d2), dk = mean |yk - G|, 0 if both are 0; G is the reference's value,
//           or ones
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"
#include "oracle/tap.h"

namespace assay::oracle {

enum class Ground { kReference, kOnes };

struct Layer {
  std::string tensor, op;
  std::string first, second;  // targets
  double distance = 0;        // D
  double rate = 0;            // R
  double mad = 0;             // D_MAD
};

struct LayerSide {
  std::string target;
  const NamedTensors* tensors;
};

// One row per tensor and pair of `sides` that both have it, in graph order. `reference` gives G.
std::vector<Layer> CompareLayers(const Graph& graph, const std::vector<LayerSide>& sides,
                                 const NamedTensors& reference, Ground ground);

}  // namespace assay::oracle
