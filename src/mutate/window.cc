#include "mutate/window.h"

#include <algorithm>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace {

std::vector<int64_t> IntsOr(const Node& node, std::string_view name, size_t count,
                            int64_t otherwise) {
  const auto* ints = node.attrs.Get<std::vector<int64_t>>(name);
  return ints != nullptr && ints->size() == count ? *ints : std::vector<int64_t>(count, otherwise);
}

void ResolveAutoPad(const Node& node, Window& window) {
  const auto* mode = node.attrs.Get<std::string>("auto_pad");
  if (mode == nullptr || *mode == "NOTSET") return;
  for (size_t i = 0; i < window.axes(); ++i) {
    window.pads[i] = window.pads[i + window.axes()] = 0;
    if (*mode == "VALID") continue;
    const int64_t out = (window.input[i] + window.strides[i] - 1) / window.strides[i];
    const int64_t total =
        std::max<int64_t>(0, (out - 1) * window.strides[i] + window.extent(i) - window.input[i]);
    window.SetPadding(i, total);
    if (*mode == "SAME_LOWER") std::swap(window.pads[i], window.pads[i + window.axes()]);
  }
}

bool HasAttr(const ops::Schema& schema, std::string_view name) {
  return std::any_of(schema.attrs.begin(), schema.attrs.end(),
                     [&](const ops::AttrSpec& spec) { return spec.name == name; });
}

bool AllOne(const std::vector<int64_t>& values) {
  return std::all_of(values.begin(), values.end(), [](int64_t x) { return x == 1; });
}

// With ceil_mode the last window may begin behind the input; frameworks and the official inference
// disagree about whether it counts.
bool CeilIsAmbiguous(const Window& window) {
  for (size_t i = 0; i < window.axes(); ++i) {
    const int64_t padded = window.input[i] + window.pads[i] + window.pads[i + window.axes()];
    const int64_t stride = window.strides[i];
    const int64_t last = (padded - window.extent(i) + stride - 1) / stride * stride;
    if (last >= window.input[i] + window.pads[i]) return true;
  }
  return false;
}

Shape SpatialSizes(const Graph& graph, ValueId id) {
  const Shape shape = *StaticShape(graph, id);
  return Shape(shape.begin() + 2, shape.end());
}

}  // namespace

int64_t Window::OutputSize(size_t i) const {
  const int64_t room = input[i] + pads[i] + pads[i + axes()] - extent(i);
  return room < 0 ? 0 : room / strides[i] + 1;
}

bool Window::IsSound() const {
  for (size_t i = 0; i < axes(); ++i) {
    const int64_t begin = pads[i], end = pads[i + axes()];
    if (kernel[i] < 1 || begin < 0 || end < 0 || OutputSize(i) < 1) return false;
    if (pools && (begin >= kernel[i] || end >= kernel[i])) return false;
  }
  return true;
}

void Window::SetPadding(size_t i, int64_t total) {
  pads[i] = total / 2;
  pads[i + axes()] = total - total / 2;
}

std::optional<Window> ReadWindow(const Graph& graph, const Node& node) {
  const bool conv = node.op == "Conv";
  if (!conv && node.op != "MaxPool" && node.op != "AveragePool" && node.op != "LpPool")
    return std::nullopt;
  if (!node.domain.empty() || node.inputs.empty() || node.outputs.empty() ||
      !IsStaticFloat(graph, node.inputs[0]) || !IsStaticFloat(graph, node.outputs[0]))
    return std::nullopt;
  if (conv && WeightOf(graph, node.inputs[1]) == nullptr) return std::nullopt;
  Window window;
  window.pools = !conv;
  window.input = SpatialSizes(graph, node.inputs[0]);
  window.output = SpatialSizes(graph, node.outputs[0]);
  const size_t n = window.input.size();
  if (n < 1 || n > 3) return std::nullopt;
  if (conv) {
    const Shape kernel = SpatialSizes(graph, node.inputs[1]);
    window.kernel.assign(kernel.begin(), kernel.end());
  } else {
    window.kernel = IntsOr(node, "kernel_shape", n, 0);
  }
  window.strides = IntsOr(node, "strides", n, 1);
  window.dilations = IntsOr(node, "dilations", n, 1);
  window.pads = IntsOr(node, "pads", 2 * n, 0);
  ResolveAutoPad(node, window);
  return window;
}

bool WriteWindow(const Model& model, const Window& window, Node& node) {
  const ops::Schema* schema = ops::FindSchema("", node.op, model.opset(""));
  if (schema == nullptr) return false;
  if (!HasAttr(*schema, "dilations") && !AllOne(window.dilations)) return false;
  node.attrs.Erase("auto_pad");
  node.attrs.Set("kernel_shape", window.kernel);
  node.attrs.Set("strides", window.strides);
  node.attrs.Set("pads", window.pads);
  if (CeilIsAmbiguous(window)) node.attrs.Erase("ceil_mode");
  if (HasAttr(*schema, "dilations")) node.attrs.Set("dilations", window.dilations);
  return true;
}

}  // namespace assay::mutate
