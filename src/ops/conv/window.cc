#include "ops/conv/window.h"

namespace assay::ops {
namespace {

// Larger attributes or axes have no meaning and would overflow.
constexpr int64_t kLargest = int64_t{1} << 30;
constexpr int64_t kLargestAxis = int64_t{1} << 40;

Result<std::vector<int64_t>> ReadList(const Call& call, std::string_view name, size_t count,
                                      int64_t otherwise, int64_t least) {
  std::vector<int64_t> list = call.AttrInts(name);
  if (list.empty()) list.assign(count, otherwise);
  if (list.size() != count)
    return Invalid(StrCat(name, " has ", list.size(), " entries where ", count, " are needed"));
  for (const int64_t x : list)
    if (x < least || x > kLargest)
      return Invalid(StrCat(name, " holds ", x, ", outside ", least, " to ", kLargest));
  return list;
}

int64_t CeilDiv(int64_t a, int64_t b) { return a >= 0 ? (a + b - 1) / b : -((-a) / b); }
int64_t FloorDiv(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// Whether auto_pad SAME would crop with the strides and dilations of `attrs`.
bool SameCrops(const Attrs& attrs, const Shape& input, std::span<const int64_t> kernel) {
  const auto list = [&](std::string_view name) {
    const auto* given = attrs.Get<std::vector<int64_t>>(name);
    return given != nullptr ? *given : std::vector<int64_t>(kernel.size(), 1);
  };
  const WindowAttrs same{.strides = list("strides"),
                         .dilations = list("dilations"),
                         .pads = {},
                         .auto_pad = "SAME_UPPER"};
  for (size_t i = 0; i < kernel.size(); ++i) {
    const auto axis = PlaceWindow(same, i, input[i + 2], kernel[i]);
    if (!axis.ok() || axis->crops) return true;
  }
  return false;
}

}  // namespace

Result<WindowAttrs> ReadWindowAttrs(const Call& call, size_t spatial_rank) {
  WindowAttrs attrs;
  ASSAY_ASSIGN(attrs.strides, ReadList(call, "strides", spatial_rank, 1, 1));
  ASSAY_ASSIGN(attrs.dilations, ReadList(call, "dilations", spatial_rank, 1, 1));
  ASSAY_ASSIGN(attrs.pads, ReadList(call, "pads", 2 * spatial_rank, 0, 0));
  attrs.auto_pad = call.AttrString("auto_pad", "NOTSET");
  if (attrs.auto_pad.empty()) attrs.auto_pad = "NOTSET";
  attrs.ceil_mode = call.AttrInt("ceil_mode", 0) != 0;
  for (const std::string_view known : {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"})
    if (attrs.auto_pad == known) return attrs;
  return Invalid(StrCat("auto_pad is '", attrs.auto_pad, "'"));
}

Status CheckKernel(std::span<const int64_t> kernel, size_t spatial_rank) {
  if (kernel.size() != spatial_rank)
    return Invalid(
        StrCat("the kernel has ", kernel.size(), " axes where ", spatial_rank, " are needed"));
  for (const int64_t k : kernel)
    if (k == 0 || k < -1 || k > kLargest) return Invalid(StrCat("a kernel of size ", k));
  return {};
}

Result<WindowAxis> PlaceWindow(const WindowAttrs& attrs, size_t i, int64_t in, int64_t kernel) {
  WindowAxis axis{
      .in = in, .kernel = kernel, .stride = attrs.strides[i], .dilation = attrs.dilations[i]};
  if (in > kLargestAxis) return Invalid(StrCat("an axis of size ", in, " is too large"));
  const size_t rank = attrs.strides.size();
  if (attrs.auto_pad == "SAME_UPPER" || attrs.auto_pad == "SAME_LOWER") {
    axis.out = CeilDiv(in, axis.stride);
    const int64_t wanted = (axis.out - 1) * axis.stride + axis.extent() - in;
    axis.crops = wanted < 0 && in > 0;
    const int64_t total = std::max<int64_t>(wanted, 0);
    axis.begin = attrs.auto_pad == "SAME_UPPER" ? total / 2 : total - total / 2;
    axis.end = total - axis.begin;
    return axis;
  }
  if (attrs.auto_pad == "NOTSET") {
    axis.begin = attrs.pads[i];
    axis.end = attrs.pads[rank + i];
  }
  const int64_t room = in + axis.begin + axis.end - axis.extent();
  axis.out = (attrs.ceil_mode ? CeilDiv(room, axis.stride) : FloorDiv(room, axis.stride)) + 1;
  // A last window that would begin in the padding behind the input is left out.
  if (attrs.ceil_mode && axis.out > 1 && (axis.out - 1) * axis.stride >= in + axis.begin)
    --axis.out;
  if (in == 0 && room < 0) axis.out = 0;
  if (room < 0 && in > 0)
    return Invalid(StrCat("a window of extent ", axis.extent(), " does not fit an axis of ", in,
                          " padded by ", axis.begin, " and ", axis.end));
  return axis;
}

Result<WindowAxes> PlaceWindows(const WindowAttrs& attrs, const Shape& input,
                                std::span<const int64_t> kernel) {
  WindowAxes axes;
  double taps = 1;  // of one window
  for (size_t i = 0; i + 2 < input.size(); ++i) {
    if (kernel[i] < 1) return Invalid(StrCat("a kernel of size ", kernel[i]));
    taps *= static_cast<double>(kernel[i]);
    if (taps > static_cast<double>(kMaxElements))
      return Unsupported(StrCat("a window of ", taps, " elements is too large"));
    ASSAY_ASSIGN(const WindowAxis axis, PlaceWindow(attrs, i, input[i + 2], kernel[i]));
    if (axis.crops)
      return Undetermined(StrCat("auto_pad ", attrs.auto_pad, " with a window of ", axis.extent(),
                                 ", stride ", axis.stride, " and size ", axis.in,
                                 " asks for negative padding"));
    axes.push_back(axis);
  }
  return axes;
}

Result<Dims> InferWindows(const WindowAttrs& attrs, const TensorType& input,
                          std::span<const int64_t> kernel) {
  Dims dims;
  for (size_t i = 0; i + 2 < input.dims.size(); ++i) {
    const Dim in = input.dims[i + 2];
    const bool same = attrs.auto_pad == "SAME_UPPER" || attrs.auto_pad == "SAME_LOWER";
    if (!in.known() || kernel[i] < 0) {
      const bool keeps = (same || (kernel[i] == 1 && attrs.pads[i] == 0 &&
                                   attrs.pads[attrs.strides.size() + i] == 0)) &&
                         attrs.strides[i] == 1;
      dims.push_back(keeps ? in : Dim::Unknown());
      continue;
    }
    ASSAY_ASSIGN(const WindowAxis axis, PlaceWindow(attrs, i, in.size, kernel[i]));
    dims.push_back(Dim::Known(axis.out));
  }
  return dims;
}

int64_t OutputPositions(const WindowAxes& axes) {
  int64_t n = 1;
  for (const WindowAxis& axis : axes) n *= axis.out;
  return n;
}

int64_t InputPositions(const WindowAxes& axes) {
  int64_t n = 1;
  for (const WindowAxis& axis : axes) n *= axis.in;
  return n;
}

int64_t KernelSize(const WindowAxes& axes) {
  int64_t n = 1;
  for (const WindowAxis& axis : axes)
    if (__builtin_mul_overflow(n, axis.kernel, &n)) return INT64_MAX;
  return n;
}

void TapsAt(const WindowAxes& axes, const Shape& at, std::vector<WindowTap>& taps) {
  taps.assign(1, {0, 0});
  std::vector<WindowTap> next;
  for (size_t d = 0; d < axes.size(); ++d) {
    const WindowAxis& axis = axes[d];
    next.clear();
    next.reserve(taps.size() * static_cast<size_t>(axis.kernel));
    for (const WindowTap& tap : taps) {
      for (int64_t k = 0; k < axis.kernel; ++k) {
        const int64_t x = at[d] * axis.stride - axis.begin + k * axis.dilation;
        int64_t input = tap.input < 0 ? tap.input : tap.input * axis.in + x;
        if (x < 0 || x >= axis.in)
          input = std::min(tap.input < 0 ? tap.input : kTapPadding,
                           x >= axis.in + axis.end ? kTapBeyond : kTapPadding);
        next.push_back({tap.kernel * axis.kernel + k, input});
      }
    }
    taps.swap(next);
  }
}

Shape WindowOutputShape(int64_t batch, int64_t channels, const WindowAxes& axes) {
  Shape shape{batch, channels};
  for (const WindowAxis& axis : axes) shape.push_back(axis.out);
  return shape;
}

std::vector<int64_t> ProposeKernel(Rng& rng, const Shape& input, int64_t largest) {
  std::vector<int64_t> kernel;
  for (size_t i = 2; i < input.size(); ++i)
    kernel.push_back(rng.Int(1, std::max<int64_t>(1, std::min(largest, input[i]))));
  return kernel;
}

std::optional<Attrs> ProposeWindow(Rng& rng, const Shape& input, std::span<const int64_t> kernel,
                                   bool dilated) {
  const size_t rank = kernel.size();
  std::vector<int64_t> strides(rank), dilations(rank, 1), pads(2 * rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t in = input[i + 2];
    if (in < kernel[i]) return std::nullopt;
    strides[i] = rng.Int(1, 3);
    if (dilated && kernel[i] > 1 && rng.Chance(0.3))
      dilations[i] = rng.Int(1, std::max<int64_t>(1, (in - 1) / (kernel[i] - 1)));
    // Less padding than the kernel on either side: each window then meets the input, except between
    // the taps of a dilated one.
    if (dilations[i] == 1) {
      pads[i] = rng.Int(0, (kernel[i] - 1));
      pads[rank + i] = rng.Int(0, (kernel[i] - 1));
    }
  }
  Attrs attrs;
  if (rng.Chance(0.7)) attrs.Set("strides", strides);
  if (dilated && rng.Chance(0.7)) attrs.Set("dilations", dilations);
  const int choice = static_cast<int>(rng.Int(0, 5));
  const bool same = (choice == 1 || choice == 2) && !SameCrops(attrs, input, kernel);
  if (choice == 0) attrs.Set("auto_pad", std::string("VALID"));
  if (same) attrs.Set("auto_pad", std::string(choice == 1 ? "SAME_UPPER" : "SAME_LOWER"));
  if (choice >= 4) attrs.Set("pads", pads);
  return attrs;
}

}  // namespace assay::ops
