#include "generate/official_limits.h"

namespace assay::generate {
namespace {

// The official inference counts windows of ceil_mode that begin in the padding behind the data; the
// text (and ours) leaves them out.
bool WindowsBehindTheData(const Node& node, const TensorType& x, const ops::Types& results) {
  const ops::Call call(node, 0);
  if (call.AttrInt("ceil_mode", 0) == 0 || results.empty()) return false;
  const std::vector<int64_t> kernel = call.AttrInts("kernel_shape"), pads = call.AttrInts("pads"),
                             strides = call.AttrInts("strides"),
                             dilations = call.AttrInts("dilations");
  for (size_t i = 0; i < kernel.size(); ++i) {
    const int64_t stride = strides.empty() ? 1 : strides[i];
    const int64_t window = (kernel[i] - 1) * (dilations.empty() ? 1 : dilations[i]) + 1;
    const int64_t padding = pads.empty() ? 0 : pads[i] + pads[i + kernel.size()];
    const int64_t windows = (x.dims[i + 2].size + padding - window + stride - 1) / stride + 1;
    const Dims& found = results[0].tensor.dims;
    if (i + 2 < found.size() && found[i + 2].size != windows) return true;
  }
  return false;
}

}  // namespace

bool OfficialRefuses(const Node& node, const TensorType& first, const ops::Types& results) {
  // Its function body holds float32 constants and does not know the default of `axes`.
  if (node.op == "MeanVarianceNormalization")
    return first.dtype != DType::kFloat32 || !node.attrs.Has("axes");
  if (node.op == "OneHot") return first.rank() == 0;
  // It takes the default of `onesided` for 0.
  if (node.op == "STFT") return !node.attrs.Has("onesided");
  if (node.op == "MaxPool" || node.op == "AveragePool" || node.op == "LpPool")
    return WindowsBehindTheData(node, first, results);
  return false;
}

}  // namespace assay::generate
