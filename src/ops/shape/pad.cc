// Pad: adds elements before and after each axis, or removes them where the number is negative.
//
//   out[o] = data[o - begin] inside; outside: a constant, or the element that reflect, edge or wrap
//   names
//
// Spec:  ONNX opsets 1, 2 (attributes pads, value), 11 (inputs), 13, 18 (axes), 19 (wrap), 21 ….
// Traps: reflect repeats when a pad exceeds the axis (as numpy does); negative pads crop first, so
// what reflect and wrap read
//        from a cropped axis is not spelled out: both readings are admitted.
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

enum class PadMode { kConstant, kReflect, kEdge, kWrap };

Result<PadMode> ModeOf(const Call& call) {
  const std::string mode = call.AttrString("mode", "constant");
  if (mode == "constant") return PadMode::kConstant;
  if (mode == "reflect") return PadMode::kReflect;
  if (mode == "edge") return PadMode::kEdge;
  if (mode == "wrap" && call.opset() >= 19) return PadMode::kWrap;
  return Invalid(StrCat("mode '", mode, "' is not known at opset ", call.opset()));
}

struct Pads {
  std::vector<int64_t> begin, end;  // one per axis of the data
};

// `axes` null: all axes in order.
Result<Pads> PadsPerAxis(const std::vector<int64_t>& pads, const std::vector<int64_t>* axes,
                         int rank) {
  std::vector<int> at;
  if (axes == nullptr) {
    for (int i = 0; i < rank; ++i) at.push_back(i);
  } else {
    ASSAY_ASSIGN(at, DistinctAxes(*axes, rank));
  }
  if (pads.size() != 2 * at.size())
    return Invalid(StrCat("pads has ", pads.size(), " entries for ", at.size(), " axes"));
  Pads out{std::vector<int64_t>(static_cast<size_t>(rank)),
           std::vector<int64_t>(static_cast<size_t>(rank))};
  for (size_t i = 0; i < at.size(); ++i) {
    out.begin[static_cast<size_t>(at[i])] = pads[i];
    out.end[static_cast<size_t>(at[i])] = pads[i + at.size()];
  }
  return out;
}

Result<int64_t> PaddedSize(int64_t size, int64_t begin, int64_t end, PadMode mode) {
  const __int128 total = static_cast<__int128>(size) + begin + end;
  if (total < 0 || total > INT64_MAX)
    return Invalid(StrCat("pads ", begin, " and ", end, " do not fit an axis of size ", size));
  const __int128 kept =
      static_cast<__int128>(size) + std::min<int64_t>(begin, 0) + std::min<int64_t>(end, 0);
  if (mode != PadMode::kConstant && kept <= 0 && total > 0)
    return Invalid(StrCat("there is nothing to repeat on an axis of size ", size));
  return static_cast<int64_t>(total);
}

const char* PadsAttr(const Call& call) { return call.opset() < 2 ? "paddings" : "pads"; }

Result<Types> InferPad(const InferCall& call) {
  const TensorType& data = call.input(0);
  ASSAY_ASSIGN(const PadMode mode, ModeOf(call));
  if (!data.has_rank) return OneType(TensorType(data.dtype));
  const auto pads = AttrOrConstant(call, PadsAttr(call), 1, 11);
  const auto axes = call.ConstantInts(3);
  if (!pads.has_value() || (call.has_input(3) && !axes.has_value()))
    return OneType(OfRank(data.dtype, data.rank()));
  ASSAY_ASSIGN(const Pads per_axis,
               PadsPerAxis(*pads, axes.has_value() ? &*axes : nullptr, data.rank()));
  TensorType out = data;
  for (size_t i = 0; i < out.dims.size(); ++i) {
    if (per_axis.begin[i] == 0 && per_axis.end[i] == 0) continue;
    if (!out.dims[i].known()) {
      out.dims[i] = Dim::Unknown();
      continue;
    }
    ASSAY_ASSIGN(out.dims[i].size,
                 PaddedSize(out.dims[i].size, per_axis.begin[i], per_axis.end[i], mode));
  }
  return OneType(out);
}

