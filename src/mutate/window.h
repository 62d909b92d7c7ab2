// Window: the sliding window of a convolution or pooling, read from and written to its attributes.
#pragma once

#include <optional>
#include <vector>

#include "graph/graph.h"

namespace assay::mutate {

struct Window {
  std::vector<int64_t> kernel, strides, dilations;  // one entry per spatial axis
  std::vector<int64_t> pads;                        // begins, then ends
  Shape input, output;                              // spatial sizes
  bool pools = false;                               // a pooling; otherwise a convolution

  size_t axes() const { return kernel.size(); }
  int64_t extent(size_t i) const { return (kernel[i] - 1) * dilations[i] + 1; }
  // Output size of axis i, rounded down; 0 or less when the window does not fit.
  int64_t OutputSize(size_t i) const;
  // Whether frameworks accept it: something comes out, pools are not wider padded than their
  // kernel.
  bool IsSound() const;
  // Shares `total` padding between both sides of axis i, the larger half behind.
  void SetPadding(size_t i, int64_t total);
};

// Conv (with a constant weight), MaxPool, AveragePool or LpPool over a float tensor of static
// shape, 1 to 3 spatial axes. SAME and VALID padding is read as explicit padding.
std::optional<Window> ReadWindow(const Graph& graph, const Node& node);

// Writes the window as explicit attributes (auto_pad is dropped). False when the operator at this
// opset has no attribute for it: dilated pooling came late.
bool WriteWindow(const Model& model, const Window& window, Node& node);

}  // namespace assay::mutate
