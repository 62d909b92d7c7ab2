#include "mutate/study/window_check.h"

#include <algorithm>

#include "ops/conv/window.h"

namespace assay::mutate {
namespace {

bool SeesInput(const ops::WindowAxis& axis, int64_t position) {
  for (int64_t k = 0; k < axis.kernel; ++k) {
    const int64_t x = position * axis.stride - axis.begin + k * axis.dilation;
    if (x >= 0 && x < axis.in) return true;
  }
  return false;
}

bool IsSound(const ops::WindowAxis& axis, bool ceil_mode) {
  for (int64_t o = 0; o < axis.out; ++o)
    if (!SeesInput(axis, o)) return false;
  const int64_t room = axis.in + axis.begin + axis.end - axis.extent();
  return !ceil_mode || (room + axis.stride - 1) / axis.stride + 1 == axis.out;
}

}  // namespace

bool WindowsAreSound(const Node& node, int opset, const Shape& input) {
  const auto* kernel = node.attrs.Get<std::vector<int64_t>>("kernel_shape");
  if (!node.op.ends_with("Pool") || kernel == nullptr) return true;
  if (input.size() != kernel->size() + 2) return false;
  const auto attrs = ops::ReadWindowAttrs(ops::Call(node, opset), kernel->size());
  if (!attrs.ok()) return false;
  const auto axes = ops::PlaceWindows(*attrs, input, *kernel);
  return axes.ok() && std::all_of(axes->begin(), axes->end(), [&](const ops::WindowAxis& axis) {
           return IsSound(axis, attrs->ceil_mode);
         });
}

}  // namespace assay::mutate
