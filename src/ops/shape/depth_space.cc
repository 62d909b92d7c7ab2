// DepthToSpace, SpaceToDepth: moves blocks between the channel axis and the two spatial axes of [N,
// C, H, W].
//
//   DepthToSpace, DCR:  y[n, c, h*b + i, w*b + j] = x[n, (i*b + j) * C' + c, h, w]      C' = C /
//   b^2 DepthToSpace, CRD:  y[n, c, h*b + i, w*b + j] = x[n, c * b^2 + i*b + j, h, w] SpaceToDepth
//   is the inverse of the same mode.
//
// Spec:  ONNX DepthToSpace opsets 1 (DCR only), 11 (mode), 13, 28; SpaceToDepth 1, 13, 28 (mode).
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

constexpr int64_t kMaxBlock = int64_t{1} << 20;  // its square must not overflow

struct Blocks {
  int64_t size;
  bool depth_first;  // DCR
};

Result<Blocks> BlocksOf(const Call& call) {
  const Blocks out{call.AttrInt("blocksize", 0), call.AttrString("mode", "DCR") == "DCR"};
  if (out.size <= 0 || out.size > kMaxBlock)
    return Invalid(StrCat("blocksize ", out.size, " is not admissible"));
  if (!out.depth_first && call.AttrString("mode", "DCR") != "CRD")
    return Invalid(StrCat("mode '", call.AttrString("mode", ""), "' is neither DCR nor CRD"));
  return out;
}

Dim Multiple(Dim dim, int64_t factor) {
  if (!dim.known()) return factor == 1 ? dim : Dim::Unknown();
  int64_t product;
  return __builtin_mul_overflow(dim.size, factor, &product) ? Dim::Unknown() : Dim::Known(product);
}

Result<Dim> Divided(Dim dim, int64_t divisor, const TensorType& type) {
  if (!dim.known()) return divisor == 1 ? dim : Dim::Unknown();
  if (dim.size % divisor != 0)
    return Invalid(StrCat("a size of ", TypeText(type), " is not a multiple of ", divisor));
  return Dim::Known(dim.size / divisor);
}

Result<Types> InferBlocks(const InferCall& call, bool to_space) {
  ASSAY_ASSIGN(const Blocks blocks, BlocksOf(call));
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(OfRank(x.dtype, 4));
  if (x.rank() != 4) return Invalid(StrCat("needs a tensor of rank 4, is given ", TypeText(x)));
  const int64_t b = blocks.size;
  Dims dims = {x.dims[0]};
  if (to_space) {
    ASSAY_ASSIGN(const Dim depth, Divided(x.dims[1], b * b, x));
    dims = {x.dims[0], depth, Multiple(x.dims[2], b), Multiple(x.dims[3], b)};
  } else {
    ASSAY_ASSIGN(const Dim height, Divided(x.dims[2], b, x));
    ASSAY_ASSIGN(const Dim width, Divided(x.dims[3], b, x));
    dims = {x.dims[0], Multiple(x.dims[1], b * b), height, width};
  }
  return OneType(TensorType(x.dtype, dims));
}

Result<Types> InferDepthToSpace(const InferCall& call) { return InferBlocks(call, true); }
Result<Types> InferSpaceToDepth(const InferCall& call) { return InferBlocks(call, false); }

// For each element of the deep tensor (in order) the position of the wide tensor's element that
// equals it.
std::vector<int64_t> DeepToWide(const Shape& deep, const Blocks& blocks) {
  const int64_t b = blocks.size, channels = deep[1] / (b * b), height = deep[2], width = deep[3];
  std::vector<int64_t> map;
  map.reserve(static_cast<size_t>(ElementCount(deep)));
  for (Odometer it(deep, Strides(deep)); !it.done(); it.Next()) {
    const int64_t d = it.index()[1];
    const int64_t block = blocks.depth_first ? d / channels : d % (b * b);
    const int64_t channel = blocks.depth_first ? d % channels : d / (b * b);
    const int64_t row = it.index()[2] * b + block / b, column = it.index()[3] * b + block % b;
    map.push_back(((it.index()[0] * channels + channel) * height * b + row) * width * b + column);
  }
  return map;
}

Result<Outputs> EvaluateDepthToSpace(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const Blocks blocks, BlocksOf(call));
  const Shape& s = x.shape();
  const int64_t b = blocks.size;
  if (s.size() != 4 || s[1] % (b * b) != 0)
    return Invalid(StrCat("shape ", ShapeText(s), " does not fit blocksize ", b));
  const std::vector<int64_t> wide = DeepToWide(s, blocks);
  std::vector<int64_t> map(wide.size());
  for (size_t i = 0; i < wide.size(); ++i)
    map[static_cast<size_t>(wide[i])] = static_cast<int64_t>(i);
  return One(x.Take({s[0], s[1] / (b * b), s[2] * b, s[3] * b}, map));
}

Result<Outputs> EvaluateSpaceToDepth(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const Blocks blocks, BlocksOf(call));
  const Shape& s = x.shape();
  const int64_t b = blocks.size;
  if (s.size() != 4 || s[2] % b != 0 || s[3] % b != 0)
    return Invalid(StrCat("shape ", ShapeText(s), " does not fit blocksize ", b));
  const Shape deep = {s[0], s[1] * b * b, s[2] / b, s[3] / b};
  return One(x.Take(deep, DeepToWide(deep, blocks)));
}

// A block size above 1 that fits, or nothing.
std::optional<Proposal> ProposeBlocks(const ProposeCall& call, bool to_space) {
  if (call.rank(0) != 4) return std::nullopt;
  const Shape s = call.shape(0);
  for (const int64_t b : {call.rng.Int(2, 3), int64_t{2}, int64_t{1}}) {
    if (to_space ? s[1] % (b * b) != 0 : s[2] % b != 0 || s[3] % b != 0) continue;
    Proposal out{.attrs = {{"blocksize", b}}};
    if (call.opset >= (to_space ? 11 : 28) && call.rng.Chance(0.7))
      out.attrs.Set("mode", std::string(call.rng.Chance(0.5) ? "CRD" : "DCR"));
    return out;
  }
  return std::nullopt;
}

std::optional<Proposal> ProposeDepthToSpace(const ProposeCall& call) {
  return ProposeBlocks(call, true);
}
std::optional<Proposal> ProposeSpaceToDepth(const ProposeCall& call) {
  return ProposeBlocks(call, false);
}

}  // namespace

OpDef DepthToSpaceDef() {
  return {.name = "DepthToSpace",
          .meaning = "moves channels into spatial blocks",
          .infer = InferDepthToSpace,
          .evaluate = EvaluateDepthToSpace,
          .propose = ProposeDepthToSpace};
}
OpDef SpaceToDepthDef() {
  return {.name = "SpaceToDepth",
          .meaning = "moves spatial blocks into channels",
          .infer = InferSpaceToDepth,
          .evaluate = EvaluateSpaceToDepth,
          .propose = ProposeSpaceToDepth};
}

}  // namespace assay::ops
