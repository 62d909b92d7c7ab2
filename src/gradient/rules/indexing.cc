// Gather and its kin with indices that are known only when running, and the scatters.
#include <algorithm>
#include <functional>
#include <numeric>

#include "gradient/spread.h"
#include "gradient/vjp.h"

namespace assay::gradient {

void MoveVjp(Vjp& v);

namespace {

constexpr int kScatterAdd = 16;  // the opset from which scatters can add

void NeedScatterAdd(Vjp& v) {
  if (v.t.opset() < kScatterAdd) v.Refuse("with indices that are not constant it needs opset 16");
}

const Attrs& Adding() {
  static const auto* const attrs = new Attrs{{"reduction", std::string("add")}};
  return *attrs;
}

// Constant indices: data as [before, A, behind], one row per place before the axis.
void FixedGather(Vjp& v, int64_t axis, const Tensor& indices) {
  const Shape data = v.shape();
  int64_t before = 1, behind = 1;
  for (int64_t i = 0; i < static_cast<int64_t>(data.size()); ++i)
    (i < axis ? before : behind) *= i == axis ? 1 : data[static_cast<size_t>(i)];
  const int64_t length = data[static_cast<size_t>(axis)];
  std::vector<int64_t> target;
  for (const int64_t index : indices.Ints())
    for (int64_t j = 0; j < behind; ++j)
      target.push_back((index < 0 ? index + length : index) * behind + j);
  if (target.empty() || before == 0) return v.Give(0, v.t.Filled(v.dtype(), data, 0));
  const ValueId rows = v.t.Reshape(v.dy(), Shape{before, static_cast<int64_t>(target.size())});
  v.Give(0, v.t.Reshape(Spread(v.t, rows, target, length * behind), data));
}

// Where ScatterElements writes each of its updates.
std::vector<int64_t> ElementPlaces(Vjp& v, const Tensor& indices) {
  const Shape data = v.shape(), updates = v.shape(1);
  const auto rank = static_cast<int64_t>(data.size());
  const int64_t axis = (v.AttrInt("axis", 0) + rank) % rank;
  std::vector<int64_t> places;
  for (int64_t index : indices.Ints()) {
    auto left = static_cast<int64_t>(places.size());
    int64_t place = 0, stride = 1;
    for (int64_t i = rank - 1; i >= 0; --i) {
      const int64_t size = data[static_cast<size_t>(i)], many = updates[static_cast<size_t>(i)];
      const int64_t at = i == axis ? (index < 0 ? index + size : index) : left % many;
      place += at * stride;
      stride *= size;
      left /= many;
    }
    places.push_back(place);
  }
  return places;
}

// Where ScatterND writes each of its slices.
std::vector<int64_t> RowPlaces(Vjp& v, const Tensor& indices) {
  const Shape data = v.shape(), rows = v.shape(1);
  const auto depth = static_cast<size_t>(rows.back());
  const std::vector<int64_t> all = indices.Ints();
  const int64_t count =
      std::accumulate(rows.begin(), rows.end() - 1, int64_t{1}, std::multiplies<int64_t>());
  std::vector<int64_t> places;
  for (size_t row = 0; row < static_cast<size_t>(count); ++row) {
    int64_t place = 0;
    for (size_t i = 0; i < depth; ++i) {
      const int64_t index = all[row * depth + i];
      place = place * data[i] + (index < 0 ? index + data[i] : index);
    }
    places.push_back(place);
  }
  return places;
}

// Which of two updates of one element stays is not specified: the other one has no derivative.
template <typename PlacesOf>
void NeedOnce(Vjp& v, const PlacesOf& places_of) {
  const auto indices = v.Constant(1);
  if (!indices) return v.Refuse("overwriting at indices that are not constant");
  std::vector<int64_t> places = places_of(*indices);
  std::ranges::sort(places);
  if (std::ranges::adjacent_find(places) != places.end()) v.Refuse("overwriting one element twice");
}

}  // namespace

// dy is [before.., indices.., behind..]: with the indices' axes first it is what ScatterND adds.
void GatherVjp(Vjp& v) {
  Tape& t = v.t;
  const Shape data = v.shape();
  const auto rank = static_cast<int64_t>(data.size());
  const int64_t axis = (v.AttrInt("axis", 0) + rank) % rank, extra = t.rank(v.x(1));
  if (const auto indices = v.Constant(1)) return FixedGather(v, axis, *indices);
  NeedScatterAdd(v);
  Axes first, back = {axis};
  for (int64_t i = 0; i < extra; ++i) first.push_back(axis + i);
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis) {
      first.push_back(i < axis ? i : i + extra - 1);
      back.push_back(i);
    }
  Shape turned;
  for (const int64_t i : back) turned.push_back(data[static_cast<size_t>(i)]);
  const ValueId sum = t.Op(
      "ScatterND",
      {t.Filled(v.dtype(), turned, 0), t.Unsqueeze(v.x(1), {extra}), t.Transpose(v.dy(), first)},
      Adding());
  Axes inverse(back.size());
  for (size_t i = 0; i < back.size(); ++i)
    inverse[static_cast<size_t>(back[i])] = static_cast<int64_t>(i);
  v.Give(0, t.Transpose(sum, inverse));
}

void GatherElementsVjp(Vjp& v) {
  if (v.Constant(1).has_value()) return MoveVjp(v);
  NeedScatterAdd(v);
  Attrs attrs = Adding();
  attrs.Set("axis", v.AttrInt("axis", 0));
  v.Give(0,
         v.t.Op("ScatterElements", {v.t.Filled(v.dtype(), v.shape(), 0), v.x(1), v.dy()}, attrs));
}

void GatherNDVjp(Vjp& v) {
  if (v.Constant(1).has_value()) return MoveVjp(v);
  NeedScatterAdd(v);
  if (v.AttrInt("batch_dims", 0) != 0) v.Refuse("batch_dims with indices that are not constant");
  v.Give(0, v.t.Op("ScatterND", {v.t.Filled(v.dtype(), v.shape(), 0), v.x(1), v.dy()}, Adding()));
}

// What is overwritten loses its derivative, what is added to keeps it.
void ScatterElementsVjp(Vjp& v) {
  Tape& t = v.t;
  const std::string how = v.AttrString("reduction", "none");
  if (how != "none" && how != "add") v.Refuse("reduction " + how);
  const Attrs axis = {{"axis", v.AttrInt("axis", 0)}};
  if (v.wants(0))
    v.Give(0, how == "add" ? v.dy()
                           : t.Op("ScatterElements",
                                  {v.dy(), v.x(1), t.Filled(v.dtype(), v.shape(2), 0)}, axis));
  if (!v.wants(2)) return;
  if (how == "none") NeedOnce(v, [&](const Tensor& indices) { return ElementPlaces(v, indices); });
  v.Give(2, t.Op("GatherElements", {v.dy(), v.x(1)}, axis));
}

void ScatterNDVjp(Vjp& v) {
  Tape& t = v.t;
  const std::string how = v.AttrString("reduction", "none");
  if (how != "none" && how != "add") v.Refuse("reduction " + how);
  if (v.wants(0))
    v.Give(0, how == "add"
                  ? v.dy()
                  : t.Op("ScatterND", {v.dy(), v.x(1), t.Filled(v.dtype(), v.shape(2), 0)}));
  if (!v.wants(2)) return;
  if (how == "none") NeedOnce(v, [&](const Tensor& indices) { return RowPlaces(v, indices); });
  v.Give(2, t.Op("GatherND", {v.dy(), v.x(1)}));
}

}  // namespace assay::gradient