int64_t FloorMod(int64_t a, int64_t n) { return ((a % n) + n) % n; }

// Where position `i` of an axis of `size` reads from; -1: the constant.
int64_t Source(int64_t i, int64_t size, PadMode mode) {
  if (i >= 0 && i < size) return i;
  switch (mode) {
    case PadMode::kConstant:
      return -1;
    case PadMode::kEdge:
      return i < 0 ? 0 : size - 1;
    case PadMode::kWrap:
      return FloorMod(i, size);
    case PadMode::kReflect:
      break;
  }
  if (size == 1) return 0;
  const int64_t folded = FloorMod(i, 2 * (size - 1));
  return folded < size ? folded : 2 * (size - 1) - folded;
}

// For each output position of one axis, where it reads from. `crop_first`: only what a negative pad
// leaves can be repeated.
std::vector<int64_t> AxisSources(int64_t size, int64_t begin, int64_t end, PadMode mode,
                                 bool crop_first) {
  const int64_t cut = crop_first ? std::max<int64_t>(0, -begin) : 0;
  const int64_t kept =
      crop_first ? size + std::min<int64_t>(begin, 0) + std::min<int64_t>(end, 0) : size;
  std::vector<int64_t> out;
  for (int64_t o = 0; o < size + begin + end; ++o) {
    const int64_t source = Source(o - begin - cut, kept, mode);
    out.push_back(source < 0 ? -1 : source + cut);
  }
  return out;
}

std::vector<int64_t> PadMap(const Shape& data, const Shape& shape, const Pads& pads, PadMode mode,
                            bool crop_first) {
  std::vector<std::vector<int64_t>> sources;
  for (size_t i = 0; i < data.size(); ++i)
    sources.push_back(AxisSources(data[i], pads.begin[i], pads.end[i], mode, crop_first));
  const Shape strides = Strides(data);
  std::vector<int64_t> map;
  map.reserve(static_cast<size_t>(ElementCount(shape)));
  for (Odometer it(shape, Shape(shape.size(), 0)); !it.done(); it.Next()) {
    int64_t from = 0;
    for (size_t i = 0; i < data.size() && from >= 0; ++i) {
      const int64_t source = sources[i][static_cast<size_t>(it.index()[i])];
      from = source < 0 ? -1 : from + source * strides[i];
    }
    map.push_back(from);
  }
  return map;
}

// The element to pad with, or nothing for zeros.
Result<std::optional<Bounded>> PadValue(const EvalCall& call, DType dtype) {
  std::optional<Bounded> out;
  if (call.opset() < 11) {
    if (!IsFloat(dtype)) return out;
    out = Bounded(dtype, {});
    out->set(0, call.arith(dtype).Constant(call.AttrFloat("value", 0)));
  } else if (call.has_input(2)) {
    if (call.tensor(2).count() != 1)
      return Invalid(StrCat("constant_value must hold one element, its shape is ",
                            ShapeText(call.tensor(2).shape())));
    out = call.tensor(2);
  } else if (dtype == DType::kFloat8E8M0) {
    // It has no zero: what stands for one is not said.
    constexpr double kLeast = 0x1p-127, kMost = 0x1p127;
    out = Bounded(dtype, {});
    out->set(0, call.adversarial() ? Real::Point(kLeast) : Real{kLeast, kLeast, kMost, Nan::kMay});
  }
  return out;
}

Result<Pads> PadsOf(const EvalCall& call, int rank) {
  ASSAY_ASSIGN(const auto pads, AttrOrInput(call, PadsAttr(call), 1, 11));
  if (!pads.has_value()) return Invalid("pads is missing");
  if (!call.has_input(3)) return PadsPerAxis(*pads, nullptr, rank);
  ASSAY_ASSIGN(const std::vector<int64_t> axes, ListOf(call, 3, "axes"));
  return PadsPerAxis(*pads, &axes, rank);
}

