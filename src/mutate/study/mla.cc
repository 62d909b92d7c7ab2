// y = Layer(x)  ==>  y = C(B(A(Layer(x)))), of the same type
//
// LEMON's multi-layer addition: a layer that changes the shape, and what is needed to change it
// back.
//
// Promise: changes.   Needs: a layer that is no activation, with a known result shape.
// Aims at: chains of layers that rarely stand together.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/new_layer.h"
#include "mutate/study/splice.h"

namespace assay::mutate {
namespace mla {
namespace {

constexpr int kResizeWithoutRegion = 13;  // opset from which Resize's region may be left out
constexpr int64_t kRepeats = 3;           // LEMON's RepeatVector

// Elements of one batch item.
int64_t ItemSize(const TensorType& type) {
  const Shape shape = *type.shape();
  return ElementCount(shape) / shape[0];
}

bool DenseMayHave(const Model& model, const TensorType& type, int64_t from, int64_t to) {
  return from * to <= kMaxNewWeight && Admits(model, "MatMul", type.dtype) &&
         Admits(model, "Add", type.dtype) && Admits(model, "Flatten", type.dtype);
}

ValueId Flatten(NewLayer& where, ValueId value) {
  return Emit(where.graph, where.at, "Flatten", {value}, {{"axis", int64_t{1}}}, where.role);
}
ValueId Reshape(NewLayer& where, ValueId value, const Shape& shape) {
  const std::vector<int64_t> sizes(shape.begin(), shape.end());
  return Emit(where.graph, where.at, "Reshape", {value, AddInts(where.graph, "shape", sizes)}, {},
              where.role);
}
ValueId DenseBack(NewLayer& where, ValueId flat, int64_t from) {
  return Reshape(where, InsertDense(where, flat, from, ItemSize(where.type)), *where.type.shape());
}

bool IsImage(const TensorType& type) { return type.rank() >= 3 && type.rank() <= 5; }

bool FlattenFits(const Model& model, const TensorType& type) {
  return type.rank() >= 3 && DenseMayHave(model, type, ItemSize(type), ItemSize(type));
}
ValueId InsertFlatten(NewLayer& where) {
  return DenseBack(where, Flatten(where, where.value), ItemSize(where.type));
}

bool RepeatFits(const Model& model, const TensorType& type) {
  return type.rank() == 2 && Admits(model, "Concat", type.dtype) &&
         DenseMayHave(model, type, kRepeats * type.dims[1].size, type.dims[1].size);
}
ValueId InsertRepeat(NewLayer& where) {
  const ValueId many =
      Emit(where.graph, where.at, "Concat", {where.value, where.value, where.value},
           {{"axis", int64_t{1}}}, where.role);
  return InsertDense(where, many, kRepeats * where.size(1), where.size(1));
}

// The item without one element at both ends of every spatial axis.
int64_t CroppedSize(const TensorType& type) {
  int64_t size = type.dims[1].size;
  for (int axis = 2; axis < type.rank(); ++axis)
    size *= std::max<int64_t>(0, type.dims[static_cast<size_t>(axis)].size - 2);
  return size;
}
bool CropFits(const Model& model, const TensorType& type) {
  return IsImage(type) && CroppedSize(type) > 0 && Admits(model, "Slice", type.dtype) &&
         DenseMayHave(model, type, CroppedSize(type), ItemSize(type));
}
ValueId InsertCrop(NewLayer& where) {
  std::vector<int64_t> starts, ends, axes;
  for (int axis = 2; axis < where.rank(); ++axis) {
    starts.push_back(1);
    ends.push_back(where.size(axis) - 1);
    axes.push_back(axis);
  }
  const ValueId cropped = InsertSlice(where, where.value, starts, ends, axes);
  return DenseBack(where, Flatten(where, cropped), CroppedSize(where.type));
}

int64_t DoubledSize(const TensorType& type) { return ItemSize(type) << (type.rank() - 2); }
bool DoubleFits(const Model& model, const TensorType& type) {
  return IsImage(type) && DenseMayHave(model, type, DoubledSize(type), ItemSize(type)) &&
         Admits(model, OpsetOf(model) < kResizeWithoutRegion ? "Tile" : "Resize", type.dtype);
}
ValueId InsertDouble(NewLayer& where) {
  const auto rank = static_cast<size_t>(where.rank());
  ValueId large = kAbsent;
  if (OpsetOf(where.model) < kResizeWithoutRegion) {
    std::vector<int64_t> repeats(rank, 2);
    repeats[0] = repeats[1] = 1;
    large = Emit(where.graph, where.at, "Tile",
                 {where.value, AddInts(where.graph, "repeats", repeats)}, {}, where.role);
  } else {
    std::vector<double> scales(rank, 2);
    scales[0] = scales[1] = 1;
    const Tensor factors = MakeTensor(DType::kFloat32, {where.rank()}, scales);
    large = Emit(where.graph, where.at, "Resize",
                 {where.value, kAbsent, AddConstant(where.graph, "scales", factors)},
                 {{"mode", std::string("nearest")},
                  {"coordinate_transformation_mode", std::string("asymmetric")},
                  {"nearest_mode", std::string("floor")}},
                 where.role);
  }
  return DenseBack(where, Flatten(where, large), DoubledSize(where.type));
}

bool PadConvFits(const Model& model, const TensorType& type) {
  int64_t weights = IsImage(type) ? type.dims[1].size * type.dims[1].size : 0;
  for (int axis = 2; axis < type.rank(); ++axis) weights *= 3;
  return weights > 0 && weights <= kMaxNewWeight && Admits(model, "Conv", type.dtype) &&
         Admits(model, "Pad", type.dtype);
}
ValueId InsertPadConv(NewLayer& where) {
  const auto rank = static_cast<size_t>(where.rank());
  std::vector<int64_t> pads(2 * rank, 1);
  pads[0] = pads[1] = pads[rank] = pads[rank + 1] = 0;
  Shape shape = {where.size(1), where.size(1)};
  int64_t terms = where.size(1);
  for (size_t i = 2; i < rank; ++i) {
    shape.push_back(3);
    terms *= 3;
  }
  const ValueId padded = InsertPad(where, where.value, pads);
  return Emit(where.graph, where.at, "Conv",
              {padded, NewWeight(where, "conv_weight", shape, terms),
               NewVector(where, "conv_bias", where.size(1), 0, 0.1)},
              {}, where.role);
}

bool GlobalPoolFits(const Model& model, const TensorType& type) {
  return IsImage(type) && DenseMayHave(model, type, type.dims[1].size, ItemSize(type)) &&
         Admits(model, "GlobalAveragePool", type.dtype) &&
         Admits(model, "GlobalMaxPool", type.dtype);
}
ValueId InsertGlobalPool(NewLayer& where) {
  const ValueId pooled =
      Emit(where.graph, where.at, where.rng.Chance(0.5) ? "GlobalMaxPool" : "GlobalAveragePool",
           {where.value}, {}, where.role);
  return DenseBack(where, Flatten(where, pooled), where.size(1));
}

// A recurrent layer over [batch, time, features] with as many units as features.
bool RecurrentFits(const Model& model, const TensorType& type) {
  constexpr int64_t kGates = 4;
  return type.rank() == 3 && kGates * type.dims[2].size * type.dims[2].size <= kMaxNewWeight &&
         Admits(model, "LSTM", type.dtype) && Admits(model, "Transpose", type.dtype);
}
ValueId InsertRecurrent(NewLayer& where) {
  constexpr std::string_view kOps[] = {"RNN", "GRU", "LSTM"};
  constexpr int64_t kGates[] = {1, 3, 4};
  const auto kind = static_cast<size_t>(where.rng.Int(0, 2));
  const int64_t batch = where.size(0), time = where.size(1), units = where.size(2);
  const std::vector<int64_t> swap = {1, 0, 2};
  const ValueId by_time =
      Emit(where.graph, where.at, "Transpose", {where.value}, {{"perm", swap}}, where.role);
  const Shape shape = {1, kGates[kind] * units, units};
  const ValueId states = Emit(where.graph, where.at, kOps[kind],
                              {by_time, NewWeight(where, "rnn_weight", shape, units),
                               NewWeight(where, "rnn_recurrence", shape, units)},
                              {{"hidden_size", units}}, where.role);
  const ValueId flat = Reshape(where, states, {time, batch, units});
  return Emit(where.graph, where.at, "Transpose", {flat}, {{"perm", swap}}, where.role);
}

constexpr LayerKind kChains[] = {
    {"flatten-dense", FlattenFits, InsertFlatten},
    {"repeat-dense", RepeatFits, InsertRepeat},
    {"crop-dense", CropFits, InsertCrop},
    {"upsample-dense", DoubleFits, InsertDouble},
    {"pad-conv", PadConvFits, InsertPadConv},
    {"global-pool-dense", GlobalPoolFits, InsertGlobalPool},
    {"recurrent", RecurrentFits, InsertRecurrent},
};

std::vector<Site> FindPlaces(const Model& model) {
  std::vector<Site> sites;
  for (Site site : NodesWhere(model, IsFloatLayer)) {
    const auto shape = StaticShape(model.graph, site.value);
    if (!shape.has_value() || ElementCount(*shape) == 0) continue;
    for (size_t k = 0; k < std::size(kChains); ++k) {
      site.variant = static_cast<int>(k);
      if (kChains[k].fits(model, model.graph.type(site.value).tensor)) sites.push_back(site);
    }
  }
  return sites;
}

Result<ModelCase> Add(const ModelCase& base, const Site& site, Rng& rng) {
  return InsertIfTolerated(base, site, rng, kChains[static_cast<size_t>(site.variant)].insert);
}

// As in the literature: LEMON, too, chooses by shape; nothing keeps values in range.
Result<ModelCase> AddUnscaled(const ModelCase& base, const Site& site, Rng& rng) {
  return InsertBehind(base, site, rng, Scale::kUnit,
                      kChains[static_cast<size_t>(site.variant)].insert);
}

}  // namespace
}  // namespace mla

MutatorDef MLADef() {
  return {.name = "MLA",
          .meaning =
              "several new layers are inserted behind a layer, of which the first changes the "
              "shape and the last restores it",
          .choices =
              "LEMON's chains: flatten, repeat, crop, upsample or global pooling with a dense "
              "layer, padding with a convolution, recurrent layers; dense layers of at most "
              "2^18 weights (LEMON: 1e4 units). Not of the study's fourteen. Unconstrained: "
              "weights of deviation 1",
          .family = Family::kStructure,
          .promise = Promise::kChanges,
          .find = mla::FindPlaces,
          .apply = mla::Add,
          .apply_unconstrained = mla::AddUnscaled};
}

}  // namespace assay::mutate