Result<Outputs> EvaluatePad(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const PadMode mode, ModeOf(call));
  ASSAY_ASSIGN(const Pads pads, PadsOf(call, data.rank()));
  Shape shape;
  for (size_t i = 0; i < data.shape().size(); ++i) {
    ASSAY_ASSIGN(const int64_t size, PaddedSize(data.shape()[i], pads.begin[i], pads.end[i], mode));
    shape.push_back(size);
  }
  ASSAY_RETURN_IF_ERROR(CheckEvaluable(shape));
  if (ElementCount(shape) == 0) return One(Bounded(data.dtype(), shape));
  const std::vector<int64_t> map = PadMap(data.shape(), shape, pads, mode, true);
  Bounded out = data.Take(shape, map);
  if (mode == PadMode::kConstant) {
    ASSAY_ASSIGN(const std::optional<Bounded> value, PadValue(call, data.dtype()));
    for (int64_t i = 0; value.has_value() && i < out.count(); ++i)
      if (map[static_cast<size_t>(i)] < 0) out.set(i, *value, 0);
    return One(std::move(out));
  }
  const std::vector<int64_t> uncropped = PadMap(data.shape(), shape, pads, mode, false);
  const bool other = call.adversarial() && call.adversary()->Chance(0.5);
  for (int64_t i = 0; i < out.count(); ++i) {
    const int64_t from = uncropped[static_cast<size_t>(i)];
    if (from == map[static_cast<size_t>(i)]) continue;
    if (data.is_string()) return Undetermined("Pad: what a cropped axis repeats is not specified");
    if (other) out.set(i, data, from);
    if (!call.adversarial()) out.Widen(i, data, from);
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposePad(const ProposeCall& call) {
  static constexpr const char* kModes[] = {"constant", "constant", "reflect", "edge", "wrap"};
  Rng& rng = call.rng;
  const std::string mode = kModes[rng.Int(0, call.opset >= 19 ? 4 : 3)];
  const Shape shape = call.shape(0);
  std::vector<int64_t> axes;
  const bool use_axes = call.opset >= 18 && rng.Chance(0.4);
  for (int i = 0; i < call.rank(0); ++i)
    if (!use_axes || rng.Chance(0.6))
      axes.push_back(use_axes && rng.Chance(0.3) ? i - call.rank(0) : i);
  std::vector<int64_t> pads(2 * axes.size());
  for (size_t i = 0; i < pads.size(); ++i) {
    const int64_t axis = axes[i % axes.size()];
    const int64_t size = shape[static_cast<size_t>(axis < 0 ? axis + call.rank(0) : axis)];
    const int64_t most = mode == "reflect"    ? std::max<int64_t>(0, size - 1)
                         : mode == "constant" ? 2
                                              : size;
    pads[i] = rng.Int(
        mode == "constant" && i >= axes.size() && size > 1 && pads[i - axes.size()] >= 0 ? -1 : 0,
        std::min<int64_t>(2, most));
  }
  Proposal out{.attrs = {{"mode", mode}}};
  if (call.opset < 11) {
    out.attrs.Set("pads", pads);
    if (mode == "constant") out.attrs.Set("value", static_cast<float>(rng.Int(-8, 8)) / 4);
    return out;
  }
  out.constants = {Int64Vector(pads)};
  const bool value = mode == "constant" && rng.Chance(0.6);
  if (value || use_axes)
    out.constants.push_back(value ? std::optional(RandomTensor(rng, call.dtype(0), {}))
                                  : std::nullopt);
  if (use_axes) out.constants.push_back(Int64Vector(axes));
  return out;
}

}  // namespace

OpDef PadDef() {
  return {
      .name = "Pad",
      .meaning = "adds or removes elements around each axis",
      .infer = InferPad,
      .evaluate = EvaluatePad,
      .propose = ProposePad,
      .open = {
          {"what reflect and wrap read where a negative pad has cropped the axis",
           "ONNX Pad: pads 'to add or remove (if negative)', no text on the order of the two"}}};
}

}  // namespace assay::ops
